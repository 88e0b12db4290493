// SPDX-License-Identifier: Zlib
// The header of a PLY file.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "undine/result.h"

namespace undine {

enum class PlyFormat { Text, LittleEndian, BigEndian };

enum class PlyType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };
std::size_t bytesOf(PlyType type);

struct PlyProperty {
    std::string_view name;
    PlyType type = PlyType::Float32;
    bool isList = false;
    PlyType countType = PlyType::UInt8;  // of a list
};

struct PlyElement {
    std::string_view name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyFormat format = PlyFormat::Text;
    std::vector<PlyElement> elements;
    std::vector<std::vector<std::string_view>> comments;  ///< the words of each, after "comment"
};

/// Reads the header and takes it off the head of `text`, whose characters the names then refer to.
Result<PlyHeader> takePlyHeader(std::string_view& text);

}  // namespace undine
