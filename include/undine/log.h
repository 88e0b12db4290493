// SPDX-License-Identifier: Zlib
// The library never prints. What it has to say beside its reports goes to this hook; the default drops it.
#pragma once

#include <string_view>

#include "undine/export.h"

namespace undine {

enum class LogLevel { Info, Warning };

using LogHandler = void (*)(LogLevel level, std::string_view message, void* user);

/// Sets the handler for all worlds; nullptr drops messages again. It may be called from any thread that uses
/// a world.
UNDINE_API void setLogHandler(LogHandler handler, void* user);

}  // namespace undine
