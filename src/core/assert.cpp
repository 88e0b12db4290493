// SPDX-License-Identifier: Zlib
#include "core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace undine {

void assertionFailed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    std::abort();
}

}  // namespace undine
