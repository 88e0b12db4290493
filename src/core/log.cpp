// SPDX-License-Identifier: Zlib
#include "core/log.h"

#include <mutex>

namespace undine {
namespace {

struct Hook {
    std::mutex mutex;
    LogHandler handler = nullptr;
    void* user = nullptr;
};

Hook& hook() {
    static Hook instance;
    return instance;
}

}  // namespace

void setLogHandler(LogHandler handler, void* user) {
    const std::scoped_lock lock(hook().mutex);
    hook().handler = handler;
    hook().user = user;
}

void log(LogLevel level, std::string_view message) {
    const std::scoped_lock lock(hook().mutex);
    if (hook().handler != nullptr) hook().handler(level, message, hook().user);
}

}  // namespace undine
