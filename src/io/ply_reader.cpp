// SPDX-License-Identifier: Zlib
#include "io/ply_reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/number_text.h"
#include "io/ply_values.h"
#include "io/point_columns.h"

namespace undine {
namespace {

Result<PointColumns> columnsOf(const PlyElement& vertex) {
    // A list is no coordinate, whatever its name.
    std::vector<std::string_view> names;
    for (const PlyProperty& property : vertex.properties) {
        names.push_back(property.isList ? std::string_view() : property.name);
    }
    return PointColumns::create(names);
}

std::string tooManyVertices(std::uint64_t count, std::uint64_t room) {
    return fmt::format("the header promises {} vertices, but the file has room for {}", count, room);
}

Result<void> readVertices(PlyValues& values, const PlyElement& vertex, PointCloud& points) {
    const auto columns = columnsOf(vertex);
    if (!columns) return Error{"element vertex: " + columns.error()};
    // Whoever wrote the header may be wrong about the file, or want us to ask for all memory.
    const std::uint64_t room = values.roomFor(vertex);
    if (vertex.count > room) {
        return Error{tooManyVertices(vertex.count, room)};
    }
    points.positions.reserve(vertex.count);
    PointRow row{};
    std::vector<double> list;
    for (std::uint64_t i = 0; i < vertex.count; ++i) {
        for (std::size_t k = 0; k < vertex.properties.size(); ++k) {
            const auto value = values.next(vertex.properties[k], list);
            const int place = columns.value().placeOf(k);
            const auto number = static_cast<float>(value.value_or(NAN));
            const bool good = place == PointColumns::kIgnored ? value.has_value() : std::isfinite(number);
            if (!good) return plyErrorAt(vertex, i, vertex.properties[k].name);
            if (place != PointColumns::kIgnored) row[place] = number;
        }
        columns.value().append(row, points);
    }
    return {};
}

Result<void> readColumns(PlyValues& values, const PlyElement& vertex, ParticleTable& table) {
    const std::uint64_t room = values.roomFor(vertex);
    if (vertex.count > room) return Error{tooManyVertices(vertex.count, room)};
    for (const PlyProperty& property : vertex.properties) {
        if (property.isList) continue;
        table.names.emplace_back(property.name);
        table.columns.emplace_back().reserve(vertex.count);
    }
    std::vector<double> list;
    for (std::uint64_t i = 0; i < vertex.count; ++i) {
        auto column = table.columns.begin();
        for (const PlyProperty& property : vertex.properties) {
            const auto value = values.next(property, list);
            if (!value) return plyErrorAt(vertex, i, property.name);
            if (!property.isList) (column++)->push_back(*value);
        }
    }
    table.size = vertex.count;
    return {};
}

/// The number after a word, in a comment of just these two.
std::optional<double> commented(const PlyHeader& header, std::string_view word) {
    for (const std::vector<std::string_view>& words : header.comments) {
        if (words.size() == 2 && words[0] == word) return parseNumber(words[1]);
    }
    return std::nullopt;
}

/// Of "Undine, time 0.5 s".
std::optional<double> commentedTime(const PlyHeader& header) {
    for (const std::vector<std::string_view>& words : header.comments) {
        if (words.size() == 4 && words[0] == "Undine,") return parseNumber(words[2]);
    }
    return std::nullopt;
}

bool isCorners(const PlyProperty& property) {
    return property.isList && (property.name == "vertex_indices" || property.name == "vertex_index");
}

Result<void> readFaces(PlyValues& values, const PlyElement& face, TriangleMesh& mesh) {
    if (std::ranges::none_of(face.properties, isCorners)) {
        return Error{"element face: no list vertex_indices"};
    }
    std::vector<double> list;
    const auto isIndex = [](double v) { return v >= 0 && v < 4294967296.0 && v == std::floor(v); };
    for (std::uint64_t i = 0; i < face.count; ++i) {
        for (const PlyProperty& property : face.properties) {
            const auto value = values.next(property, list);
            const bool corners = isCorners(property);
            if (!value || (corners && !std::ranges::all_of(list, isIndex))) {
                return plyErrorAt(face, i, property.name);
            }
            if (!corners) continue;
            for (std::size_t k = 2; k < list.size(); ++k) {
                for (const double v : {list[0], list[k - 1], list[k]}) {
                    mesh.indices.push_back(static_cast<std::uint32_t>(v));
                }
            }
        }
    }
    return {};
}

}  // namespace

Result<PointCloud> parsePly(std::string_view text) {
    const auto header = takePlyHeader(text);
    if (!header) return Error{header.error()};
    PlyValues values(text, header.value().format);
    for (const PlyElement& element : header.value().elements) {
        const bool wanted = element.name == "vertex";
        PointCloud points;
        const auto read = wanted ? readVertices(values, element, points) : skipElement(values, element);
        if (!read) return Error{read.error()};
        if (wanted) return points;
    }
    return Error{"has no element vertex"};
}

Result<ParticleTable> parsePlyTable(std::string_view text) {
    const auto header = takePlyHeader(text);
    if (!header) return Error{header.error()};
    PlyValues values(text, header.value().format);
    for (const PlyElement& element : header.value().elements) {
        ParticleTable table;
        const bool wanted = element.name == "vertex";
        const auto read = wanted ? readColumns(values, element, table) : skipElement(values, element);
        if (!read) return Error{read.error()};
        if (!wanted) continue;
        table.spacing = commented(header.value(), "spacing");
        table.dimension = commented(header.value(), "dimension");
        table.time = commentedTime(header.value());
        return table;
    }
    return Error{"has no element vertex"};
}

Result<TriangleMesh> parsePlyMesh(std::string_view text) {
    const auto header = takePlyHeader(text);
    if (!header) return Error{header.error()};
    PlyValues values(text, header.value().format);
    PointCloud points;
    TriangleMesh mesh;
    for (const PlyElement& element : header.value().elements) {
        const auto read = element.name == "vertex" ? readVertices(values, element, points)
                          : element.name == "face" ? readFaces(values, element, mesh)
                                                   : skipElement(values, element);
        if (!read) return Error{read.error()};
    }
    mesh.vertices = std::move(points.positions);
    for (const std::uint32_t v : mesh.indices) {
        if (v < mesh.vertices.size()) continue;
        return Error{fmt::format("a face has vertex {}, but there are only {}", v, mesh.vertices.size())};
    }
    return mesh;
}

}  // namespace undine
