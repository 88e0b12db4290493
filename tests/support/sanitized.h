// SPDX-License-Identifier: Zlib
// Whether the tests run under a sanitizer. Sanitizers map terabytes: a limit of memory would end the process.
#pragma once

namespace undine::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDINE_SANITIZED
#endif
#endif

#if defined(UNDINE_SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace undine::test
