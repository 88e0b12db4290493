// SPDX-License-Identifier: Zlib
// What fluid does to rigid bodies beside the pressure of its particles: it seeps below those that lie on
// walls, and drags at their surfaces.
#include <algorithm>
#include <cmath>

#include "boundary/rigid_bodies.h"
#include "kernels/half_space.h"

namespace undine {
namespace {

/// The pressure with which a particle and a body press each other: the mean of the particle's and that of the
/// samples around it, where they have one.
double pressureBetween(const BodyPair& pair, double own) {
    const double square = dot(pair.gradient, pair.gradient);
    const double samples = dot(pair.pressed, pair.gradient);
    return samples > 0 ? 0.5 * (own + samples / square) : own;
}

/// A gap that particles could not get into yet is as good as none, unless there are some in it: then they
/// carry. Distances are those of samples from a wall, in spacings; `outer` is what particles add to their
/// density, over what a layer of them would.
float sealedShare(float outer, float distance, float open) {
    if (distance < 0.75F) return 1;
    return std::min(2 * (open - distance), 1.0F) * std::clamp(2 - 2 * outer, 0.0F, 1.0F);
}

}  // namespace

// Between a body and a wall there is no room for a layer of particles to move: one that is as stiff as fluid
// would carry the body like grains of sand. So samples press a particle next to a wall less, and one that
// touches it not at all.
void RigidBodies::press(const SampleFluid& fluid, const CellGrid& grid, const VectorSpan& x,
                        std::span<const WallShape> walls, const ThreadPool& pool) {
    if (moving_.size() == 0) return;
    pairs_.press({fluid, kernel_, grid, x}, clouds_, kMoving, pool);
    findWallsAround(walls);
    const float touching = 0.75F * kernel_.spacing;
    pairs_.forEachBlock(pool, [&](std::span<BodyPair> block) {
        for (BodyPair& pair : block) {
            if (!around_[pair.body].isNearWall) continue;
            float least = 2 * kernel_.spacing;
            for (const WallShape& wall : walls) least = std::min(least, wallDistance(wall, x[pair.particle]));
            pair.pressed = std::clamp((least - touching) / kernel_.spacing, 0.0F, 1.0F) * pair.pressed;
        }
    });
}

void RigidBodies::findWallsAround(std::span<const WallShape> walls) {
    around_.clear();
    for (const RigidBody& body : bodies_) {
        const auto isNear = [&](const WallShape& wall) {
            return wallDistance(wall, body.position().rounded()) < body.reach() + kernel_.h;
        };
        around_.push_back({.isNearWall = body.isFree() && std::ranges::any_of(walls, isNear)});
    }
}

void RigidBodies::forEachSealedSample(const SealPass& pass,
                                      FunctionRef<void(RigidBody&, Vec3d, Vec3d)> push) {
    const float open = pass.open + 0.5F;  // samples are half a spacing below the surface
    const auto layer =
        static_cast<float>(missingAtWall(kernel_.formulation, kernel_.h, kernel_.spacing, kernel_.dimension));
    findWallsAround(pass.walls);
    measureAround(pass);
    for (Index k = 0; k < moving_.size(); ++k) {
        const Around& around = around_[moving_.bodyOf(k)];
        if (!(around.weight > 0)) continue;
        RigidBody& body = bodies_[moving_.bodyOf(k)];
        const Vec3 at = moving_.positionOf(k);
        const double area = moving_.volumeOf(k) / static_cast<double>(kernel_.spacing);
        Vec3 pushed[3] = {};  // a sample in a corner touches three walls; one wall may be there twice
        std::size_t count = 0;
        for (const WallShape& wall : pass.walls) {
            const SurfacePoint point = wallPoint(wall, at);
            const auto isKnown = [&](Vec3 normal) { return dot(normal, point.normal) > 0.7F; };
            const float distance = point.distance / kernel_.spacing;
            if (!(distance < open) || count == 3 || std::any_of(pushed, pushed + count, isKnown)) {
                continue;
            }
            pushed[count++] = point.normal;
            // The pressure is that between body and wall, and not where the sample is.
            const Vec3d between(at - point.distance * point.normal);
            const double height = dot(Vec3d(pass.gravity), between - body.position());
            const double pressure = (around.pressure + around.density * height) / around.weight;
            const double share = sealedShare(moving_.outerShareOf(k) / layer, distance, open);
            push(body, (share * std::max(pressure, 0.0) * area) * Vec3d(point.normal), Vec3d(at));
        }
    }
}

// The deeper the better: pressures near the surface are small, noisy, and never below 0. Next to a wall they
// are those of a particle that carries its neighbours' weight too.
void RigidBodies::measureAround(const SealPass& pass) {
    const Vec3d g(pass.gravity);
    for (const BodyPair& pair : pairs_.all()) {
        Around& around = around_[pair.body];
        const Index i = pair.particle;
        if (!around.isNearWall || !(pass.pressure[i] > 0)) continue;
        const auto isNextTo = [&](const WallShape& wall) {
            return wallDistance(wall, pass.x[i]) < kernel_.spacing;
        };
        if (std::ranges::any_of(pass.walls, isNextTo)) continue;
        const double density = pass.fluids[pass.fluid[i]].restDensity;
        const double depth = dot(g, Vec3d(pass.x[i]) - bodies_[pair.body].position());
        const double weight = pair.share * std::max(depth, 0.0);
        around.weight += weight;
        around.pressure += weight * (pressureBetween(pair, pass.pressure[i]) - density * depth);
        around.density += weight * density;
    }
}

// dv_i = -(mu / rho0) grip u dt, u against the body; implicitly, and less for a body that is light beside the
// fluid that drags it. Samples are half a spacing below the surface, where a fluid that sticks to it would
// have twice the difference. XSPH takes samples for fluid.
void RigidBodies::drag(const DragPass& pass) {
    const auto viscosityOf = [&](const FluidConstants& f) {
        return f.viscosity + pass.artificial * f.restDensity * std::sqrt(f.stiffness);
    };
    const bool isViscous =
        std::ranges::any_of(pass.fluids, [&](const FluidConstants& f) { return viscosityOf(f) > 0; });
    if ((!isViscous && pass.xsph <= 0) || pairs_.all().empty()) return;
    const auto shareOf = [&](const BodyPair& pair) {
        const FluidConstants& fluid = pass.fluids[pass.fluid[pair.particle]];
        const double smoothing = bodies_[pair.body].isFree() ? pass.xsph * pair.share : 0;
        const double rate = 2.0 * pass.dt * viscosityOf(fluid) / fluid.restDensity * pair.grip + smoothing;
        return rate / (1 + rate);
    };
    const auto massOf = [&](const BodyPair& pair) {
        return static_cast<double>(pass.fluids[pass.fluid[pair.particle]].mass);
    };
    pairs_.forEachBlock(pass.pool, [&](std::span<BodyPair> block) {
        for (BodyPair& pair : block) pair.drag = shareOf(pair);
    });
    grips_.assign(bodies_.size(), 0);
    for (const BodyPair& pair : pairs_.all()) grips_[pair.body] += massOf(pair) * pair.drag;
    for (const BodyPair& pair : pairs_.all()) {
        RigidBody& body = bodies_[pair.body];
        constexpr double kTurning =
            2.5;  // a push at a corner moves a body this much more than one at the middle
        const double answer = body.isFree() ? kTurning * grips_[pair.body] / body.mass() : 0;
        const Vec3d at(pass.x[pair.particle]);
        const Vec3d v(pass.v[pair.particle]);
        const Vec3d change = (-pair.drag / (1 + answer)) * (v - body.velocityAt(at));
        pass.v.set(pair.particle, (v + change).rounded());
        body.push((-massOf(pair)) * change, at);
    }
}

}  // namespace undine
