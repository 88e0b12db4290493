// SPDX-License-Identifier: Zlib
#include "vortex/velocity_grid.h"

#include <algorithm>
#include <atomic>

#include "core/assert.h"
#include "core/geometry.h"

namespace undine {
namespace {

/// The four weights of a point between the second and the third of four nodes: cubicWeight() at 1 + share,
/// share, 1 - share and 2 - share, without its questions.
std::array<float, 4> weightsOf(float share) {
    const float rest = 1 - share;
    return {-0.5F * share * rest * rest, 1 - 0.5F * share * share * (5 - 3 * share),
            1 - 0.5F * rest * rest * (5 - 3 * rest), -0.5F * rest * share * share};
}

}  // namespace

void VelocityGrid::velocityAt(VortexField& field, float cell, const VectorSpan& x, Index count,
                              const VectorSpan& velocity, const ThreadPool& pool) {
    if (count == 0) return;
    place(x, count, cell, pool);
    markCells(x, count, pool);
    for (int axis = 0; axis < (isFlat_ ? 2 : 3); ++axis) widen(axis, pool);
    collectNodes();
    const auto needed = static_cast<Index>(nodes_[0].size());
    for (AlignedArray<float>& axis : nodeVelocity_) axis.resizeForOverwrite(needed);
    const VectorSpan u = spanOf(nodeVelocity_);
    field.velocityAt(spanOf(nodes_), needed, u, pool);
    values_.resizeForOverwrite(needed);
    for (Index k = 0; k < needed; ++k) values_[k] = {u.x[k], u.y[k], u.z[k], 0};
    pool.forEachBlock(count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) velocity.set(i, interpolate(x[i]));
    });
}

// Two nodes more on each side than the box around the points.
void VelocityGrid::place(const VectorSpan& x, Index count, float cell, const ThreadPool& pool) {
    UNDINE_ASSERT(cell > 0);
    const Box box = boxAround(x, count, pool);
    const Vec3 side = box.high - box.low;
    isFlat_ = box.low.z == 0 && box.high.z == 0;
    for (lattice_.cell = cell;; lattice_.cell *= 2) {
        const auto nodes = [&](float length) {
            return static_cast<std::int64_t>(std::min(length / lattice_.cell, 1e6F)) + 5;
        };
        lattice_.count[0] = nodes(side.x);
        lattice_.count[1] = nodes(side.y);
        lattice_.count[2] = isFlat_ ? 1 : nodes(side.z);
        if (lattice_.total() <= kMostNodes) break;
    }
    lattice_.inverseCell = 1 / lattice_.cell;
    const float margin = 2 * lattice_.cell;
    lattice_.low = box.low - Vec3{margin, margin, isFlat_ ? 0 : margin};
}

VelocityGrid::Place VelocityGrid::placeOf(float x, float low) const {
    const float at = (x - low) * lattice_.inverseCell;
    const int cell = static_cast<int>(at);  // never below 0: there is a margin
    return {cell, at - static_cast<float>(cell)};
}

// isNeeded_ at the lower corner of each cell with a point. Threads may write the same 1.
void VelocityGrid::markCells(const VectorSpan& x, Index count, const ThreadPool& pool) {
    isNeeded_.resizeForOverwrite(static_cast<std::size_t>(lattice_.total()));
    std::ranges::fill(isNeeded_.span(), std::uint8_t{0});
    pool.forEachBlock(count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const std::int64_t cx = placeOf(x.x[i], lattice_.low.x).cell;
            const std::int64_t cy = placeOf(x.y[i], lattice_.low.y).cell;
            const std::int64_t cz = isFlat_ ? 0 : placeOf(x.z[i], lattice_.low.z).cell;
            const auto at = static_cast<std::size_t>((cz * lattice_.count[1] + cy) * lattice_.count[0] + cx);
            std::atomic_ref(isNeeded_[at]).store(1, std::memory_order_relaxed);
        }
    });
}

// A point between nodes 0 and 1 needs nodes -1 to 2: node k is needed by points of cells k - 2 to k + 1.
void VelocityGrid::widen(int axis, const ThreadPool& pool) {
    const std::int64_t stride = axis == 0   ? 1
                                : axis == 1 ? lattice_.count[0]
                                            : lattice_.count[0] * lattice_.count[1];
    const std::int64_t total = lattice_.total();
    wider_.resizeForOverwrite(isNeeded_.size());
    pool.forEachBlock(
        static_cast<Index>(total),
        [&](Range block) {
            for (std::int64_t k = block.begin; k < block.end; ++k) {
                // Beyond the ends of a row there are only cells without points.
                std::uint8_t any = isNeeded_[static_cast<std::size_t>(k)];
                for (const std::int64_t d : {-2, -1, 1}) {
                    const std::int64_t other = k + d * stride;
                    if (other >= 0 && other < total) any |= isNeeded_[static_cast<std::size_t>(other)];
                }
                wider_[static_cast<std::size_t>(k)] = any;
            }
        },
        16 * kBlockSize);
    isNeeded_.swap(wider_);
}

void VelocityGrid::collectNodes() {
    slot_.resizeForOverwrite(isNeeded_.size());
    Index needed = 0;
    for (std::size_t k = 0; k < isNeeded_.size(); ++k) {
        slot_[k] = needed;
        needed += isNeeded_[k];
    }
    for (AlignedArray<float>& axis : nodes_) axis.resizeForOverwrite(needed);
    const VectorSpan to = spanOf(nodes_);
    std::size_t k = 0;
    for (std::int64_t z = 0; z < lattice_.count[2]; ++z) {
        for (std::int64_t y = 0; y < lattice_.count[1]; ++y) {
            for (std::int64_t x = 0; x < lattice_.count[0]; ++x, ++k) {
                if (isNeeded_[k] == 0) continue;
                const Vec3 at{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
                to.set(slot_[k], lattice_.low + lattice_.cell * at);
            }
        }
    }
}

Vec3 VelocityGrid::interpolate(Vec3 x) const {
    const Place px = placeOf(x.x, lattice_.low.x);
    const Place py = placeOf(x.y, lattice_.low.y);
    const Place pz = isFlat_ ? Place{0, 0} : placeOf(x.z, lattice_.low.z);
    const std::array<float, 4> wx = weightsOf(px.share);
    const std::array<float, 4> wy = weightsOf(py.share);
    const std::array<float, 4> wz = weightsOf(pz.share);
    // The four nodes of a row that a point needs are side by side: their weights along x wait until all rows
    // are added up.
    float row[16] = {};
    for (std::size_t z = 0; z < (isFlat_ ? 1U : 4U); ++z) {
        for (std::size_t y = 0; y < 4; ++y) {
            const std::int64_t layer = isFlat_ ? 0 : pz.cell - 1 + static_cast<std::int64_t>(z);
            const std::int64_t line = layer * lattice_.count[1] + py.cell - 1 + static_cast<std::int64_t>(y);
            const auto first = static_cast<std::size_t>(line * lattice_.count[0] + px.cell - 1);
            const float* value = &values_[slot_[first]].x;
            const float weight = wy[y] * (isFlat_ ? 1 : wz[z]);
            for (int c = 0; c < 16; ++c) row[c] += weight * value[c];
        }
    }
    Vec3 sum;
    for (std::size_t k = 0; k < 4; ++k) sum = sum + wx[k] * Vec3{row[4 * k], row[4 * k + 1], row[4 * k + 2]};
    return sum;
}

std::size_t VelocityGrid::bytes() const {
    std::size_t total = isNeeded_.bytes() + wider_.bytes() + slot_.bytes() + values_.bytes();
    for (int k = 0; k < 3; ++k) {
        total += nodes_[static_cast<std::size_t>(k)].bytes();
        total += nodeVelocity_[static_cast<std::size_t>(k)].bytes();
    }
    return total;
}

}  // namespace undine
