// SPDX-License-Identifier: Zlib
// What a World is made of. Its functions are in five files: world.cpp makes it and takes the steps,
// world_setup.cpp puts things into it, world_bodies.cpp those that are rigid bodies, world_access.cpp reads
// it, world_state.cpp saves and restores it.
#pragma once

#include "boundary/bodies.h"
#include "boundary/rigid_bodies.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/profiler.h"
#include "core/state_parts.h"
#include "neighbors/cell_grid.h"
#include "solvers/solver.h"
#include "undine/world.h"
#include "world/absorbers.h"
#include "world/body_model.h"
#include "world/emitters.h"
#include "world/frozen_pieces.h"
#include "world/tracers.h"
#include "world/world_state.h"

namespace undine {

struct World::Impl {
    Impl(const WorldSettings& s, const SolverEntry& e, const SolverSettings& solverSettings)
        : settings(s),
          entry(e),
          h((s.supportRadius > 0 ? s.supportRadius : 2 * s.particleSpacing) / s.simulationScale),
          spacing(s.particleSpacing / s.simulationScale),
          pool(s.threads),
          solver(e.create(solverSettings, particles, s.dimension)),
          halfSpace(solver->formulation(), h, spacing, s.dimension),
          boundary(s.dimension),
          rigid({solver->formulation(), h, spacing, s.dimension}),
          emitters(s) {}

    /// Makes the world repeat itself where its settings say so.
    Result<void> repeat();
    /// An error for what a world that repeats itself cannot have.
    Result<void> refuseInPeriod(const std::string& path, const char* what) const;

    FluidConstants toWorldUnits(const FluidSettings& fluid) const;
    StepContext context(float timeLeft);
    void advectTracers(float dt);

    /// Whether particles can differ in temperature or burn: only then do tracers take note of it.
    bool hasHeat() const;
    /// Tells tracers of it once there is.
    void tellTracersOfHeat();
    /// Adds the tracers that emitters have just brought.
    void bringTracers();
    /// How many there may be.
    TracerLimit tracerLimit() const;

    /// Tells the boundary of the rigid bodies that are walls, whenever they have changed.
    void placeRigidWalls() { boundary.setGuests(rigid.walls()); }

    /// Adds a body that is more than a wall: one that is free, or of a shape that needs samples.
    Result<void> addModel(const Body& body);
    /// Puts those that follow a path where they are now, and shows where all of them are.
    void placeModels();

    /// The step in progress of the engine, if there is one.
    void beginInterval(World& world);
    float limitToInterval(float limit) const;
    void endInterval(World& world, float dt);
    Result<void> restoreEngine(ByteReader& in);
    StatePart enginePart();

    /// Whether a point is behind a wall or in a body, or closer than `distance` to its surface.
    bool isBehindWall(Vec3 p, float distance) const;

    /// Whether the world may hold so many particles more.
    Result<void> checkRoom(std::size_t more) const;
    Result<void> checkReach(std::span<const Vec3> positions) const;
    Result<void> checkLongestStep();

    /// Whether all places of a nozzle are in front of the walls there are.
    Result<void> checkNozzleIsFree(const Emitter& emitter) const;

    /// A scalar field; empty when the solver has none of that name.
    std::span<const float> scalars(std::string_view name);

    /// Throws bodies back by what their nozzles have thrown out.
    void applyRecoils();

    /// Whether a nozzle is small enough for the body it is on.
    Result<void> checkRecoil(const Emitter& emitter) const;

    /// Puts the particles that are still in a nozzle where its flow would have them.
    void holdInNozzles();

    /// Gives the particles of each frozen piece one rigid motion, after a step of length dt.
    void makePiecesRigid(float dt);

    /// Lets absorbers take and emitters bring what is due, and notes how many; what is to be frozen freezes.
    void exchangeParticles(StepReport& report);

    /// What a state consists of beside the particles. Here a part of the world with a memory of its own gets
    /// its line.
    std::vector<StatePart> partsBesideParticles();
    /// All of it; the particles are the last.
    std::vector<StatePart> allParts();
    WorldIdentity identity() const;
    Result<void> restoreClock(ByteReader& in);
    Result<void> restoreTracers(ByteReader& in);

    WorldSettings settings;
    const SolverEntry& entry;
    float h;        // m of the world
    float spacing;  // m of the world
    ThreadPool pool;
    Profiler profiler;
    ParticleStore particles;
    CellGrid grid;
    std::unique_ptr<Solver> solver;
    HalfSpaceTable halfSpace;
    std::vector<FluidSettings> fluids;
    std::vector<FluidConstants> constants;
    Boundary boundary;
    RigidBodies rigid;
    /// A body of the scene that is a rigid body here.
    struct ModelBody {
        std::size_t number = 0;  // its place among bodies()
        RigidId id = 0;
        BodySettings settings;
        BodyModel model;
    };
    std::vector<ModelBody> models;
    std::unique_ptr<RigidEngine> engine;
    bool isInInterval = false;
    double intervalLeft = 0;  // s; the next one is longer or shorter by what rounding left over
    std::vector<Force> forces;
    Emitters emitters;
    Absorbers absorbers;
    FrozenPieces frozen;
    TracerCloud tracers;
    std::size_t vortexSeeds = 0;  // how many vortices were added
    std::size_t tracerFills = 0;  // how often tracers were added
    std::vector<float> masses;    // by fluid
    double time = 0;
    std::uint64_t steps = 0;
};

}  // namespace undine
