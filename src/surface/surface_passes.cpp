// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/surface_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "neighbors/candidates-inl.h"

#include "surface/surface_passes.h"

UNDINE_WIDE_BEGIN

struct SupportPass {
    SupportJob job;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<3>& candidates) const {
        const Vec<Real> at = box.localOf<Real>(job.x, i);
        const Real zero(0.0F);
        Real sum = zero;
        Real spread = zero;
        Vec<Real> toward = {zero, zero, zero};
        for (Index k = 0; k < candidates.size(); k += kLanes) {
            const Vec<Real> d = candidates.template position<Real>(k) - at;
            const Real q2 = dot(d, d);
            const Real s = max(Real(1.0F) - q2, zero);
            const Real w = s * s * s;
            sum = sum + w;
            spread = mulAdd(w, q2, spread);
            toward = mulAdd(w, d, toward);
        }
        Targets<Real>::addSums(sum, 1, job.weight + i);
        Targets<Real>::addSums(spread, 1, job.spread + i);
        Targets<Real>::addSums(toward.x, 1, job.toward.x + i);
        Targets<Real>::addSums(toward.y, 1, job.toward.y + i);
        Targets<Real>::addSums(toward.z, 1, job.toward.z + i);
    }
};

void supportWide(const CellGrid& grid, Range cells, float h, const SupportJob& job) {
    const float* const source[3] = {job.x.x, job.x.y, job.x.z};
    forEachCell<Twin, 3>(grid, cells, h, source, SupportPass{job});
}

struct MomentPass {
    MomentJob job;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<7>& candidates) const {
        if (job.slotOf[i] == 0) return;
        const Vec<Real> at = box.localOf<Real>(job.x, i);
        const Real zero(0.0F);
        Real weight = zero, nearWeight = zero;
        Real xx = zero, yy = zero, zz = zero, xy = zero, xz = zero, yz = zero;
        Vec<Real> toward = {zero, zero, zero};
        Vec<Real> drift = {zero, zero, zero};
        for (Index k = 0; k < candidates.size(); k += kLanes) {
            const Vec<Real> d = candidates.template position<Real>(k) - at;
            const Real w = max(Real(1.0F) - dot(d, d), zero);
            const Vec<Real> wd = w * d;
            weight = weight + w;
            toward = toward + wd;
            drift = mulAdd(w, candidates.template vector<Real>(3, k), drift);
            nearWeight = mulAdd(w, candidates.template scalar<Real>(6, k), nearWeight);
            xx = mulAdd(wd.x, d.x, xx);
            yy = mulAdd(wd.y, d.y, yy);
            zz = mulAdd(wd.z, d.z, zz);
            xy = mulAdd(wd.x, d.y, xy);
            xz = mulAdd(wd.x, d.z, xz);
            yz = mulAdd(wd.y, d.z, yz);
        }
        Moments& m = job.moments[job.slotOf[i]];
        m.weight += sumOfLanes(weight);
        m.nearWeight += sumOfLanes(nearWeight);
        m.x += sumOfLanes(toward.x), m.y += sumOfLanes(toward.y), m.z += sumOfLanes(toward.z);
        m.xx += sumOfLanes(xx), m.yy += sumOfLanes(yy), m.zz += sumOfLanes(zz);
        m.xy += sumOfLanes(xy), m.xz += sumOfLanes(xz), m.yz += sumOfLanes(yz);
        m.driftX += sumOfLanes(drift.x), m.driftY += sumOfLanes(drift.y), m.driftZ += sumOfLanes(drift.z);
    }
};

void momentsWide(const CellGrid& grid, Range cells, float h, const MomentJob& job) {
    const float* const source[7] = {job.x.x,      job.x.y,      job.x.z,   job.offset.x,
                                    job.offset.y, job.offset.z, job.isNear};
    const MomentPass pass{job};
    PairRun<Wide, 7, MomentPass> pairs(source, pass);
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range particles = grid.cell(c);
        bool isWanted = false;
        for (Index i = particles.begin; i < particles.end; ++i) isWanted |= job.slotOf[i] != 0;
        if (isWanted) pairs.run(particles, grid.rows(c), {}, CellBox(source, particles, h));
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(supportWide);
HWY_EXPORT(momentsWide);

void addSupport(const CellGrid& grid, Range cells, float h, const SupportJob& job) {
    HWY_DYNAMIC_DISPATCH(supportWide)(grid, cells, h, job);
}

void addMoments(const CellGrid& grid, Range cells, float h, const MomentJob& job) {
    HWY_DYNAMIC_DISPATCH(momentsWide)(grid, cells, h, job);
}

}  // namespace undine

#endif  // HWY_ONCE
