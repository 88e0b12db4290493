// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/tracers.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "neighbors/candidates-inl.h"
#include "neighbors/row_finder.h"

#include "world/tracers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
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
    const float* carried[3] = {};  ///< by the fluid: its velocity, or what else tracers want of it
    const float* volume = nullptr;
    float h = 0;
    Vec3 gravity;
    float dt = 0;
};

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

/// weight and flow (or what else is carried) of one tracer, or two, over one block of candidates. W is poly6
/// without its constant.
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
    const float* const source[7] = {pass.fluidX.x,   pass.fluidX.y,   pass.fluidX.z, pass.carried[0],
                                    pass.carried[1], pass.carried[2], pass.volume};
    const float* const x[3] = {pass.x.x, pass.x.y, pass.x.z};
    const FlowLoop loop{pass};
    PairRun<Twin, 7, FlowLoop> pairs(source, loop);
    RowFinder finder(*pass.fluid);
    FaceRow faceRoom[FaceRows::kMostRows];
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range tracers = pass.tracers->cell(c);
        const auto rows = finder.rowsAround(pass.x[tracers.begin]);
        const auto faceRows = pass.fluid->faceRowsAround(pass.x[tracers.begin], faceRoom);
        if (rows.empty() && faceRows.empty()) continue;
        pairs.run(tracers, rows, faceRows, CellBox(x, tracers, pass.h));
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
    const Index before = size();
    append(points, color);
    for (Index i = before; i < size(); ++i) store_.velocity().set(i, velocity);
    filled_ += static_cast<Index>(points.size());
}

void TracerCloud::append(std::span<const Vec3> points, Vec3 color) {
    const Index before = size();
    store_.add(points, {}, 0);
    colors_.insert(colors_.end(), points.size(), color);
    for (Index i = before; i < size(); ++i) store_.id()[i] = i;
    if (knowsHeat_)
        std::fill(store_.scalar(temperature_) + before, store_.scalar(temperature_) + size(),
                  startTemperature_);
    isOrdered_ = false;
}

void TracerCloud::bring(const NewTracers& guests, const TracerLimit& limit) {
    const Index before = size();
    const Index room = std::max(limit.most, before) - before;
    const std::size_t count = std::min<std::size_t>(guests.positions.size(), room);
    append(guests.positions.first(count), guests.color);
    for (Index k = 0; k < count; ++k) store_.velocity().set(before + k, guests.velocities[k]);
    if (limit.recycles && count < guests.positions.size()) replaceOldest(guests, static_cast<Index>(count));
}

// The guests from `first` on take the places of the oldest. If they are more than there are places, it is the
// last of them that stay.
void TracerCloud::replaceOldest(const NewTracers& guests, Index first) {
    const Index n = size();
    if (n == 0) return;
    const auto all = static_cast<Index>(guests.positions.size());
    const Index count = std::min(all - first, n);
    for (Index i = 0; i < n; ++i) {
        const auto id = static_cast<Index>(store_.id()[i]);
        const Index turn = id >= oldest_ ? id - oldest_ : id + (n - oldest_);
        if (turn >= count) continue;
        const Index k = all - count + turn;
        store_.position().set(i, guests.positions[k]);
        store_.velocity().set(i, guests.velocities[k]);
        colors_[id] = guests.color;
        if (!knowsHeat_) continue;
        store_.scalar(temperature_)[i] = startTemperature_;
        store_.scalar(smoke_)[i] = 0;
    }
    oldest_ = static_cast<Index>((std::uint64_t{oldest_} + count) % n);
    isOrdered_ = false;
}

void TracerCloud::knowHeat(float temperature) {
    if (knowsHeat_) return;
    knowsHeat_ = true;
    startTemperature_ = temperature;
    temperature_ = store_.declare({"temperature", "K", FieldType::Scalar});
    smoke_ = store_.declare({"smoke", "", FieldType::Scalar});
    std::fill_n(store_.scalar(temperature_), size(), temperature);
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

// Sorts the tracers, for a pass over what the particles carry. Those that came off bodies at the end of the
// step are not in its grid, and not seen.
TracerPass TracerCloud::passOf(const TracerStep& step, std::span<const float* const, 3> carried) {
    grid_.build(store_, step.h, step.dimension, step.pool);
    const bool hasFluid = step.particles.size() > 0 && step.grid.particleCount() > 0;
    UNDINE_ASSERT(!hasFluid || step.grid.particleCount() <= step.particles.size());
    if (hasFluid) prepareFluid(step);
    return {.tracers = &grid_,
            .fluid = hasFluid ? &step.grid : nullptr,
            .x = store_.position(),
            .v = store_.velocity(),
            .weight = store_.scalar(weight_),
            .flow = store_.vector(flow_),
            .fluidX = {start_[0].data(), start_[1].data(), start_[2].data()},
            .carried = {carried[0], carried[1], carried[2]},
            .volume = volume_.data(),
            .h = step.h,
            .gravity = step.gravity,
            .dt = step.dt};
}

void TracerCloud::takeHeat(const TracerStep& step, const TracerHeat& heat) {
    if (size() == 0 || !knowsHeat_) return;
    const float* const carried[] = {heat.temperature, heat.smoke, heat.smoke};
    const TracerPass pass = passOf(step, carried);
    float* const temperature = store_.scalar(temperature_);
    float* const smoke = store_.scalar(smoke_);
    const float stays = std::exp(-heat.cooling * step.dt);
    grid_.forEachBlockOfCells(step.pool, [&](Range cells) {
        HWY_DYNAMIC_DISPATCH(flowOfCells)(pass, cells);
        const Range own = grid_.particlesOf(cells);
        for (Index i = own.begin; i < own.end; ++i) {
            if (pass.weight[i] > 0) {
                temperature[i] = pass.flow.x[i] / pass.weight[i];
                smoke[i] = pass.flow.y[i] / pass.weight[i];
            } else {
                temperature[i] = heat.surroundings + stays * (temperature[i] - heat.surroundings);
            }
        }
    });
    isOrdered_ = false;
}

void TracerCloud::advect(const TracerStep& step) {
    if (size() == 0) return;
    const VectorSpan velocity = step.particles.velocity();
    const float* const carried[] = {velocity.x, velocity.y, velocity.z};
    const TracerPass pass = passOf(step, carried);
    const WallPass walls{.walls = step.walls, .table = nullptr, .h = step.h, .x = pass.x};
    grid_.forEachBlockOfCells(step.pool, [&](Range cells) {
        HWY_DYNAMIC_DISPATCH(flowOfCells)(pass, cells);
        const Range own = grid_.particlesOf(cells);
        HWY_DYNAMIC_DISPATCH(moveWithFlow)(pass, own);
        collideWithWalls(walls, own, step.wallDistance, pass.v);
    });
    grid_.period().wrap(pass.x, size(), step.pool);
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

std::span<const float> TracerCloud::inOrder(ParticleStore::FieldIndex field, AlignedArray<float>& to) {
    if (!knowsHeat_) return {};
    to.resizeForOverwrite(size());
    for (Index i = 0; i < size(); ++i) to[store_.id()[i]] = store_.scalar(field)[i];
    return {to.data(), size()};
}

std::span<const float> TracerCloud::temperatures() { return inOrder(temperature_, orderedTemperature_); }
std::span<const float> TracerCloud::smoke() { return inOrder(smoke_, orderedSmoke_); }

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
    std::size_t total = store_.bytes() + grid_.bytes() + volume_.bytes() + orderedTemperature_.bytes() +
                        orderedSmoke_.bytes() + colors_.capacity() * sizeof(Vec3);
    for (int k = 0; k < 3; ++k) total += start_[k].bytes() + ordered_[k].bytes();
    return total;
}

// --- Saved state: how many there are, which is the oldest, whether they know heat (nobody does not); then x,
// y, z, velocities, temperatures and smoke, ids in their present order; the colours by id ---

std::vector<float*> TracerCloud::savedAxes() {
    const VectorSpan x = store_.position(), v = store_.velocity();
    std::vector<float*> axes{x.x, x.y, x.z, v.x, v.y, v.z};
    if (knowsHeat_) axes.insert(axes.end(), {store_.scalar(temperature_), store_.scalar(smoke_)});
    return axes;
}

void TracerCloud::save(ByteWriter& out) {
    const std::size_t n = size();
    out.value(static_cast<std::uint32_t>(n));
    out.value(static_cast<std::uint32_t>(oldest_));
    out.value(static_cast<std::uint8_t>(knowsHeat_ && n > 0));
    for (const float* axis : savedAxes()) out.bytes(axis, n * sizeof(float));
    out.bytes(store_.id(), n * sizeof(ParticleId));
    out.bytes(colors_.data(), n * sizeof(Vec3));
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

/// A state where it lies in the input.
struct TracerCloud::Saved {
    Index count = 0;
    Index oldest = 0;
    std::vector<const std::byte*> axes{};  // as savedAxes() has them
    const std::byte* ids = nullptr;
    const std::byte* colors = nullptr;
};

// Looks at everything before anything changes.
Result<TracerCloud::Saved> TracerCloud::readState(ByteReader& in, Index most) {
    Saved saved{.count = in.value<std::uint32_t>(), .oldest = in.value<std::uint32_t>()};
    const bool knowsHeat = in.value<std::uint8_t>() != 0;
    const std::size_t n = saved.count;
    if (in.ok() && (n < filled_ || n > std::max(filled_, most))) {
        return Error{"tracers: " + std::to_string(n) + " were saved, this world has " +
                     std::to_string(filled_) + (most > filled_ ? " or more" : "")};
    }
    if (in.ok() && knowsHeat != (knowsHeat_ && n > 0))
        return Error{"tracers: only one of the worlds knows heat"};
    saved.axes.resize(knowsHeat ? 8 : 6);
    for (const std::byte*& axis : saved.axes) axis = in.take(n * sizeof(float));
    saved.ids = in.take(n * sizeof(ParticleId));
    saved.colors = in.take(n * sizeof(Vec3));
    if (!in.ok()) return Error{"tracers: cut short"};
    const auto isFinite = [&](const std::byte* axis) { return areFinite(axis, n); };
    if (!std::ranges::all_of(saved.axes, isFinite) || !areFinite(saved.colors, 3 * n)) {
        return Error{"tracers: a position or something else is not a finite number"};
    }
    if (!areAllIds(saved.ids, n)) return Error{"tracers: two have the same id"};
    if (saved.oldest > 0 && saved.oldest >= n) return Error{"tracers: the oldest is none of them"};
    return saved;
}

Result<void> TracerCloud::restore(ByteReader& in, Index most, const ThreadPool& pool) {
    const auto read = readState(in, most);
    if (!read) return Error{read.error()};
    const Saved& saved = read.value();
    const std::size_t n = saved.count;
    if (n > size()) store_.add(std::vector<Vec3>(n - size()), {}, 0);
    if (n < size()) {
        std::vector<Index> first(n);
        std::iota(first.begin(), first.end(), Index{0});
        store_.permute(pool, first, ParticleStore::Move::AllFields);
    }
    oldest_ = saved.oldest;
    colors_.resize(n);
    isOrdered_ = false;
    if (n == 0) return {};
    const std::vector<float*> to = savedAxes();
    for (std::size_t k = 0; k < to.size(); ++k) std::memcpy(to[k], saved.axes[k], n * sizeof(float));
    std::memcpy(store_.id(), saved.ids, n * sizeof(ParticleId));
    std::memcpy(colors_.data(), saved.colors, n * sizeof(Vec3));
    return {};
}

}  // namespace undine

#endif  // HWY_ONCE
