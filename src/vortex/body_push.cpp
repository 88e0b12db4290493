// SPDX-License-Identifier: Zlib
// What the flow does to free bodies: see vortex/body_sheets.h for the equations.
#include <algorithm>
#include <cmath>

#include "vortex/body_inertia.h"
#include "vortex/body_sheets.h"

namespace undine {
namespace {

/// m^-1 b, by elimination with the largest pivots.
Six solveSix(SixBySix m, Six b) {
    for (std::size_t k = 0; k < 6; ++k) {
        std::size_t pivot = k;
        for (std::size_t row = k + 1; row < 6; ++row) {
            if (std::fabs(m[row][k]) > std::fabs(m[pivot][k])) pivot = row;
        }
        std::swap(m[k], m[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t row = k + 1; row < 6; ++row) {
            const double factor = m[row][k] / m[k][k];
            for (std::size_t column = k; column < 6; ++column) m[row][column] -= factor * m[k][column];
            b[row] -= factor * b[k];
        }
    }
    for (std::size_t k = 6; k-- > 0;) {
        for (std::size_t column = k + 1; column < 6; ++column) b[k] -= m[k][column] * b[column];
        b[k] /= m[k][k];
    }
    return b;
}

}  // namespace

// Over density, about the body's origin, in the axes of the world.
Six BodySheets::impulseNow(const Body& body) const {
    Six sum{};
    const auto add = [&](Index k) {
        const Vec3d at{x_[0][k], x_[1][k], x_[2][k]};
        const Vec3d own{strength_[0][k], strength_[1][k], strength_[2][k]};
        sum = sum + impulseOf(at - Vec3d(body.place.position), own, dimension_);
    };
    for (Index i = 0; i < samplesOf(body); ++i) add(body.first + i);
    for (Index i = 0; i < cellsOf(body); ++i) add(body.firstCell + i);
    return sum;
}

// sum (u - v) x a with its torque, over density; u is what others induce, v the body's velocity. What its own
// sources do to each other adds up to nothing, but for rounding and the roughness of its samples: it is left
// out, and so is what their images do. So do, in three dimensions, all strengths of a body: what they do not
// is taken off them, or a body that spins and flies would be driven round in circles.
Six BodySheets::vortexForce(const Body& body, double share, const VectorSpan& velocity,
                            const ThreadPool& pool) {
    const Index n = samplesOf(body), count = takeOwnSources(body);
    const VectorSpan own = spanOf(ownStrength_), self = spanOf(ownVelocity_), at = spanOf(ownX_);
    field_.setSources({at, own, ownRadius_.data(), count}, {}, pool);
    field_.velocityAtSources(self, {}, pool);
    Vec3d total;
    double area = 0;
    for (Index i = 0; i < count; ++i) total = total + Vec3d(own[i]);
    for (Index i = 0; i < n; ++i) area += static_cast<double>(area_[body.first + i]);
    const bool isClosed = dimension_ == 3;
    const Vec3d drive = isClosed ? Vec3d{} : cross(total, body.velocity);
    Six sum = sixOf(drive, {});
    for (Index i = 0; i < count; ++i) {
        const Index k = i < n ? body.first + i : body.firstCell + i - n;
        const double part = isClosed && i < n ? static_cast<double>(area_[k]) / area : 0;
        const Vec3d u = Vec3d(velocity[k]) - Vec3d(self[i]);
        const Vec3d force = cross(share * u, Vec3d(own[i]) - part * total);
        const Vec3d arm = Vec3d(at[i]) - Vec3d(body.place.position);
        sum = sum + sixOf(force, cross(arm, force));
    }
    return sum;
}

void BodySheets::push(const BodyPush& push, const VectorSpan& velocity, bool isAlone,
                      const ThreadPool& pool) {
    // With nobody else in the world there is nobody to push off from: the sum is nothing but its noise.
    const bool hasOthers = !isAlone || bodies_.size() > 1;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        Body& body = bodies_[k];
        if (body.rigid == nullptr) continue;
        const Six force = hasOthers ? vortexForce(body, push.share, velocity, pool) : Six{};
        pushBody(body, push, push.density[k], force);
    }
}

void BodySheets::pushBody(Body& body, const BodyPush& push, double density, const Six& force) {
    Memory& memory = memory_[body.known];
    const SheetShape& shape = *body.shape;
    const Axes axes(body.place.axes);
    const double ambient = push.ambientDensity, dt = push.dt;
    const Six mass = massOf(*body.rigid, axes);
    const SixBySix added = addedMass(shape, ambient);
    const Six now = axes.toBody(sixOf(body.velocity, body.spin));
    const RigidMotion motion = body.rigid->motion();
    const Six pull = axes.toBody(sixOf(Vec3d(motion.acceleration), Vec3d(motion.angularAcceleration)));
    const Six external = ambient * (axes.toBody(impulseNow(body)) - shape.impulse * now);
    const Six before = memory.isNew ? added * now + external : axes.toBody(memory.momentum);
    // About the body's origin, which moves, K changes by K x v dt without a push.
    const Vec3d carried = cross(firstOf(before), firstOf(now));
    const Vec3d lift = axes.toBody((-density * shape.volume * dt) * Vec3d(push.gravity));
    Six right = before - external + (ambient * dt) * axes.toBody(force) +
                sixOf(lift, cross(shape.center, lift) + dt * carried);
    SixBySix left = added;
    for (std::size_t k = 0; k < 6; ++k) {
        right[k] += mass[k] * (now[k] + dt * pull[k]);
        left[k][k] += mass[k];
    }
    const Six next = solveSix(left, right);
    Six impulse{};
    for (std::size_t k = 0; k < 6; ++k) impulse[k] = mass[k] * (next[k] - now[k] - dt * pull[k]);
    impulse = axes.toWorld(impulse);
    body.rigid->push(Wrench{firstOf(impulse), secondOf(impulse)});
    memory.momentum = axes.toWorld(added * next + external);
    memory.isNew = false;
    body.velocity = axes.toWorld(firstOf(next));
    body.spin = axes.toWorld(secondOf(next));
}

}  // namespace undine
