// SPDX-License-Identifier: Zlib
// Lengths are measured in h and the kernel's constant c is left out: with s = 1 - q^2, S_i = sum_j s^3 (1 + 3
// s^3) and v_i = 1 / S_i, it is n_i = c/4 S_i and gradW_ij = -3c/(2h) s^2 (1 + 6 s^3) d_ij, and so V_j
// gradW_ij = -6/h v_j slope(s) d_ij.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/particle_gradient.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "neighbors/candidates-inl.h"

#include "vortex/particle_gradient.h"

#include <algorithm>

#ifndef UNDINE_VORTEX_PARTICLE_GRADIENT_ONCE
#define UNDINE_VORTEX_PARTICLE_GRADIENT_ONCE
namespace undine {

/// The arrays of one gradient.
struct GradientPass {
    const GradientInput& in;
    float* share;       // v_i
    float* weighted;    // v_i A_i, but 0 near walls
    float* borrowed;    // A_i near walls, else 0: waits for the volume of whom it is a neighbour of
    VectorSpan result;  // the sum of the plain form; D

    // For the corrected form.
    VectorSpan normal;    // G
    VectorSpan diagonal;  // of M: xx, yy, zz
    VectorSpan mixed;     // xy, yz, zx
    VectorSpan offset;    // sum_j s d_ij
    float* near;          // sum_j s
};

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

template <class Real>
HWY_INLINE void addSums(const Vec<Real>& sum, const VectorSpan& to, Index i) {
    Targets<Real>::addSums(sum.x, 1.0F, to.x + i);
    Targets<Real>::addSums(sum.y, 1.0F, to.y + i);
    Targets<Real>::addSums(sum.z, 1.0F, to.z + i);
}

HWY_INLINE void clear(const VectorSpan& sums, Range particles) {
    for (float* sum : {sums.x, sums.y, sums.z}) std::fill(sum + particles.begin, sum + particles.end, 0.0F);
}

/// Whether all values around a cell are 0. So are the gradients in it then, and in many flows that is most of
/// the fluid; where it is not, looking costs a fiftieth of the pass.
HWY_INLINE bool isAmbient(const GradientInput& in, Index cell) {
    for (const Range row : in.grid->rows(cell)) {
        for (Index j = row.begin; j < row.end; j += kLanes) {
            const Wide value = Lanes<Wide>::load(in.value + j);
            const WideMask isBusy = !(abs(value) <= Wide(0.0F));  // NaN is busy as well
            if (any(isBusy & Lanes<Wide>::first(row.end - j))) return false;
        }
    }
    return true;
}

/// Runs a pass over the cells of a block that are not ambient.
template <class Real, int kFields, class Pass>
HWY_INLINE void forEachBusyCell(const GradientInput& in, Range cells, const float* const (&source)[kFields],
                                const Pass& pass) {
    PairRun<Real, kFields, Pass> pairs(source, pass);
    for (Index c = cells.begin; c < cells.end; ++c) {
        if (isAmbient(in, c)) continue;
        const Range targets = in.grid->cell(c);
        pairs.run(targets, in.grid->rows(c), CellBox(source, targets, in.h));
    }
}

// --- Number density ---

/// S of one particle, or two, over one block of candidates.
struct CrowdLoop {
    const GradientPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<3>& near) const {
        const Vec<Real> x = box.localOf<Real>(pass.in.x, i);
        Real sum(0.0F);
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = x - near.template position<Real>(k);
            const Real s = PolyBlend<Real>::base(dot(d, d));
            const Real s3 = s * s * s;
            sum = mulAdd(s3, mulAdd(Real(3.0F), s3, Real(1.0F)), sum);
        }
        Targets<Real>::addSums(sum, 1.0F, pass.share + i);
    }
};

/// The same, and the middle of the neighbours.
struct SurfaceLoop {
    const GradientPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<3>& near) const {
        const Vec<Real> x = box.localOf<Real>(pass.in.x, i);
        Real sum(0.0F);
        Real count(0.0F);
        Vec<Real> offset = Vec<Real>::all({});
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = x - near.template position<Real>(k);
            const Real s = PolyBlend<Real>::base(dot(d, d));
            const Real s3 = s * s * s;
            sum = mulAdd(s3, mulAdd(Real(3.0F), s3, Real(1.0F)), sum);
            count = count + s;
            offset = mulAdd(s, d, offset);
        }
        Targets<Real>::addSums(sum, 1.0F, pass.share + i);
        Targets<Real>::addSums(count, 1.0F, pass.near + i);
        addSums(offset, pass.offset, i);
    }
};

/// From S to v and what follows from it. Every particle meets itself, which is 4; only those that were left
/// out or are nowhere have less.
HWY_INLINE void finishShares(const GradientPass& pass, Range own) {
    const GradientInput& in = pass.in;
    for (Index i = own.begin; i < own.end; i += kLanes) {
        const Index count = own.end - i;
        const Wide share = Wide(1.0F) / max(Lanes<Wide>::loadFirst(pass.share + i, count), Wide(4.0F));
        const Wide value = Lanes<Wide>::loadFirst(in.value + i, count);
        Wide weighted = share * value;
        if (in.proximity != nullptr) {
            const Wide zero(0.0F);
            const WideMask isNear = Lanes<Wide>::loadFirst(in.proximity + i, count) < Wide(in.h);
            Lanes<Wide>::storeFirst(select(isNear, value, zero), pass.borrowed + i, count);
            weighted = select(isNear, zero, weighted);
        }
        Lanes<Wide>::storeFirst(share, pass.share + i, count);
        Lanes<Wide>::storeFirst(weighted, pass.weighted + i, count);
    }
}

void sharesOfCells(const GradientPass& pass, bool seesSurface, Range cells) {
    const GradientInput& in = pass.in;
    const Range own = in.grid->particlesOf(cells);
    std::fill(pass.share + own.begin, pass.share + own.end, 0.0F);
    const float* const source[3] = {in.x.x, in.x.y, in.x.z};
    if (seesSurface) {
        clear(pass.offset, own);
        std::fill(pass.near + own.begin, pass.near + own.end, 0.0F);
        forEachCell<Wide>(*in.grid, cells, in.h, source, SurfaceLoop{pass});
    } else {
        // Nobody asks for the volume of a particle of value 0 with nothing but such around it.
        forEachBusyCell<Twin>(in, cells, source, CrowdLoop{pass});
    }
    finishShares(pass, own);
}

// --- Plain ---

/// The canonical sum of one particle, or two, with no walls around.
struct CanonicalLoop {
    const GradientPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<4>& near) const {
        const Vec<Real> x = box.localOf<Real>(pass.in.x, i);
        Vec<Real> sum = Vec<Real>::all({});
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = x - near.template position<Real>(k);
            const Real s = PolyBlend<Real>::base(dot(d, d));
            sum = mulAdd(PolyBlend<Real>::slope(s, near.template scalar<Real>(3, k)), d, sum);
        }
        addSums(sum, pass.result, i);
    }
};

/// Either sum, as the particle's distance to the walls demands: of v_j A_j, or v_i A_j for neighbours near a
/// wall; and of v_i (A_j - A_i). Candidates have v A in field 3, what is borrowed in 4 and A in 5.
struct EitherLoop {
    const GradientPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<6>& near) const {
        const GradientInput& in = pass.in;
        const bool isFar = in.proximity[i] >= in.h;
        const int field = isFar ? 4 : 5;
        const Real own(isFar ? 0.0F : in.value[i]);
        const Real keep(isFar ? 1.0F : 0.0F);
        const Real share(pass.share[i]);
        const Vec<Real> x = box.localOf<Real>(in.x, i);
        Vec<Real> sum = Vec<Real>::all({});
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = x - near.template position<Real>(k);
            const Real s = PolyBlend<Real>::base(dot(d, d));
            const Real weight = mulAdd(share, near.template scalar<Real>(field, k) - own,
                                       keep * near.template scalar<Real>(3, k));
            sum = mulAdd(PolyBlend<Real>::slope(s, weight), d, sum);
        }
        addSums(sum, pass.result, i);
    }
};

/// Whether not even neighbours are near a wall.
HWY_INLINE bool isFarFromWalls(const GradientInput& in, Range particles) {
    if (in.proximity == nullptr) return true;
    float nearest = in.proximity[particles.begin];
    for (Index i = particles.begin + 1; i < particles.end; ++i) nearest = min(nearest, in.proximity[i]);
    return nearest >= 2 * in.h;
}

void plainOfCells(const GradientPass& pass, Range cells) {
    const GradientInput& in = pass.in;
    const Range own = in.grid->particlesOf(cells);
    clear(pass.result, own);
    const float* const far[4] = {in.x.x, in.x.y, in.x.z, pass.weighted};
    const float* const any[6] = {in.x.x, in.x.y, in.x.z, pass.weighted, pass.borrowed, in.value};
    const CanonicalLoop canonical{pass};
    const EitherLoop either{pass};
    PairRun<Twin, 4, CanonicalLoop> farPairs(far, canonical);
    PairRun<Wide, 6, EitherLoop> anyPairs(any, either);
    for (Index c = cells.begin; c < cells.end; ++c) {
        if (isAmbient(in, c)) continue;
        const Range targets = in.grid->cell(c);
        const CellBox box(far, targets, in.h);
        if (isFarFromWalls(in, targets)) {
            farPairs.run(targets, in.grid->rows(c), box);
        } else {
            anyPairs.run(targets, in.grid->rows(c), box);
        }
    }
    const Wide scale(-6.0F / in.h);
    for (Index i = own.begin; i < own.end; i += kLanes) {
        const Index count = own.end - i;
        storeFirst(scale * loadFirst<Wide>(pass.result, i, count), pass.result, i, count);
    }
}

// --- Corrected ---

/// D, G and M of one particle.
struct MomentLoop {
    const GradientPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<5>& near) const {
        const Real own(pass.in.value[i]);
        const Vec<Real> x = box.localOf<Real>(pass.in.x, i);
        Vec<Real> slope = Vec<Real>::all({});
        Vec<Real> normal = Vec<Real>::all({});
        Vec<Real> diagonal = Vec<Real>::all({});
        Vec<Real> mixed = Vec<Real>::all({});
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = x - near.template position<Real>(k);
            const Real s = PolyBlend<Real>::base(dot(d, d));
            const Vec<Real> w = PolyBlend<Real>::slope(s, near.template scalar<Real>(3, k)) * d;
            slope = mulAdd(near.template scalar<Real>(4, k) - own, w, slope);
            normal = normal + w;
            diagonal = {mulAdd(w.x, d.x, diagonal.x), mulAdd(w.y, d.y, diagonal.y),
                        mulAdd(w.z, d.z, diagonal.z)};
            mixed = {mulAdd(w.x, d.y, mixed.x), mulAdd(w.y, d.z, mixed.y), mulAdd(w.z, d.x, mixed.z)};
        }
        addSums(slope, pass.result, i);
        addSums(normal, pass.normal, i);
        addSums(diagonal, pass.diagonal, i);
        addSums(mixed, pass.mixed, i);
    }
};

/// M^-1 b of a symmetric matrix, or `otherwise` where its determinant is next to nothing beside its entries.
HWY_INLINE Vec<Wide> solve(const Vec<Wide>& diagonal, const Vec<Wide>& mixed, const Vec<Wide>& b,
                           const Vec<Wide>& otherwise) {
    // The cofactors, named like the entries.
    const Wide xx = diagonal.y * diagonal.z - mixed.y * mixed.y;
    const Wide yy = diagonal.z * diagonal.x - mixed.z * mixed.z;
    const Wide zz = diagonal.x * diagonal.y - mixed.x * mixed.x;
    const Wide xy = mixed.y * mixed.z - mixed.x * diagonal.z;
    const Wide yz = mixed.z * mixed.x - mixed.y * diagonal.x;
    const Wide zx = mixed.x * mixed.y - mixed.z * diagonal.y;
    const Wide det = mulAdd(diagonal.x, xx, mulAdd(mixed.x, xy, mixed.z * zx));
    const Wide mean = (diagonal.x + diagonal.y + diagonal.z) * Wide(1.0F / 3);
    const WideMask isRegular = det > max(Wide(1e-4F) * mean * mean * mean, Wide(1e-30F));
    const Wide inverse = Wide(1.0F) / select(isRegular, det, Wide(1.0F));
    const Vec<Wide> solution = {
        inverse * dot(Vec<Wide>{xx, xy, zx}, b),
        inverse * dot(Vec<Wide>{xy, yy, yz}, b),
        inverse * dot(Vec<Wide>{zx, yz, zz}, b),
    };
    return select(isRegular, solution, otherwise);
}

/// Of how much of A the free surface makes a jump: from 0 inside to 1 at the surface.
HWY_INLINE Wide openness(const GradientPass& pass, Index i, Index count) {
    const Vec<Wide> offset = loadFirst<Wide>(pass.offset, i, count);
    const Wide near = max(Lanes<Wide>::loadFirst(pass.near + i, count), Wide(1.0F));  // itself at least
    constexpr float kFade = 1 / (ParticleGradient::kSurface - ParticleGradient::kDisorder);
    const Wide distance = sqrt(dot(offset, offset)) / near;
    const Wide open =
        min(max((distance - Wide(ParticleGradient::kDisorder)) * Wide(kFade), Wide(0.0F)), Wide(1.0F));
    if (pass.in.proximity == nullptr) return open;
    const Wide proximity = Lanes<Wide>::loadFirst(pass.in.proximity + i, count);
    return select(proximity < Wide(pass.in.h), Wide(0.0F), open);
}

/// From the sums to the gradient, for a register of particles. M = 6 sum and D = -6/h sum: the 6 cancels.
HWY_INLINE void finishCorrected(const GradientPass& pass, Index i, Index count) {
    const GradientInput& in = pass.in;
    const Vec<Wide> slope = loadFirst<Wide>(pass.result, i, count);
    Vec<Wide> diagonal = loadFirst<Wide>(pass.diagonal, i, count);
    // In two dimensions z is a direction in which nothing happens.
    if (in.dimension == 2) diagonal.z = Wide(0.5F) * (diagonal.x + diagonal.y);
    const Wide scale(-6.0F / in.h);
    const Vec<Wide> inside =
        solve(diagonal, loadFirst<Wide>(pass.mixed, i, count), Wide(-1.0F / in.h) * slope, scale * slope);
    const Wide jump = openness(pass, i, count) * Lanes<Wide>::loadFirst(in.value + i, count);
    const Vec<Wide> normal = scale * loadFirst<Wide>(pass.normal, i, count);
    storeFirst(mulAdd(jump, normal, inside), pass.result, i, count);
}

void correctedOfCells(const GradientPass& pass, Range cells) {
    const GradientInput& in = pass.in;
    const Range own = in.grid->particlesOf(cells);
    for (const VectorSpan& sums : {pass.result, pass.normal, pass.diagonal, pass.mixed}) clear(sums, own);
    const float* const source[5] = {in.x.x, in.x.y, in.x.z, pass.share, in.value};
    forEachBusyCell<Wide>(in, cells, source, MomentLoop{pass});
    for (Index i = own.begin; i < own.end; i += kLanes) finishCorrected(pass, i, own.end - i);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(sharesOfCells);
HWY_EXPORT(plainOfCells);
HWY_EXPORT(correctedOfCells);

void ParticleGradient::compute(const GradientInput& in, Form form, const ThreadPool& pool,
                               const VectorSpan& gradient) {
    const Index n = in.grid->particleCount();
    share_.resizeForOverwrite(n);
    weighted_.resizeForOverwrite(n);
    borrowed_.resizeForOverwrite(n);
    if (form == Form::Corrected) {
        for (AlignedArray<float>& sum : sums_) sum.resizeForOverwrite(n);
    }
    const auto sums = [&](std::size_t k) {
        return VectorSpan{sums_[k].data(), sums_[k + 1].data(), sums_[k + 2].data()};
    };
    const GradientPass pass{.in = in,
                            .share = share_.data(),
                            .weighted = weighted_.data(),
                            .borrowed = borrowed_.data(),
                            .result = gradient,
                            .normal = sums(0),
                            .diagonal = sums(3),
                            .mixed = sums(6),
                            .offset = sums(9),
                            .near = sums_[12].data()};
    const bool isCorrected = form == Form::Corrected;
    const CellGrid& grid = *in.grid;
    grid.forEachBlockOfCells(pool, [&](Range cells) {
        HWY_DYNAMIC_DISPATCH(sharesOfCells)(pass, isCorrected, cells);
    });
    grid.forEachBlockOfCells(pool, [&](Range cells) {
        if (isCorrected) {
            HWY_DYNAMIC_DISPATCH(correctedOfCells)(pass, cells);
        } else {
            HWY_DYNAMIC_DISPATCH(plainOfCells)(pass, cells);
        }
    });
}

std::size_t ParticleGradient::bytes() const {
    std::size_t total = share_.bytes() + weighted_.bytes() + borrowed_.bytes();
    for (const AlignedArray<float>& sum : sums_) total += sum.bytes();
    return total;
}

}  // namespace undine

#endif  // HWY_ONCE
