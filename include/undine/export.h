// SPDX-License-Identifier: Zlib
// Which symbols a shared build of Undine shows to the outside.
#pragma once

#if defined(UNDINE_SHARED) && defined(UNDINE_BUILDING)
#define UNDINE_API __attribute__((visibility("default")))
#else
#define UNDINE_API
#endif
