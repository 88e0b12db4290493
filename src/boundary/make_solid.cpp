// SPDX-License-Identifier: Zlib
// Solid::make: what the settings say, checked and turned into parts.
#include <algorithm>
#include <cmath>
#include <utility>

#include "boundary/mesh_check.h"
#include "boundary/solid.h"
#include "core/finite.h"
#include "core/geometry.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"

namespace undine {
namespace {

/// What all kinds of parts need to know.
struct Place {
    Rotation rotation;
    Vec3d position;
    int dimension;
    std::string path;
};

/// Boxes and balls of rigid bodies are full.
template <class Shape>
Result<void> checkShape(const Shape& shape, const std::string& path) {
    if (const auto checked = checkParameters(shape, path); !checked) return Error{checked.error()};
    if constexpr (requires { shape.side; }) {
        if (shape.side == Side::Inside) {
            return Error{path +
                         ".side: inside: must be outside: a rigid body is full; make a vessel of "
                         "several parts or of a mesh"};
        }
    }
    return {};
}

SolidPart::Kind kindOf(const BoxBody& /*shape*/) { return SolidPart::Kind::Box; }
SolidPart::Kind kindOf(const SphereBody& /*shape*/) { return SolidPart::Kind::Sphere; }
SolidPart::Kind kindOf(const CapsuleBody& /*shape*/) { return SolidPart::Kind::Capsule; }
SolidPart::Kind kindOf(const CylinderBody& /*shape*/) { return SolidPart::Kind::Cylinder; }
SolidPart::Kind kindOf(const ConeBody& /*shape*/) { return SolidPart::Kind::Cone; }

SolidPart::Kind kindOf(const PlaneBody& /*shape*/) { return SolidPart::Kind::Plane; }

Vec3 extentOf(const PlaneBody& /*shape*/, int /*dimension*/) { return {}; }
Vec3 extentOf(const BoxBody& box, int dimension) {
    const Vec3 half = 0.5F * box.size;
    return {half.x, half.y, dimension == 2 ? kEndless : half.z};
}
Vec3 extentOf(const SphereBody& ball, int /*dimension*/) { return {ball.radius, 0, 0}; }
template <class Round>
Vec3 extentOf(const Round& shape, int /*dimension*/) {
    return {shape.radius, 0.5F * shape.height, 0};
}

template <class Shape>
Result<SolidPart> makePart(const Shape& shape, const Place& place) {
    SolidPart part;
    part.kind = kindOf(shape);
    part.extent = extentOf(shape, place.dimension);
    part.flat = place.dimension == 2;
    part.position = place.position.rounded();
    const auto turned = [&](Vec3d axis) { return place.rotation.apply(axis).rounded(); };
    part.axes = {turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})};
    part.turned = part.axes.x != Vec3{1, 0, 0} || part.axes.y != Vec3{0, 1, 0};
    part.computeBounds();
    return part;
}

// ---- Meshes

std::string triangleName(std::size_t index) { return "triangle " + std::to_string(index / 3); }

/// An open mesh may have any edges, but its numbers must be right.
Result<void> checkOpenMesh(const TriangleMesh& mesh) {
    if (const auto checked = checkMeshNumbers(mesh); !checked) return Error{checked.error()};
    if (mesh.indices.empty()) return Error{"has no triangles"};
    return {};
}

/// The mesh in the body's axes, without triangles of which two corners are at one place: they are no part of
/// the surface.
Result<TriangleMesh> placedMesh(const MeshBody& shape, const Place& place) {
    TriangleMesh placed;
    for (const Vec3 v : shape.mesh->vertices) {
        const Vec3d p = place.position + place.rotation.apply(static_cast<double>(shape.scale) * Vec3d(v));
        placed.vertices.push_back(p.rounded());
        if (!isFinite(placed.vertices.back())) {
            return Error{"vertex " + std::to_string(placed.vertices.size() - 1) +
                         " is not finite after scale, rotation and position"};
        }
    }
    const std::vector<std::uint32_t>& indices = shape.mesh->indices;
    const std::vector<Vec3>& original = shape.mesh->vertices;
    for (std::size_t t = 0; t < indices.size(); t += 3) {
        const std::uint32_t i[3] = {indices[t], indices[t + 1], indices[t + 2]};
        if (original[i[0]] == original[i[1]] || original[i[1]] == original[i[2]] ||
            original[i[2]] == original[i[0]]) {
            continue;
        }
        const Vec3d a(placed.vertices[i[0]]);
        const Vec3d ab = Vec3d(placed.vertices[i[1]]) - a;
        const Vec3d ac = Vec3d(placed.vertices[i[2]]) - a;
        if (!(length(cross(ab, ac)) > 1e-9 * length(ab) * length(ac))) {
            return Error{triangleName(t) + " has no area: its corners are " + describeValue(original[i[0]]) +
                         ", " + describeValue(original[i[1]]) + " and " + describeValue(original[i[2]])};
        }
        placed.indices.insert(placed.indices.end(), {i[0], i[1], i[2]});
    }
    if (placed.indices.empty()) return Error{"has no triangles with three different corners"};
    return placed;
}

Result<SolidPart> makePart(const MeshBody& shape, const Place& place) {
    const std::string& path = place.path;
    if (place.dimension == 2) {
        return Error{path + ": a mesh can be a part in three dimensions only; this world has two"};
    }
    if (!shape.mesh) return Error{path + ": has no triangles yet: `mesh` must be set"};
    const std::string name = path + ".mesh: ";
    const Result<void> checked = shape.open ? checkOpenMesh(*shape.mesh) : checkMesh(*shape.mesh);
    if (!checked) return Error{name + checked.error()};
    auto placed = placedMesh(shape, place);
    if (!placed) return Error{name + placed.error()};
    SolidPart part;
    part.kind = SolidPart::Kind::Mesh;
    part.tree = std::make_shared<TriangleTree>(placed.value(), shape.open);
    part.computeBounds();
    if (!shape.open && !(part.massProperties().volume > 0)) {
        return Error{name +
                     "faces inwards: the corners of its triangles must be counter-clockwise seen from "
                     "outside"};
    }
    return part;
}

// ---- Places

Result<Rotation> unitRotation(Quaternion q, int dimension, const std::string& path) {
    const double size = std::sqrt(static_cast<double>(q.x) * q.x + static_cast<double>(q.y) * q.y +
                                  static_cast<double>(q.z) * q.z + static_cast<double>(q.w) * q.w);
    if (!(std::abs(size - 1) < 1e-3)) {
        return Error{path + ".rotation: must be a quaternion of length 1; its length is " +
                     describeValue(size)};
    }
    if (const auto checked = checkAboutZ({q.x, q.y, q.z}, dimension, path + ".rotation"); !checked) {
        return Error{checked.error()};
    }
    return Rotation::of(q);
}

Result<SolidPart> placePart(const RigidPart& part, int dimension, const std::string& path) {
    const auto checked = std::visit([&](const auto& shape) { return checkShape(shape, path); }, part.shape);
    if (!checked) return Error{checked.error()};
    if (!isFinite(part.position)) return refusal(path + ".position", part.position, "must be finite");
    const auto rotation = unitRotation(part.rotation, dimension, path);
    if (!rotation) return Error{rotation.error()};
    const Place place{rotation.value(), Vec3d(part.position), dimension, path};
    return std::visit([&](const auto& shape) { return makePart(shape, place); }, part.shape);
}

}  // namespace

Result<Solid> Solid::make(std::span<const RigidPart> parts, int dimension, const std::string& path) {
    if (parts.empty()) return Error{path + ".parts: is empty: a body needs at least one part"};
    auto made = std::make_shared<std::vector<SolidPart>>();
    for (std::size_t k = 0; k < parts.size(); ++k) {
        auto part = placePart(parts[k], dimension, path + ".parts." + std::to_string(k));
        if (!part) return Error{part.error()};
        made->push_back(std::move(part).value());
    }
    Solid solid;
    solid.flat_ = dimension == 2;
    solid.min_ = made->front().min;
    solid.max_ = made->front().max;
    for (const SolidPart& part : *made) {
        solid.min_ = lower(solid.min_, part.min);
        solid.max_ = upper(solid.max_, part.max);
    }
    solid.parts_ = std::move(made);
    return solid;
}

}  // namespace undine
