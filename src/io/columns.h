// SPDX-License-Identifier: Zlib
// A frame as a table of named columns: for formats that know no vectors.
#pragma once

#include <string>
#include <vector>

#include "io/frame.h"

namespace undine {

struct Column {
    std::string name;
    FieldType type;  ///< Never a vector.
    const std::byte* data;
};

/// x y z, then the fields. Velocity is vx vy vz, as other programs call it; another vector is name_x name_y
/// name_z.
std::vector<Column> columnsOf(const Frame& frame);

}  // namespace undine
