// SPDX-License-Identifier: Zlib
#include "world/emitters.h"

#include <algorithm>
#include <cmath>

#include "world/emitter_checks.h"

namespace undine {
namespace {

/// A particle that is nearer to a place than this many spacings blocks it.
constexpr float kClearance = 0.75F;

/// The indices of particles go no further.
constexpr Index kMostParticles = 4'000'000'000;

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

Result<void> Emitters::add(const Emitter& emitter, std::size_t fluidCount, std::span<const BodyState> bodies,
                           double now) {
    const std::string path = "emitters." + std::to_string(sources_.size());
    const EmitterSettings& settings = emitter.settings;
    if (const auto checked = checkEmitter(settings, path, fluidCount); !checked) return checked;
    if (const auto checked = checkName(settings.name, path); !checked) return checked;
    auto nozzle = makeNozzle(emitter, spacing_, dimension_, path);
    if (!nozzle) return Error{nozzle.error()};
    if (const auto checked = checkAmount(settings, nozzle.value(), path, longestStep_); !checked) {
        return checked;
    }
    const auto share = shareOfFlow(settings, nozzle.value(), path);
    if (!share) return Error{share.error()};
    Source source{.settings = settings,
                  .nozzle = std::move(nozzle).value(),
                  .share = share.value(),
                  .body = {},
                  .seed = sources_.size(),
                  .state = {.clock = now}};
    if (!settings.body.empty()) {
        std::vector<std::string_view> names;
        for (const BodyState& body : bodies) names.push_back(body.name);
        const auto found = findName(settings.body, names, "body");
        if (!found) return Error{path + ".body: " + found.error()};
        source.body = found.value();
    }
    sources_.push_back(std::move(source));
    return {};
}

Result<void> Emitters::checkName(const std::string& name, const std::string& path) const {
    for (std::size_t k = 0; k < sources_.size() && !name.empty(); ++k) {
        if (sources_[k].settings.name != name) continue;
        return Error{path + ".name: \"" + name + "\": is the name of emitters." + std::to_string(k) +
                     " already"};
    }
    return {};
}

Result<std::size_t> Emitters::connectPump(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Source& source : sources_) names.push_back(source.settings.name);
    const auto found = findName(name, names, "emitter");
    if (found) sources_[found.value()].isPump = true;
    return found;
}

Index Emitters::emit(ParticleStore& particles, const ThreadPool& pool, std::span<const BodyState> bodies,
                     double now) {
    static const BodyState kNoBody;
    Index count = 0;
    for (Source& source : sources_) {
        findLayers(source.settings, spacing_, source.state.clock, now, layers_);
        source.state.clock = now;
        if (layers_.empty() || allowance(source, particles.size()) == 0) continue;
        count += emitFrom(source, particles, pool, source.body ? bodies[*source.body] : kNoBody);
    }
    return count;
}

Index Emitters::emitFrom(Source& source, ParticleStore& particles, const ThreadPool& pool,
                         const BodyState& body) {
    places_.positions.clear();
    places_.velocities.clear();
    for (const Layer& layer : layers_) {
        placeLayer(source.settings, source.nozzle, body, layer, source.seed, places_);
    }
    nearby_.gather(particles, pool, places_.positions, kClearance * spacing_);
    Index count = 0;
    for (std::size_t k = 0; k < layers_.size(); ++k) {
        const std::uint64_t most = std::min(allowance(source, particles.size()),
                                            wantedOf(source.share, source.nozzle, layers_[k].number));
        choosePlaces(source, layers_[k], k * source.nozzle.places.size(), most);
        const Index added = addChosen(source, particles, pool);
        // Layers of a nozzle that moves along with its fluid may meet.
        for (const Vec3 p : positions_) nearby_.insert(p);
        source.state.emitted += added;
        if (source.isPump) source.state.reservoir -= added;
        count += added;
    }
    return count;
}

std::uint64_t Emitters::allowance(const Source& source, Index particleCount) const {
    const Index full = maxParticles_ > 0 ? maxParticles_ : kMostParticles;
    const bool recycles = maxParticles_ > 0 && atLimit_ == AtLimit::RecycleOldest;
    std::uint64_t most = recycles ? full : full - std::min(full, particleCount);
    if (source.isPump) most = std::min(most, source.state.reservoir);
    if (source.settings.limit > 0) most = std::min(most, source.settings.limit - source.state.emitted);
    return most;
}

void Emitters::choosePlaces(const Source& source, const Layer& layer, std::size_t first, std::uint64_t most) {
    chosen_.clear();
    for (std::size_t k = 0; k < source.nozzle.places.size(); ++k) {
        if (nearby_.isNear(places_.positions[first + k])) continue;
        chosen_.emplace_back(randomOfPlace(source.nozzle, layer, k, source.seed), first + k);
    }
    if (chosen_.size() <= most) return;
    const auto end = chosen_.begin() + static_cast<std::ptrdiff_t>(most);
    std::ranges::nth_element(chosen_, end);
    chosen_.erase(end, chosen_.end());
    std::ranges::sort(chosen_, {}, [](const auto& entry) { return entry.second; });
}

Index Emitters::addChosen(const Source& source, ParticleStore& particles, const ThreadPool& pool) {
    positions_.clear();
    for (const auto& entry : chosen_) positions_.push_back(places_.positions[entry.second]);
    const auto count = static_cast<Index>(positions_.size());
    if (count == 0) return 0;
    if (maxParticles_ > 0 && particles.size() + count > maxParticles_) {
        removeOldest(particles, pool, std::min(count, particles.size() + count - maxParticles_));
    }
    const Index first = particles.size();
    particles.add(positions_, {}, source.settings.fluid);
    const VectorSpan v = particles.velocity();
    for (Index k = 0; k < count; ++k) v.set(first + k, places_.velocities[chosen_[k].second]);
    return count;
}

void Emitters::removeOldest(ParticleStore& particles, const ThreadPool& pool, Index count) {
    const Index n = particles.size();
    const ParticleId* id = particles.id();
    ids_.assign(id, id + n);
    const auto last = ids_.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::ranges::nth_element(ids_, last);
    const ParticleId youngest = *last;
    marks_.resizeForOverwrite(n);
    pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) marks_[i] = id[i] <= youngest;
    });
    particles.removeMarked(pool, marks_.span());
}

void Emitters::save(ByteWriter& out) const {
    out.value(static_cast<std::uint64_t>(sources_.size()));
    for (const Source& source : sources_) {
        out.value(source.state.clock);
        out.value(source.state.emitted);
        out.value(source.state.reservoir);
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
        if (!in.ok() || !isPossible(sources_[k], state, now)) {
            return Error{"emitters." + std::to_string(k) + ": the state is cut off or damaged"};
        }
    }
    for (std::size_t k = 0; k < states.size(); ++k) sources_[k].state = states[k];
    return {};
}

bool Emitters::isPossible(const Source& source, const State& state, double now) const {
    // Emitters work at every step, so that their clocks are at most one step behind.
    const bool clock = state.clock >= 0 && state.clock <= now && now - state.clock <= 1.001 * longestStep_;
    const bool emitted = source.settings.limit == 0 || state.emitted <= source.settings.limit;
    const bool reservoir = source.isPump || state.reservoir == 0;
    return clock && emitted && reservoir;
}

std::size_t Emitters::bytes() const {
    return layers_.capacity() * sizeof(Layer) + places_.positions.capacity() * 2 * sizeof(Vec3) +
           chosen_.capacity() * sizeof(chosen_[0]) + positions_.capacity() * sizeof(Vec3) +
           ids_.capacity() * sizeof(ParticleId) + marks_.bytes() + nearby_.bytes();
}

}  // namespace undine
