// SPDX-License-Identifier: Zlib
// What the flow does to free bodies: see vortex/body_sheets.h for the equations.
#include <algorithm>
#include <cmath>

#include "vortex/body_sheets.h"

namespace undine {
namespace {

/// Wrenches and motions in the axes of the world and in those of a body.
struct Axes {
    Vec3d x, y, z;

    explicit Axes(const BodyAxes& axes) : x(axes.x), y(axes.y), z(axes.z) {}
    Vec3d toBody(Vec3d a) const { return {dot(x, a), dot(y, a), dot(z, a)}; }
    Vec3d toWorld(Vec3d a) const { return a.x * x + a.y * y + a.z * z; }
    Six toBody(const Six& a) const { return sixOf(toBody(firstOf(a)), toBody(secondOf(a))); }
    Six toWorld(const Six& a) const { return sixOf(toWorld(firstOf(a)), toWorld(secondOf(a))); }
};

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

/// The mass that fluid outside adds to a body: symmetric, as it is in theory, and never below a fiftieth of
/// the displaced inertia for rotations, where that of a ball would be 0 but for noise.
SixBySix addedMass(const SheetShape& shape, double density) {
    SixBySix added{};
    for (std::size_t row = 0; row < 6; ++row) {
        for (std::size_t k = 0; k < 6; ++k) {
            const double entry = shape.impulse[row][k] - shape.displaced[row][k];
            const double mirrored = shape.impulse[k][row] - shape.displaced[k][row];
            added[row][k] = 0.5 * density * (entry + mirrored);
        }
    }
    for (std::size_t k = 0; k < 6; ++k) {
        const bool isInPlane = k < 2 || k == 5;
        if (shape.dimension == 2 && !isInPlane) {
            for (std::size_t row = 0; row < 6; ++row) added[row][k] = added[k][row] = 0;
        } else {
            added[k][k] = std::max(added[k][k], 0.02 * density * shape.displaced[k][k]);
        }
    }
    return added;
}

/// Mass and inertia about its own axes, which are those of its inertia.
Six massOf(const RigidBody& body, const Axes& axes) {
    const auto inertia = [&](Vec3d axis) { return 1 / dot(axis, body.response({{}, axis}).angular); };
    return {body.mass(), body.mass(), body.mass(), inertia(axes.x), inertia(axes.y), inertia(axes.z)};
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
// out, and so is what their images do.
Six BodySheets::vortexForce(const Body& body, const VectorSpan& velocity, const ThreadPool& pool) {
    const Index n = samplesOf(body), count = takeOwnSources(body);
    field_.setSources({spanOf(ownX_), spanOf(ownStrength_), ownRadius_.data(), count}, {}, pool);
    field_.velocityAtSources(spanOf(ownVelocity_), {}, pool);
    Six sum{};
    for (Index i = 0; i < count; ++i) {
        const Index k = i < n ? body.first + i : body.firstCell + i - n;
        const Vec3d u = Vec3d(velocity[k]) - Vec3d(spanOf(ownVelocity_)[i]) - body.velocity;
        const Vec3d force = cross(u, Vec3d(spanOf(ownStrength_)[i]));
        const Vec3d arm = Vec3d(spanOf(ownX_)[i]) - Vec3d(body.place.position);
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
        const Six force = hasOthers ? vortexForce(body, velocity, pool) : Six{};
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
    const Vec3d lift = axes.toBody((-density * shape.volume * dt) * Vec3d(push.gravity));
    Six right =
        before - external + (ambient * dt) * axes.toBody(force) + sixOf(lift, cross(shape.center, lift));
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
