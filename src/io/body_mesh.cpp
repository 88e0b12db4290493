// SPDX-License-Identifier: Zlib
#include "io/body_mesh.h"

#include <cmath>
#include <numbers>

#include "core/geometry.h"
#include "world/body_model.h"

namespace undine {
namespace {

constexpr int kSectors = 32;  // around the y axis

/// A point of the outline of a shape that is round about y: its distance from the axis, and its height.
struct Outline {
    double r;
    double y;
};

void addBox(BodyMesh& mesh, Vec3 size) {
    const int first = static_cast<int>(mesh.vertices.size());
    // Corner k is at the upper end of x, y, z where its bit 0, 1, 2 is set.
    for (int k = 0; k < 8; ++k) {
        const auto end = [&](int axis) { return ((k >> axis) & 1) == 1 ? 0.5F : -0.5F; };
        mesh.vertices.push_back({end(0) * size.x, end(1) * size.y, end(2) * size.z});
    }
    constexpr BodyMesh::Face kFaces[] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const BodyMesh::Face& f : kFaces) {
        mesh.faces.push_back({first + f[0], first + f[1], first + f[2], first + f[3]});
    }
}

/// Turns an outline about y. It goes from the pole on top to the one at the bottom; both are on the axis.
void addTurned(BodyMesh& mesh, const std::vector<Outline>& outline) {
    const auto rings = static_cast<int>(outline.size()) - 1;
    const auto vertexAt = [&](int ring, int sector) { return 1 + (ring - 1) * kSectors + sector % kSectors; };
    mesh.vertices.push_back({0, static_cast<float>(outline.front().y), 0});
    for (int ring = 1; ring < rings; ++ring) {
        const Outline at = outline[static_cast<std::size_t>(ring)];
        for (int sector = 0; sector < kSectors; ++sector) {
            const double around = 2 * std::numbers::pi * sector / kSectors;
            mesh.vertices.push_back({static_cast<float>(at.r * std::cos(around)), static_cast<float>(at.y),
                                     static_cast<float>(at.r * std::sin(around))});
        }
    }
    const auto last = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back({0, static_cast<float>(outline.back().y), 0});
    for (int sector = 0; sector < kSectors; ++sector) {
        mesh.faces.push_back({0, vertexAt(1, sector + 1), vertexAt(1, sector), vertexAt(1, sector)});
        for (int ring = 1; ring < rings - 1; ++ring) {
            mesh.faces.push_back({vertexAt(ring, sector), vertexAt(ring, sector + 1),
                                  vertexAt(ring + 1, sector + 1), vertexAt(ring + 1, sector)});
        }
        const int next = vertexAt(rings - 1, sector + 1);
        mesh.faces.push_back({last, vertexAt(rings - 1, sector), next, next});
    }
}

/// The arc of a ball between two angles from the top, in so many pieces.
void addArc(std::vector<Outline>& outline, double radius, double middle, std::array<int, 2> pieces) {
    constexpr int kRings = 16;  // from pole to pole
    for (int ring = pieces[0]; ring <= pieces[1]; ++ring) {
        const double polar = std::numbers::pi * ring / kRings;
        outline.push_back({radius * std::sin(polar), middle + radius * std::cos(polar)});
    }
}

void addShape(BodyMesh& mesh, const BoxBody& box) { addBox(mesh, box.size); }

void addShape(BodyMesh& mesh, const SphereBody& sphere) {
    std::vector<Outline> outline;
    addArc(outline, sphere.radius, 0, {0, 16});
    addTurned(mesh, outline);
}

void addShape(BodyMesh& mesh, const CapsuleBody& capsule) {
    std::vector<Outline> outline;
    addArc(outline, capsule.radius, 0.5 * capsule.height, {0, 8});
    addArc(outline, capsule.radius, -0.5 * capsule.height, {8, 16});
    addTurned(mesh, outline);
}

void addShape(BodyMesh& mesh, const CylinderBody& cylinder) {
    const double r = cylinder.radius, y = 0.5 * cylinder.height;
    addTurned(mesh, {{0, y}, {r, y}, {r, -y}, {0, -y}});
}

void addShape(BodyMesh& mesh, const ConeBody& cone) {
    const double y = 0.5 * cone.height;
    addTurned(mesh, {{0, y}, {cone.radius, -y}, {0, -y}});
}

void addShape(BodyMesh& mesh, const MeshBody& body) {
    if (!body.mesh) return;
    for (const Vec3 v : body.mesh->vertices) mesh.vertices.push_back(body.scale * v);
    for (std::size_t t = 0; t + 2 < body.mesh->indices.size(); t += 3) {
        const auto corner = [&](std::size_t k) { return static_cast<int>(body.mesh->indices[t + k]); };
        mesh.faces.push_back({corner(0), corner(1), corner(2), corner(2)});
    }
}

void addShape(BodyMesh& /*mesh*/, const PlaneBody& /*plane*/) {}  // it never ends

}  // namespace

BodyMesh bodyMesh(const BodyShape& shape, int dimension) {
    BodyMesh mesh;
    for (const RigidPart& part : bodyParts(shape, dimension)) {
        const std::size_t first = mesh.vertices.size();
        BodyMesh one;
        std::visit([&](const auto& own) { addShape(one, own); }, part.shape);
        for (const Vec3 v : one.vertices) mesh.vertices.push_back(part.position + rotate(part.rotation, v));
        for (BodyMesh::Face face : one.faces) {
            for (int& corner : face) corner += static_cast<int>(first);
            mesh.faces.push_back(face);
        }
    }
    return mesh;
}

}  // namespace undine
