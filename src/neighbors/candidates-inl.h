// SPDX-License-Identifier: Zlib
// Cell-blocked pair passes: all particles of a cell against all particles of its rows.
//
// The particles of a cell share their candidates. A pass first copies what it needs of them, row by row, into
// one short contiguous block that stays in the first-level cache, and then runs every particle of the cell
// along it. On the way it leaves out those further than h from the box around the cell's particles: of 185
// candidates in 27 cells about 100 remain. Registers are filled across the ends of rows, and the tail needs
// no mask because the block is padded with candidates too far away to matter. A crowded cell has its
// candidates in several blocks; a pass adds up.
//
// Tried and slower: copying without leaving out (by half), reading the rows in place (lanes lost at the end
// of each row). Tried and no faster: a loop for whole registers and a tail, three registers of a row at once,
// the same number of registers for every row, distances as 1 - x^2 - y^2 + 2 x y, storing no more lanes than
// are left.

#if defined(UNDINE_NEIGHBORS_CANDIDATES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_NEIGHBORS_CANDIDATES_INL_H_
#undef UNDINE_NEIGHBORS_CANDIDATES_INL_H_
#else
#define UNDINE_NEIGHBORS_CANDIDATES_INL_H_
#endif

#include "core/wide-inl.h"
#include "neighbors/cell_grid.h"
#include "neighbors/targets-inl.h"

UNDINE_WIDE_BEGIN

/// Where a cell's particles are: lengths are measured in h from the middle of the box around them, which
/// keeps them small numbers wherever in the world the cell is.
class CellBox {
  public:
    HWY_INLINE CellBox(const float* const* x, Range particles, float h) : inverseH_(1.0F / h) {
        float low[3] = {x[0][particles.begin], x[1][particles.begin], x[2][particles.begin]};
        float high[3] = {low[0], low[1], low[2]};
        for (Index i = particles.begin + 1; i < particles.end; ++i) {
            for (int k = 0; k < 3; ++k) {
                low[k] = min(low[k], x[k][i]);
                high[k] = max(high[k], x[k][i]);
            }
        }
        for (int k = 0; k < 3; ++k) {
            middle_[k] = 0.5F * (low[k] + high[k]);
            // Far from the origin the middle is rounded: measure both sides from where it came to be.
            halfSide_[k] = max(high[k] - middle_[k], middle_[k] - low[k]) * inverseH_ + kRounding;
        }
    }

    /// A position as the candidates have it.
    template <class Real>
    HWY_INLINE Vec<Real> local(const Vec<Real>& x) const {
        const Real scale(inverseH_);
        // The difference is exact. x scale - middle scale would be one operation, but rounded without fused
        // instructions.
        return {(x.x - Real(middle_[0])) * scale, (x.y - Real(middle_[1])) * scale,
                (x.z - Real(middle_[2])) * scale};
    }

    /// The position of the particles [i, i + Targets<Real>::kCount), as the candidates have it.
    template <class Real>
    HWY_INLINE Vec<Real> localOf(const VectorSpan& x, Index i) const {
        return local(Targets<Real>::load(x.x, x.y, x.z, i));
    }

    /// Whether a local position is closer than h to the box.
    HWY_INLINE WideMask reaches(const Vec<Wide>& q) const {
        const Wide zero(0.0F);
        const Vec<Wide> out = {max(abs(q.x) - Wide(halfSide_[0]), zero),
                               max(abs(q.y) - Wide(halfSide_[1]), zero),
                               max(abs(q.z) - Wide(halfSide_[2]), zero)};
        return dot(out, out) < Wide(1.0F);
    }

  protected:
    float inverseH_;
    float middle_[3];

  private:
    static constexpr float kRounding =
        1e-5F;  // a box too large costs nothing, one too small would lose candidates

    float halfSide_[3];
};

/// The box as those see it that are moved by a shift before they meet it. The middle they measure from is
/// rounded; what is lost is taken off afterwards, so that two particles see each other at the same distance.
class ShiftedBox : public CellBox {
  public:
    HWY_INLINE ShiftedBox(const CellBox& box, Vec3 shift) : CellBox(box) {
        const float by[3] = {shift.x, shift.y, shift.z};
        for (int k = 0; k < 3; ++k) {
            const double exact = static_cast<double>(middle_[k]) - by[k];
            middle_[k] = static_cast<float>(exact);
            rest_[k] = static_cast<float>(exact - middle_[k]) * inverseH_;
        }
    }

    HWY_INLINE Vec<Wide> local(const Vec<Wide>& x) const {
        const Vec<Wide> q = CellBox::local(x);
        return {q.x - Wide(rest_[0]), q.y - Wide(rest_[1]), q.z - Wide(rest_[2])};
    }

  private:
    float rest_[3];
};

/// The rows of a cell in pieces, each at most a register of candidates. A row of a fluid at rest has about 21
/// of them, and a loop over its registers ends where the processor does not expect it: with AVX-512 that was
/// a fifth of the density pass. So all pieces come into one list, which is written without asking how many a
/// row has.
class RowPieces {
  public:
    struct Piece {
        Index begin;
        Index count;  ///< of candidates from there to the end of the row: of the whole row in its first piece
    };

    /// False if there is no room for them: in a crowd.
    HWY_INLINE bool fill(std::span<const Range> rows) {
        size_ = 0;
        for (const Range row : rows) {
            const Index count = row.end - row.begin;
            const Index pieces = (count + kLanes - 1) / kLanes;
            if (pieces > kMostOfRow || size_ + kMostOfRow > kMost) return false;
            for (Index k = 0; k < kMostOfRow; ++k) {
                pieces_[size_ + k] = {row.begin + k * kLanes, count - k * kLanes};
            }
            size_ += pieces;  // what was written beyond is written over
        }
        return true;
    }

    HWY_INLINE std::span<const Piece> all() const { return {pieces_, size_}; }

  private:
    static constexpr Index kMost = 512 / kLanes;      // no more than Candidates hold
    static constexpr Index kMostOfRow = 48 / kLanes;  // twice those of a fluid at rest
    Piece pieces_[kMost];
    Index size_ = 0;
};

/// Copies of kFields values of up to kCapacity candidates. Fields 0, 1, 2 are the local position.
template <int kFields>
class Candidates {
  public:
    static constexpr Index kCapacity = 512;

    HWY_INLINE Index size() const { return size_; }
    HWY_INLINE Index room() const { return kCapacity - size_; }
    HWY_INLINE void clear() { size_ = 0; }

    HWY_INLINE const float* field(int k) const { return values_[k]; }
    template <class Real>
    HWY_INLINE Vec<Real> position(Index k) const {
        return Vec<Real>::load(values_[0], values_[1], values_[2], k);
    }
    template <class Real>
    HWY_INLINE Vec<Real> vector(int first, Index k) const {
        return Vec<Real>::load(values_[first], values_[first + 1], values_[first + 2], k);
    }
    template <class Real>
    HWY_INLINE Real scalar(int field, Index k) const {
        return Lanes<Real>::load(values_[field] + k);
    }

    /// Copies those of the candidates [begin, begin + count) that the box reaches. Needs room for all.
    template <class Box>
    HWY_INLINE void append(const float* const (&source)[kFields], Index begin, Index count, const Box& box) {
        Index size = size_;  // a local, because a store through a pointer might change a member
        for (Index j = 0; j < count; j += kLanes) size += copy(source, {begin + j, count - j}, box, size);
        size_ = size;
    }

    /// The same for whole rows.
    HWY_INLINE void append(const float* const (&source)[kFields], const RowPieces& rows, const CellBox& box) {
        Index size = size_;
        for (const RowPieces::Piece& piece : rows.all()) size += copy(source, piece, box, size);
        size_ = size;
    }

    /// Fills up the last register with candidates out of reach, at rest and with zero values.
    HWY_INLINE void pad() {
        for (int k = 0; k < kFields; ++k)
            Lanes<Wide>::store(Wide(k == 0 ? kFarAway : 0.0F), values_[k] + size_);
    }

  private:
    template <class Box>
    HWY_INLINE Index copy(const float* const (&source)[kFields], RowPieces::Piece piece, const Box& box,
                          Index to) {
        const Vec<Wide> q = box.local(Vec<Wide>::load(source[0], source[1], source[2], piece.begin));
        const Compress near(box.reaches(q) & Lanes<Wide>::first(piece.count));
        near.store(q.x, values_[0] + to);
        near.store(q.y, values_[1] + to);
        near.store(q.z, values_[2] + to);
        for (int k = 3; k < kFields; ++k) {
            near.store(Lanes<Wide>::load(source[k] + piece.begin), values_[k] + to);
        }
        return near.count();
    }

    static constexpr float kFarAway = 1e9F;
    alignas(64) float values_[kFields][kCapacity + 2 * kLanes];
    Index size_ = 0;
};

/// Runs a pass: calls pass.run<Real>(i, box, candidates) for targets and their candidates, two targets at a
/// time where Real = Twin. It is called more than once for targets with more candidates than fit, so it must
/// add to its result. `source` are the arrays whose values the candidates carry.
template <class Real, int kFields, class Pass>
class PairRun {
  public:
    HWY_INLINE PairRun(const float* const (&source)[kFields], const Pass& pass)
        : source_(source), pass_(pass) {}

    /// All of `targets`, which the box holds, against the candidates in these rows and in those across faces.
    HWY_INLINE void run(Range targets, std::span<const Range> rows, std::span<const FaceRow> faceRows,
                        const CellBox& box) {
        if (pieces_.fill(rows)) {
            candidates_.append(source_, pieces_, box);
        } else {
            for (const Range row : rows) take(targets, row, box, box);
        }
        if (!faceRows.empty()) takeAcross(targets, faceRows, box);
        runBlock(targets, box);
    }

  private:
    /// Copies the candidates of a row, as `seen` from there.
    template <class Box>
    HWY_INLINE void take(Range targets, Range row, const Box& seen, const CellBox& box) {
        for (Index j = row.begin; j < row.end;) {
            const Index count = HWY_MIN(row.end - j, candidates_.room());
            candidates_.append(source_, j, count, seen);
            j += count;
            if (candidates_.room() < kLanes) runBlock(targets, box);
        }
    }

    // Never inlined: few cells are at faces.
    HWY_NOINLINE void takeAcross(Range targets, std::span<const FaceRow> rows, const CellBox& box) {
        for (const FaceRow& row : rows) take(targets, row.particles, ShiftedBox(box, row.shift), box);
    }

    // Whether this is inlined is left to the compiler: it is called twice, and for long passes a function of
    // its own is a twentieth faster.
    void runBlock(Range targets, const CellBox& box) {
        candidates_.pad();
        Index i = targets.begin;
        for (; i + Targets<Real>::kCount <= targets.end; i += Targets<Real>::kCount) {
            pass_.template run<Real>(i, box, candidates_);
        }
        if (i < targets.end) pass_.template run<Wide>(i, box, candidates_);
        candidates_.clear();
    }

    const float* const (&source_)[kFields];
    const Pass& pass_;
    RowPieces pieces_;
    Candidates<kFields> candidates_;
};

/// Runs a pass over the particles of each cell of a block, with those of its rows as candidates.
template <class Real, int kFields, class Pass>
HWY_INLINE void forEachCell(const CellGrid& grid, Range cells, float h, const float* const (&source)[kFields],
                            const Pass& pass) {
    PairRun<Real, kFields, Pass> pairs(source, pass);
    for (Index c = cells.begin; c < cells.end; ++c) {
        pairs.run(grid.cell(c), grid.rows(c), grid.faceRows(c), CellBox(source, grid.cell(c), h));
    }
}

UNDINE_WIDE_END

#endif  // per-target include guard
