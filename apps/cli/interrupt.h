// SPDX-License-Identifier: Zlib
// Ctrl-C asks a run to end with the frame it is at, and so do SIGTERM and SIGHUP; the second of a kind ends
// the program at once.
#pragma once

namespace undine::cli {

void listenForInterrupt();
bool isInterrupted();

}  // namespace undine::cli
