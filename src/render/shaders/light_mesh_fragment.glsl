// SPDX-License-Identifier: Zlib
void main() {}
