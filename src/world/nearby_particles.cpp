// SPDX-License-Identifier: Zlib
#include "world/nearby_particles.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/geometry.h"
#include "core/random.h"

namespace undine {
namespace {

constexpr Index kNobody = ~Index{0};

Box boxAround(std::span<const Vec3> points, float margin) {
    Box box;
    for (const Vec3 p : points) box.add(p);
    const Vec3 m{margin, margin, margin};
    return {box.low - m, box.high + m};
}

}  // namespace

void NearbyParticles::clear(std::size_t room, float reach) {
    reach_ = reach;
    points_.clear();
    next_.clear();
    first_.assign(std::bit_ceil(2 * room), kNobody);
}

void NearbyParticles::gather(ParticleStore& particles, const ThreadPool& pool, std::span<const Vec3> places,
                             float reach) {
    clear(places.size(), reach);
    if (places.empty()) return;
    const Box box = boxAround(places, reach);
    const VectorSpan x = particles.position();
    const Index n = particles.size();

    // Count per block, give every block its place, and let each put down what it has found.
    start_.assign(blockCount(n) + 1, 0);
    pool.forEachBlock(n, [&](Range block) {
        Index count = 0;
        for (Index i = block.begin; i < block.end; ++i) count += box.holds(x[i]) ? 1 : 0;
        start_[block.begin / kBlockSize + 1] = count;
    });
    for (std::size_t k = 1; k < start_.size(); ++k) start_[k] += start_[k - 1];
    std::vector<Vec3>& found = points_;
    found.resize(start_.back());
    pool.forEachBlock(n, [&](Range block) {
        const Index b = block.begin / kBlockSize;
        if (start_[b] == start_[b + 1]) return;
        Index to = start_[b];
        for (Index i = block.begin; i < block.end; ++i) {
            if (box.holds(x[i])) found[to++] = x[i];
        }
    });

    first_.assign(std::bit_ceil(2 * (found.size() + places.size())), kNobody);
    for (Index k = 0; k < found.size(); ++k) {
        Index& bucket = first_[bucketOf(cellOf(found[k]))];
        next_.push_back(bucket);
        bucket = k;
    }
}

void NearbyParticles::insert(Vec3 p) {
    Index& bucket = first_[bucketOf(cellOf(p))];
    next_.push_back(bucket);
    bucket = static_cast<Index>(points_.size());
    points_.push_back(p);
}

const Vec3* NearbyParticles::findNear(Vec3 p) const {
    const Cell c = cellOf(p);
    for (std::int64_t z = c.z - 1; z <= c.z + 1; ++z) {
        for (std::int64_t y = c.y - 1; y <= c.y + 1; ++y) {
            for (std::int64_t x = c.x - 1; x <= c.x + 1; ++x) {
                for (Index k = first_[bucketOf({x, y, z})]; k != kNobody; k = next_[k]) {
                    const Vec3 d = points_[k] - p;
                    if (dot(d, d) < reach_ * reach_) return &points_[k];
                }
            }
        }
    }
    return nullptr;
}

NearbyParticles::Cell NearbyParticles::cellOf(Vec3 p) const {
    // Far out, floats are further apart than the reach: there every number is a cell of its own.
    const auto coordinate = [&](float v) {
        const double cell = std::floor(static_cast<double>(v) / reach_);
        if (std::abs(cell) < 1e15) return static_cast<std::int64_t>(cell);
        return std::int64_t{std::bit_cast<std::int32_t>(v)} * (std::int64_t{1} << 32U);
    };
    return {coordinate(p.x), coordinate(p.y), coordinate(p.z)};
}

std::size_t NearbyParticles::bucketOf(Cell cell) const {
    std::uint64_t h = 0;
    for (const std::int64_t c : {cell.x, cell.y, cell.z}) h = randomWord(h ^ static_cast<std::uint64_t>(c));
    return static_cast<std::size_t>(h) & (first_.size() - 1);
}

std::size_t NearbyParticles::bytes() const {
    return points_.capacity() * sizeof(Vec3) +
           (start_.capacity() + first_.capacity() + next_.capacity()) * sizeof(Index);
}

}  // namespace undine
