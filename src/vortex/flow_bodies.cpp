// SPDX-License-Identifier: Zlib
// Vortex particles and the bodies among them: what vortex/body_sheets.h needs to know of the particles, and
// what it does to them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "neighbors/row_finder.h"
#include "vortex/vortex_flow.h"

namespace undine {
namespace {

/// How far a place is from the surface of a body where the step began.
float distanceTo(const BodySheets::Body& body, Vec3 place) {
    return body.solid->closest(body.place.toBody(place)).distance;
}

/// Sum of (1 - r^2/R^2)^3 over particles all around; R in spacings.
float fullWeight(float reach, int dimension) {
    constexpr float kPi = std::numbers::pi_v<float>;
    return dimension == 2 ? kPi / 4 * reach * reach : 64 * kPi / 315 * reach * reach * reach;
}

}  // namespace

// The particles, then the sources of the bodies.
void VortexFlow::gatherAll(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength) {
    const Index n = context.particles.size(), all = n + bodies_.sourceCount();
    for (Vectors* vectors : {&allX_, &allStrength_, &allVelocity_, &allRate_}) {
        for (AlignedArray<float>& axis : *vectors) axis.resizeForOverwrite(all);
    }
    allRadius_.resizeForOverwrite(all);
    const VectorSpan toX = spanOf(allX_), toStrength = spanOf(allStrength_);
    const VectorSpan bodyX = bodies_.x(), bodyStrength = bodies_.strength();
    const float* radius = context.particles.scalar(radius_);
    context.pool.forEachBlock(all, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const bool isBody = i >= n;
            toX.set(i, isBody ? bodyX[i - n] : x[i]);
            toStrength.set(i, isBody ? bodyStrength[i - n] : strength[i]);
            allRadius_[i] = isBody ? bodies_.radius()[i - n] : radius[i];
        }
    });
}

// Finds the sheets, and makes them sources with the particles.
void VortexFlow::setAllSources(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                               const FieldAccuracy& accuracy) {
    const Index n = context.particles.size();
    {
        const Profiler::Zone zone(context.profiler, "vortex.bodies");
        if (n > 0)
            field_.setSources({x, strength, context.particles.scalar(radius_), n}, accuracy, context.pool);
        bodies_.solve(n > 0 ? &field_ : nullptr, context.pool);
    }
    const Profiler::Zone zone(context.profiler, "vortex.tree");
    gatherAll(context, x, strength);
    const Index all = n + bodies_.sourceCount();
    field_.setSources({spanOf(allX_), spanOf(allStrength_), allRadius_.data(), all}, accuracy, context.pool);
}

void VortexFlow::induceWithBodies(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                                  const VectorSpan& velocity, const VectorSpan& stretching) {
    setAllSources(context, x, strength, {settings_.expansionOrder, settings_.openingAngle});
    const Profiler::Zone zone(context.profiler, "vortex.velocity");
    const Index n = context.particles.size();
    const bool stretches = stretching.x != nullptr;
    const VectorSpan u = spanOf(allVelocity_), rate = spanOf(allRate_);
    field_.velocityAtSources(u, stretches ? rate : VectorSpan{}, context.pool);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            velocity.set(i, u[i]);
            if (stretches) stretching.set(i, rate[i]);
        }
    });
}

// The ambient density, and what the particles within two spacings of the surface deviate from it.
double VortexFlow::densityAround(const FlowContext& context, const BodySheets::Body& body) {
    const double ambient = ambientDensity(context.fluids);
    const float reach = 2 * context.spacing;
    const VectorSpan x = context.particles.position();
    const float* volume = context.particles.scalar(volume_);
    const float* density = context.particles.scalar(density_);
    const auto excess = deterministicSum<double>(context.pool, context.particles.size(), [&](Range block) {
        double sum = 0;
        for (Index i = block.begin; i < block.end; ++i) {
            const double deviation = static_cast<double>(density[i]) - ambient;
            if (deviation == 0 || !(distanceTo(body, x[i]) < reach)) continue;
            sum += deviation * static_cast<double>(volume[i]);
        }
        return sum;
    });
    double area = 0;
    for (const SheetShape::Sample& sample : body.shape->samples) area += static_cast<double>(sample.area);
    return std::max(ambient + excess / (area * static_cast<double>(reach)), 0.0);
}

void VortexFlow::pushBodies(const FlowContext& context, float dt, float share) {
    if (bodies_.empty()) return;
    const Profiler::Zone zone(context.profiler, "vortex.bodies");
    densities_.clear();
    for (const BodySheets::Body& body : bodies_.bodies()) {
        densities_.push_back(body.rigid != nullptr ? static_cast<double>(share) * densityAround(context, body)
                                                   : 0);
    }
    const Index n = context.particles.size();
    const VectorSpan u = spanOf(allVelocity_);
    bodies_.push({.dt = dt,
                  .gravity = context.gravity,
                  .ambientDensity = share * ambientDensity(context.fluids),
                  .share = share,
                  .density = densities_},
                 {u.x + n, u.y + n, u.z + n}, n == 0, context.pool);
}

// New particles are of the first fluid, as dense as what is around.
void VortexFlow::shed(const FlowContext& context, float dt, Index room) {
    if (context.fluids.empty() || bodies_.empty()) return;
    bodies_.place(dt);
    const auto shareAt = [&](const Vec3& place) {
        const bool isFree = !context.rigid.contains(place, 0.25F * context.spacing) &&
                            std::ranges::none_of(context.walls, [&](const WallShape& wall) {
                                return wallDistance(wall, place) < 0.25F * context.spacing;
                            });
        return isFree ? 1.0F : 0.0F;
    };
    const std::span<const ShedParticle> shed = bodies_.shed({.dt = dt,
                                                             .share = settings_.shedding,
                                                             .ambientDensity = ambientDensity(context.fluids),
                                                             .room = room,
                                                             .shareAt = shareAt});
    if (shed.empty()) return;
    ParticleStore& particles = context.particles;
    const Index first = particles.size();
    places_.clear();
    for (const ShedParticle& particle : shed) places_.push_back(particle.position);
    particles.add(places_, {}, 0);
    const float cell = std::pow(context.spacing, static_cast<float>(context.dimension));
    for (Index k = 0; k < shed.size(); ++k) {
        const Index i = first + k;
        particles.vector(vorticity_).set(i, (1 / cell) * shed[k].strength);
        particles.scalar(volume_)[i] = cell;
        particles.scalar(coldDensity_)[i] = ambientDensity(context.fluids);
        particles.scalar(temperature_)[i] =
            shed[k].temperature > 0 ? shed[k].temperature : settings_.ambientTemperature;
        particles.scalar(density_)[i] =
            ambientDensity(context.fluids) * settings_.ambientTemperature / particles.scalar(temperature_)[i];
        particles.scalar(radius_)[i] = settings_.coreRadius * context.spacing;
    }
}

// Shares by the weight (1 - r^2/R^2)^3 around the place where a new particle would be, of which the strength
// is kept, and so the circulation. To an impulse, which is linear in places, they are the one particle in the
// middle of them: the body reckons with that one, so that momentum is kept too. Where less than half of the
// surroundings is fluid less is shed in proportion: a few particles could not hold it all.
float VortexFlow::findReceivers(const FlowContext& context, RowFinder& rows, Index shed, Vec3& at) {
    const float reach = std::min(1.5F * context.spacing, context.h);
    const VectorSpan x = context.particles.position();
    const std::size_t first = receivers_.size();
    float sum = 0;
    Vec3 moment;
    for (const Range row : rows.rowsAround(at)) {
        for (Index i = row.begin; i < row.end; ++i) {
            const Vec3 d = x[i] - at;
            const float left = 1 - dot(d, d) / (reach * reach);
            if (!(left > 0)) continue;
            const float weight = left * left * left;
            receivers_.push_back({shed, i, weight});
            sum += weight;
            moment = moment + weight * d;
        }
    }
    if (!(sum > 0)) {
        receivers_.resize(first);
        return 0;
    }
    for (std::size_t k = first; k < receivers_.size(); ++k) receivers_[k].share /= sum;
    at = at + (1 / sum) * moment;
    return std::min(1.0F, 2 * sum / fullWeight(reach / context.spacing, context.dimension));
}

void VortexFlow::shedToNeighbors(const FlowContext& context, float dt, float share,
                                 const VectorSpan& strength) {
    if (bodies_.empty()) return;
    const Profiler::Zone zone(context.profiler, "vortex.bodies");
    receivers_.clear();
    RowFinder rows(context.grid);
    Index count = 0;
    const auto shareAt = [&](Vec3& at) {
        const float found = findReceivers(context, rows, count, at);
        count += found > 0 ? 1 : 0;
        return found;
    };
    const std::span<const ShedParticle> shed =
        bodies_.shed({.dt = dt,
                      .share = settings_.shedding,
                      .ambientDensity = share * ambientDensity(context.fluids),
                      .room = std::numeric_limits<Index>::max(),
                      .shareAt = shareAt});
    for (const Receiver& to : receivers_) {
        strength.set(to.particle, strength[to.particle] + to.share * shed[to.shed].strength);
    }
}

// Heat goes into the particles next to a surface as it would into one that is half a spacing away.
void VortexFlow::warmAtBodies(const FlowContext& context, float dt) {
    if (!(settings_.thermalDiffusivity > 0)) return;
    const float spacing = context.spacing;
    const float share = 1 - std::exp(-4 * settings_.thermalDiffusivity * dt / (spacing * spacing));
    const VectorSpan x = context.particles.position();
    float* temperature = context.particles.scalar(temperature_);
    for (const BodySheets::Body& body : bodies_.bodies()) {
        if (!(body.temperature > 0)) continue;
        context.pool.forEachBlock(context.particles.size(), [&](Range block) {
            for (Index i = block.begin; i < block.end; ++i) {
                if (!(distanceTo(body, x[i]) < spacing)) continue;
                temperature[i] += share * (body.temperature - temperature[i]);
            }
        });
    }
}

}  // namespace undine
