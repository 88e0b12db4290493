// SPDX-License-Identifier: Zlib
// A Bullet world that owns what is in it, for tests.
#pragma once

#include <memory>
#include <vector>

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>

#include "tests/support/rigid.h"
#include "undine/bullet.h"

namespace undine::test {

class BulletWorld {
  public:
    BulletWorld() : rigid(&dispatcher_, &broadphase_, &solver_, &configuration_) {
        rigid.setGravity({0, -9.81F, 0});
    }
    ~BulletWorld() {
        for (const auto& body : bodies_) rigid.removeRigidBody(body.get());
    }
    BulletWorld(const BulletWorld&) = delete;
    BulletWorld& operator=(const BulletWorld&) = delete;

    template <class Shape, class... Arguments>
    Shape& shape(Arguments&&... arguments) {
        auto made = std::make_unique<Shape>(std::forward<Arguments>(arguments)...);
        Shape& result = *made;
        shapes_.push_back(std::move(made));
        return result;
    }

    /// A body without a mass stands still.
    btRigidBody& add(btCollisionShape& shape, float mass, const btVector3& position,
                     const btQuaternion& rotation = btQuaternion::getIdentity()) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
        bodies_.back()->setWorldTransform(btTransform(rotation, position));
        bodies_.back()->setInterpolationWorldTransform(btTransform(rotation, position));
        rigid.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    /// The triangles of a mesh, for btBvhTriangleMeshShape.
    btTriangleMesh& triangles(const TriangleMesh& mesh) {
        meshes_.push_back(std::make_unique<btTriangleMesh>());
        const auto corner = [&](std::size_t k) {
            const Vec3 p = mesh.vertices[mesh.indices[k]];
            return btVector3(p.x, p.y, p.z);
        };
        for (std::size_t t = 0; t + 2 < mesh.indices.size(); t += 3) {
            meshes_.back()->addTriangle(corner(t), corner(t + 1), corner(t + 2));
        }
        return *meshes_.back();
    }

  private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btTriangleMesh>> meshes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;

  public:
    btDiscreteDynamicsWorld rigid;
};

inline World makeWater(const SolverSettings& solver, float spacing, float timeStep = 0) {
    World world = take(World::create(
        {.particleSpacing = spacing, .timeStep = timeStep, .maxSpeed = 1000, .threads = 1}, solver));
    take(world.addFluid({}));
    return world;
}

}  // namespace undine::test
