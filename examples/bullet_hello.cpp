// SPDX-License-Identifier: Zlib
// Ten lines of water in a Bullet world: a wooden box falls into a pool and comes to float.
#include <cmath>
#include <cstdio>

#include <btBulletDynamicsCommon.h>

#include "undine/bullet.h"
#include "undine/undine.h"

int main() {
    // A Bullet world as everybody has one: a ground and a box of half the density of water.
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld rigid(&dispatcher, &broadphase, &solver, &configuration);
    btStaticPlaneShape plane(btVector3(0, 1, 0), 0);
    btRigidBody ground(0, nullptr, &plane);
    rigid.addRigidBody(&ground);
    btBoxShape shape(btVector3(0.2F, 0.1F, 0.2F));
    btVector3 inertia;
    shape.calculateLocalInertia(8, inertia);
    btRigidBody box(8, nullptr, &shape, inertia);
    box.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0.5F, 0.75F, 0.5F)));
    rigid.addRigidBody(&box);
    rigid.setGravity(btVector3(0, -9.81F, 0));  // as the water's; Bullet's own is 10

    // The water.
    auto world = undine::World::create({.particleSpacing = 0.04F}, undine::PbfSettings{}).value();
    const auto water = world.addFluid({.restDensity = 1000}).value();
    const bool walled = world.addWall(undine::BoxWall{.min = {0, -1, 0}, .max = {1, 2, 1}}).ok();
    undine::BulletCoupling coupling(world, rigid);
    const auto count = world.fill(water, undine::BoxFill{.min = {0, 0, 0}, .max = {1, 0.5F, 1}}).value();
    bool ok = walled;
    for (int frame = 0; frame < 180 && ok; ++frame) ok = coupling.step(1.0F / 60).ok();

    const float height = box.getWorldTransform().getOrigin().y();
    std::printf("%u particles; after 3 s the box is at a height of %.2f m, half in the water\n", count,
                height);
    return ok && std::fabs(height - 0.51F) < 0.03F ? 0 : 1;
}
