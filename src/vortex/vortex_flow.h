// SPDX-License-Identifier: Zlib
// What vortex particles do, for the methods that have them: the velocity their vorticity induces, how that
// vorticity changes, and the heat they carry.
//
//   symbol   here               meaning
//   w, V, a  vorticity, volume, strength   a = w V
//   u        velocity           induced by all particles, and mirrored by walls (vortex/vortex_field.h)
//   T, rho   temperature, density   rho T is constant for each particle
//   nu       viscosity          mu / rho0 of the fluid
//
//   da/dt = sum_k a_k grad u_k                      stretching and tilting, as far as particles can show it
//         + nu c sum_j (V_i a_j - V_j a_i) K        viscosity (vortex/exchange.h), and that of eddies [Sma63]
//         + V (grad rho x g) / rho_ambient          buoyancy, after Boussinesq (vortex/scalar_gradient.h)
//
//   [Sma63] Smagorinsky: General Circulation Experiments with the Primitive Equations, 1963
//
// Particles that come into the world have no volume yet: prepare() gives them theirs, the temperature and
// fuel of their fluid, and the curl of the velocities they come with, as if what is around were at rest: a
// jet brings the vorticity of its rim.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "boundary/rigid_bodies.h"
#include "boundary/walls.h"
#include "core/aligned_array.h"
#include "core/fluid_constants.h"
#include "core/particles.h"
#include "core/profiler.h"
#include "neighbors/cell_grid.h"
#include "neighbors/neighbor_lists.h"
#include "undine/settings.h"
#include "vortex/body_sheets.h"
#include "vortex/mirrors.h"
#include "vortex/scalar_gradient.h"
#include "vortex/velocity_grid.h"
#include "vortex/vortex_field.h"

namespace undine {

class RowFinder;

/// The world as vortex particles see it.
struct FlowContext {
    ParticleStore& particles;
    const CellGrid& grid;
    const ThreadPool& pool;
    Profiler& profiler;
    std::span<const FluidConstants> fluids;
    std::span<const WallShape> walls;
    const RigidBodies& rigid;
    int dimension;
    float h;
    float spacing;
    Vec3 gravity;
};

class VortexFlow {
  public:
    /// What a method is to its vortex particles.
    struct Owner {
        const char* densityName;  ///< field of the densities that go with the temperatures
        bool keepsVelocities;     ///< and so needs no curl of those that new particles come with
    };
    VortexFlow(const VortexFlowSettings& settings, ParticleStore& particles, int dimension,
               const Owner& owner);

    /// Gives new particles what they need, and all of them the density that goes with their temperature. The
    /// particles are sorted. False when they are too crowded for lists of neighbours.
    [[nodiscard]] bool prepare(const FlowContext& context);

    /// Velocity of the particles and rate of change of their strengths, for particles at x with these
    /// strengths.
    void evaluate(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                  const VectorSpan& velocity, const VectorSpan& rate);

    /// The velocity at any points, for the particles as they were given to evaluate() last.
    void velocityAt(const VectorSpan& x, Index count, const VectorSpan& velocity, const ThreadPool& pool) {
        if (settings_.tracerGrid > 0 && field_.sourceCount() > 0) {
            tracerGrid_.velocityAt(field_, settings_.tracerGrid * spacing_, x, count, velocity, pool);
        } else {
            field_.velocityAt(x, count, velocity, pool);
        }
    }

    /// After this nothing flows: for a step without particles.
    void clear(const ThreadPool& pool) { field_.setSources({}, {}, pool); }

    /// Bodies in the flow, as they are when a step begins: a method that calls this has them, and calls
    /// placeBodies() before each evaluate(), with the time since then.
    void meetBodies(const FlowContext& context, RigidBodies& rigid) {
        bodies_.meet(context.walls, rigid, context.spacing, context.pool);
    }
    void placeBodies(float ahead) {
        ahead_ = ahead;
        bodies_.place(ahead);
    }
    BodySheets& bodies() { return bodies_; }
    const BodySheets& bodies() const { return bodies_; }
    /// Makes the vorticity of particles on a lattice a curl again, in three dimensions and with stretching
    /// (docs/decisions/0012-closed-vortex-lines.md). The lines of vorticity of a flow have no ends; those of
    /// particles get some when they are stretched, and those of what comes off a body lie only along its
    /// surface. What such particles induce is another flow than their own, and stretches them the wrong way,
    /// ever faster.
    void closeLines(const FlowContext& context, const VectorSpan& strength);
    /// Pushes free bodies by what the flow does to them in a step of length dt, after evaluate() at its
    /// start. Where this flow is only a share of the velocity, its momentum is that share, and so is what
    /// gravity does through it.
    void pushBodies(const FlowContext& context, float dt, float share = 1);
    /// Adds the particles that come off bodies in a step of length dt, `room` at most. Bodies and walls are
    /// where they are at its end.
    void shed(const FlowContext& context, float dt, Index room);
    /// The same for particles that fill the fluid: what comes off is added to the strengths of those next to
    /// the body, which are where the last evaluate() had them, and the grid too. `share` as in pushBodies().
    void shedToNeighbors(const FlowContext& context, float dt, float share, const VectorSpan& strength);
    /// Bodies that have a temperature share it with the particles next to them.
    void warmAtBodies(const FlowContext& context, float dt);

    /// The longest step that is stable with viscosity and the diffusion of heat.
    float maxDiffusionStep(const FlowContext& context) const;

    /// 1/s. How fast stretching changes a strength, at most, in the last evaluate().
    float shearRate() const { return shearRate_; }

    /// Lets heat spread and fuel burn for dt.
    void advanceHeat(const FlowContext& context, float dt);

    /// strength = vorticity times volume, and back.
    void readStrength(ParticleStore& particles, const ThreadPool& pool, const VectorSpan& strength) const;
    void writeStrength(ParticleStore& particles, const ThreadPool& pool, const VectorSpan& strength) const;

    float* density(ParticleStore& particles) const { return particles.scalar(density_); }
    float* volume(ParticleStore& particles) const { return particles.scalar(volume_); }
    float ambientDensity(std::span<const FluidConstants> fluids) const;
    const VortexFlowSettings& settings() const { return settings_; }
    std::size_t bytes() const;

    /// The fields of a vortex particle that lattices carry over (vortex/remesh.h).
    struct Fields {
        ParticleStore::FieldIndex vorticity, volume, coldDensity, temperature, fuel, smoke;
    };
    Fields fields() const { return {vorticity_, volume_, coldDensity_, temperature_, fuel_, smoke_}; }

  private:
    using Vectors = std::array<AlignedArray<float>, 3>;
    /// A particle that gets a share of what a sample sheds.
    struct Receiver {
        Index shed;
        Index particle;
        float share;
    };
    void placeMirrors(const FlowContext& context);
    void induce(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                const VectorSpan& velocity, const VectorSpan& stretching);
    void induceWithBodies(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                          const VectorSpan& velocity, const VectorSpan& stretching);
    void setAllSources(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                       const FieldAccuracy& accuracy);
    void gatherAll(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength);
    float findReceivers(const FlowContext& context, RowFinder& rows, Index shed, Vec3& at);
    double densityAround(const FlowContext& context, const BodySheets::Body& body);
    bool isViscous(const FlowContext& context) const;
    bool isBuoyant(const FlowContext& context) const;
    void addViscosity(const FlowContext& context, const VectorSpan& x, const VectorSpan& strength,
                      const VectorSpan& rate);
    void addBuoyancy(const FlowContext& context, const VectorSpan& x, const VectorSpan& rate);
    void exchange(const FlowContext& context, const VectorSpan& x);
    void spreadHeat(const FlowContext& context, float dt);
    bool giveBirth(const FlowContext& context);
    void turnWithVelocity(const FlowContext& context);
    float factorOf(const FlowContext& context, const VectorSpan& x, const VectorSpan& turn,
                   Vec3 wanted) const;
    void limitStretching(const FlowContext& context, const VectorSpan& strength, const VectorSpan& velocity,
                         const VectorSpan& rate) const;
    void gradientOf(const FlowContext& context, const VectorSpan& x, const float* value,
                    const VectorSpan& gradient);
    static float excessOnLattice(float radius);
    float findShearRate(const FlowContext& context, const VectorSpan& strength, const VectorSpan& rate) const;

    VortexFlowSettings settings_;
    ParticleStore::FieldIndex vorticity_;
    ParticleStore::FieldIndex volume_;
    ParticleStore::FieldIndex coldDensity_;  // at the ambient temperature
    ParticleStore::FieldIndex temperature_;
    ParticleStore::FieldIndex fuel_;
    ParticleStore::FieldIndex smoke_;
    ParticleStore::FieldIndex density_;
    ParticleStore::FieldIndex radius_;
    bool keepsVelocities_;
    float latticeExcess_;  // of vorticity at the places of a lattice, for closeLines()
    float shearRate_ = 0;
    float spacing_ = 0;
    float ahead_ = 0;  // s, since the step began, of what is evaluated next
    std::vector<Mirror> mirrors_;
    VelocityGrid tracerGrid_;
    VortexField field_;
    BodySheets bodies_;
    NeighborLists lists_;
    ScalarGradient gradient_;
    AlignedArray<Record> position_;
    AlignedArray<float> root_;  // of viscosity
    AlignedArray<Record> values_;
    AlignedArray<Record> sums_;
    AlignedArray<float> proximity_;
    AlignedArray<float> deviation_;
    std::array<AlignedArray<float>, 3> slope_;
    std::array<AlignedArray<float>, 3> turn_;  // strengths to be added
    AlignedArray<bool> isNew_;
    Vectors allX_, allStrength_, allVelocity_, allRate_;  // of particles and of the sources of bodies
    AlignedArray<float> allRadius_;
    std::vector<double> densities_;  // around each body
    std::vector<Vec3> places_;       // of what is shed
    std::vector<Receiver> receivers_;
};

}  // namespace undine
