// SPDX-License-Identifier: Zlib
// What a method is to the world: something that can take a step.
//
// To add a method: its settings struct in include/undine/settings.h (and in the variant there), a pair
// method.h/.cpp in this folder, and a line in registry.cpp.
#pragma once

#include <memory>
#include <span>

#include "boundary/bodies.h"
#include "boundary/rigid_bodies.h"
#include "boundary/walls.h"
#include "core/fluid_constants.h"
#include "core/parallel.h"
#include "core/parameter_table.h"
#include "core/particles.h"
#include "core/profiler.h"
#include "forces/force_fields.h"
#include "forces/neighborhood.h"
#include "neighbors/cell_grid.h"
#include "neighbors/neighbor_lists.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "undine/world.h"

namespace undine {

class ByteReader;
class ByteWriter;

/// Everything a step works on, in units of the world.
struct StepContext {
    ParticleStore& particles;
    CellGrid& grid;
    const ThreadPool& pool;
    Profiler& profiler;
    std::span<const FluidConstants> fluids;
    std::span<const WallShape>
        walls;  ///< bodies too, as they are at `time` and after moveBodies() at the end
    Boundary& boundary;
    RigidBodies& rigid;
    std::span<const Force> forces;
    const HalfSpaceTable& halfSpace;
    int dimension;
    float h;               ///< support radius
    float particleRadius;  ///< distance kept from walls
    Vec3 gravity;
    double time;          ///< s. When the step begins.
    std::uint64_t steps;  ///< taken so far
    float imposedSpeed;   ///< m/s. Of the fastest body and wind: an adaptive step reckons with it as with the
                          ///< fluid's own.
    float fixedStep;      ///< 0: adaptive
    float maxStep;
    float minStep;
    float timeLeft;  ///< s until the caller wants to look; 0: no limit
    float maxSpeed;  ///< 0: the solver's own limit
    float maxDensityRatio;
    Index maxParticles;  ///< 0: no limit
    ParticleStore::FieldIndex pieceField =
        0;                         ///< of numbers of frozen pieces; the array moves with each sort
    std::uint32_t pieceCount = 0;  ///< 0: nothing is frozen, and there may be no such field

    PieceNumbers pieces() const {
        return {pieceCount > 0 ? particles.words32(pieceField) : nullptr, pieceCount};
    }
};

/// What is around particles that carry heat, in the fields "temperature" and "smoke".
struct HeatSurroundings {
    float temperature = 0;  ///< K.
    float cooling = 0;      ///< 1/s. Rate at which things take that temperature.
};

class Solver {
  public:
    virtual ~Solver() = default;

    /// Moves the particles by one time step, or reports why not.
    virtual StepReport step(const StepContext& context) = 0;

    /// Brings the fields that follow from positions, such as density, up to date. Nothing moves.
    virtual void computeFields(const StepContext& context) = 0;

    /// What the solver makes of the world's fluids; an error when it cannot simulate them. Their masses are
    /// those in use, never 0.
    virtual Result<void> checkFluids(std::span<const FluidSettings> fluids) const = 0;

    /// s. No adaptive step is longer with these fluids, whatever the particles do.
    virtual float longestStep(const StepContext& context) { return context.maxStep; }

    /// The kernels its density is summed with, and the share of a particle in its own: walls and masses
    /// follow from them.
    virtual Formulation formulation() const = 0;
    virtual float initialSum() const { return 1; }

    /// Whether velocities live on and answer to forces; else force fields and freezers are refused.
    virtual bool movesByForces() const { return true; }

    /// Whether fluids have a surface that pulls; else a surface tension is refused.
    virtual bool hasTension() const { return true; }

    /// Whether all it does reaches over the faces of a periodic world; else such a world is refused.
    virtual bool canRepeat() const { return true; }

    /// Over which radius a vortex particle spreads its vorticity; 0 in methods without such particles.
    virtual float vortexRadius(float /*spacing*/) const { return 0; }

    /// Of methods whose particles carry heat.
    virtual HeatSurroundings heatSurroundings() const { return {}; }

    /// Methods whose flow is known everywhere, and not only where particles are, move tracers with it: the
    /// velocity at any points, in the middle of the step just taken.
    virtual bool hasVelocityField() const { return false; }
    virtual void velocityAt(const VectorSpan& /*x*/, Index /*count*/, const VectorSpan& /*velocity*/,
                            const ThreadPool& /*pool*/) {}

    /// What it remembers of bodies from step to step; most methods remember nothing. restore() reads what
    /// save() has written.
    virtual bool hasMemory() const { return false; }
    virtual void save(ByteWriter& /*out*/) const {}
    virtual Result<void> restore(ByteReader& /*in*/) { return {}; }

    /// Bytes held beside the particle store and the grid.
    virtual std::size_t bytes() const { return 0; }
};

/// A method: how scene files and people call it, and how to make one.
struct SolverEntry {
    SolverInfo info;
    /// nullptr when `settings` are those of another method.
    std::unique_ptr<Solver> (*create)(const SolverSettings& settings, ParticleStore& particles,
                                      int dimension);
    /// Range checks; `settings` are this method's.
    Result<void> (*check)(const SolverSettings& settings);
    /// What a diagnosis recommends, as the rest of a sentence: against too long steps, and against too much
    /// compression.
    const char* calmer;
    const char* firmer;
};

template <>
struct ChoiceNames<Formulation> {
    static constexpr const char* kNames[] = {"conservative", "mueller"};
};

template <>
struct ChoiceNames<EquationOfState> {
    static constexpr const char* kNames[] = {"linear", "tait"};
};

/// All methods. World and scenes know of no other list.
std::span<const SolverEntry> solverEntries();

/// The first phase of most methods: CellGrid::build as a zone of its own.
CellGrid::Misplaced sortIntoCells(const StepContext& context);

/// Puts the bodies where they are at the end of the step: contacts then push particles out of the way of a
/// fast body and not out of where it was. To be called when dt is known, before the contacts.
void moveBodies(const StepContext& context, float dt);

/// The force fields, acting on the particles' velocities and on `acceleration`.
ForceFieldPass forceFieldPass(const StepContext& context, const VectorSpan& acceleration);

/// v += dt a with drag, x += dt v, and contacts with walls and bodies where they are at the end of the step.
/// False when a new velocity, before contacts, is not finite or above `maxSpeed`.
bool moveWithContacts(const StepContext& context, const VectorSpan& acceleration, float dt, float maxSpeed);

/// Finds the rigid bodies in reach of each particle, and what they add to its density. The particles are
/// sorted.
void meetBodies(const StepContext& context);

/// The same pairs, after particles or bodies have moved a little.
void meetBodiesAgain(const StepContext& context);

/// ratio_i += what rigid bodies add to the density over that at rest.
void addBodyDensity(const StepContext& context, Range particles, float* ratio);

/// Particles and rigid bodies in a step of length dt, in which a particle moved `wayScale` times `way`.
ContactPass contactPass(const StepContext& context, const VectorSpan& way, float wayScale, float dt);

/// The fluid around bodies that lie on walls.
SealPass sealPass(const StepContext& context, const float* pressure);

/// Viscosity between the fluid and rigid bodies; `artificial` as in FluidTables::Viscosity, `xsph` as in
/// PairForceSettings.
void dragBodies(const StepContext& context, float dt, float artificial, float xsph);

/// The walls and bodies, and the particles they act on.
WallPass wallPass(const StepContext& context);

/// Contacts of all particles with walls, after something else has moved them.
void keepInWalls(const StepContext& context);

/// NeighborLists::build as a zone of its own.
[[nodiscard]] bool buildLists(const StepContext& context, NeighborLists& lists);

/// The particles as the forces between them see them.
Neighborhood neighborhood(const StepContext& context, const NeighborLists& lists, const float* density);

/// A step without particles takes the time there is.
StepReport emptyStep(const StepContext& context);

/// The length of a step of at most `wanted`, such that equal steps end exactly when `timeLeft` is over.
float divideEvenly(float wanted, float timeLeft);

}  // namespace undine
