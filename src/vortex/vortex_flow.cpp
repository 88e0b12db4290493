// SPDX-License-Identifier: Zlib
#include "vortex/vortex_flow.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/geometry.h"
#include "vortex/exchange.h"
#include "vortex/impulse.h"

namespace undine {
namespace {

constexpr FieldInfo saved(const char* name, const char* unit, FieldType type = FieldType::Scalar) {
    return {name, unit, type, true, true};
}

}  // namespace

VortexFlow::VortexFlow(const VortexFlowSettings& settings, ParticleStore& particles, int dimension,
                       const Owner& owner)
    : settings_(settings),
      vorticity_(particles.declare(saved("vorticity", "1/s", FieldType::Vector))),
      volume_(particles.declare(saved("volume", dimension == 2 ? "m^2" : "m^3"))),
      coldDensity_(particles.declare(saved("cold_density", "kg/m^3"))),
      temperature_(particles.declare(saved("temperature", "K"))),
      fuel_(particles.declare(saved("fuel", ""))),
      smoke_(particles.declare(saved("smoke", ""))),
      density_(particles.declare({owner.densityName, "kg/m^3", FieldType::Scalar, true, false})),
      radius_(particles.declare({"radius", "m", FieldType::Scalar, false, false})),
      keepsVelocities_(owner.keepsVelocities),
      latticeExcess_(dimension == 3 && settings.stretching ? excessOnLattice(settings.coreRadius) : 0),
      field_(dimension),
      bodies_(dimension),
      gradient_(settings.gradient) {}

float VortexFlow::ambientDensity(std::span<const FluidConstants> fluids) const {
    if (settings_.ambientDensity > 0 || fluids.empty()) return settings_.ambientDensity;
    return fluids[0].restDensity;
}

bool VortexFlow::isViscous(const FlowContext& context) const {
    const bool stretches = settings_.stretching && context.dimension == 3;
    return (stretches && settings_.eddyViscosity > 0) ||
           std::ranges::any_of(context.fluids, [](const FluidConstants& f) { return f.viscosity > 0; });
}

bool VortexFlow::prepare(const FlowContext& context) {
    const Profiler::Zone zone(context.profiler, "vortex.prepare");
    ParticleStore& particles = context.particles;
    for (std::size_t k = 0; k < 3; ++k) {
        slope_[k].resizeForOverwrite(particles.size());
        turn_[k].resizeForOverwrite(particles.size());
    }
    if (!lists_.build(context.grid, particles.position(), context.h, context.pool)) return false;
    if (giveBirth(context)) turnWithVelocity(context);
    const float* coldDensity = particles.scalar(coldDensity_);
    const float* temperature = particles.scalar(temperature_);
    float* density = particles.scalar(density_);
    float* radius = particles.scalar(radius_);
    context.pool.forEachBlock(particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            density[i] = coldDensity[i] * settings_.ambientTemperature / temperature[i];
            radius[i] = settings_.coreRadius * context.spacing;
        }
    });
    return true;
}

// True when there is somebody new who moves.
bool VortexFlow::giveBirth(const FlowContext& context) {
    ParticleStore& particles = context.particles;
    const Index n = particles.size();
    const std::uint32_t* fluid = particles.fluid();
    const VectorSpan v = particles.velocity();
    float* volume = particles.scalar(volume_);
    const float cell = std::pow(context.spacing, static_cast<float>(context.dimension));
    isNew_.resizeForOverwrite(n);
    bool moves = false;
    for (Index i = 0; i < n; ++i) {
        isNew_[i] = !(volume[i] > 0);
        if (!isNew_[i]) continue;
        const FluidConstants& own = context.fluids[fluid[i]];
        volume[i] = cell;
        particles.scalar(coldDensity_)[i] = own.restDensity;
        particles.scalar(temperature_)[i] =
            own.temperature > 0 ? own.temperature : settings_.ambientTemperature;
        particles.scalar(fuel_)[i] = own.fuel;
        moves = moves || (!keepsVelocities_ && !(v[i] == Vec3{}));
    }
    return moves;
}

// w += curl v, for new particles.
void VortexFlow::turnWithVelocity(const FlowContext& context) {
    ParticleStore& particles = context.particles;
    const VectorSpan x = particles.position();
    const VectorSpan v = particles.velocity();
    const VectorSpan vorticity = particles.vector(vorticity_);
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const float* const components[3] = {v.x, v.y, v.z};
    const VectorSpan slope = spanOf(slope_);
    const VectorSpan turn = spanOf(turn_);
    const float* volume = particles.scalar(volume_);
    const Index n = particles.size();
    Vec3 momentum;
    for (Index i = 0; i < n; ++i) {
        turn.set(i, {});
        if (isNew_[i]) momentum = momentum + volume[i] * v[i];
    }
    for (int k = 0; k < context.dimension; ++k) {
        gradientOf(context, x, components[k], slope);
        for (Index i = 0; i < n; ++i) {
            if (isNew_[i]) turn.set(i, turn[i] + volume[i] * cross(slope[i], axes[k]));
        }
    }
    const float factor = factorOf(context, x, turn, momentum);
    for (Index i = 0; i < n; ++i) {
        if (isNew_[i]) vorticity.set(i, vorticity[i] + (factor / volume[i]) * turn[i]);
    }
}

// Walls take up forces too: near them nothing is known of the whole.
float VortexFlow::factorOf(const FlowContext& context, const VectorSpan& x, const VectorSpan& turn,
                           Vec3 wanted) const {
    const Index n = context.particles.size();
    const bool isFree = Obstacles{context.walls, &context.rigid}.empty() ||
                        std::ranges::none_of(std::span(proximity_.data(), n),
                                             [&](float distance) { return distance < context.h; });
    if (!isFree) return 1;
    return missingFactor({x, turn, n, wanted, context.dimension}, context.pool);
}

void VortexFlow::evaluate(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                          const VectorSpan& velocity, const VectorSpan& rate) {
    spacing_ = context.spacing;
    const Index n = context.particles.size();
    const bool stretches = settings_.stretching && context.dimension == 3;
    const VectorSpan stretching = stretches ? rate : VectorSpan{};
    placeMirrors(context);
    if (bodies_.empty()) {
        induce(context, x, strength, velocity, stretching);
    } else {
        induceWithBodies(context, x, strength, velocity, stretching);
    }
    if (stretches) limitStretching(context, strength, velocity, rate);
    shearRate_ = stretches ? findShearRate(context, strength, rate) : 0;
    if (!stretches) {
        for (float* axis : {rate.x, rate.y, rate.z}) std::fill_n(axis, n, 0.0F);
    }
    if (n == 0) return;
    addViscosity(context, x, strength, rate);
    addBuoyancy(context, x, rate);
}

void VortexFlow::placeMirrors(const FlowContext& context) {
    mirrors_.clear();
    if (settings_.mirrors) findMirrors(context.walls, ahead_, mirrors_);
    field_.setMirrors(mirrors_);
    if (!bodies_.empty()) bodies_.setMirrors(mirrors_);
}

void VortexFlow::induce(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                        const VectorSpan& velocity, const VectorSpan& stretching) {
    {
        const Profiler::Zone zone(context.profiler, "vortex.tree");
        const VortexSources sources{x, strength, context.particles.scalar(radius_), context.particles.size()};
        field_.setSources(sources, {settings_.expansionOrder, settings_.openingAngle}, context.pool);
    }
    const Profiler::Zone zone(context.profiler, "vortex.velocity");
    field_.velocityAtSources(velocity, stretching, context.pool);
}

/// sums_ = sum_j K values_j
void VortexFlow::exchange(const FlowContext& context, const VectorSpan& x) {
    const Index n = context.particles.size();
    values_[n] = {};
    sums_.resizeForOverwrite(n);
    fillRecords({x, n, NeighborLists::padding(context.h)}, context.pool, position_,
                [](Index) { return 0.0F; });
    const ExchangePass pass{
        {&lists_, position_.data(), context.h, context.dimension}, values_.data(), sums_.data()};
    context.pool.forEachBlock(n, [&](Range block) { exchangeSums(pass, block); });
}

// nu c sum_j (V_i a_j - V_j a_i) K, between two particles with the geometric mean of their viscosities: that
// of the fluid, and (C spacing)^2 times the rate of stretching [Sma63].
void VortexFlow::addViscosity(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                              const VectorSpan& rate) {
    if (!isViscous(context)) return;
    const Profiler::Zone zone(context.profiler, "vortex.viscosity");
    const Index n = context.particles.size();
    const std::uint32_t* fluid = context.particles.fluid();
    const float* volume = context.particles.scalar(volume_);
    const float mixing = settings_.eddyViscosity * context.spacing;
    root_.resizeForOverwrite(n);
    values_.resizeForOverwrite(std::size_t{n} + 1);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const FluidConstants& own = context.fluids[fluid[i]];
            const float size = length(strength[i]);
            const float strain = size > 0 ? length(rate[i]) / size : 0;  // only stretching so far
            root_[i] = std::sqrt(own.viscosity / own.restDensity + mixing * mixing * strain);
            const Vec3 a = root_[i] * strength[i];
            values_[i] = {a.x, a.y, a.z, root_[i] * volume[i]};
        }
    });
    exchange(context, x);
    const float c = exchangeConstant(context.h, context.spacing, context.dimension);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const Record& sum = sums_[i];
            const Vec3 change = volume[i] * Vec3{sum.x, sum.y, sum.z} - sum.w * strength[i];
            rate.set(i, rate[i] + c * root_[i] * change);
        }
    });
}

bool VortexFlow::isBuoyant(const FlowContext& context) const {
    return settings_.buoyancy > 0 && dot(context.gravity, context.gravity) > 0;
}

void VortexFlow::gradientOf(const FlowContext& context, const VectorSpan& x, const float* value,
                            const VectorSpan& gradient) {
    const Index n = context.particles.size();
    const Obstacles obstacles{context.walls, &context.rigid};
    const bool isFree = obstacles.empty();
    if (!isFree) proximity_.resizeForOverwrite(n);
    if (!isFree) computeProximity({x, n, 2 * context.h, proximity_.data()}, obstacles, context.pool);
    gradient_.compute({.grid = &context.grid,
                       .lists = &lists_,
                       .x = x,
                       .value = value,
                       .proximity = isFree ? nullptr : proximity_.data(),
                       .h = context.h,
                       .dimension = context.dimension,
                       .particleVolume = std::pow(context.spacing, static_cast<float>(context.dimension)),
                       .obstacles = obstacles},
                      context.pool, gradient);
}

void VortexFlow::addBuoyancy(const FlowContext& context, const VectorSpan& x, const VectorSpan& rate) {
    if (!isBuoyant(context)) return;
    const Profiler::Zone zone(context.profiler, "vortex.buoyancy");
    const Index n = context.particles.size();
    const float ambient = ambientDensity(context.fluids);
    const float* density = context.particles.scalar(density_);
    const float* volume = context.particles.scalar(volume_);
    deviation_.resizeForOverwrite(n);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) deviation_[i] = density[i] - ambient;
    });
    const VectorSpan slope = spanOf(slope_);
    gradientOf(context, x, deviation_.data(), slope);
    const Vec3 weight = (settings_.buoyancy / ambient) * context.gravity;
    const VectorSpan turn = spanOf(turn_);
    const auto excess = deterministicSum<double>(context.pool, n, [&](Range block) {
        double sum = 0;
        for (Index i = block.begin; i < block.end; ++i) {
            turn.set(i, volume[i] * cross(slope[i], weight));
            sum += static_cast<double>(volume[i]) * deviation_[i];
        }
        return sum;
    });
    const float factor = factorOf(context, x, turn, static_cast<float>(excess) * weight);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) rate.set(i, rate[i] + factor * turn[i]);
    });
}

// An explicit exchange is stable while no particle gives away more than it has: the sum of V K c is about
// 2 d / spacing^2.
float VortexFlow::maxDiffusionStep(const FlowContext& context) const {
    float most = settings_.thermalDiffusivity;
    for (const FluidConstants& fluid : context.fluids) {
        most = std::max(most, fluid.viscosity / fluid.restDensity);
    }
    constexpr float kShare = 0.8F;
    const float square = context.spacing * context.spacing;
    return most > 0 ? kShare * square / (2 * static_cast<float>(context.dimension) * most) : 1e30F;
}

void VortexFlow::readStrength(ParticleStore& particles, const ThreadPool& pool,
                              const VectorSpan& strength) const {
    const VectorSpan vorticity = particles.vector(vorticity_);
    const float* volume = particles.scalar(volume_);
    pool.forEachBlock(particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) strength.set(i, volume[i] * vorticity[i]);
    });
}

void VortexFlow::writeStrength(ParticleStore& particles, const ThreadPool& pool,
                               const VectorSpan& strength) const {
    const VectorSpan vorticity = particles.vector(vorticity_);
    const float* volume = particles.scalar(volume_);
    pool.forEachBlock(particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) vorticity.set(i, (1 / volume[i]) * strength[i]);
    });
}

std::size_t VortexFlow::bytes() const {
    std::size_t total = field_.bytes() + tracerGrid_.bytes() + lists_.bytes() + gradient_.bytes() +
                        position_.bytes() + root_.bytes() + values_.bytes() + sums_.bytes() +
                        proximity_.bytes() + deviation_.bytes() + bodies_.bytes() + allRadius_.bytes() +
                        mirrors_.capacity() * sizeof(Mirror) + receivers_.capacity() * sizeof(Receiver);
    for (const Vectors* vectors : {&slope_, &allX_, &allStrength_, &allVelocity_, &allRate_}) {
        for (const AlignedArray<float>& axis : *vectors) total += axis.bytes();
    }
    return total;
}

}  // namespace undine
