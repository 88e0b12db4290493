// SPDX-License-Identifier: Zlib
flat in vec4 share;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    if (dot(q, q) > 1.0) discard;
}
