// SPDX-License-Identifier: Zlib
// Ctrl-C asks a run to end at the next step; a second Ctrl-C ends the program at once.
#pragma once

namespace undine::cli {

void listenForInterrupt();
bool isInterrupted();

}  // namespace undine::cli
