// SPDX-License-Identifier: Zlib
// Emitters bring particles into the world. Before a step they put down the layers that left their nozzles
// since the last one (world/layers.h), place by place:
//   - a place with a particle too near is left out, so that a blocked nozzle does not clump;
//   - of the others as many are taken as flow rate, limit, reservoir and the room in the world allow, chosen
//     at random but the same at every run.
// What could not come is not made up for later.
//
// The last layers of a jet have nothing behind them. Whatever pressure there is in the jet would throw them
// back into the nozzle, where no pipe is: it would lose a tenth of its flow, and its lattice. Therefore
// the nozzle has a mouth of two spacings, the reach of a particle. A particle in the mouth is held: after
// each step it is put where the flow of the nozzle would have it. It is let go when it leaves the mouth, when
// the nozzle closes, when it freezes, or when it is squeezed because there is no way out.
//
// What a nozzle on a body throws out throws the body back, and what holding changes in a mouth is taken from
// the body: these are recoils. The water itself is thought to have been on board, moving along with the body,
// whose mass stays what it is.
//
// Tracers that come along are scattered in the room each particle takes, and have its velocity.
//
// The outlet of a pump is an emitter with a reservoir. It gives out only what absorbers have put there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_stream.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/rotation.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "world/layers.h"
#include "world/nearby_particles.h"
#include "world/nozzle.h"

namespace undine {

/// By how much the velocities that nozzles give add up on a body: the impulse on it is minus this times the
/// mass of a particle.
struct Recoil {
    std::size_t body = 0;  ///< its number
    FluidIndex fluid = 0;
    Vec3d velocity{};  ///< m/s, the sum
    Vec3d moment{};    ///< m^2/s, the same about the origin

    void add(Vec3d at, Vec3d v) {
        velocity = velocity + v;
        moment = moment + cross(at, v);
    }
};

/// What came along with the particles of an emitter.
struct BroughtTracers {
    FluidIndex fluid = 0;
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
};

class Emitters {
  public:
    explicit Emitters(const WorldSettings& settings);

    /// Adds an emitter to a world with these fluids and bodies, whose clock shows `now`.
    Result<void> add(const Emitter& emitter, std::span<const FluidSettings> fluids,
                     std::span<const BodyState> bodies, double now);

    bool empty() const { return sources_.empty(); }
    std::size_t size() const { return sources_.size(); }

    /// Adds all particles that are due at the time `now`, with the bodies where they are then. Returns how
    /// many.
    Index emit(ParticleStore& particles, const ThreadPool& pool, std::span<const BodyState> bodies,
               double now);

    /// Holds the particles that are in the mouths of their nozzles at the time `now`, after a step that found
    /// these densities.
    void hold(ParticleStore& particles, const ThreadPool& pool, std::span<const float> densities,
              std::span<const BodyState> bodies, double now);

    /// Of the last emit() or hold(), those on bodies.
    std::span<const Recoil> recoils() const { return recoils_; }

    /// Those of the last emit(), for each emitter that brings some.
    std::span<const BroughtTracers> tracers() const { return tracers_; }

    /// How many particles are in the mouth of a nozzle at most.
    static std::size_t mouthOf(const Nozzle& nozzle);

    /// Makes the emitter of that name the outlet of a pump and returns its number; the error ends with the
    /// nearest name there is.
    Result<std::size_t> connectPump(std::string_view name);

    /// Places that the last emit() left out because fluid was still there.
    Index blocked() const { return blocked_; }

    /// How many particles a pump can take before its nozzle has given some: two layers are in it at most.
    Index roomOf(std::size_t emitter) const;

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
    /// A particle in the mouth.
    struct Held {
        ParticleId id = 0;
        std::uint64_t layer = 0;
        std::uint64_t place = 0;
    };
    struct State {
        double clock = 0;             // s: layers that passed until then are done with
        std::uint64_t emitted = 0;    // particles
        std::uint64_t reservoir = 0;  // particles
        std::vector<Held> held;       // in the order of their ids
    };
    struct Source {
        EmitterSettings settings;
        Nozzle nozzle;
        float restDensity = 0;  // kg/m^3
        double share = 1;       // of the places of a layer, as flow_rate wants it
        std::optional<std::size_t> body;
        std::uint64_t seed = 0;
        bool isPump = false;
        std::size_t tracerSlot = 0;  // in tracers_, of one that brings some
        State state;
    };

    Result<void> checkName(const std::string& name, const std::string& path) const;
    bool isPossible(const Source& source, const State& state, double now) const;

    /// Where an emitter works, and when.
    struct Site {
        ParticleStore& particles;
        const ThreadPool& pool;
        const BodyState& body;
        double now;
    };

    Index emitFrom(Source& source, const Site& site, std::uint64_t firstLayer, std::uint64_t endLayer);
    void placeLayers(const Source& source, const Site& site, std::uint64_t first, std::uint64_t end);
    std::uint64_t allowance(const Source& source, Index particleCount) const;
    void choosePlaces(const LayerPlaces& layer, std::size_t count, std::uint64_t most);
    Index addChosen(Source& source, const Site& site, std::uint64_t layer);
    void scatterTracers(const Source& source, const Place& place, std::uint64_t particle);
    void removeOldest(const Site& site, Index count);
    void holdOf(Source& source, const Site& site, std::span<const float> densities);

    Index blocked_ = 0;
    float spacing_;
    int dimension_;
    double longestStep_;
    Index maxParticles_;
    AtLimit atLimit_;
    std::vector<Source> sources_;

    /// A place of a layer that is free.
    struct Chosen {
        std::uint64_t lot;  // a random number
        std::uint64_t place;
    };

    // What an emitter at work writes down, kept for the memory.
    std::vector<LayerPlaces> layers_;
    std::vector<Chosen> chosen_;
    std::vector<Vec3> positions_;
    std::vector<char> stays_;  // for each one held
    std::vector<Place> kept_;  // and where it was put; its thrust is how its velocity changed
    std::vector<Recoil> recoils_;
    std::vector<BroughtTracers> tracers_;  // by those who bring some, in their order
    std::vector<ParticleId> ids_;
    AlignedArray<bool> marks_;
    NearbyParticles nearby_;
};

}  // namespace undine
