// SPDX-License-Identifier: Zlib
#include "io/ply_reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

Result<void> readVertices(PlyValues& values, const PlyElement& vertex, PointCloud& points) {
    const auto columns = columnsOf(vertex);
    if (!columns) return Error{"element vertex: " + columns.error()};
    // Whoever wrote the header may be wrong about the file, or want us to ask for all memory.
    const std::uint64_t room = values.roomFor(vertex);
    if (vertex.count > room) {
        return Error{
            fmt::format("the header promises {} vertices, but the file has room for {}", vertex.count, room)};
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
