// SPDX-License-Identifier: Zlib
#include "interrupt.h"

#include <csignal>

namespace undine::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void onSignal(int /*signal*/) { interrupted = 1; }

}  // namespace

void listenForInterrupt() {
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGHUP, &action, nullptr);
}

bool isInterrupted() { return interrupted != 0; }

}  // namespace undine::cli
