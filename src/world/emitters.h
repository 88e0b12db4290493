// SPDX-License-Identifier: Zlib
// Emitters bring particles into the world. Before a step they put down the layers that left their nozzles
// since the last one (world/layers.h), place by place:
//   - a place with a particle too near is left out, so that a blocked nozzle does not clump;
//   - of the others as many are taken as flow rate, limit, reservoir and the room in the world allow, chosen
//     at random but the same at every run.
// What could not come is not made up for later. That a nozzle is the outlet of a pump means that it has a
// reservoir, and gives out only what absorbers have put there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/byte_stream.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "world/layers.h"
#include "world/nearby_particles.h"
#include "world/nozzle.h"

namespace undine {

class Emitters {
  public:
    explicit Emitters(const WorldSettings& settings);

    /// Adds an emitter to a world with so many fluids and these bodies, whose clock shows `now`.
    Result<void> add(const Emitter& emitter, std::size_t fluidCount, std::span<const BodyState> bodies,
                     double now);

    bool empty() const { return sources_.empty(); }

    /// Adds all particles that are due at the time `now`, with the bodies where they are then. Returns how
    /// many.
    Index emit(ParticleStore& particles, const ThreadPool& pool, std::span<const BodyState> bodies,
               double now);

    /// Makes the emitter of that name the outlet of a pump and returns its number; the error ends with the
    /// nearest name there is.
    Result<std::size_t> connectPump(std::string_view name);

    /// Puts particles into the reservoir of a pump.
    void feed(std::size_t emitter, Index count) { sources_[emitter].state.reservoir += count; }

    /// Particles an emitter has given out, and those its reservoir holds.
    std::uint64_t emitted(std::size_t emitter) const { return sources_[emitter].state.emitted; }
    std::uint64_t reservoir(std::size_t emitter) const { return sources_[emitter].state.reservoir; }

    /// What changes from step to step. restore() takes it over when it fits these emitters in a world whose
    /// clock shows `now`, or changes nothing and says why not.
    void save(ByteWriter& out) const;
    Result<void> restore(ByteReader& in, double now);

    std::size_t bytes() const;

  private:
    struct State {
        double clock = 0;             // s: layers that passed until then are done with
        std::uint64_t emitted = 0;    // particles
        std::uint64_t reservoir = 0;  // particles
    };
    struct Source {
        EmitterSettings settings;
        Nozzle nozzle;
        double share = 1;  // of the places of a layer, as flow_rate wants it
        std::optional<std::size_t> body;
        std::uint64_t seed = 0;
        bool isPump = false;
        State state;
    };

    Result<void> checkName(const std::string& name, const std::string& path) const;
    bool isPossible(const Source& source, const State& state, double now) const;

    Index emitFrom(Source& source, ParticleStore& particles, const ThreadPool& pool, const BodyState& body);
    std::uint64_t allowance(const Source& source, Index particleCount) const;
    void choosePlaces(const Source& source, const Layer& layer, std::size_t first, std::uint64_t most);
    Index addChosen(const Source& source, ParticleStore& particles, const ThreadPool& pool);
    void removeOldest(ParticleStore& particles, const ThreadPool& pool, Index count);

    float spacing_;
    int dimension_;
    double longestStep_;
    Index maxParticles_;
    AtLimit atLimit_;
    std::vector<Source> sources_;

    // What an emitter at work writes down, kept for the memory.
    std::vector<Layer> layers_;
    LayerPlaces places_;                                         // of all layers, one after the other
    std::vector<std::pair<std::uint64_t, std::size_t>> chosen_;  // a random number, and which place
    std::vector<Vec3> positions_;                                // of the chosen ones
    std::vector<ParticleId> ids_;
    AlignedArray<bool> marks_;
    NearbyParticles nearby_;
};

}  // namespace undine
