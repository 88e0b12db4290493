// SPDX-License-Identifier: Zlib
// The inner side of include/undine/log.h.
#pragma once

#include <string_view>

#include "undine/log.h"

namespace undine {

void log(LogLevel level, std::string_view message);

}  // namespace undine
