// SPDX-License-Identifier: Zlib
// Water in a Bullet world (target undine::bullet, for Bullet 3 with single precision).
//
//     btDiscreteDynamicsWorld rigid(…);                        // yours, as it is
//     auto water = undine::World::create({.particleSpacing = 0.05F}).value();
//     auto fluid = water.addFluid({}).value();
//     undine::BulletCoupling coupling(water, rigid);           // sees the bodies you have
//     water.fill(fluid, undine::BoxFill{.max = {1, 1, 1}});
//     while (running) coupling.step(1.0F / 60);                // in the place of rigid.stepSimulation()
//
// A step takes Bullet's own step, of fixed length, as often as it fits into the time that has passed. For
// each of them the fluid goes first, in as many steps of its own as it needs: bodies fly freely through it,
// pushed by the fluid and pulled by gravity. Then Bullet sees where they would go, and its contacts, joints,
// motors, damping and your forces have the last word.
//
// Bodies may be added to the Bullet world, moved and removed at any time by your own code; the coupling looks
// at the beginning of each step. Static bodies, kinematic bodies and dynamic ones all act on the fluid, with
// every shape that Bullet has: box, sphere, capsule, cylinder, cone, convex hull, triangle mesh, height
// field, plane, multi-sphere and compounds of them. Objects without contact response (ghosts, sensors), soft
// bodies and those whose collision filter excludes `BulletCouplingSettings::group` do not.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "undine/export.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/rigid.h"
#include "undine/world.h"

class btCollisionObject;
class btDiscreteDynamicsWorld;

namespace undine {

struct BulletCouplingSettings {
    float fixedStep = 1.0F / 120;  ///< s, 1e-6..1. Of Bullet.
    int maxSteps = 8;    ///< 1..1000000. At most so many in one call; what is left of the time is dropped, as
                         ///< Bullet does.
    int group = 1;       ///< Collision group of the fluid: bodies whose mask excludes it do not feel it.
    float friction = 0;  ///< 0..1. Share of the tangential velocity a contact of a particle removes.
    float restitution = 0;  ///< 0..1. Share of the normal velocity it gives back.
};

/// What a step did.
struct BulletStep {
    StepReport fluid;                   ///< The last of the fluid's steps; World::diagnose explains it.
    int steps = 0;                      ///< How many steps Bullet took.
    std::vector<std::string> problems;  ///< Bodies the fluid cannot see, and why; each is told once. Or what
                                        ///< is wrong with the settings, as long as it is.
    bool canStep = true;                ///< False when the settings are out of range: nothing moves then.

    bool ok() const { return canStep && fluid.ok(); }
};

class UNDINE_API BulletCoupling {
  public:
    /// Both worlds must outlive the coupling. Bodies that are there already are seen at once, so that fluid
    /// can be filled in around them. Settings that are out of range are told by the first step, which then
    /// does nothing.
    BulletCoupling(World& world, btDiscreteDynamicsWorld& rigid, const BulletCouplingSettings& settings = {});
    ~BulletCoupling();  ///< Takes the bodies out of the fluid's world again.

    /// Lets this much time pass in both worlds, up to less than a fixed step, which is kept for the next
    /// call. When the fluid is in trouble both worlds stop there.
    BulletStep step(float seconds);

    /// Looks which bodies have come and gone. A step does this by itself.
    std::vector<std::string> findBodies();

    /// The fluid's name for a body; none if it does not see it.
    std::optional<RigidId> idOf(const btCollisionObject& body) const;

    /// What the fluid pushed a body with in the last step of Bullet, on the average: N, at its centre of
    /// mass.
    Vec3 forceOn(const btCollisionObject& body) const;

    /// Where the free bodies are and how they move, for a run that is to go on later. (To the same bits, if
    /// the Bullet world remembers nothing of its own, such as contacts.)
    std::vector<std::byte> saveState() const;
    Result<void> restoreState(std::span<const std::byte> state);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace undine
