// SPDX-License-Identifier: Zlib
// Candidates of the particles of a cell with their indices, for lists: all of them at once, however many,
// because a list must not be interrupted.
#if defined(UNDINE_NEIGHBORS_INDEXED_CANDIDATES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_NEIGHBORS_INDEXED_CANDIDATES_INL_H_
#undef UNDINE_NEIGHBORS_INDEXED_CANDIDATES_INL_H_
#else
#define UNDINE_NEIGHBORS_INDEXED_CANDIDATES_INL_H_
#endif

#include <span>

#include "core/wide-inl.h"
#include "neighbors/candidates-inl.h"
#include "neighbors/cell_grid.h"

UNDINE_WIDE_BEGIN

class IndexedCandidates {
  public:
    /// Empties them, and makes room for all that these rows hold.
    HWY_INLINE void clear(std::span<const Range> rows, std::span<const FaceRow> faceRows = {}) {
        Index most = 1024;  // more than a fluid at rest has, so that room is made once
        for (const Range row : rows) most += row.end - row.begin;
        for (const FaceRow& row : faceRows) most += row.particles.end - row.particles.begin;
        for (AlignedArray<float>& axis : x_) axis.resizeForOverwrite(most);
        index_.resizeForOverwrite(most);
        size_ = 0;
    }

    Index size() const { return size_; }

    /// Takes those of a row that are closer than h to the box. The first of them has the number `index`.
    HWY_INLINE void append(const VectorSpan& x, Range row, Index index, const CellBox& box) {
        appendMoved(row, index, box, [&](Index j) HWY_ATTR { return Vec<Wide>::load(x.x, x.y, x.z, j); });
    }

    /// The same of a row beyond a face.
    HWY_INLINE void append(const VectorSpan& x, const FaceRow& row, Index index, const CellBox& box) {
        const Vec<Wide> shift = Vec<Wide>::all(row.shift);
        appendMoved(row.particles, index, box,
                    [&](Index j) HWY_ATTR { return Vec<Wide>::load(x.x, x.y, x.z, j) + shift; });
    }

    /// Fills up the last register with candidates out of reach.
    HWY_INLINE void pad() {
        for (AlignedArray<float>& axis : x_) Lanes<Wide>::store(Wide(kFarAway), axis.data() + size_);
    }

    /// Stores those nearer than h to a place side by side, without the one that has the number `self`;
    /// returns how many. Whole registers are written.
    template <bool kStore>
    HWY_INLINE Index listOf(const Vec<Wide>& xi, Wide h2, Index self, Index* list) const {
        const auto mine = hn::Set(UintTag(), self);
        // Locals, because a store through a pointer might change members.
        const float* const x = x_[0].data();
        const float* const y = x_[1].data();
        const float* const z = x_[2].data();
        const Index* const indices = index_.data();
        const Index size = size_;
        Index count = 0;
        for (Index k = 0; k < size; k += kLanes) {
            const Vec<Wide> d = xi - Vec<Wide>::load(x, y, z, k);
            const auto index = hn::LoadU(UintTag(), indices + k);
            const WideMask other = {hn::RebindMask(FloatTag(), hn::Ne(index, mine))};
            const CompressOnce found((dot(d, d) < h2) & other);
            if constexpr (kStore) found.store(index, list + count);
            count += found.count();
        }
        return count;
    }

  private:
    static constexpr float kFarAway = 1e18F;

    template <class PlaceOf>
    HWY_INLINE void appendMoved(Range row, Index first, const CellBox& box, const PlaceOf& placeOf) {
        // Locals, because a store through a pointer might change members.
        float* const to[3] = {x_[0].data(), x_[1].data(), x_[2].data()};
        Index* const indices = index_.data();
        Index size = size_;
        for (Index j = row.begin; j < row.end; j += kLanes) {
            const Vec<Wide> x = placeOf(j);
            const Compress near(box.reaches(box.local(x)) & Lanes<Wide>::first(row.end - j));
            near.store(x.x, to[0] + size);
            near.store(x.y, to[1] + size);
            near.store(x.z, to[2] + size);
            const auto index = hn::Add(hn::Set(UintTag(), first + (j - row.begin)), hn::Iota(UintTag(), 0));
            near.store(index, indices + size);
            size += near.count();
        }
        size_ = size;
    }

    AlignedArray<float> x_[3];
    AlignedArray<Index> index_;
    Index size_ = 0;
};

UNDINE_WIDE_END

#endif  // per-target include guard
