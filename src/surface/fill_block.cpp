// SPDX-License-Identifier: Zlib
// The hot loop of surfaces: each particle adds its kernel to the rows of points of a block that it reaches.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/fill_block.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "surface/field_blocks.h"

UNDINE_WIDE_BEGIN

/// The points of a layer of a block, in cells.
struct LayerPoints {
    float x[kBlockSide * kBlockSide];
    float y[kBlockSide * kBlockSide];

    constexpr LayerPoints() : x(), y() {
        for (int k = 0; k < kBlockSide * kBlockSide; ++k) {
            x[k] = static_cast<float>(k % kBlockSide);
            const int row = k / kBlockSide;
            y[k] = static_cast<float>(row);
        }
    }
};
inline constexpr LayerPoints kLayerPoints;

/// The whole numbers from 0 to 7 within `reach` of `at`.
struct Span8 {
    int begin;
    int end;
};
HWY_INLINE Span8 reached(float at, float reach, int last) {
    const float limit = static_cast<float>(last);
    const float low = max(at - reach, 0.0F);
    const float high = min(at + reach, limit);
    if (!(low <= high)) return {0, 0};
    return {static_cast<int>(std::ceil(low)), static_cast<int>(high) + 1};
}

/// A kernel in cells, and where its particle is, from the first point of the block.
struct LocalKernel {
    Vec3 at;
    SymmetricMatrix m;
    float amplitude;

    /// Adds to the points [begin, end) of the layer z, whole registers.
    HWY_INLINE void add(int z, Index begin, Index end, float* layer) const {
        const float dz = static_cast<float>(z) - at.z;
        const Wide one(1.0F);
        const Wide zero(0.0F);
        // d^T M d = dx (xx dx + 2 (xy dy + xz dz)) + dy (yy dy + 2 yz dz) + zz dz^2
        const Wide mxx(m.xx), twoXy(2 * m.xy), twoXz(2 * m.xz * dz);
        const Wide myy(m.yy), twoYz(2 * m.yz * dz), mzz(m.zz * dz * dz);
        const Wide a(amplitude);
        for (Index q = begin; q < end; q += kLanes) {
            const Wide dx = Lanes<Wide>::load(kLayerPoints.x + q) - Wide(at.x);
            const Wide dy = Lanes<Wide>::load(kLayerPoints.y + q) - Wide(at.y);
            const Wide alongX = mulAdd(mxx, dx, mulAdd(twoXy, dy, twoXz));
            const Wide q2 = mulAdd(dx, alongX, mulAdd(dy, mulAdd(myy, dy, twoYz), mzz));
            const Wide s = max(one - q2, zero);
            const Wide sum = mulAdd(a * s, s * s, Lanes<Wide>::load(layer + q));
            Lanes<Wide>::store(sum, layer + q);
        }
    }
};

void fillWide(const FieldJob& job) {
    const double inverseCell = 1 / job.cellSize;
    const float spacing = job.particles->spacing();
    const auto cellsPerSpacing = static_cast<float>(spacing * inverseCell);
    const float scale = 1 / (cellsPerSpacing * cellsPerSpacing);
    const float reach = job.particles->reach();
    double first[3];
    for (int k = 0; k < 3; ++k) first[k] = static_cast<double>(job.place[k]) * kBlockSide;
    const auto corner = [&](int k, double more) {
        return static_cast<float>((first[k] + more) * job.cellSize);
    };
    const Vec3 low{corner(0, 0) - reach, corner(1, 0) - reach, corner(2, 0) - reach};
    const Vec3 high{corner(0, 7) + reach, corner(1, 7) + reach, corner(2, job.lastLayer) + reach};
    job.particles->grid().forEachRowInBox(low, high, [&](Range row) {
        for (Index i = row.begin; i < row.end; ++i) {
            const KernelShape& shape = job.particles->kernel(i);
            const Vec3 x = job.x[i];
            const Vec3 at{static_cast<float>(x.x * inverseCell - first[0]),
                          static_cast<float>(x.y * inverseCell - first[1]),
                          static_cast<float>(x.z * inverseCell - first[2])};
            const Vec3 extent = cellsPerSpacing * shape.extent;
            const Span8 xs = reached(at.x, extent.x, kBlockSide - 1);
            const Span8 ys = reached(at.y, extent.y, kBlockSide - 1);
            const Span8 zs = reached(at.z, extent.z, job.lastLayer);
            if (xs.begin >= xs.end || ys.begin >= ys.end) continue;
            const SymmetricMatrix& m = shape.m;
            const LocalKernel kernel{
                at,
                {scale * m.xx, scale * m.yy, scale * m.zz, scale * m.xy, scale * m.xz, scale * m.yz},
                shape.amplitude};
            const std::size_t fluid = job.fluidSlot == nullptr ? 0 : job.fluidSlot[i];
            float* const values = job.values + fluid * kBlockPoints;
            const Index begin = static_cast<Index>(ys.begin * kBlockSide) / kLanes * kLanes;
            const auto end = static_cast<Index>(ys.end * kBlockSide);
            for (int z = zs.begin; z < zs.end; ++z) {
                kernel.add(z, begin, end, values + z * kBlockSide * kBlockSide);
            }
        }
    });
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(fillWide);

void fillBlock(const FieldJob& job) { HWY_DYNAMIC_DISPATCH(fillWide)(job); }

}  // namespace undine

#endif  // HWY_ONCE
