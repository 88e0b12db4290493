// SPDX-License-Identifier: Zlib
#include "io/ply.h"
#include "core/color_bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "io/columns.h"
#include "io/frame_limits.h"
#include "io/rows.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "words are written as they lie in memory");

/// The format has no whole numbers of 64 bits; a double holds all of them up to here.
constexpr std::uint64_t kMostWhole = std::uint64_t{1} << 53U;

struct Property {
    std::string name;
    const char* type;
    RowPart part;
};

Property propertyOf(const Column& column) {
    switch (column.type) {
        case FieldType::UInt32:
            return {column.name, "uint", rowPart<std::uint32_t>(column.data)};
        case FieldType::UInt64:
            return {
                column.name, "double",
                rowPart<std::uint64_t, [](std::uint64_t v) { return static_cast<double>(v); }>(column.data)};
        default:
            return {column.name, "float", rowPart<float>(column.data)};
    }
}

struct Vertices {
    std::vector<Property> properties;
    Index count = 0;
    double time = 0;       // s
    std::string comments;  // whole lines
};

Result<void> writeVertices(const Vertices& vertices, const std::filesystem::path& path,
                           const ThreadPool& pool) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    std::string header = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment Undine, time {:.9g} s\n{}element vertex {}\n",
        vertices.time, vertices.comments, vertices.count);
    std::vector<RowPart> parts;
    for (const Property& property : vertices.properties) {
        header += fmt::format("property {} {}\n", property.type, property.name);
        parts.push_back(property.part);
    }
    file.value().write(header + "end_header\n");
    writeRows(file.value(), parts, vertices.count, pool);
    return file.value().commit();
}

}  // namespace

Result<void> writePly(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    if (Result<void> fits = checkFits(frame, kMostWhole, path); !fits) return fits;
    Vertices vertices{.properties = {},
                      .count = frame.size(),
                      .time = frame.time(),
                      .comments = fmt::format("comment spacing {:.9g}\ncomment dimension {}\n",
                                              frame.particleSpacing(), frame.dimension())};
    for (const Column& column : columnsOf(frame)) vertices.properties.push_back(propertyOf(column));
    return writeVertices(vertices, path, pool);
}

Result<void> writeTracers(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    const auto* positions = reinterpret_cast<const std::byte*>(frame.tracerPositions().data());
    const auto* colors = reinterpret_cast<const std::byte*>(frame.tracerColors().data());
    Vertices vertices{
        .properties = {{"x", "float", rowPart<Vec3, [](Vec3 p) { return p.x; }>(positions)},
                       {"y", "float", rowPart<Vec3, [](Vec3 p) { return p.y; }>(positions)},
                       {"z", "float", rowPart<Vec3, [](Vec3 p) { return p.z; }>(positions)},
                       {"red", "uchar", rowPart<Vec3, [](Vec3 c) { return colorByte(c.x); }>(colors)},
                       {"green", "uchar", rowPart<Vec3, [](Vec3 c) { return colorByte(c.y); }>(colors)},
                       {"blue", "uchar", rowPart<Vec3, [](Vec3 c) { return colorByte(c.z); }>(colors)}},
        .count = static_cast<Index>(frame.tracerPositions().size()),
        .time = frame.time(),
        .comments = {}};
    if (!frame.tracerTemperatures().empty()) {
        const auto numbers = [](std::span<const float> values) {
            return rowPart<float>(reinterpret_cast<const std::byte*>(values.data()));
        };
        vertices.properties.push_back({"temperature", "float", numbers(frame.tracerTemperatures())});
        vertices.properties.push_back({"smoke", "float", numbers(frame.tracerSmoke())});
    }
    return writeVertices(vertices, path, pool);
}

}  // namespace undine
