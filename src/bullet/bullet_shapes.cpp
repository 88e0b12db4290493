// SPDX-License-Identifier: Zlib
#include "bullet/bullet_shapes.h"

#include <cmath>
#include <utility>

#include <BulletCollision/CollisionShapes/btShapeHull.h>
#include <LinearMath/btConvexHullComputer.h>
#include <btBulletCollisionCommon.h>

#include "boundary/mesh_check.h"
#include "bullet/bullet_math.h"
#include "core/geometry.h"
#include "core/rotation.h"

namespace undine {
namespace {

using Parts = std::vector<RigidPart>;

/// Turns the axis y into axis 0, 1 or 2.
Quaternion fromY(int axis) {
    const float half = std::sqrt(0.5F);
    if (axis == 0) return {0, 0, -half, half};
    if (axis == 2) return {half, 0, 0, half};
    return {};
}

RigidPart part(RigidShape shape, Vec3 position = {}, Quaternion rotation = {}) {
    return {std::move(shape), position, rotation};
}

RigidPart planePart(const btStaticPlaneShape& plane) {
    const btVector3 up(0, 1, 0);
    const btVector3& n = plane.getPlaneNormal();
    return part(PlaneBody{}, toVec3(plane.getPlaneConstant() * n), toQuaternion(shortestArcQuat(up, n)));
}

// ---- Meshes

void addTriangle(TriangleMesh& mesh, const btVector3& a, const btVector3& b, const btVector3& c) {
    // Bullet's meshes may hold slivers of no area, which neither have a side nor stop anything.
    const btVector3 ab = b - a;
    const btVector3 ac = c - a;
    if (!(ab.cross(ac).length() > 1e-6F * ab.length() * ac.length())) return;
    for (const btVector3* corner : {&a, &b, &c}) {
        mesh.indices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
        mesh.vertices.push_back(toVec3(*corner));
    }
}

/// Six times the volume that closed triangles enclose.
double signedVolume(const TriangleMesh& mesh) {
    double sum = 0;
    for (std::size_t t = 0; t + 2 < mesh.indices.size(); t += 3) {
        const auto corner = [&](std::size_t k) { return Vec3d(mesh.vertices[mesh.indices[t + k]]); };
        sum += dot(corner(0), cross(corner(1), corner(2)));
    }
    return sum;
}

Result<Parts> meshParts(TriangleMesh mesh, const char* name) {
    if (mesh.indices.empty()) return Error{std::string(name) + ": has no triangles"};
    const bool isClosed = checkMesh(mesh).ok();
    if (isClosed && signedVolume(mesh) < 0) {
        for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
            std::swap(mesh.indices[t + 1], mesh.indices[t + 2]);
        }
    }
    MeshBody body;
    body.open = !isClosed;
    body.mesh = std::make_shared<const TriangleMesh>(std::move(mesh));
    return Parts{part(std::move(body))};
}

/// Takes the triangles a shape hands out.
struct TriangleTaker final : btTriangleCallback {
    TriangleMesh mesh;
    void processTriangle(btVector3* corners, int /*part*/, int /*index*/) override {
        addTriangle(mesh, corners[0], corners[1], corners[2]);
    }
};

Result<Parts> concaveParts(const btConcaveShape& shape) {
    TriangleTaker taker;
    const btVector3 far(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    shape.processAllTriangles(&taker, -far, far);
    return meshParts(std::move(taker.mesh), shape.getName());
}

/// The hull of some points.
Result<Parts> hullParts(const std::vector<btVector3>& points, const char* name) {
    btConvexHullComputer hull;
    hull.compute(&points[0].x(), sizeof(btVector3), static_cast<int>(points.size()), 0, 0);
    TriangleMesh mesh;
    for (int f = 0; f < hull.faces.size(); ++f) {
        const btConvexHullComputer::Edge* const first = &hull.edges[hull.faces[f]];
        const btVector3& corner = hull.vertices[first->getSourceVertex()];
        for (const auto* edge = first->getNextEdgeOfFace();
             edge->getTargetVertex() != first->getSourceVertex(); edge = edge->getNextEdgeOfFace()) {
            addTriangle(mesh, corner, hull.vertices[edge->getSourceVertex()],
                        hull.vertices[edge->getTargetVertex()]);
        }
    }
    return meshParts(std::move(mesh), name);
}

Result<Parts> convexParts(const btConvexShape& shape) {
    std::vector<btVector3> points;
    if (shape.isPolyhedral()) {
        const auto& solid = static_cast<const btPolyhedralConvexShape&>(shape);
        for (int k = 0; k < solid.getNumVertices(); ++k) {
            btVector3 vertex;
            solid.getVertex(k, vertex);
            points.push_back(vertex);
        }
    } else {
        // Round shapes that have no name of their own: what they reach in many directions.
        constexpr int kDirections = 400;
        for (int k = 0; k < kDirections; ++k) {
            const float y = 1 - (2 * static_cast<float>(k) + 1) / kDirections;
            const float r = std::sqrt(1 - y * y);
            const float angle = 2.39996323F * static_cast<float>(k);  // the golden angle
            points.push_back(shape.localGetSupportingVertex({r * std::cos(angle), y, r * std::sin(angle)}));
        }
    }
    if (points.size() < 4) return Error{std::string(shape.getName()) + ": has no volume"};
    return hullParts(points, shape.getName());
}

// ---- Compounds

Result<Parts> compoundParts(const btCompoundShape& compound) {
    Parts all;
    for (int k = 0; k < compound.getNumChildShapes(); ++k) {
        auto child = partsOf(*compound.getChildShape(k));
        if (!child) return child;
        const btTransform& at = compound.getChildTransform(k);
        const Quaternion turn = toQuaternion(at.getRotation());
        for (RigidPart& p : child.value()) {
            p.position = toVec3(at.getOrigin()) + rotate(turn, p.position);
            p.rotation = turn * p.rotation;
            all.push_back(std::move(p));
        }
    }
    if (all.empty()) return Error{"Compound: has no children"};
    return all;
}

}  // namespace

Result<std::vector<RigidPart>> partsOf(const btCollisionShape& shape) {
    switch (shape.getShapeType()) {
        case BOX_SHAPE_PROXYTYPE: {
            const auto& box = static_cast<const btBoxShape&>(shape);
            return Parts{part(BoxBody{2 * toVec3(box.getHalfExtentsWithMargin())})};
        }
        case SPHERE_SHAPE_PROXYTYPE:
            return Parts{part(SphereBody{static_cast<const btSphereShape&>(shape).getRadius()})};
        case CAPSULE_SHAPE_PROXYTYPE: {
            const auto& capsule = static_cast<const btCapsuleShape&>(shape);
            return Parts{part(CapsuleBody{capsule.getRadius(), 2 * capsule.getHalfHeight()}, {},
                              fromY(capsule.getUpAxis()))};
        }
        case CYLINDER_SHAPE_PROXYTYPE: {
            const auto& cylinder = static_cast<const btCylinderShape&>(shape);
            const float half = cylinder.getHalfExtentsWithMargin()[cylinder.getUpAxis()];
            return Parts{part(CylinderBody{cylinder.getRadius(), 2 * half}, {}, fromY(cylinder.getUpAxis()))};
        }
        case CONE_SHAPE_PROXYTYPE: {
            const auto& cone = static_cast<const btConeShape&>(shape);
            return Parts{
                part(ConeBody{cone.getRadius(), cone.getHeight()}, {}, fromY(cone.getConeUpIndex()))};
        }
        case STATIC_PLANE_PROXYTYPE:
            return Parts{planePart(static_cast<const btStaticPlaneShape&>(shape))};
        case COMPOUND_SHAPE_PROXYTYPE:
            return compoundParts(static_cast<const btCompoundShape&>(shape));
        default:
            if (shape.isConcave()) return concaveParts(static_cast<const btConcaveShape&>(shape));
            if (shape.isConvex() && !shape.isConvex2d()) {
                return convexParts(static_cast<const btConvexShape&>(shape));
            }
            return Error{std::string(shape.getName()) + ": is not a shape that fluid can meet"};
    }
}

}  // namespace undine
