// SPDX-License-Identifier: Zlib
// The hot loop of volumes: each particle adds to the rows of voxels of a leaf that it reaches.
//
//   [ZB05] Zhu, Bridson: Animating Sand as a Fluid, 2005
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/fill_leaf.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include <algorithm>
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

/// Adds to a part of an array of sums.
HWY_INLINE void addTo(float* sum, Row amount) {
    hn::StoreU(hn::Add(hn::LoadU(RowTag(), sum), amount), RowTag(), sum);
}

/// The whole numbers of a leaf less than `reach` from `at`.
HWY_INLINE Range reachedVoxels(float at, float reach) {
    const float low = max(at - reach, 0.0F);
    const float high = min(at + reach, static_cast<float>(kLeafSide - 1));
    if (!(low <= high)) return {0, 0};
    return {static_cast<Index>(std::ceil(low)), static_cast<Index>(high) + 1};
}

/// The shares of the eight voxels around a particle: (1 - |dx|) (1 - |dy|) (1 - |dz|). Whole rows of them
/// would be slower: two of a row are not 0.
struct DensitySums {
    static constexpr float kReach = 1;
    HWY_ALIGN float share[kLeafVoxels];

    HWY_INLINE void clear() { std::memset(share, 0, sizeof(share)); }

    HWY_INLINE void add(float x, float y, float z) {
        const Split xs(x), ys(y), zs(z);
        for (unsigned a = 0; a < 2; ++a) {
            if (xs.first + a >= kLeafSide) continue;
            for (unsigned b = 0; b < 2; ++b) {
                if (ys.first + b >= kLeafSide) continue;
                float* const row = share + ((xs.first + a) * kLeafSide + ys.first + b) * kLeafSide;
                const float across = xs.part[a] * ys.part[b];
                for (unsigned c = 0; c < 2; ++c) {
                    if (zs.first + c < kLeafSide) row[zs.first + c] += across * zs.part[c];
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

    HWY_INLINE void finish(const LeafValues& out, float /*voxelSize*/) const {
        for (Index v = 0; v < kLeafVoxels; ++v) {
            const bool isReached = share[v] > 0;
            out.values[v] = isReached ? share[v] : out.outside;
            out.isReached[v / 64] |= std::uint64_t{isReached} << (v % 64);
        }
    }
};

/// Sums of w = (1 - d^2 / 4)^3 and of w d, with d from the voxel to the particle.
struct SurfaceSums {
    static constexpr float kReach = 2;
    HWY_ALIGN float weight[kLeafVoxels];
    HWY_ALIGN float x[kLeafVoxels];
    HWY_ALIGN float y[kLeafVoxels];
    HWY_ALIGN float z[kLeafVoxels];

    HWY_INLINE void clear() {
        for (float* sum : {weight, x, y, z}) std::memset(sum, 0, sizeof(weight));
    }

    HWY_INLINE void add(float px, float py, float pz) {
        const Range xs = reachedVoxels(px, kReach);
        const Range ys = reachedVoxels(py, kReach);
        for (Index i = xs.begin; i < xs.end; ++i) {
            const float dx = px - static_cast<float>(i);
            for (Index j = ys.begin; j < ys.end; ++j) {
                addRow((i * kLeafSide + j) * kLeafSide, dx, py - static_cast<float>(j), pz);
            }
        }
    }

    HWY_INLINE void addRow(Index first, float dx, float dy, float pz) {
        const float rest = kReach * kReach - dx * dx - dy * dy;
        if (!(rest > 0)) return;
        for (Index q = 0; q < kLeafSide; q += kRowLanes) {
            const Row dz = hn::Sub(same(pz), hn::LoadU(RowTag(), kAlong + q));
            const Row inside = hn::Max(hn::NegMulAdd(dz, dz, same(rest)), same(0));
            const Row s = hn::Mul(inside, same(1 / (kReach * kReach)));
            const Row w = hn::Mul(hn::Mul(s, s), s);
            addTo(weight + first + q, w);
            addTo(x + first + q, hn::Mul(w, same(dx)));
            addTo(y + first + q, hn::Mul(w, same(dy)));
            addTo(z + first + q, hn::Mul(w, dz));
        }
    }

    HWY_INLINE void finish(const LeafValues& out, float voxelSize) const {
        for (Index v = 0; v < kLeafVoxels; ++v) {
            const bool isReached = weight[v] > 0;
            const float sum = std::sqrt(x[v] * x[v] + y[v] * y[v] + z[v] * z[v]);
            out.values[v] = isReached ? voxelSize * (sum / weight[v] - 0.5F) : out.outside;
            out.isReached[v / 64] |= std::uint64_t{isReached} << (v % 64);
        }
    }
};

/// One bit for each lane of a mask.
HWY_INLINE std::uint64_t maskBits(WideMask mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(FloatTag(), mask.m, bytes);
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof(bits));
    return bits;
}

/// Adds the particles of a source that reach this leaf.
template <class Sums>
HWY_INLINE void addSource(const VoxelLeaves& leaves, const VoxelLeaves::Source& source, Sums& sums) {
    const float* const x = leaves.local(0);
    const float* const y = leaves.local(1);
    const float* const z = leaves.local(2);
    const Wide low(-Sums::kReach), high(kLeafSide - 1 + Sums::kReach);
    const auto reaches = [&](Wide at) { return (at > low) & (at < high); };
    for (Index i = source.particles.begin; i < source.particles.end; i += kLanes) {
        const Index count = source.particles.end - i;
        const Wide px = Lanes<Wide>::loadFirst(x + i, count) + Wide(source.shift.x);
        const Wide py = Lanes<Wide>::loadFirst(y + i, count) + Wide(source.shift.y);
        const Wide pz = Lanes<Wide>::loadFirst(z + i, count) + Wide(source.shift.z);
        const WideMask here = reaches(px) & reaches(py) & reaches(pz) & Lanes<Wide>::first(count);
        for (std::uint64_t bits = maskBits(here); bits != 0; bits &= bits - 1) {
            const Index p = i + static_cast<Index>(std::countr_zero(bits));
            sums.add(x[p] + source.shift.x, y[p] + source.shift.y, z[p] + source.shift.z);
        }
    }
}

template <class Sums>
HWY_INLINE void fillFrom(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    Sums sums;
    sums.clear();
    VoxelLeaves::Source room[27];
    for (const VoxelLeaves::Source& source : leaves.sources(key, room)) addSource(leaves, source, sums);
    std::memset(out.isReached, 0, kLeafSide * sizeof(*out.isReached));
    sums.finish(out, leaves.voxelSize());
}

void fillDensity(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    fillFrom<DensitySums>(leaves, key, out);
}
void fillSurface(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    fillFrom<SurfaceSums>(leaves, key, out);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(fillDensity);
HWY_EXPORT(fillSurface);

bool fillLeaf(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out) {
    if (leaves.kind() == VolumeKind::Density) {
        HWY_DYNAMIC_DISPATCH(fillDensity)(leaves, key, out);
    } else {
        HWY_DYNAMIC_DISPATCH(fillSurface)(leaves, key, out);
    }
    return std::any_of(out.isReached, out.isReached + kLeafSide,
                       [](std::uint64_t word) { return word != 0; });
}

}  // namespace undine

#endif  // HWY_ONCE
