// SPDX-License-Identifier: Zlib
// The small parts of a world's saved state: which world it is of, and what its clock shows.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/byte_stream.h"
#include "undine/result.h"

namespace undine {

/// What a world must share with the one a state was saved from, or its particles would make no sense here.
/// These are not all settings: a caller may want to go on with others.
struct WorldIdentity {
    std::string_view solver;
    int dimension = 3;
    float spacing = 0;  ///< m of the world
    std::size_t fluids = 0;
};

void saveIdentity(ByteWriter& out, const WorldIdentity& identity);

/// An error that names the first difference between the saved identity and `mine`.
Result<void> checkIdentity(ByteReader& in, const WorldIdentity& mine);

struct Clock {
    double time = 0;  ///< s
    std::uint64_t steps = 0;
};

void saveClock(ByteWriter& out, const Clock& clock);
Result<Clock> readClock(ByteReader& in);

}  // namespace undine
