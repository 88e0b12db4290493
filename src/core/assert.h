// SPDX-License-Identifier: Zlib
// Broken promises inside the program. On in debug, dev and sanitizer builds (UNDINE_ENABLE_ASSERTS); costs
// nothing in release. Bad input from outside is never an assertion: that is what Result is for.
#pragma once

namespace undine {

/// Called when an assertion fails; the default writes to stderr and traps.
[[noreturn]] void assertionFailed(const char* condition, const char* file, int line);

}  // namespace undine

#if defined(UNDINE_ENABLE_ASSERTS)
#define UNDINE_ASSERT(condition) \
    ((condition) ? static_cast<void>(0) : ::undine::assertionFailed(#condition, __FILE__, __LINE__))
#else
#define UNDINE_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#endif
