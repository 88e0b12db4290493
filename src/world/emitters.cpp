// SPDX-License-Identifier: Zlib
#include "world/emitters.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/memory.h"
#include "core/random.h"
#include "world/emitter_checks.h"
#include "world/frozen_pieces.h"

namespace undine {
namespace {

// Measured with nozzles that fill a tank from below the surface, upwards and sideways, at 1 to 3 m/s: of the
// particles around the nozzle 99 of 100 are below 1.02 rest densities, the densest is at 1.1. A clearance of
// 0.75 makes that 1.3; one above 0.95 blocks slow jets that rise, because gravity draws their layers
// together. When the squeezed ones are let go, between 1.01 and 1.05, makes no difference.

/// A particle that is nearer to a place than this many spacings blocks it.
constexpr float kClearance = 0.9F;

/// So many layers are in the mouth of a nozzle: the reach of a particle, 2 spacings.
constexpr std::uint64_t kMouth = 2;

/// Particles in the mouth that are denser than this many rest densities are let go.
constexpr float kSqueezed = 1.03F;

/// For emitters that are fixed to none.
const BodyState kNoBody;

/// How many places of a layer make up the share. When that is no whole number, some layers have one more.
std::uint64_t wantedOf(double share, const Nozzle& nozzle, std::uint64_t layer) {
    const double each = share * static_cast<double>(nozzle.places.size());
    const auto number = static_cast<double>(layer);
    return static_cast<std::uint64_t>(std::floor((number + 1) * each) - std::floor(number * each));
}

}  // namespace

Emitters::Emitters(const WorldSettings& settings)
    : spacing_(settings.particleSpacing / settings.simulationScale),
      dimension_(settings.dimension),
      longestStep_(settings.timeStep > 0 ? settings.timeStep : settings.maxTimeStep),
      maxParticles_(settings.maxParticles),
      atLimit_(settings.atLimit) {}

Result<void> Emitters::add(const Emitter& emitter, std::span<const FluidSettings> fluids,
                           std::span<const BodyState> bodies, double now) {
    const std::string path = "emitters." + std::to_string(sources_.size());
    const EmitterSettings& settings = emitter.settings;
    if (const auto checked = checkEmitter(settings, path, fluids.size()); !checked)
        return Error{checked.error()};
    if (const auto checked = checkName(settings.name, path); !checked) return Error{checked.error()};
    auto nozzle = makeNozzle(emitter, spacing_, dimension_, path);
    if (!nozzle) return Error{nozzle.error()};
    if (const auto checked = checkAmount(settings, nozzle.value(), path, longestStep_); !checked) {
        return Error{checked.error()};
    }
    const auto share = shareOfFlow(settings, nozzle.value(), path);
    if (!share) return Error{share.error()};
    Source source{.settings = settings,
                  .nozzle = std::move(nozzle).value(),
                  .restDensity = fluids[settings.fluid].restDensity,
                  .share = share.value(),
                  .body = {},
                  .seed = sources_.size(),
                  .state = {}};
    source.state.clock = now;
    if (!settings.body.empty()) {
        std::vector<std::string_view> names;
        for (const BodyState& body : bodies) names.push_back(body.name);
        const auto found = findName(settings.body, names, "body");
        if (!found) return Error{path + ".body: " + found.error()};
        source.body = found.value();
    }
    if (settings.tracers > 0) {
        source.tracerSlot = tracers_.size();
        tracers_.push_back({.fluid = settings.fluid, .positions = {}, .velocities = {}});
    }
    sources_.push_back(std::move(source));
    return {};
}

Result<void> Emitters::checkName(const std::string& name, const std::string& path) const {
    if (name.empty()) return {};
    const auto taken =
        std::ranges::find_if(sources_, [&](const Source& source) { return source.settings.name == name; });
    if (taken == sources_.end()) return {};
    const std::string other = std::to_string(taken - sources_.begin());
    return Error{path + ".name: \"" + name + "\": is the name of emitters." + other + " already"};
}

Result<std::size_t> Emitters::connectPump(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Source& source : sources_) names.push_back(source.settings.name);
    auto found = findName(name, names, "emitter");
    if (found) sources_[found.value()].isPump = true;
    return found;
}

std::size_t Emitters::mouthOf(const Nozzle& nozzle) { return kMouth * nozzle.places.size(); }

Index Emitters::roomOf(std::size_t emitter) const {
    const Source& source = sources_[emitter];
    const std::uint64_t most = 2 * source.nozzle.places.size();
    return static_cast<Index>(most - std::min(most, source.state.reservoir));
}

Index Emitters::emit(ParticleStore& particles, const ThreadPool& pool, std::span<const BodyState> bodies,
                     double now) {
    Index count = 0;
    blocked_ = 0;
    recoils_.clear();
    for (BroughtTracers& brought : tracers_) brought.positions.clear(), brought.velocities.clear();
    for (Source& source : sources_) {
        const std::uint64_t first = layersUntil(source.settings, spacing_, source.state.clock);
        const std::uint64_t end = layersUntil(source.settings, spacing_, now);
        source.state.clock = now;
        if (first >= end || allowance(source, particles.size()) == 0) continue;
        count += emitFrom(source, {particles, pool, source.body ? bodies[*source.body] : kNoBody, now}, first,
                          end);
    }
    return count;
}

Index Emitters::emitFrom(Source& source, const Site& site, std::uint64_t firstLayer, std::uint64_t endLayer) {
    placeLayers(source, site, firstLayer, endLayer);
    nearby_.gather(site.particles, site.pool, positions_, kClearance * spacing_);
    Index count = 0;
    for (std::uint64_t number = firstLayer; number < endLayer; ++number) {
        const LayerPlaces& layer = layers_[number - firstLayer];
        const std::uint64_t most =
            std::min(allowance(source, site.particles.size()), wantedOf(source.share, source.nozzle, number));
        choosePlaces(layer, source.nozzle.places.size(), most);
        positions_.clear();
        for (const Chosen& chosen : chosen_) positions_.push_back(layer.at(chosen.place).position);
        const Index added = addChosen(source, site, number);
        const VectorSpan v = site.particles.velocity();
        const Index first = site.particles.size() - added;
        Recoil recoil{.body = source.body.value_or(0), .fluid = source.settings.fluid};
        for (Index k = 0; k < added; ++k) {
            const Place place = layer.at(chosen_[k].place);
            v.set(first + k, place.velocity);
            recoil.add(Vec3d(place.position), Vec3d(place.thrust));
            scatterTracers(source, place, source.state.emitted - added + k);
        }
        if (source.body) recoils_.push_back(recoil);
        // The next layer looks at this one too: they meet when the nozzle moves along with its fluid.
        for (const Vec3 p : positions_) nearby_.insert(p);
        count += added;
    }
    return count;
}

// The same at every run: chance depends on the emitter and on how many particles it gave out before.
void Emitters::scatterTracers(const Source& source, const Place& place, std::uint64_t particle) {
    for (Index k = 0; k < source.settings.tracers; ++k) {
        const std::uint64_t key =
            randomWord((particle * source.settings.tracers + k) ^ mixBits(~source.seed));
        Vec3 offset{randomSigned(key), randomSigned(key + 1), randomSigned(key + 2)};
        if (dimension_ == 2) offset.z = 0;
        BroughtTracers& brought = tracers_[source.tracerSlot];
        brought.positions.push_back(place.position + 0.5F * spacing_ * offset);
        brought.velocities.push_back(place.velocity);
    }
}

void Emitters::placeLayers(const Source& source, const Site& site, std::uint64_t first, std::uint64_t end) {
    layers_.clear();
    positions_.clear();
    for (std::uint64_t number = first; number < end; ++number) {
        const Layer layer = layerAt(source.settings, spacing_, number, site.now);
        layers_.emplace_back(source.settings, source.nozzle, site.body, layer, source.seed);
        for (std::size_t k = 0; k < source.nozzle.places.size(); ++k) {
            positions_.push_back(layers_.back().at(k).position);
        }
    }
}

std::uint64_t Emitters::allowance(const Source& source, Index particleCount) const {
    const std::uint64_t full = maxParticles_ > 0 ? maxParticles_ : kMostParticles;
    const bool recycles = maxParticles_ > 0 && atLimit_ == AtLimit::RecycleOldest;
    std::uint64_t most = recycles ? full : full - std::min<std::uint64_t>(full, particleCount);
    if (source.isPump) most = std::min(most, source.state.reservoir);
    if (source.settings.limit > 0) most = std::min(most, source.settings.limit - source.state.emitted);
    return most;
}

void Emitters::choosePlaces(const LayerPlaces& layer, std::size_t count, std::uint64_t most) {
    chosen_.clear();
    for (std::size_t k = 0; k < count; ++k) {
        if (!nearby_.isNear(layer.at(k).position)) chosen_.push_back({layer.randomAt(k), k});
    }
    blocked_ += static_cast<Index>(count - chosen_.size());
    if (chosen_.size() <= most) return;
    const auto end = chosen_.begin() + static_cast<std::ptrdiff_t>(most);
    std::ranges::nth_element(chosen_, end, {}, [](const Chosen& c) { return std::pair(c.lot, c.place); });
    chosen_.erase(end, chosen_.end());
    std::ranges::sort(chosen_, {}, &Chosen::place);
}

Index Emitters::addChosen(Source& source, const Site& site, std::uint64_t layer) {
    const auto count = static_cast<Index>(positions_.size());
    if (count == 0) return 0;
    const Index before = site.particles.size();
    if (maxParticles_ > 0 && before + count > maxParticles_) {
        removeOldest(site, std::min(count, before + count - maxParticles_));
    }
    State& state = source.state;
    ParticleId id = site.particles.add(positions_, {}, source.settings.fluid);
    for (const Chosen& chosen : chosen_) state.held.push_back({id++, layer, chosen.place});
    state.emitted += count;
    if (source.isPump) state.reservoir -= count;
    return count;
}

void Emitters::removeOldest(const Site& site, Index count) {
    const Index n = site.particles.size();
    const ParticleId* id = site.particles.id();
    ids_.assign(id, id + n);
    const auto last = ids_.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::ranges::nth_element(ids_, last);
    const ParticleId youngest = *last;
    marks_.resizeForOverwrite(n);
    site.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) marks_[i] = id[i] <= youngest;
    });
    site.particles.removeMarked(site.pool, marks_.span());
}

void Emitters::hold(ParticleStore& particles, const ThreadPool& pool, std::span<const float> densities,
                    std::span<const BodyState> bodies, double now) {
    recoils_.clear();
    for (Source& source : sources_) {
        std::vector<Held>& held = source.state.held;
        const bool open = speedAt(source.settings, now) > 0;
        const std::uint64_t layers = layersUntil(source.settings, spacing_, now);
        std::erase_if(held, [&](const Held& h) { return !open || h.layer + kMouth < layers; });
        if (held.empty()) continue;
        holdOf(source, {particles, pool, source.body ? bodies[*source.body] : kNoBody, now}, densities);
    }
}

void Emitters::holdOf(Source& source, const Site& site, std::span<const float> densities) {
    std::vector<Held>& held = source.state.held;
    const std::uint64_t firstLayer = held.front().layer;
    layers_.clear();
    for (std::uint64_t number = firstLayer; number <= held.back().layer; ++number) {
        Layer layer = layerAt(source.settings, spacing_, number, site.now);
        layer.speed = speedAt(source.settings, site.now);
        layers_.emplace_back(source.settings, source.nozzle, site.body, layer, source.seed);
    }
    stays_.assign(held.size(), 0);
    kept_.assign(held.size(), {});
    const ParticleId* id = site.particles.id();
    const VectorSpan x = site.particles.position();
    const VectorSpan v = site.particles.velocity();
    const float squeezed = kSqueezed * source.restDensity;
    const auto pieces = site.particles.findField(kPieceField);
    const std::uint32_t* piece = pieces ? site.particles.words32(*pieces) : nullptr;
    site.pool.forEachBlock(site.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            if (id[i] < held.front().id || id[i] > held.back().id) continue;
            const auto h = std::ranges::lower_bound(held, id[i], {}, &Held::id);
            if (h->id != id[i] || densities[i] > squeezed) continue;
            if (piece != nullptr && piece[i] != 0) continue;  // it is frozen
            const Place place = layers_[h->layer - firstLayer].at(h->place);
            const auto number = static_cast<std::size_t>(h - held.begin());
            kept_[number] = {place.position, place.velocity, place.velocity - v[i]};
            stays_[number] = 1;
            x.set(i, place.position);
            v.set(i, place.velocity);
        }
    });
    Recoil recoil{.body = source.body.value_or(0), .fluid = source.settings.fluid};
    std::size_t kept = 0;
    for (std::size_t k = 0; k < held.size(); ++k) {
        if (stays_[k] == 0) continue;
        recoil.add(Vec3d(kept_[k].position), Vec3d(kept_[k].thrust));
        held[kept++] = held[k];
    }
    held.resize(kept);
    if (source.body) recoils_.push_back(recoil);
}

void Emitters::save(ByteWriter& out) const {
    out.value(static_cast<std::uint64_t>(sources_.size()));
    for (const Source& source : sources_) {
        const State& state = source.state;
        out.value(state.clock);
        out.value(state.emitted);
        out.value(state.reservoir);
        out.value(static_cast<std::uint64_t>(state.held.size()));
        out.bytes(state.held.data(), state.held.size() * sizeof(Held));
    }
}

Result<void> Emitters::restore(ByteReader& in, double now) {
    const auto count = in.value<std::uint64_t>();
    if (!in.ok() || count != sources_.size()) {
        return Error{"emitters: the state has " + std::to_string(count) + ", the world " +
                     std::to_string(sources_.size())};
    }
    std::vector<State> states(sources_.size());
    for (std::size_t k = 0; k < states.size(); ++k) {
        State& state = states[k];
        state.clock = in.value<double>();
        state.emitted = in.value<std::uint64_t>();
        state.reservoir = in.value<std::uint64_t>();
        const auto held = in.value<std::uint64_t>();
        for (std::uint64_t h = 0; h < held && in.ok(); ++h) state.held.push_back(in.value<Held>());
        if (!in.ok() || !isPossible(sources_[k], state, now)) {
            return Error{"emitters." + std::to_string(k) + ": the state is cut off or damaged"};
        }
    }
    for (std::size_t k = 0; k < states.size(); ++k) sources_[k].state = std::move(states[k]);
    return {};
}

bool Emitters::isPossible(const Source& source, const State& state, double now) const {
    // Emitters work at every step, so that their clocks are at most one step behind.
    const bool clock = state.clock >= 0 && state.clock <= now && now - state.clock <= 1.001 * longestStep_;
    const bool emitted = source.settings.limit == 0 || state.emitted <= source.settings.limit;
    const bool reservoir = source.isPump || state.reservoir == 0;
    if (!clock || !emitted || !reservoir) return false;
    // Those in the mouth are in the order of their ids, and of the layers until the clock.
    const std::uint64_t layers = layersUntil(source.settings, spacing_, state.clock);
    const auto fits = [&](const Held& h) {
        return h.layer < layers && h.place < source.nozzle.places.size();
    };
    const auto follows = [](const Held& a, const Held& b) { return a.id < b.id && a.layer <= b.layer; };
    return std::ranges::all_of(state.held, fits) &&
           std::ranges::adjacent_find(state.held, std::not_fn(follows)) == state.held.end();
}

std::size_t Emitters::bytes() const {
    std::size_t brought = 0;
    for (const BroughtTracers& b : tracers_) {
        brought += (b.positions.capacity() + b.velocities.capacity()) * sizeof(Vec3);
    }
    return brought + layers_.capacity() * sizeof(LayerPlaces) + chosen_.capacity() * sizeof(Chosen) +
           positions_.capacity() * sizeof(Vec3) + stays_.capacity() + ids_.capacity() * sizeof(ParticleId) +
           marks_.bytes() + nearby_.bytes();
}

}  // namespace undine
