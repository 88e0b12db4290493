// SPDX-License-Identifier: Zlib
#include "bullet/scene_shapes.h"

#include <algorithm>

#include "bullet/bullet_math.h"

namespace undine {
namespace {

struct PartShape {
    OwnedShape& owner;
    const ShapeSettings& settings;

    btCollisionShape* operator()(const BoxBody& box) const {
        return owner.make<btBoxShape>(toBullet(0.5F * box.size));
    }
    btCollisionShape* operator()(const SphereBody& ball) const {
        return owner.make<btSphereShape>(ball.radius);
    }
    btCollisionShape* operator()(const CapsuleBody& capsule) const {
        return owner.make<btCapsuleShape>(capsule.radius, capsule.height);
    }
    btCollisionShape* operator()(const CylinderBody& cylinder) const {
        return owner.make<btCylinderShape>(
            btVector3(cylinder.radius, 0.5F * cylinder.height, cylinder.radius));
    }
    btCollisionShape* operator()(const ConeBody& cone) const {
        return owner.make<btConeShape>(cone.radius, cone.height);
    }
    btCollisionShape* operator()(const PlaneBody& /*plane*/) const {
        return owner.make<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
    }
    btCollisionShape* operator()(const MeshBody& body) const {
        return settings.isFree ? hullOf(body) : trianglesOf(body);
    }

    btCollisionShape* hullOf(const MeshBody& body) const {
        auto* hull = owner.make<btConvexHullShape>();
        for (const Vec3 v : body.mesh->vertices) hull->addPoint(toBullet(body.scale * v), false);
        hull->recalcLocalAabb();
        hull->setMargin(settings.margin);
        return hull;
    }
    btCollisionShape* trianglesOf(const MeshBody& body) const {
        auto* triangles = owner.make<btTriangleMesh>();
        const TriangleMesh& mesh = *body.mesh;
        for (std::size_t t = 0; t + 2 < mesh.indices.size(); t += 3) {
            const auto corner = [&](std::size_t k) {
                return toBullet(body.scale * mesh.vertices[mesh.indices[t + k]]);
            };
            triangles->addTriangle(corner(0), corner(1), corner(2));
        }
        auto* shape = owner.make<btBvhTriangleMeshShape>(triangles, true);
        shape->setMargin(settings.margin);
        return shape;
    }
};

}  // namespace

OwnedShape bulletShape(std::span<const RigidPart> parts, const ShapeSettings& settings) {
    OwnedShape owner;
    auto* all = owner.make<btCompoundShape>();
    for (const RigidPart& part : parts) {
        btCollisionShape* shape = std::visit(PartShape{owner, settings}, part.shape);
        all->addChildShape(btTransform(toBullet(part.rotation), toBullet(part.position)), shape);
    }
    // A compound of one costs time and contact points.
    const bool isPlain =
        parts.size() == 1 && parts[0].position == Vec3{} && parts[0].rotation == Quaternion{};
    owner.setTop(isPlain ? all->getChildShape(0) : all);
    return owner;
}

OwnedShape tankShape(Vec3 size, int dimension) {
    const float thick = std::max({size.x, size.y, dimension == 2 ? 1.0F : size.z});
    if (dimension == 2) size.z = 10 * thick;
    OwnedShape owner;
    auto* all = owner.make<btCompoundShape>();
    const auto add = [&](Vec3 slab, Vec3 at) {
        for (const float side : {-1.0F, 1.0F}) {
            all->addChildShape(btTransform(btQuaternion::getIdentity(), toBullet(side * at)),
                               owner.make<btBoxShape>(toBullet(0.5F * slab)));
        }
    };
    const Vec3 wide = size + Vec3{2 * thick, 2 * thick, 2 * thick};
    add({thick, wide.y, wide.z}, {0.5F * (size.x + thick), 0, 0});
    add({wide.x, thick, wide.z}, {0, 0.5F * (size.y + thick), 0});
    if (dimension == 3) add({wide.x, wide.y, thick}, {0, 0, 0.5F * (size.z + thick)});
    owner.setTop(all);
    return owner;
}

}  // namespace undine
