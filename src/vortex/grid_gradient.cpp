// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/grid_gradient.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "vortex/grid_gradient.h"

#include <algorithm>
#include <limits>
#include <numbers>

#ifndef UNDINE_VORTEX_GRID_GRADIENT_ONCE
#define UNDINE_VORTEX_GRID_GRADIENT_ONCE
namespace undine {

/// The particles of a cell.
struct CellPass {
    const GradientInput& in;
    const NodeLattice& lattice;
    Range particles;
};

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

/// Where particles are in a cell of nodes: 0 at the lower and 1 at the upper corners. Along z everything is
/// low in two dimensions.
class CellLocation {
  public:
    HWY_INLINE CellLocation(const NodeLattice& lattice, const CornerSums& cell)
        : inverse_(1.0F / lattice.side), isFlat_(lattice.strideZ == 0) {
        for (int k = 0; k < 3; ++k) {
            corner_[k] =
                static_cast<float>(static_cast<double>(cell.cell[k] >> lattice.shift) * lattice.side);
        }
    }

    HWY_INLINE Vec<Wide> of(const VectorSpan& x, Index i, Index count) const {
        const Vec<Wide> p = loadFirst<Wide>(x, i, count);
        return {along(p.x, 0), along(p.y, 1), isFlat_ ? Wide(0.0F) : along(p.z, 2)};
    }

  private:
    HWY_INLINE Wide along(Wide x, int axis) const {
        const Wide f = (x - Wide(corner_[axis])) * Wide(inverse_);
        return min(max(f, Wide(0.0F)), Wide(1.0F));  // rounding may put it outside
    }

    float corner_[3];
    float inverse_;
    bool isFlat_;
};

/// Adds a register of particles to the corners: w of a corner is a product of shares along the axes.
HWY_INLINE void addToCorners(const Vec<Wide>& f, Wide first, Wide (&sums)[8]) {
    const Wide up = first * f.z;
    const Wide layer[2] = {first - up, up};
    for (int z = 0; z < 2; ++z) {
        const Wide back = layer[z] * f.y;
        const Wide line[2] = {layer[z] - back, back};
        for (int y = 0; y < 2; ++y) {
            const Wide right = line[y] * f.x;
            sums[4 * z + 2 * y] = sums[4 * z + 2 * y] + (line[y] - right);
            sums[4 * z + 2 * y + 1] = sums[4 * z + 2 * y + 1] + right;
        }
    }
}

HWY_INLINE void storeSums(const Wide (&sums)[8], float* to) {
    for (int k = 0; k < 8; k += 4) {
        const Record four = sumsOfLanes(RecordLanes<Wide>{{sums[k], sums[k + 1], sums[k + 2]}, sums[k + 3]});
        to[k] = four.x, to[k + 1] = four.y, to[k + 2] = four.z, to[k + 3] = four.w;
    }
}

/// Stage 1.
void sumCorners(const CellPass& pass, CornerSums& cell) {
    const auto& [in, lattice, particles] = pass;
    const CellLocation location(lattice, cell);
    Wide values[8];
    Wide weights[8];
    for (int k = 0; k < 8; ++k) values[k] = weights[k] = Wide(0.0F);
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Vec<Wide> f = location.of(in.x, i, count);
        const Wide one = select(Lanes<Wide>::first(count), Wide(1.0F), Wide(0.0F));
        addToCorners(f, one, weights);
        addToCorners(f, Lanes<Wide>::loadFirst(in.value + i, count), values);  // 0 behind the last
    }
    storeSums(values, cell.value);
    storeSums(weights, cell.weight);
}

HWY_INLINE Vec<Wide> between(Wide f, const Vec<Wide>& low, const Vec<Wide>& high) {
    return mulAdd(f, high - low, low);
}
HWY_INLINE Vec<Wide> everywhere(const Record& a) { return {Wide(a.x), Wide(a.y), Wide(a.z)}; }

/// Stage 4. `lowest` is the gradient at the lowest corner of the particles' cell.
void interpolateCell(const CellPass& pass, const CornerSums& cell, const Record* lowest,
                     const VectorSpan& gradient) {
    const auto& [in, lattice, particles] = pass;
    const CellLocation location(lattice, cell);
    const Record* line[4] = {lowest, lowest + lattice.strideY(), lowest + lattice.strideZ,
                             lowest + lattice.strideY() + lattice.strideZ};
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Vec<Wide> f = location.of(in.x, i, count);
        Vec<Wide> along[4];
        for (int k = 0; k < 4; ++k) along[k] = between(f.x, everywhere(line[k][0]), everywhere(line[k][1]));
        storeFirst(between(f.z, between(f.y, along[0], along[1]), between(f.y, along[2], along[3])), gradient,
                   i, count);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(sumCorners);
HWY_EXPORT(interpolateCell);

namespace {

/// The box of cells that hold particles.
struct CellBounds {
    std::int32_t low[3];
    std::int32_t high[3];

    CellBounds() {
        std::fill(std::begin(low), std::end(low), std::numeric_limits<std::int32_t>::max());
        std::fill(std::begin(high), std::end(high), std::numeric_limits<std::int32_t>::min());
    }
    CellBounds& operator+=(const CellBounds& other) {
        for (int k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], other.low[k]);
            high[k] = std::max(high[k], other.high[k]);
        }
        return *this;
    }
};

/// Nodes H = 2^shift h apart: the corners of the cells, and one more on each side for the differences.
NodeLattice latticeAround(const CellBounds& bounds, int shift, const GradientInput& in) {
    NodeLattice lattice;
    lattice.shift = shift;
    lattice.side = in.h * static_cast<float>(1 << shift);
    lattice.layerAxis = in.dimension - 1;
    for (int k = 0; k < in.dimension; ++k) {
        lattice.low[k] = (bounds.low[k] >> shift) - 1;
        lattice.count[k] = (bounds.high[k] >> shift) + 3 - lattice.low[k];
    }
    if (in.dimension == 2) lattice.count[2] = 1;
    lattice.strideZ = in.dimension == 2 ? 0 : lattice.count[0] * lattice.count[1];
    return lattice;
}

/// The node at the lowest corner of a cell.
std::int32_t lowestNode(const NodeLattice& lattice, const CornerSums& cell) {
    const auto along = [&](int k) { return (cell.cell[k] >> lattice.shift) - lattice.low[k]; };
    return along(0) + along(1) * lattice.strideY() + along(2) * lattice.strideZ;
}

}  // namespace

void GridGradient::placeNodes(const GradientInput& in, const ThreadPool& pool) {
    const CellGrid& grid = *in.grid;
    Index placed = grid.cellCount();
    // Particles without a cell share the last one.
    if (placed > 0 && !grid.hasCellAt(in.x[grid.cell(placed - 1).begin])) --placed;
    cells_.resizeForOverwrite(placed);
    const auto bounds = deterministicSum<CellBounds>(
        pool, placed,
        [&](Range cells) {
            CellBounds own;
            for (Index c = cells.begin; c < cells.end; ++c) {
                const CellPlace place = grid.cellAt(in.x[grid.cell(c).begin]);
                for (int k = 0; k < 3; ++k) {
                    const auto at = static_cast<std::int32_t>(place.c[k]);
                    cells_[c].cell[k] = at;
                    own.low[k] = std::min(own.low[k], at);
                    own.high[k] = std::max(own.high[k], at);
                }
            }
            return own;
        },
        8 * kCellsPerBlock);
    if (placed == 0) return;

    const std::int64_t limit = std::max(kNodesAlways, kNodesPerParticle * grid.particleCount());
    for (int shift = 0;; ++shift) {
        lattice_ = latticeAround(bounds, shift, in);
        const std::int64_t perLine = lattice_.count[0];
        // Three factors of 21 bits fit.
        if (perLine * lattice_.count[1] * lattice_.count[2] <= limit) return;
    }
}

void GridGradient::measureProximity(const GradientInput& in, const ThreadPool& pool) {
    hasObstacles_ = !in.obstacles.empty();
    if (!hasObstacles_) return;
    const Index n = lattice_.nodeCount();
    for (AlignedArray<float>& axis : position_) axis.resizeForOverwrite(n);
    proximity_.resizeForOverwrite(n);
    const VectorSpan x = spanOf(position_);
    pool.run(static_cast<Index>(lattice_.count[1] * lattice_.count[2]), [&](Index line) {
        const auto along = [&](std::int32_t k) { return static_cast<float>(k) * lattice_.side; };
        const auto at = static_cast<std::int32_t>(line);
        const float y = along(lattice_.low[1] + at % lattice_.count[1]);
        const float z = in.dimension == 2 ? 0 : along(lattice_.low[2] + at / lattice_.count[1]);
        const Index first = line * static_cast<Index>(lattice_.count[0]);
        for (std::int32_t k = 0; k < lattice_.count[0]; ++k) {
            x.set(first + static_cast<Index>(k), {along(lattice_.low[0] + k), y, z});
        }
    });
    computeProximity({.x = x, .count = n, .cap = 2 * lattice_.side, .proximity = proximity_.data()},
                     in.obstacles, pool);
}

// What the cells of a layer have for the nodes below or above them.
void GridGradient::addCells(std::int32_t cellLayer, bool isBelow) {
    const int axis = lattice_.layerAxis;
    const auto layerOf = [&](const CornerSums& cell) { return cell.cell[axis] >> lattice_.shift; };
    const std::span<const CornerSums> all = cells_.span();
    const std::span<const CornerSums> cells(std::ranges::lower_bound(all, cellLayer, {}, layerOf),
                                            std::ranges::upper_bound(all, cellLayer, {}, layerOf));
    const std::int32_t offset[4] = {0, 1, lattice_.strideY(), lattice_.strideY() + 1};
    const int corners = axis == 2 ? 4 : 2;  // that a cell has in a layer
    const int first = isBelow ? 0 : corners;
    for (const CornerSums& cell : cells) {
        const std::int32_t node = lowestNode(lattice_, cell) + (isBelow ? 0 : lattice_.layerSize());
        for (int k = 0; k < corners; ++k) {
            const std::int32_t place = node + offset[k];
            const auto at = static_cast<std::size_t>(place);
            value_[at] += cell.value[first + k];
            weight_[at] += cell.weight[first + k];
        }
    }
}

// Stage 2.
void GridGradient::sumLayer(std::int32_t layer) {
    const auto begin = static_cast<std::size_t>(layer) * static_cast<std::size_t>(lattice_.layerSize());
    const auto size = static_cast<std::size_t>(lattice_.layerSize());
    std::fill_n(value_.data() + begin, size, 0.0F);
    std::fill_n(weight_.data() + begin, size, 0.0F);
    const std::int32_t at = lattice_.low[lattice_.layerAxis] + layer;
    addCells(at - 1, false);
    addCells(at, true);
}

void GridGradient::divideLayer(std::int32_t layer, const GradientInput& in) {
    const auto begin = static_cast<std::size_t>(layer) * static_cast<std::size_t>(lattice_.layerSize());
    const std::size_t end = begin + static_cast<std::size_t>(lattice_.layerSize());
    const double cellVolume = std::pow(static_cast<double>(lattice_.side), in.dimension);
    const auto full = static_cast<float>(kFull * cellVolume / static_cast<double>(in.particleVolume));
    for (std::size_t i = begin; i < end; ++i) value_[i] /= std::max(weight_[i], full);
    if (!hasObstacles_) return;
    // The farthest point that a node takes anything from.
    const float reach =
        lattice_.side * (in.dimension == 2 ? std::numbers::sqrt2_v<float> : std::numbers::sqrt3_v<float>);
    for (std::size_t i = begin; i < end; ++i) {
        if (proximity_[i] < reach && weight_[i] > 0) value_[i] *= std::max(weight_[i], full) / weight_[i];
    }
}

// Stage 3. Nodes at the ends of lines have no neighbours, and no particles that ask for them: whatever they
// get is of no meaning.
void GridGradient::differentiateLayer(std::int32_t layer) {
    const float scale = 0.5F / lattice_.side;
    const std::ptrdiff_t begin = std::ptrdiff_t{layer} * lattice_.layerSize();
    const float* v = value_.data() + begin;
    Record* to = gradient_.data() + begin;
    const float* proximity = hasObstacles_ ? proximity_.data() + begin : nullptr;
    const std::ptrdiff_t y = lattice_.strideY();
    const std::ptrdiff_t z = lattice_.strideZ;
    for (std::ptrdiff_t i = 0; i < lattice_.layerSize(); ++i) {
        const bool isPoisoned = proximity != nullptr && proximity[i] < lattice_.side;
        const float s = isPoisoned ? 0 : scale;
        to[i] = {s * (v[i + 1] - v[i - 1]), s * (v[i + y] - v[i - y]), s * (v[i + z] - v[i - z]), 0};
    }
}

void GridGradient::compute(const GradientInput& in, const ThreadPool& pool, const VectorSpan& gradient) {
    UNDINE_ASSERT(in.particleVolume > 0);
    placeNodes(in, pool);
    const auto cells = static_cast<Index>(cells_.size());
    if (cells == 0) return;
    measureProximity(in, pool);
    value_.resizeForOverwrite(lattice_.nodeCount());
    weight_.resizeForOverwrite(lattice_.nodeCount());
    gradient_.resizeForOverwrite(lattice_.nodeCount());

    const auto forEachCell = [&](auto&& body) {
        pool.forEachBlock(
            cells,
            [&](Range block) {
                for (Index c = block.begin; c < block.end; ++c) body(in.grid->cell(c), cells_[c]);
            },
            kCellsPerBlock);
    };
    const auto layers = static_cast<Index>(lattice_.layerCount());
    forEachCell([&](Range own, CornerSums& cell) {
        HWY_DYNAMIC_DISPATCH(sumCorners)({in, lattice_, own}, cell);
    });
    pool.run(layers, [&](Index layer) {
        sumLayer(static_cast<std::int32_t>(layer));
        divideLayer(static_cast<std::int32_t>(layer), in);
    });
    pool.run(layers - 2, [&](Index layer) { differentiateLayer(static_cast<std::int32_t>(layer) + 1); });
    forEachCell([&](Range own, const CornerSums& cell) {
        const Record* lowest = gradient_.data() + lowestNode(lattice_, cell);
        HWY_DYNAMIC_DISPATCH(interpolateCell)({in, lattice_, own}, cell, lowest, gradient);
    });
}

std::size_t GridGradient::bytes() const {
    std::size_t total =
        cells_.bytes() + value_.bytes() + weight_.bytes() + gradient_.bytes() + proximity_.bytes();
    for (const AlignedArray<float>& axis : position_) total += axis.bytes();
    return total;
}

}  // namespace undine

#endif  // HWY_ONCE
