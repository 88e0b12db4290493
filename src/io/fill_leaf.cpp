// SPDX-License-Identifier: Zlib
// The hot loop of volumes: each particle adds to the rows of voxels of a leaf that it reaches.
//
//   [ZB05] Zhu, Bridson: Animating Sand as a Fluid, 2005
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/fill_leaf.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include <bit>
#include <cstring>

#include "io/voxel_leaves.h"

UNDINE_WIDE_BEGIN

// A row has 8 voxels, which is less than the widest registers hold.
using RowTag = hn::CappedTag<float, kLeafSide>;
using Row = hn::Vec<RowTag>;
inline constexpr Index kRowLanes = static_cast<Index>(hn::MaxLanes(RowTag()));

HWY_ALIGN inline constexpr float kAlong[kLeafSide] = {0, 1, 2, 3, 4, 5, 6, 7};

HWY_INLINE Row same(float a) { return hn::Set(RowTag(), a); }

HWY_INLINE Row load(const float* from) { return hn::LoadU(RowTag(), from); }

/// Adds to a part of an array of sums.
HWY_INLINE void addTo(float* sum, Row amount) { hn::StoreU(hn::Add(load(sum), amount), RowTag(), sum); }

/// The whole numbers of a leaf less than `reach` from `at`.
HWY_INLINE Range reachedVoxels(float at, float reach) {
    const float low = max(at - reach, 0.0F);
    const float high = min(at + reach, static_cast<float>(kLeafSide - 1));
    if (!(low <= high)) return {0, 0};
    return {static_cast<Index>(std::ceil(low)), static_cast<Index>(high) + 1};
}

/// What a particle has of each channel goes to the voxels it reaches, by its weight there. Sums up in place.
/// Particles are named as the frame has them.
class Means {
  public:
    HWY_INLINE Means(const VoxelLeaves& leaves, std::span<float* const> sums) : leaves_(leaves), sums_(sums) {
        for (float* const sum : sums_) std::memset(sum, 0, kLeafVoxels * sizeof(float));
    }
    HWY_INLINE void add(Index voxel, float weight, Index particle) const {
        for (std::size_t c = 0; c < sums_.size(); ++c)
            sums_[c][voxel] += weight * leaves_.channel(c)[particle];
    }
    HWY_INLINE void add(Index first, Row weights, Index particle) const {
        for (std::size_t c = 0; c < sums_.size(); ++c) {
            float* const sum = sums_[c] + first;
            hn::StoreU(hn::MulAdd(weights, same(leaves_.channel(c)[particle]), load(sum)), RowTag(), sum);
        }
    }
    /// Divides by the weights where there are any that count.
    HWY_INLINE void finish(Index first, Row weights, hn::Mask<RowTag> counts) const {
        for (float* const sum : sums_) {
            const Row mean = hn::Div(load(sum + first), weights);
            hn::StoreU(hn::IfThenElseZero(counts, mean), RowTag(), sum + first);
        }
    }

  private:
    const VoxelLeaves& leaves_;
    std::span<float* const> sums_;
};

/// The shares of the eight voxels around a particle: (1 - |dx|) (1 - |dy|) (1 - |dz|). Whole rows of them
/// would be slower: two of a row are not 0.
struct DensitySums {
    static constexpr float kReach = 1;
    static constexpr float kLeast = 0;  // more than this reaches a voxel
    static constexpr bool kHasDepth = false;
    HWY_ALIGN float share[kLeafVoxels];

    HWY_INLINE void clear() { std::memset(share, 0, sizeof(share)); }

    HWY_INLINE void add(Vec3 at, Index particle, const Means& means) {
        const Split xs(at.x), ys(at.y), zs(at.z);
        for (unsigned a = 0; a < 2; ++a) {
            if (xs.first + a >= kLeafSide) continue;
            for (unsigned b = 0; b < 2; ++b) {
                if (ys.first + b >= kLeafSide) continue;
                const unsigned row = ((xs.first + a) * kLeafSide + ys.first + b) * kLeafSide;
                const float across = xs.part[a] * ys.part[b];
                for (unsigned c = 0; c < 2; ++c) {
                    if (zs.first + c >= kLeafSide) continue;
                    share[row + zs.first + c] += across * zs.part[c];
                    means.add(row + zs.first + c, across * zs.part[c], particle);
                }
            }
        }
    }

    /// A place as the voxel below it, which may be the largest number for -1, and the parts of it and the
    /// next.
    struct Split {
        unsigned first;
        float part[2];
        HWY_INLINE explicit Split(float at) {
            const int above = static_cast<int>(at + 1);  // at > -1
            first = static_cast<unsigned>(above) - 1U;
            const float beyond = at - static_cast<float>(above - 1);
            part[0] = 1 - beyond;
            part[1] = beyond;
        }
    };

    HWY_INLINE Row value(Index first, float /*voxelSize*/) const { return load(share + first); }
    HWY_INLINE Row amount(Index first) const { return load(share + first); }
};

/// Sums of w = (1 - d^2 / 4)^3 and of w d, with d from the voxel to the particle.
struct SurfaceSums {
    static constexpr float kReach = 2;
    static constexpr float kLeast = 1e-37F;  // one over less is not finite
    static constexpr bool kHasDepth = true;
    HWY_ALIGN float weight[kLeafVoxels];
    HWY_ALIGN float x[kLeafVoxels];
    HWY_ALIGN float y[kLeafVoxels];
    HWY_ALIGN float z[kLeafVoxels];

    HWY_INLINE void clear() {
        for (float* sum : {weight, x, y, z}) std::memset(sum, 0, sizeof(weight));
    }

    HWY_INLINE void add(Vec3 at, Index particle, const Means& means) {
        const Range xs = reachedVoxels(at.x, kReach);
        const Range ys = reachedVoxels(at.y, kReach);
        for (Index i = xs.begin; i < xs.end; ++i) {
            for (Index j = ys.begin; j < ys.end; ++j) {
                const Vec3 offset = at - Vec3{static_cast<float>(i), static_cast<float>(j), 0};
                addRow((i * kLeafSide + j) * kLeafSide, offset, particle, means);
            }
        }
    }

    /// `offset` is that of the particle from the first voxel of the row.
    HWY_INLINE void addRow(Index first, Vec3 offset, Index particle, const Means& means) {
        const float dx = offset.x;
        const float dy = offset.y;
        const float rest = kReach * kReach - dx * dx - dy * dy;
        if (!(rest > 0)) return;
        for (Index q = 0; q < kLeafSide; q += kRowLanes) {
            const Row dz = hn::Sub(same(offset.z), load(kAlong + q));
            const Row inside = hn::Max(hn::NegMulAdd(dz, dz, same(rest)), same(0));
            const Row s = hn::Mul(inside, same(1 / (kReach * kReach)));
            const Row w = hn::Mul(hn::Mul(s, s), s);
            addTo(weight + first + q, w);
            addTo(x + first + q, hn::Mul(w, same(dx)));
            addTo(y + first + q, hn::Mul(w, same(dy)));
            addTo(z + first + q, hn::Mul(w, dz));
            means.add(first + q, w, particle);
        }
    }

    HWY_INLINE Row value(Index first, float voxelSize) const {
        // Divided first: squares of what is at the edge of the reach would vanish.
        const Row scale = hn::Div(same(1), load(weight + first));
        const Row mx = hn::Mul(scale, load(x + first));
        const Row my = hn::Mul(scale, load(y + first));
        const Row mz = hn::Mul(scale, load(z + first));
        const Row way = hn::Sqrt(hn::MulAdd(mx, mx, hn::MulAdd(my, my, hn::Mul(mz, mz))));
        return hn::Mul(same(voxelSize), hn::Sub(way, same(0.5F)));
    }
    HWY_INLINE Row amount(Index first) const { return load(weight + first); }
};

/// One bit for each lane of a mask.
template <class Tag>
HWY_INLINE std::uint64_t maskBits(Tag tag, hn::Mask<Tag> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(tag, mask, bytes);
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof(bits));
    return bits;
}

/// Adds the particles of a source that reach this leaf, where it is not deep.
template <class Sums>
HWY_INLINE void addSource(const VoxelLeaves& leaves, const VoxelLeaves::Source& source,
                          const LeafDepth& depth, const Means& means, Sums& sums) {
    const float* const x = leaves.local(0);
    const float* const y = leaves.local(1);
    const float* const z = leaves.local(2);
    const Wide low(-Sums::kReach), high(kLeafSide - 1 + Sums::kReach);
    const auto reaches = [&](Wide at) { return (at > low) & (at < high); };
    const auto cellOf = [](float at) { return static_cast<int>(at + 2) - 2; };  // at > -2
    for (Index i = source.particles.begin; i < source.particles.end; i += kLanes) {
        const Index count = source.particles.end - i;
        const Wide px = Lanes<Wide>::loadFirst(x + i, count) + Wide(source.shift.x);
        const Wide py = Lanes<Wide>::loadFirst(y + i, count) + Wide(source.shift.y);
        const Wide pz = Lanes<Wide>::loadFirst(z + i, count) + Wide(source.shift.z);
        const WideMask here = reaches(px) & reaches(py) & reaches(pz) & Lanes<Wide>::first(count);
        for (std::uint64_t bits = maskBits(FloatTag(), here.m); bits != 0; bits &= bits - 1) {
            const Index p = i + static_cast<Index>(std::countr_zero(bits));
            const Vec3 at = Vec3{x[p], y[p], z[p]} + source.shift;
            if (Sums::kHasDepth && !depth.wants(cellOf(at.x), cellOf(at.y), cellOf(at.z))) continue;
            sums.add(at, leaves.inFrame(p), means);
        }
    }
}

/// The values of a leaf, once all is added. False when no voxel is reached.
template <class Sums>
HWY_INLINE bool finish(const Sums& sums, const LeafDepth& depth, float voxelSize, const Means& means,
                       const LeafValues& out) {
    std::uint64_t any = 0;
    for (Index plane = 0; plane < kLeafSide; ++plane) {
        const std::uint64_t deep = depth.deepInPlane(static_cast<int>(plane));
        std::uint64_t reached = 0;
        for (Index q = 0; q < 64; q += kRowLanes) {
            const Index v = 64 * plane + q;
            const hn::Mask<RowTag> isReached = hn::Gt(sums.amount(v), same(Sums::kLeast));
            const Row value = hn::IfThenElse(isReached, sums.value(v, voxelSize), same(out.outside));
            hn::StoreU(value, RowTag(), out.values + v);
            means.finish(v, sums.amount(v), isReached);
            reached |= maskBits(RowTag(), isReached) << q;
        }
        for (std::uint64_t bits = deep; bits != 0; bits &= bits - 1) {
            const Index v = 64 * plane + static_cast<Index>(std::countr_zero(bits));
            out.values[v] = -out.outside;
            for (float* const mean : out.means) mean[v] = 0;
        }
        out.isActive[plane] = reached & ~deep;
        any |= reached;
    }
    return any != 0;
}

template <class Sums>
HWY_INLINE LeafContent fillFrom(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    const VoxelLeaves::Around around = leaves.around(key);
    const LeafDepth depth = Sums::kHasDepth ? leaves.depth(around) : LeafDepth();
    if (depth.isDeep()) return LeafContent::Inside;
    Sums sums;
    sums.clear();
    const Means means(leaves, out.means);
    VoxelLeaves::Source room[27];
    for (const VoxelLeaves::Source& source : leaves.sources(around, room)) {
        addSource(leaves, source, depth, means, sums);
    }
    return finish(sums, depth, leaves.voxelSize(), means, out) ? LeafContent::Values : LeafContent::Nothing;
}

LeafContent fillDensity(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    return fillFrom<DensitySums>(leaves, key, out);
}
LeafContent fillSurface(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    return fillFrom<SurfaceSums>(leaves, key, out);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(fillDensity);
HWY_EXPORT(fillSurface);

LeafContent fillLeaf(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    return leaves.kind() == VolumeKind::Density ? HWY_DYNAMIC_DISPATCH(fillDensity)(leaves, key, out)
                                                : HWY_DYNAMIC_DISPATCH(fillSurface)(leaves, key, out);
}

}  // namespace undine

#endif  // HWY_ONCE
