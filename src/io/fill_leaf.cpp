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

HWY_INLINE Row same(float a) { return hn::Set(RowTag(), a); }

/// The whole numbers of a leaf less than `reach` from `at`.
HWY_INLINE Range reachedVoxels(float at, float reach) {
    const float low = max(at - reach, 0.0F);
    const float high = min(at + reach, static_cast<float>(kLeafSide - 1));
    if (!(low <= high)) return {0, 0};
    return {static_cast<Index>(std::ceil(low)), static_cast<Index>(high) + 1};
}

/// The weights of a particle in a row of 8 voxels, in as many registers as that takes. A register of 16 lanes
/// has the row twice, for two sums at a time.
struct RowWeights {
    static constexpr Index kParts = kLanes < kLeafSide ? kLeafSide / kLanes : 1;
    Wide part[kParts];
};

/// What is summed up at each voxel: the weights of the particles that reach it, by those weights what they
/// have of each channel, and for surfaces their places. The sums of a row of voxels are side by side, 8 of
/// each, so that a particle adds to all of them with whole registers.
class VoxelSums {
  public:
    static constexpr Index kWeight = 0, kPlace = 1;  // the numbers of sums

    /// There are `own` sums, 1 or 4 with the places, before those of the channels.
    HWY_INLINE VoxelSums(const VoxelLeaves& leaves, Index own, AlignedArray<float>& room)
        : leaves_(leaves), own_(own) {
        constexpr Index kUnit = HWY_MAX(kLanes, kLeafSide);
        const Index count = own + static_cast<Index>(leaves.channelCount());
        stride_ = (count * kLeafSide + kUnit - 1) / kUnit * kUnit;
        room.resizeForOverwrite((kLeafSide * kLeafSide + 1) * stride_);
        summands_ = room.data();
        sums_ = room.data() + stride_;
        std::memset(room.data(), 0, room.size() * sizeof(float));
    }

    /// From here on this particle is added. The frame names it.
    HWY_INLINE void take(Vec3 at, Index particle) {
        const float own[] = {1, at.x, at.y, at.z};
        for (Index k = 0; k < own_; ++k) spread(k, own[k]);
        for (std::size_t c = 0; c < leaves_.channelCount(); ++c) {
            spread(channel(c), leaves_.channel(c)[particle]);
        }
    }
    HWY_INLINE void add(Index row, const RowWeights& weights) {
        float* const sums = sums_ + row * stride_;
        const float* const summands = summands_;
        const Index count = stride_;
        for (Index k = 0; k < count; k += RowWeights::kParts * kLanes) {
            for (Index part = 0; part < RowWeights::kParts; ++part) {
                const Index at = k + part * kLanes;
                const Wide sum = mulAdd(weights.part[part], Lanes<Wide>::load(summands + at),
                                        Lanes<Wide>::load(sums + at));
                Lanes<Wide>::store(sum, sums + at);
            }
        }
    }
    HWY_INLINE void add(Index row, Index voxel, float weight) {
        float* const sums = sums_ + row * stride_ + voxel;
        for (Index k = 0; k < stride_; k += kLeafSide) sums[k] += weight * summands_[k];
    }

    /// The number of a channel's sum.
    HWY_INLINE Index channel(std::size_t c) const { return own_ + static_cast<Index>(c); }
    /// A sum of part of a row, or all of it, from a voxel on.
    HWY_INLINE Row of(Index sum, Index row, Index voxel) const {
        return hn::LoadU(RowTag(), sums_ + row * stride_ + sum * kLeafSide + voxel);
    }

  private:
    HWY_INLINE void spread(Index sum, float a) {
        for (Index k = 0; k < kLeafSide; k += kRowLanes) {
            hn::StoreU(same(a), RowTag(), summands_ + sum * kLeafSide + k);
        }
    }

    const VoxelLeaves& leaves_;
    Index own_;
    Index stride_;     // floats from one row of voxels to the next
    float* summands_;  // what a particle adds where its weight is 1, as often as a row has voxels
    float* sums_;
};

/// The shares of the eight voxels around a particle: (1 - |dx|) (1 - |dy|) (1 - |dz|). Whole rows of them
/// would be slower: two of a row are not 0.
struct DensityShape {
    static constexpr float kReach = 1;
    static constexpr float kLeast = 0;  // more than this reaches a voxel
    static constexpr bool kHasDepth = false;
    static constexpr Index kOwnSums = 1;

    static HWY_INLINE void add(Vec3 at, VoxelSums& sums) {
        const Split xs(at.x), ys(at.y), zs(at.z);
        for (unsigned a = 0; a < 2; ++a) {
            if (xs.first + a >= kLeafSide) continue;
            for (unsigned b = 0; b < 2; ++b) {
                if (ys.first + b >= kLeafSide) continue;
                const unsigned row = (xs.first + a) * kLeafSide + ys.first + b;
                const float across = xs.part[a] * ys.part[b];
                for (unsigned c = 0; c < 2; ++c) {
                    if (zs.first + c < kLeafSide) sums.add(row, zs.first + c, across * zs.part[c]);
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

    static HWY_INLINE Row value(const VoxelSums& sums, Index row, Index voxel, float /*voxelSize*/) {
        return sums.of(VoxelSums::kWeight, row, voxel);
    }
};

/// Weights w = (1 - d^2 / 4)^3, with d from the voxel to the particle; the value is the way from the voxel to
/// the mean place.
struct SurfaceShape {
    static constexpr float kReach = 2;
    static constexpr float kLeast = 1e-37F;  // one over less is not finite
    static constexpr bool kHasDepth = true;
    static constexpr Index kOwnSums = 4;

    static HWY_INLINE void add(Vec3 at, VoxelSums& sums) {
        HWY_ALIGN static constexpr float kAlong[2 * kLeafSide] = {0, 1, 2, 3, 4, 5, 6, 7,
                                                                  0, 1, 2, 3, 4, 5, 6, 7};
        constexpr Index kParts = RowWeights::kParts;
        Wide dz2[kParts];
        for (Index part = 0; part < kParts; ++part) {
            const Wide dz = Wide(at.z) - Lanes<Wide>::load(kAlong + part * kLanes);
            dz2[part] = dz * dz;
        }
        const Range xs = reachedVoxels(at.x, kReach);
        const Range ys = reachedVoxels(at.y, kReach);
        for (Index i = xs.begin; i < xs.end; ++i) {
            const float dx = at.x - static_cast<float>(i);
            for (Index j = ys.begin; j < ys.end; ++j) {
                const float dy = at.y - static_cast<float>(j);
                const float rest = kReach * kReach - dx * dx - dy * dy;
                if (!(rest > 0)) continue;
                RowWeights w;
                for (Index part = 0; part < kParts; ++part) {
                    const Wide s = max(Wide(rest) - dz2[part], Wide(0.0F)) * Wide(1 / (kReach * kReach));
                    w.part[part] = s * s * s;
                }
                sums.add(i * kLeafSide + j, w);
            }
        }
    }

    static HWY_INLINE Row value(const VoxelSums& sums, Index row, Index voxel, float voxelSize) {
        // Divided first: squares of what is at the edge of the reach would vanish.
        const Row scale = hn::Div(same(1), sums.of(VoxelSums::kWeight, row, voxel));
        const Index x = row / kLeafSide;
        const Index y = row % kLeafSide;
        const Row here[3] = {same(static_cast<float>(x)), same(static_cast<float>(y)),
                             hn::Iota(RowTag(), static_cast<float>(voxel))};
        Row way2 = same(0);
        for (Index axis = 0; axis < 3; ++axis) {
            const Row d = hn::MulSub(scale, sums.of(VoxelSums::kPlace + axis, row, voxel), here[axis]);
            way2 = hn::MulAdd(d, d, way2);
        }
        return hn::Mul(same(voxelSize), hn::Sub(hn::Sqrt(way2), same(0.5F)));
    }
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
template <class Shape>
HWY_INLINE void addSource(const VoxelLeaves& leaves, const VoxelLeaves::Source& source,
                          const LeafDepth& depth, VoxelSums& sums) {
    const float* const x = leaves.local(0);
    const float* const y = leaves.local(1);
    const float* const z = leaves.local(2);
    const Wide low(-Shape::kReach), high(kLeafSide - 1 + Shape::kReach);
    const auto reaches = [&](Wide at) { return (at > low) & (at < high); };
    const auto cellOf = [](float at) { return static_cast<int>(at + 2) - 2; };  // at > -2
    for (Index i = source.particles.begin; i < source.particles.end; i += kLanes) {
        const Wide px = Lanes<Wide>::load(x + i) + Wide(source.shift.x);
        const Wide py = Lanes<Wide>::load(y + i) + Wide(source.shift.y);
        const Wide pz = Lanes<Wide>::load(z + i) + Wide(source.shift.z);
        const WideMask here =
            reaches(px) & reaches(py) & reaches(pz) & Lanes<Wide>::first(source.particles.end - i);
        for (std::uint64_t bits = maskBits(FloatTag(), here.m); bits != 0; bits &= bits - 1) {
            const Index p = i + static_cast<Index>(std::countr_zero(bits));
            const Vec3 at = Vec3{x[p], y[p], z[p]} + source.shift;
            if (Shape::kHasDepth && !depth.wants(cellOf(at.x), cellOf(at.y), cellOf(at.z))) continue;
            sums.take(at, leaves.inFrame(p));
            Shape::add(at, sums);
        }
    }
}

/// The values of part of a row of voxels, or all of it, once all is added; one bit for each that is reached.
template <class Shape>
HWY_INLINE std::uint64_t finishRow(const VoxelSums& sums, Index row, Index voxel, float voxelSize,
                                   const LeafValues& out) {
    const Index v = row * kLeafSide + voxel;
    const Row weight = sums.of(VoxelSums::kWeight, row, voxel);
    const hn::Mask<RowTag> isReached = hn::Gt(weight, same(Shape::kLeast));
    const Row value = Shape::value(sums, row, voxel, voxelSize);
    hn::StoreU(hn::IfThenElse(isReached, value, same(out.outside)), RowTag(), out.values + v);
    for (std::size_t c = 0; c < out.means.size(); ++c) {
        const Row sum = sums.of(sums.channel(c), row, voxel);
        hn::StoreU(hn::IfThenElseZero(isReached, hn::Div(sum, weight)), RowTag(), out.means[c] + v);
    }
    return maskBits(RowTag(), isReached) << voxel;
}

/// The same of a leaf. False when no voxel is reached.
template <class Shape>
HWY_INLINE bool finish(const VoxelSums& sums, const LeafDepth& depth, float voxelSize,
                       const LeafValues& out) {
    std::uint64_t any = 0;
    for (Index plane = 0; plane < kLeafSide; ++plane) {
        const std::uint64_t deep = depth.deepInPlane(static_cast<int>(plane));
        std::uint64_t reached = 0;
        for (Index y = 0; y < kLeafSide; ++y) {
            for (Index z = 0; z < kLeafSide; z += kRowLanes) {
                reached |= finishRow<Shape>(sums, plane * kLeafSide + y, z, voxelSize, out)
                           << (y * kLeafSide);
            }
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

template <class Shape>
HWY_INLINE LeafContent fillFrom(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    const VoxelLeaves::Around around = leaves.around(key);
    const LeafDepth depth = Shape::kHasDepth ? leaves.depth(around) : LeafDepth();
    if (depth.isDeep()) return LeafContent::Inside;
    thread_local AlignedArray<float> roomForSums;
    VoxelSums sums(leaves, Shape::kOwnSums, roomForSums);
    VoxelLeaves::Source room[27];
    for (const VoxelLeaves::Source& source : leaves.sources(around, room)) {
        addSource<Shape>(leaves, source, depth, sums);
    }
    return finish<Shape>(sums, depth, leaves.voxelSize(), out) ? LeafContent::Values : LeafContent::Nothing;
}

LeafContent fillDensity(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    return fillFrom<DensityShape>(leaves, key, out);
}
LeafContent fillSurface(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    return fillFrom<SurfaceShape>(leaves, key, out);
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
