// SPDX-License-Identifier: Zlib
#include "vortex/remesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/geometry.h"
#include "vortex/cubic_weight.h"

namespace undine {
namespace {

constexpr int kBitsPerAxis = 21;
constexpr std::uint64_t kLargestKey = (std::uint64_t{1} << (3 * kBitsPerAxis)) - 1;
constexpr std::int64_t kMiddle = std::int64_t{1} << (kBitsPerAxis - 1);

/// Places are at (k + 1/2) spacings. The first of the four around a coordinate.
std::int64_t firstPlace(float x, float inverseSpacing) {
    return static_cast<std::int64_t>(std::floor(x * inverseSpacing - 0.5F)) - 1;
}

float coordinate(std::uint64_t key, int axis, float spacing) {
    const auto k = static_cast<std::int64_t>((key >> static_cast<unsigned>(axis * kBitsPerAxis)) &
                                             ((std::uint64_t{1} << kBitsPerAxis) - 1));
    return (static_cast<float>(k - kMiddle) + 0.5F) * spacing;
}

}  // namespace

bool Remesh::apply(const RemeshContext& context) {
    if (context.particles.size() == 0) return false;
    const auto misplaced =
        grid_.build(context.particles, 2 * context.spacing, context.dimension, context.pool);
    if (misplaced.count() > 0) return false;  // the step will report them
    findPlaces(context);
    gather(context);
    findWorth();
    keepWorthy(context);
    keepMost(context.most);
    return replaceParticles(context);
}

// All places that a particle gives something to, each once.
void Remesh::findPlaces(const RemeshContext& context) {
    const Index n = context.particles.size();
    const VectorSpan x = context.particles.position();
    const float inverse = 1 / context.spacing;
    const Index perParticle = context.dimension == 2 ? 16 : 64;
    std::uint64_t* keys = sort_.prepare(n * perParticle);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const auto first = [&](float a) {
                return static_cast<std::uint64_t>(firstPlace(a, inverse) + kMiddle);
            };
            const std::uint64_t fx = first(x.x[i]), fy = first(x.y[i]);
            const std::uint64_t fz = context.dimension == 2 ? kMiddle : first(x.z[i]);
            for (Index k = 0; k < perParticle; ++k) {
                keys[i * perParticle + k] =
                    (fx + k % 4) | ((fy + k / 4 % 4) << kBitsPerAxis) | ((fz + k / 16) << (2 * kBitsPerAxis));
            }
        }
    });
    sort_.sort(kLargestKey, context.pool);
    places_.clear();
    const std::span<const std::uint64_t> sorted = sort_.keys().span();
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        if (k > 0 && sorted[k] == sorted[k - 1]) continue;
        places_.push_back({coordinate(sorted[k], 0, context.spacing),
                           coordinate(sorted[k], 1, context.spacing),
                           context.dimension == 2 ? 0 : coordinate(sorted[k], 2, context.spacing)});
    }
}

void Remesh::gather(const RemeshContext& context) {
    sums_.resize(places_.size());
    context.pool.forEachBlock(
        static_cast<Index>(places_.size()),
        [&](Range block) {
            RowFinder finder(grid_);
            for (Index k = block.begin; k < block.end; ++k) sums_[k] = gatherAt(context, finder, places_[k]);
        },
        256);
}

Remesh::Sums Remesh::gatherAt(const RemeshContext& context, RowFinder& finder, Vec3 place) {
    ParticleStore& particles = context.particles;
    const VectorSpan x = particles.position();
    const VectorSpan vorticity = particles.vector(fields_.vorticity);
    const float* volume = particles.scalar(fields_.volume);
    const float inverse = 1 / context.spacing;
    Sums sums;
    for (const Range row : finder.rowsAround(place)) {
        for (Index j = row.begin; j < row.end; ++j) {
            const Vec3 d = inverse * (x[j] - place);
            if (!(std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)}) < 2)) continue;
            const float weight =
                cubicWeight(d.x) * cubicWeight(d.y) * (context.dimension == 2 ? 1 : cubicWeight(d.z));
            const float share = weight * volume[j];
            sums.strength = sums.strength + share * vorticity[j];
            sums.density += share * (particles.scalar(fields_.coldDensity)[j] - context.ambientDensity);
            sums.temperature +=
                share * (particles.scalar(fields_.temperature)[j] - context.ambientTemperature);
            sums.fuel += share * particles.scalar(fields_.fuel)[j];
            sums.smoke += share * particles.scalar(fields_.smoke)[j];
            if (weight <= sums.largestWeight) continue;
            sums.largestWeight = weight;
            sums.fluid = particles.fluid()[j];
        }
    }
    return sums;
}

void Remesh::findWorth() {
    const auto measures = [](const Sums& s) {
        return std::array{length(s.strength), std::fabs(s.density), std::fabs(s.temperature),
                          std::fabs(s.fuel), std::fabs(s.smoke)};
    };
    std::array<float, 5> most{};
    for (const Sums& sums : sums_) {
        const auto own = measures(sums);
        for (std::size_t k = 0; k < most.size(); ++k) most[k] = std::max(most[k], own[k]);
    }
    for (Sums& sums : sums_) {
        const auto own = measures(sums);
        for (std::size_t k = 0; k < most.size(); ++k) {
            if (own[k] > 0) sums.worth = std::max(sums.worth, own[k] / most[k]);
        }
    }
}

template <class IsKept>
void Remesh::keep(IsKept&& isKept) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (!isKept(places_[i], sums_[i])) continue;
        places_[kept] = places_[i];
        sums_[kept++] = sums_[i];
    }
    places_.resize(kept);
    sums_.resize(kept);
}

// Drops what is behind walls, and places with little of everything.
void Remesh::keepWorthy(const RemeshContext& context) {
    keep([&](Vec3 place, const Sums& sums) {
        return sums.worth > context.threshold && !context.rigid.contains(place, 0) &&
               std::ranges::none_of(context.walls,
                                    [&](const WallShape& wall) { return wallDistance(wall, place) < 0; });
    });
}

// Of those that are worth the same, the last ones have to go.
void Remesh::keepMost(Index most) {
    if (places_.size() <= most) return;
    worths_.clear();
    for (const Sums& sums : sums_) worths_.push_back(sums.worth);
    const auto last = worths_.begin() + static_cast<std::ptrdiff_t>(most) - 1;
    std::ranges::nth_element(worths_, last, std::greater<>());
    const float least = *last;
    auto equals = most - static_cast<Index>(
                             std::count_if(worths_.begin(), last + 1, [&](float w) { return w > least; }));
    keep([&](Vec3 /*place*/, const Sums& sums) {
        if (sums.worth != least) return sums.worth > least;
        if (equals == 0) return false;
        --equals;
        return true;
    });
}

bool Remesh::replaceParticles(const RemeshContext& context) {
    ParticleStore& particles = context.particles;
    if (places_.empty()) return false;  // nothing worth keeping: better what there was
    particles.permute(context.pool, {});
    particles.add(places_, {}, 0);
    const float cell = std::pow(context.spacing, static_cast<float>(context.dimension));
    const VectorSpan vorticity = particles.vector(fields_.vorticity);
    const bool hasSeveral = std::ranges::any_of(sums_, [](const Sums& sums) { return sums.fluid != 0; });
    std::uint32_t* const fluid = hasSeveral ? particles.writableFluid() : nullptr;
    context.pool.forEachBlock(particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const Sums& sums = sums_[i];
            vorticity.set(i, (1 / cell) * sums.strength);
            particles.scalar(fields_.volume)[i] = cell;
            // Weights below 0 may overshoot: nothing is lighter than a hundredth of what is around, or
            // colder.
            particles.scalar(fields_.coldDensity)[i] =
                std::max(context.ambientDensity + sums.density / cell, 0.01F * context.ambientDensity);
            particles.scalar(fields_.temperature)[i] = std::max(
                context.ambientTemperature + sums.temperature / cell, 0.01F * context.ambientTemperature);
            particles.scalar(fields_.fuel)[i] = std::max(sums.fuel / cell, 0.0F);
            particles.scalar(fields_.smoke)[i] = std::max(sums.smoke / cell, 0.0F);
            if (fluid != nullptr) fluid[i] = sums.fluid;
        }
    });
    return true;
}

std::size_t Remesh::bytes() const {
    return grid_.bytes() + sort_.bytes() + places_.capacity() * sizeof(Vec3) +
           sums_.capacity() * sizeof(Sums) + worths_.capacity() * sizeof(float);
}

}  // namespace undine
