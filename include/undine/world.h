// SPDX-License-Identifier: Zlib
// A world: fluids, walls and the particles of a simulation, and the step that moves them.
//
//     auto world = undine::World::create({.particleSpacing = 0.02F}).value();
//     auto water = world.addFluid({.restDensity = 1000}).value();
//     bool ok = world.addWall(undine::BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}).ok();
//     world.fill(water, undine::BoxFill{.min = {0, 0, 0}, .max = {0.4F, 0.5F, 1}}).value();
//     world.advance(1.0F / 60);
//
// Nothing here prints, exits or throws, but for std::bad_alloc when memory runs out: bad settings come back
// as a Result, trouble of a step as a StepReport. A world is for one thread at a time; it brings its own
// threads for its loops. A moved-from world may only be destroyed or assigned to.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "undine/export.h"
#include "undine/fields.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/rigid.h"
#include "undine/rigid_engine.h"
#include "undine/settings.h"

namespace undine {

class UNDINE_API World {
  public:
    /// An empty world, or an Error that names the setting, its value and its range.
    static Result<World> create(const WorldSettings& settings = {},
                                const SolverSettings& solver = WcsphSettings{});

    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    const WorldSettings& settings() const;
    std::string_view solverName() const;
    float supportRadius() const;  ///< m, in the world.

    /// Adds a fluid; the index names it in fill() and in the field "fluid".
    Result<FluidIndex> addFluid(const FluidSettings& settings);
    std::span<const FluidSettings> fluids() const;

    /// Adds a wall that stands still.
    Result<void> addWall(const Wall& wall);

    /// Adds a body; its name must not be taken. One with a density or a mass flies freely, pushed by the
    /// fluid and pulled by gravity, and collides with nothing but fluid unless an engine is attached.
    Result<void> addBody(const Body& body);
    std::span<const BodyState> bodies() const;  ///< Where they are at time().
    /// The rigid body that the one at this place of bodies() is; none for a box or a ball on a path, which is
    /// a wall.
    std::optional<RigidId> rigidIdOf(std::size_t body) const;

    /// From now on the engine's steps are taken along with those of the world; its intervals begin now and
    /// are met exactly. Its state is saved and restored with the world's. nullptr: no engine.
    void attachEngine(std::unique_ptr<RigidEngine> engine);

    /// Adds a body that feels the fluid, and is told how it moves by an engine for rigid bodies; see
    /// undine/rigid.h.
    Result<RigidId> addRigidBody(const RigidBodySettings& settings, const RigidMotion& motion = {});
    /// Whether there was one.
    bool removeRigidBody(RigidId body);
    Result<void> setRigidMotion(RigidId body, const RigidMotion& motion);
    std::optional<RigidMotion> rigidMotion(RigidId body) const;
    /// Pushes a free body with a force (N) at a place, through the next step, also one that an engine moves.
    Result<void> addRigidForce(RigidId body, Vec3 force, Vec3 at);
    std::optional<float> rigidMass(RigidId body) const;  ///< kg; 0 for one that nothing moves.
    /// How all of them meet the fluid.
    Result<void> setRigidContacts(const RigidContactSettings& settings);

    /// Adds a force field.
    Result<void> addForce(const Force& force);

    /// Adds a nozzle. Its fluid, and its body if it names one, must exist.
    Result<void> addEmitter(const Emitter& emitter);

    /// Adds a box that takes particles. The emitter it feeds, if it names one, must exist.
    Result<void> addAbsorber(const Absorber& absorber);

    /// Adds a box whose fluid becomes a rigid piece for a time. Its particles have the fields "piece", which
    /// is 1 + the number of the freezer or 0, and "place_in_piece".
    Result<void> addFreezer(const Freezer& freezer);

    /// Adds the particles of a vortex, in methods that have vortex particles; returns how many.
    Result<Index> addVortex(const VortexSeed& seed);
    Result<void> checkVortex(const VortexSeed& seed) const;  ///< Whether addVortex would.

    /// Fills a shape with tracers; returns how many.
    Result<Index> addTracers(const Tracers& tracers);
    VectorView tracerPositions() const;          ///< m, in the order they were added.
    std::span<const Vec3> tracerColors() const;  ///< In the same order.
    /// K, and what has burnt of their surroundings, 0..1; both empty unless a fluid or a body is hot or
    /// burns.
    std::span<const float> tracerTemperatures() const;
    std::span<const float> tracerSmoke() const;

    /// Fills a shape with particles on a lattice, but for places behind the walls there are already; returns
    /// how many.
    Result<Index> fill(FluidIndex fluid, const Fill& shape);

    /// Adds single particles. Their ids count up from the one returned.
    Result<ParticleId> addParticles(FluidIndex fluid, std::span<const Vec3> positions, Vec3 velocity = {});

    /// The same with a velocity for each.
    Result<ParticleId> addParticles(FluidIndex fluid, std::span<const Vec3> positions,
                                    std::span<const Vec3> velocities);

    /// Removes the particles with these ids, and says how many of them existed.
    Index removeParticles(std::span<const ParticleId> ids);

    /// One step, adaptive or fixed as the settings say, of at most `limit` seconds (0 or not finite: no
    /// further limit). Trouble that is found before particles move leaves dt at 0; a velocity that went wrong
    /// in the move itself is reported after it. The world may still be read, and stepped again once the cause
    /// is removed.
    StepReport step(float limit = 0);

    /// Steps until `seconds` have passed or there is trouble. The report is the last step's.
    StepReport advance(float seconds);

    /// Brings densities and pressures up to date with the positions; nothing moves. A step does this by
    /// itself.
    void computeFields();

    double time() const;  ///< s, simulated so far.
    std::uint64_t stepCount() const;

    Index particleCount() const;
    VectorView positions() const;
    VectorView velocities() const;
    std::span<const float> densities() const;  ///< kg/m^3, as of the last step.
    std::span<const float> pressures() const;  ///< Pa, as of the last step.
    std::span<const ParticleId> ids() const;
    std::span<const FluidIndex> fluidIndices() const;
    std::span<UserTag> tags();  ///< Yours to write; they travel with the particles.

    /// Where the particle is in the arrays until the next step, add or remove.
    std::optional<Index> findParticle(ParticleId id) const;

    /// In two dimensions z is ignored.
    void setVelocity(Index particle, Vec3 velocity);

    /// All declared fields, and the arrays of one of them: for exporters.
    std::vector<FieldInfo> fields() const;
    std::optional<FieldView> field(std::string_view name) const;

    /// What a report means for a person: which particle, where, how fast, and which setting to change.
    std::string diagnose(const StepReport& report) const;

    Statistics computeStatistics() const;
    std::vector<PhaseTime> phaseTimes() const;

    /// A number that differs when any bit of the saved state differs.
    std::uint64_t stateHash() const;

    /// Everything that changes from step to step, as bytes: a world that was made with the same settings,
    /// fluids, walls, bodies and emitters goes on from them to the same bits.
    std::vector<std::byte> saveState() const;

    /// Takes a saved state over, or says why it does not fit; the world is then as it was.
    Result<void> restoreState(std::span<const std::byte> state);

    /// Bytes held for particles, grid and solver.
    std::size_t memoryBytes() const;

  private:
    struct Impl;
    explicit World(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// A solver that World::create accepts.
struct SolverInfo {
    std::string_view name;   ///< As in scene files: "wcsph".
    std::string_view title;  ///< "Weakly compressible SPH".
    std::string_view paper;  ///< Author and year.
    SolverSettings defaults;
    /// Whether particles are the fluid, with its weight, pressure and momentum; else they carry vorticity and
    /// heat through a fluid that is everywhere.
    bool isLiquid = true;
};
UNDINE_API std::span<const SolverInfo> solvers();

/// Instruction sets this program can use on this machine, best first: "AVX3", "AVX2", "SSE4", "SCALAR" …
UNDINE_API std::vector<std::string> simdTargets();

/// The one in use. The environment variable UNDINE_SIMD or selectSimdTarget() forces another.
UNDINE_API std::string simdTarget();
UNDINE_API Result<void> selectSimdTarget(std::string_view name);

}  // namespace undine
