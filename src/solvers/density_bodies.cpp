// SPDX-License-Identifier: Zlib
// What rigid bodies are to the density constraint: they count as fluid, they are pushed by it, and they
// answer within the iterations. A body that waited for the end of the step would be pushed by all the fluid
// around it at once, as if it were not there to give way, and a light one would be thrown about.
#include <algorithm>
#include <cmath>

#include "core/geometry.h"
#include "solvers/density_constraint.h"

namespace undine {
namespace {

constexpr float kPressed = 0.2F;  // the share a third of a spacing above a flat surface

}  // namespace

// All particles around a body push it at the same time. So that together they do not push it too far, each of
// them reckons with the answer to all: the sum over a row of the matrix of what they do to each other through
// the body.
void DensityConstraint::weighBodies(const StepContext& context) {
    bodyRows_.assign(context.rigid.bodies().size(), 0);
    const VectorSpan x = context.particles.position();
    const double mass = context.fluids[0].mass;
    context.rigid.pairs().forEachBlock(context.pool, [&](std::span<BodyPair> block) {
        for (BodyPair& pair : block) {
            const RigidBody& body = context.rigid.bodies()[pair.body];
            pair.ease = static_cast<float>(
                std::sqrt(mass * body.mobility(Vec3d(x[pair.particle]), Vec3d(pair.gradient))));
        }
    });
    for (const BodyPair& pair : context.rigid.pairs().all()) bodyRows_[pair.body] += pair.ease;
}

void DensityConstraint::addBodyConstraint(const StepContext& context, const ConstraintPass& constraint,
                                          Range particles) {
    for (const BodyPair& pair : context.rigid.pairs().of(particles)) {
        const Index i = pair.particle;
        constraint.ratio[i] += pair.share;
        // A particle that is pressed against a body is compressed by what it does itself, and faster than its
        // density of the last step tells: all of it counts as old, unless the body is what makes steps short.
        if (pair.share > kPressed) {
            target_[i] = std::max(target_[i], 1 + staysAtBodies_ * (constraint.ratio[i] - 1));
        }
        constraint.gradient.set(i, constraint.gradient[i] + pair.gradient);
        constraint.stiffness[i] += constraint.inverseMass.of(i) * dot(pair.gradient, pair.gradient) +
                                   2 * pair.ease * static_cast<float>(bodyRows_[pair.body]);
    }
}

// A sample has the multiplier that the particle's would grow to on the way there, k_b = k_i + dt^2 g (x_b -
// x_i) m_i/m. The growth acts as soon as the particle has pressure enough, and once.
void DensityConstraint::addBodyPushes(const StepContext& context, const ConstraintPass& constraint,
                                      Range particles) {
    for (BodyPair& pair : context.rigid.pairs().of(particles)) {
        const Index i = pair.particle;
        const float growth = dt2_ / constraint.inverseMass.of(i);
        const float most = 2 * constraint.multiplier[i] * length(pair.gradient);
        const float wanted = std::clamp(most / std::max(growth * length(pair.lift), 1e-30F), 0.0F, 1.0F);
        const float lift = growth * (wanted - pair.lifted);
        pair.lifted = wanted;
        pair.push = -1 * (2 * constraint.change[i] * pair.gradient + lift * pair.lift);
        constraint.push.set(i, constraint.push[i] + pair.push);
    }
}

void DensityConstraint::answerOfBodies(const StepContext& context) {
    if (context.rigid.empty()) return;
    {
        const Profiler::Zone zone(context.profiler, "bodies.push");
        const VectorSpan x = context.particles.position();
        const double mass = context.fluids[0].mass;
        std::vector<Wrench>& pushes = bodyStep_;
        pushes.assign(bodyPushes_.size(), {});
        for (const BodyPair& pair : context.rigid.pairs().all()) {
            const RigidBody& body = context.rigid.bodies()[pair.body];
            if (!body.isFree()) continue;
            const Vec3d push = (-mass) * Vec3d(pair.push);
            pushes[pair.body] += {push, cross(Vec3d(x[pair.particle]) - body.position(), push)};
        }
        for (std::size_t k = 0; k < pushes.size(); ++k) {
            RigidBody& body = context.rigid.bodies()[k];
            body.shift(body.response(pushes[k]));
            bodyPushes_[k] += pushes[k];
        }
    }
    meetBodiesAgain(context);
    weighBodies(context);
}

// Velocities follow the displacements, as those of particles do, and contacts are the guard.
void DensityConstraint::finishBodies(const StepContext& context, const PushTime& time) {
    if (context.rigid.empty()) return;
    const Profiler::Zone zone(context.profiler, "bodies.contacts");
    const double rate = time.isFirst ? 0 : 1 / static_cast<double>(time.dt);
    for (std::size_t k = 0; k < bodyPushes_.size(); ++k) {
        context.rigid.bodies()[k].push(rate * bodyPushes_[k]);
    }
    context.rigid.forEachSealedSample(
        sealPass(context, context.particles.scalar(pressure_)),
        [](RigidBody& body, Vec3d force, Vec3d at) { body.addForce(force, at); });  // for the next move
    context.rigid.collide(contactPass(context, spanOf(displacement_), 1, time.dt), context.particles.size(),
                          context.pool);
    if (context.rigid.contactCount() > 0) keepInWalls(context);
}

}  // namespace undine
