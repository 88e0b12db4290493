// SPDX-License-Identifier: Zlib
#include "solvers/density_constraint.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine {
namespace {

constexpr float kOneValue = 1;
constexpr PerFluid kOne{&kOneValue, nullptr};
constexpr float kReach = 0.2F;     // of h, see MultiplierStep
constexpr float kCalm = 1.05F;     // density over that at rest; tuned on a block at 30 m/s into a corner
constexpr float kHopeless = 4;     // times the largest density there may be at the end: not to be mended
constexpr int kRoundsAtFirst = 4;  // times the usual iterations, in the first step

}  // namespace

DensityConstraint::DensityConstraint(const DensityConstraintSettings& settings, ParticleStore& particles)
    : settings_(settings),
      density_(particles.declare({"density", "kg/m^3", FieldType::Scalar, true, true})),
      pressure_(particles.declare({"pressure", "Pa", FieldType::Scalar, false, false})) {}

void DensityConstraint::readFluids(const StepContext& context) {
    fluids_.assign(context.fluids, {});
    inverseMass_.clear();
    for (const FluidConstants& fluid : context.fluids) {
        inverseMass_.push_back(context.fluids[0].mass / fluid.mass);
    }
}

// [MM13] algorithm 1, lines 5 to 18.
DensityConstraint::Outcome DensityConstraint::solve(const StepContext& context, const PushTime& time) {
    Outcome outcome;
    outcome.suspicious = !findNeighbors(context);
    if (outcome.suspicious) return outcome;
    meetBodies(context);
    prepare(context, time);
    context.rigid.markPlaces();
    bodyPushes_.assign(context.rigid.bodies().size(), {});
    weighBodies(context);
    pushClosePairs(context, time);
    const auto n = static_cast<double>(context.particles.size());
    const int most = settings_.iterations * (time.isFirst ? kRoundsAtFirst : 1);
    while (outcome.iterations < most) {
        const Compression found = updateMultipliers(context, outcome.iterations);
        outcome.suspicious = found.notFinite || 1 + found.largest > kHopeless * context.maxDensityRatio;
        if (outcome.suspicious && outcome.iterations == 0) {
            static_cast<void>(measure(context));  // for whoever looks for the culprit
            return outcome;
        }
        correct(context, {});
        answerOfBodies(context);
        const bool isRoundComplete = roundOf(outcome.iterations).isComplete();
        ++outcome.iterations;
        if (isRoundComplete && found.sum / n < settings_.densityTolerance) break;
    }
    finish(context, time);
    finishBodies(context, time);
    outcome.densest = 1 + measure(context).largest;
    outcome.suspicious = outcome.suspicious || outcome.densest > context.maxDensityRatio;
    return outcome;
}

bool DensityConstraint::findNeighbors(const StepContext& context) {
    if (!buildLists(context, lists_)) return false;
    const Profiler::Zone zone(context.profiler, "neighbor.lanes");
    lanes_.build(lists_, context.pool);
    return true;
}

// How much of the compression that a particle brings along may stay. All multipliers begin at 0.
void DensityConstraint::prepare(const StepContext& context, const PushTime& time) {
    const Profiler::Zone zone(context.profiler, "constraint.prepare");
    const Index n = context.particles.size();
    places_.resizeForOverwrite(lists_.recordCount());
    pushes_.resizeForOverwrite(lists_.recordCount());
    places_[n] = pushes_[n] = NeighborLists::padding(context.h);
    for (AlignedArray<float>* array : {&ratio_, &stiffness_, &multiplier_, &change_, &target_}) {
        array->resizeForOverwrite(n);
    }
    for (AlignedArray<float>& array : gradient_) array.resizeForOverwrite(n);
    for (AlignedArray<float>& array : displacement_) array.resizeForOverwrite(n);
    if (!lattice_) {
        lattice_ =
            latticeStiffness(settings_.formulation, context.h, 2 * context.particleRadius, context.dimension);
    }
    dt2_ = time.dt * time.dt;
    const float stays = 1 - std::min(time.dt / time.shortest, 1.0F);
    staysAtBodies_ = 1 - std::min(time.dt / time.shortestAtBodies, 1.0F);
    const float* density = context.particles.scalar(density_);
    const std::uint32_t* fluid = context.particles.fluid();
    const VectorSpan displacement = spanOf(displacement_);
    const ConstraintPass constraint = pass(context);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            target_[i] = 1 + stays * std::max(density[i] / fluids_.restDensity[fluid[i]] - 1, 0.0F);
            multiplier_[i] = 0;
            change_[i] = 0;
            pushes_[i] = {constraint.x.x[i], constraint.x.y[i], constraint.x.z[i], 0};
            displacement.set(i, {});
        }
        recordPlaces(constraint, block);
    });
    lists_.completePositions(places_.data(), context.pool);
    lists_.completePositions(pushes_.data(), context.pool);
}

// Artificial pressure, once per step, so that it does not depend on the iterations; and no more of it in a
// hurried step than its time allows, see PushTime.
void DensityConstraint::pushClosePairs(const StepContext& context, const PushTime& time) {
    ArtificialPressure artificial = artificialPressure(context);
    if (!(artificial.strength > 0)) return;
    artificial.strength *= std::min(time.dt / time.shortest, 1.0F);
    correct(context, artificial);
}

// lambda of [MM13]: how far each particle is from its density, and what it will be pushed with. The stiffness
// that the distance is divided by stays that of the round's first iteration where all is calm.
Compression DensityConstraint::updateMultipliers(const StepContext& context, int iteration) {
    const Profiler::Zone zone(context.profiler, "constraint.multipliers");
    const ConstraintPass constraint = pass(context);
    const WallPass walls = wallPass(context);
    const MultiplierStep step = multiplierStep(context, iteration);
    const bool isFirst = roundOf(iteration).place == 0;
    const float volume = context.fluids[0].restVolume();
    const float softening = settings_.relaxation * volume * volume * lattice_->gradient2;
    const auto found = deterministicSum<Compression>(
        context.pool, context.particles.size(),
        [&](Range block) {
            bool isKept = !isFirst && isCalm(context, block);
            if (isKept) {
                ratioSums(constraint, block);
                addWallDensity(walls, block, 1, constraint.ratio);
                isKept = isCalm(context, block);
            }
            if (!isKept) {
                constraintSums(constraint, block);
                addWallConstraint(walls, block, constraint.ratio, constraint.gradient);
                addBodyConstraint(context, constraint, block);
                completeStiffness(constraint, softening, block);
            }
            return undine::updateMultipliers(constraint, step, block);
        },
        kLaneBlock);
    lists_.completePositions(pushes_.data(), context.pool);
    return found;
}

// Whether the stiffness of these particles changes little from one iteration to the next, by the densities
// found last. Not where one of them is hit so hard that neighbours come and go; not beside rigid bodies,
// which answer in between; and not with two-sided constraints, which pull particles of a surface inwards, to
// more neighbours than they had.
bool DensityConstraint::isCalm(const StepContext& context, Range particles) const {
    if (!settings_.oneSided || !context.rigid.pairs().of(particles).empty()) return false;
    const float* const ratio = ratio_.data();
    return *std::max_element(ratio + particles.begin, ratio + particles.end) < kCalm;
}

// Delta p of [MM13], and contacts.
void DensityConstraint::correct(const StepContext& context, const ArtificialPressure& artificial) {
    const Profiler::Zone zone(context.profiler, "constraint.corrections");
    const ConstraintPass constraint = pass(context);
    const WallPass walls = wallPass(context);
    context.pool.forEachBlock(
        context.particles.size(),
        [&](Range block) {
            correctionSums(constraint, artificial, block);
            addWallPressure(walls, block, constraint.change, kOne, constraint.push);
            addBodyPushes(context, constraint, block);
            moveByPush(constraint, block);
            pushOutOfWalls(walls, block, context.particleRadius, constraint.displacement);
            recordPlaces(constraint, block);
        },
        kLaneBlock);
    lists_.completePositions(places_.data(), context.pool);
}

// v_i += displacement / dt, which is [MM13]'s (x* - x)/dt without the rounding of positions; and the pressure
// that the multipliers amount to.
void DensityConstraint::finish(const StepContext& context, const PushTime& time) {
    const Profiler::Zone zone(context.profiler, "constraint.finish");
    const VectorSpan v = context.particles.velocity();
    const VectorSpan displacement = spanOf(displacement_);
    const std::uint32_t* fluid = context.particles.fluid();
    float* pressure = context.particles.scalar(pressure_);
    const float unit = context.fluids[0].mass / (time.dt * time.dt);
    const float rate = time.isFirst ? 0 : 1 / time.dt;
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            v.set(i, v[i] + rate * displacement[i]);
            pressure[i] = unit * multiplier_[i] / fluids_.restVolume[fluid[i]];
        }
    });
}

// The density of where the particles have come to.
Compression DensityConstraint::measure(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "constraint.density");
    const ConstraintPass constraint = pass(context);
    const WallPass walls = wallPass(context);
    const std::uint32_t* fluid = context.particles.fluid();
    float* density = context.particles.scalar(density_);
    return deterministicSum<Compression>(
        context.pool, context.particles.size(),
        [&](Range block) {
            ratioSums(constraint, block);
            addWallDensity(walls, block, 1, constraint.ratio);
            addBodyDensity(context, block, constraint.ratio);
            Compression found;
            for (Index i = block.begin; i < block.end; ++i) {
                density[i] = ratio_[i] * fluids_.restDensity[fluid[i]];
                found.largest = std::max(found.largest, ratio_[i] - 1);
            }
            return found;
        },
        kLaneBlock);
}

void DensityConstraint::computeDensity(const StepContext& context) {
    if (!findNeighbors(context)) return;
    meetBodies(context);
    prepare(context, {});
    static_cast<void>(measure(context));
}

ConstraintPass DensityConstraint::pass(const StepContext& context) {
    return {.lists = &lists_,
            .lanes = &lanes_,
            .formulation = settings_.formulation,
            .h = context.h,
            .dimension = context.dimension,
            .x = context.particles.position(),
            .volume = fluids_.of(fluids_.restVolume, context.particles.fluid()),
            .inverseMass = fluids_.of(inverseMass_, context.particles.fluid()),
            .places = places_.data(),
            .pushes = pushes_.data(),
            .target = target_.data(),
            .ratio = ratio_.data(),
            .gradient = spanOf(gradient_),
            .stiffness = stiffness_.data(),
            .multiplier = multiplier_.data(),
            .change = change_.data(),
            .push = spanOf(gradient_),  // needed when the gradients no longer are
            .displacement = spanOf(displacement_)};
}

// Equal rounds of at most six. To end within one would leave the stiff waves as the long steps have made
// them.
DensityConstraint::Round DensityConstraint::roundOf(int iteration) const {
    constexpr int kLongestRound = 6;
    const int rounds = (settings_.iterations + kLongestRound - 1) / kLongestRound;
    const int shortest = settings_.iterations / rounds;
    const int longer = settings_.iterations % rounds;  // so many have one more, and come first
    const int k = iteration % settings_.iterations;
    const int inLonger = longer * (shortest + 1);
    if (k < inLonger) return {shortest + 1, k % (shortest + 1)};
    return {shortest, (k - inLonger) % shortest};
}

// All particles go at the same time. What they do to each other makes the stiffest waves of a lattice answer
// `overshoot` times as strongly as one particle alone would see, and those of a disordered fluid a little
// more. Steps of 1 over that would be safe and, for the long waves that carry the weight of a deep tank, far
// too short. So the steps of a round of iterations differ: their inverses are the roots of a Chebyshev
// polynomial over [stiffest / ratio, stiffest], which calms all waves in between to a fifth and moves the
// longer ones several times as far. Short and long steps take turns, or the long ones would go too far.
MultiplierStep DensityConstraint::multiplierStep(const StepContext& context, int iteration) const {
    const auto [n, k] = roundOf(iteration);
    const int root = k % 2 == 0 ? k / 2 : n - 1 - k / 2;
    const double ratio = std::max(1.0, 0.77 * n * n);
    const double stiffest = 1.3 * lattice_->overshoot;
    const double middle = 0.5 * stiffest * (1 + 1 / ratio);
    const double half = 0.5 * stiffest * (1 - 1 / ratio);
    const double angle = std::numbers::pi * (2 * root + 1) / (2 * n);

    return {.step = static_cast<float>(1 / (middle + half * std::cos(angle))),
            .reach = kReach * context.h,
            .oneSided = settings_.oneSided};
}

// Kernels are flat in the middle. With many neighbours particles fall in pairs there, each pair in one place,
// and such a fluid is twice as stiff as multiplierStep() takes it for: it explodes. From 2.1 spacings on
// there is always enough of a push against that.
ArtificialPressure DensityConstraint::artificialPressure(const StepContext& context) const {
    constexpr float kEnough = 0.05F;
    const float reach = context.h / (2 * context.particleRadius);
    const float needed = kEnough * std::clamp((reach - 2.1F) / 0.4F, 0.0F, 1.0F);
    const float strength = std::max(settings_.artificialPressure, needed);
    const float volume = context.fluids[0].restVolume();
    const float distance = settings_.artificialPressureDistance;
    return {.strength = strength / (volume * lattice_->gradient2), .inverse = 1 / (1 - distance * distance)};
}

std::size_t DensityConstraint::bytes() const {
    std::size_t total = lists_.bytes() + lanes_.bytes() + places_.bytes() + pushes_.bytes();
    for (const AlignedArray<float>* array : {&ratio_, &stiffness_, &multiplier_, &change_, &target_}) {
        total += array->bytes();
    }
    for (const auto& array : gradient_) total += array.bytes();
    for (const auto& array : displacement_) total += array.bytes();
    return total;
}

}  // namespace undine
