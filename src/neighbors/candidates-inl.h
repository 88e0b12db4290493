// SPDX-License-Identifier: Zlib
// Cell-blocked pair passes: all particles of a cell against all particles of its rows.
//
// The particles of a cell share their candidates. A pass first copies what it needs of them, row by row, into one short
// contiguous block that stays in the first-level cache, and then runs every particle of the cell along it. On the way it
// leaves out those further than h from the box around the cell's particles: of 185 candidates in 27 cells about 100 remain.
// Registers are filled across the ends of rows, and the tail needs no mask because the block is padded with candidates too
// far away to matter. A crowded cell has its candidates in several blocks; a pass adds up.
//
// Tried and slower: copying without leaving out (by half), reading the rows in place (lanes lost at the end of each row).

#if defined(UNDINE_NEIGHBORS_CANDIDATES_INL_H_) == defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_NEIGHBORS_CANDIDATES_INL_H_
#undef UNDINE_NEIGHBORS_CANDIDATES_INL_H_
#else
#define UNDINE_NEIGHBORS_CANDIDATES_INL_H_
#endif

#include "core/wide-inl.h"
#include "neighbors/cell_grid.h"

UNDINE_WIDE_BEGIN

/// All points closer than h to the box around some particles.
class Reach {
  public:
    HWY_INLINE Reach(const float* const* x, Range particles, float h) : h2_(h * h) {
        float low[3] = {x[0][particles.begin], x[1][particles.begin], x[2][particles.begin]};
        float high[3] = {low[0], low[1], low[2]};
        for (Index i = particles.begin + 1; i < particles.end; ++i) {
            for (int k = 0; k < 3; ++k) {
                low[k] = min(low[k], x[k][i]);
                high[k] = max(high[k], x[k][i]);
            }
        }
        low_ = {Wide(low[0]), Wide(low[1]), Wide(low[2])};
        high_ = {Wide(high[0]), Wide(high[1]), Wide(high[2])};
    }

    HWY_INLINE WideMask contains(const Vec<Wide>& p) const {
        const Wide zero(0.0F);
        const Vec<Wide> out = {max(max(low_.x - p.x, p.x - high_.x), zero), max(max(low_.y - p.y, p.y - high_.y), zero),
                               max(max(low_.z - p.z, p.z - high_.z), zero)};
        return dot(out, out) < h2_;
    }

  private:
    Vec<Wide> low_;
    Vec<Wide> high_;
    Wide h2_;
};

/// Copies of kFields values of up to kCapacity candidates. Fields 0, 1, 2 are the position.
template <int kFields>
class Candidates {
  public:
    static constexpr Index kCapacity = 512;

    Index size() const { return size_; }
    const float* field(int k) const { return values_[k]; }

    void clear() { size_ = 0; }
    Index room() const { return kCapacity - size_; }

    /// Copies those of the candidates [begin, begin + count) that are within reach of the box. Needs room for all.
    HWY_INLINE void append(const float* const (&source)[kFields], Index begin, Index count, const Reach& reach) {
        for (Index j = 0; j < count; j += kLanes) {
            const Vec<Wide> x = Vec<Wide>::load(source[0], source[1], source[2], begin + j);
            const Compress near(reach.contains(x) & Lanes<Wide>::first(count - j));
            near.store(x.x, values_[0] + size_);
            near.store(x.y, values_[1] + size_);
            near.store(x.z, values_[2] + size_);
            for (int k = 3; k < kFields; ++k) {
                near.store(Lanes<Wide>::load(source[k] + begin + j), values_[k] + size_);
            }
            size_ += near.count();
        }
    }

    /// Fills up to a whole number of `lanes` with candidates beyond any support radius, at rest and with zero values.
    HWY_INLINE void pad() {
        for (int k = 0; k < kFields; ++k) Lanes<Wide>::store(Wide(k == 0 ? kFarAway : 0.0F), values_[k] + size_);
    }

  private:
    static constexpr float kFarAway = 1e18F;  // its square is still a finite float
    alignas(64) float values_[kFields][kCapacity + 2 * kLanes];
    Index size_ = 0;
};

/// Calls body(particles of the cell, candidates) for each cell of a block; more than once for a cell with more
/// candidates than fit, so body must add to its result. `source` are the arrays whose values the candidates carry.
template <int kFields, class Body>
HWY_INLINE void forEachCell(const CellGrid& grid, Range cells, float h, const float* const (&source)[kFields],
                            Body&& body) {
    Candidates<kFields> candidates;
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Reach reach(source, grid.cell(c), h);
        candidates.clear();
        for (const Range row : grid.rows(c)) {
            for (Index j = row.begin; j < row.end;) {
                const Index count = HWY_MIN(row.end - j, candidates.room());
                candidates.append(source, j, count, reach);
                j += count;
                if (candidates.room() < kLanes) {
                    candidates.pad();
                    body(grid.cell(c), candidates);
                    candidates.clear();
                }
            }
        }
        candidates.pad();
        body(grid.cell(c), candidates);
    }
}

UNDINE_WIDE_END

#endif  // per-target include guard
