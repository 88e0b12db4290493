// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/tracers.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "neighbors/candidates-inl.h"

#include "world/tracers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#ifndef UNDINE_WORLD_TRACERS_ONCE
#define UNDINE_WORLD_TRACERS_ONCE
namespace undine {

/// The arrays of one step.
struct TracerPass {
    const CellGrid* tracers = nullptr;
    const CellGrid* fluid = nullptr;  ///< nullptr when there is none
    VectorSpan x;
    VectorSpan v;
    float* weight = nullptr;
    VectorSpan flow;
    VectorSpan fluidX;
    VectorSpan fluidV;
    const float* volume = nullptr;
    float h = 0;
    Vec3 gravity;
    float dt = 0;
};

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

/// weight and flow of one tracer, or two, over one block of candidates. W is poly6 without its constant.
struct FlowLoop {
    const TracerPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<7>& near) const {
        const Vec<Real> x = box.localOf<Real>(pass.x, i);
        Real weight(0.0F);
        Vec<Real> flow{Real(0.0F), Real(0.0F), Real(0.0F)};
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = x - near.template position<Real>(k);
            const Real s = Poly6<Real>::base(dot(d, d));
            const Real w = s * s * s * near.template scalar<Real>(6, k);
            weight = weight + w;
            flow = mulAdd(w, near.template vector<Real>(3, k), flow);
        }
        Targets<Real>::addSums(weight, 1.0F, pass.weight + i);
        Targets<Real>::addSums(flow.x, 1.0F, pass.flow.x + i);
        Targets<Real>::addSums(flow.y, 1.0F, pass.flow.y + i);
        Targets<Real>::addSums(flow.z, 1.0F, pass.flow.z + i);
    }
};

void flowOfCells(const TracerPass& pass, Range cells) {
    const Range own = pass.tracers->particlesOf(cells);
    for (float* sum : {pass.weight, pass.flow.x, pass.flow.y, pass.flow.z}) {
        std::fill(sum + own.begin, sum + own.end, 0.0F);
    }
    if (pass.fluid == nullptr) return;
    const float* const source[7] = {pass.fluidX.x, pass.fluidX.y, pass.fluidX.z, pass.fluidV.x,
                                    pass.fluidV.y, pass.fluidV.z, pass.volume};
    const float* const x[3] = {pass.x.x, pass.x.y, pass.x.z};
    const FlowLoop loop{pass};
    PairRun<Twin, 7, FlowLoop> pairs(source, loop);
    Range room[9];
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range tracers = pass.tracers->cell(c);
        const auto rows = pass.fluid->rowsAround(pass.x[tracers.begin], room);
        if (!rows.empty()) pairs.run(tracers, rows, CellBox(x, tracers, pass.h));
    }
}

/// With the flow where there is some, else with gravity: v, and x += dt v.
void moveWithFlow(const TracerPass& pass, Range tracers) {
    const Wide dt(pass.dt);
    const Vec<Wide> fall = dt * Vec<Wide>::all(pass.gravity);
    for (Index i = tracers.begin; i < tracers.end; i += kLanes) {
        const Index count = tracers.end - i;
        const Wide weight = Lanes<Wide>::loadFirst(pass.weight + i, count);
        const Vec<Wide> flow = loadFirst<Wide>(pass.flow, i, count);
        const Vec<Wide> old = loadFirst<Wide>(pass.v, i, count);
        const WideMask isWet = weight > Wide(0.0F);
        const Wide inverse = Wide(1.0F) / select(isWet, weight, Wide(1.0F));
        const Vec<Wide> v = select(isWet, inverse * flow, old + fall);
        storeFirst(mulAdd(dt, v, loadFirst<Wide>(pass.x, i, count)), pass.x, i, count);
        storeFirst(v, pass.v, i, count);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(flowOfCells);
HWY_EXPORT(moveWithFlow);

TracerCloud::TracerCloud()
    : weight_(store_.declare({"weight", "", FieldType::Scalar, false, false})),
      flow_(store_.declare({"flow", "m/s", FieldType::Vector, false, false})) {}

void TracerCloud::add(std::span<const Vec3> points, Vec3 velocity, Vec3 color) {
    store_.add(points, velocity, 0);
    colors_.insert(colors_.end(), points.size(), color);
    isOrdered_ = false;
}

// Where the particles of the step came from, and how much room they take.
void TracerCloud::prepareFluid(const TracerStep& step) {
    const Index n = step.particles.size();
    for (AlignedArray<float>& axis : start_) axis.resizeForOverwrite(n);
    volume_.resizeForOverwrite(n);
    const VectorSpan x = step.particles.position();
    const VectorSpan v = step.particles.velocity();
    const VectorSpan start{start_[0].data(), start_[1].data(), start_[2].data()};
    const std::uint32_t* fluid = step.particles.fluid();
    step.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            start.set(i, x[i] - step.dt * v[i]);
            volume_[i] = step.masses[fluid[i]] / std::max(step.density[i], 1e-30F);
        }
    });
}

void TracerCloud::advect(const TracerStep& step) {
    if (size() == 0) return;
    grid_.build(store_, step.h, step.dimension, step.pool);
    const bool hasFluid = step.particles.size() > 0;
    UNDINE_ASSERT(!hasFluid || step.grid.particleCount() == step.particles.size());
    if (hasFluid) prepareFluid(step);
    const TracerPass pass{.tracers = &grid_,
                          .fluid = hasFluid ? &step.grid : nullptr,
                          .x = store_.position(),
                          .v = store_.velocity(),
                          .weight = store_.scalar(weight_),
                          .flow = store_.vector(flow_),
                          .fluidX = {start_[0].data(), start_[1].data(), start_[2].data()},
                          .fluidV = step.particles.velocity(),
                          .volume = volume_.data(),
                          .h = step.h,
                          .gravity = step.gravity,
                          .dt = step.dt};
    const WallPass walls{.walls = step.walls, .table = nullptr, .h = step.h, .x = pass.x};
    grid_.forEachBlockOfCells(step.pool, [&](Range cells) {
        HWY_DYNAMIC_DISPATCH(flowOfCells)(pass, cells);
        const Range own = grid_.particlesOf(cells);
        HWY_DYNAMIC_DISPATCH(moveWithFlow)(pass, own);
        collideWithWalls(walls, own, step.wallDistance, pass.v);
    });
    isOrdered_ = false;
}

void TracerCloud::advectWith(
    FunctionRef<void(const VectorSpan& x, Index count, const VectorSpan& velocity)> velocityAt,
    const TracerDrift& step) {
    const VectorSpan x = store_.position();
    const VectorSpan v = store_.velocity();
    const VectorSpan middle = store_.vector(flow_);
    step.pool.forEachBlock(size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) middle.set(i, x[i] + 0.5F * step.dt * v[i]);
    });
    velocityAt(middle, size(), v);
    const WallPass walls{.walls = step.walls, .table = nullptr, .h = step.h, .x = x};
    step.pool.forEachBlock(size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) x.set(i, x[i] + step.dt * v[i]);
        collideWithWalls(walls, block, step.wallDistance, v);
    });
    isOrdered_ = false;
}

VectorView TracerCloud::positions() {
    for (AlignedArray<float>& axis : ordered_) axis.resizeForOverwrite(size());
    const VectorSpan to{ordered_[0].data(), ordered_[1].data(), ordered_[2].data()};
    if (!isOrdered_) {
        for (Index i = 0; i < size(); ++i) to.set(static_cast<Index>(store_.id()[i]), store_.position()[i]);
        isOrdered_ = true;
    }
    return {to.x, to.y, to.z, size()};
}

std::size_t TracerCloud::bytes() const {
    std::size_t total = store_.bytes() + grid_.bytes() + volume_.bytes() + colors_.capacity() * sizeof(Vec3);
    for (int k = 0; k < 3; ++k) total += start_[k].bytes() + ordered_[k].bytes();
    return total;
}

// --- Saved state: the number of tracers, then x, y, z, their velocities and ids, in their present order ---

void TracerCloud::save(ByteWriter& out) {
    const std::size_t n = size();
    out.value(static_cast<std::uint32_t>(n));
    for (const VectorSpan& field : {store_.position(), store_.velocity()}) {
        for (const float* axis : {field.x, field.y, field.z}) out.bytes(axis, n * sizeof(float));
    }
    out.bytes(store_.id(), n * sizeof(ParticleId));
}

namespace {

template <class Word>
Word wordAt(const std::byte* words, std::size_t i) {
    Word word{};
    std::memcpy(&word, words + i * sizeof(Word), sizeof(Word));
    return word;
}

bool areFinite(const std::byte* numbers, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        if (!std::isfinite(wordAt<float>(numbers, i))) return false;
    }
    return true;
}

/// Each of 0 … n - 1 once.
bool areAllIds(const std::byte* ids, std::size_t n) {
    std::vector<bool> seen(n, false);
    for (std::size_t i = 0; i < n; ++i) {
        const auto id = wordAt<ParticleId>(ids, i);
        if (id >= n || seen[id]) return false;
        seen[id] = true;
    }
    return true;
}

}  // namespace

Result<void> TracerCloud::restore(ByteReader& in) {
    const std::size_t n = size();
    const auto saved = in.value<std::uint32_t>();
    if (in.ok() && saved != n) {
        return Error{"tracers: " + std::to_string(saved) + " were saved, this world has " +
                     std::to_string(n)};
    }
    const std::byte* axes[6];
    for (const std::byte*& axis : axes) axis = in.take(n * sizeof(float));
    const std::byte* ids = in.take(n * sizeof(ParticleId));
    if (!in.ok()) return Error{"tracers: cut short"};
    // Look at everything before anything changes.
    if (!std::ranges::all_of(axes, [&](const std::byte* axis) { return areFinite(axis, n); })) {
        return Error{"tracers: a position or velocity is not a finite number"};
    }
    if (!areAllIds(ids, n)) return Error{"tracers: two have the same id"};
    if (n == 0) return {};
    const VectorSpan x = store_.position();
    const VectorSpan v = store_.velocity();
    float* const to[6] = {x.x, x.y, x.z, v.x, v.y, v.z};
    for (int k = 0; k < 6; ++k) std::memcpy(to[k], axes[k], n * sizeof(float));
    std::memcpy(store_.id(), ids, n * sizeof(ParticleId));
    isOrdered_ = false;
    return {};
}

}  // namespace undine

#endif  // HWY_ONCE
