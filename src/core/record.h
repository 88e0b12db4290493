// SPDX-License-Identifier: Zlib
// Four floats that belong together. Passes over neighbour lists read what they want of a neighbour as one
// record: a single load brings it, where a structure of arrays needs one for each value, and a register of
// records is then transposed (gather() in core/wide-inl.h). With eight lanes this takes a third of the time
// of the machine's own gather instructions.
#pragma once

namespace undine {

/// A vector and a number, or any four numbers.
struct alignas(16) Record {
    float x = 0;
    float y = 0;
    float z = 0;
    float w = 0;
};

}  // namespace undine
