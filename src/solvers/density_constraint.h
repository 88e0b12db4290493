// SPDX-License-Identifier: Zlib
// Density as a constraint on positions: what position based fluids and SPH with PBD have in common.
//
//   [MM13] Macklin, Mueller: Position Based Fluids, 2013
//   [SP08] Solenthaler, Pajarola: Density Contrast SPH Interfaces, 2008
//
// Particles come in where the step would have them without pressure, and leave where their density is that at
// rest. In the paper each iteration forgets the ones before. Here a particle keeps the sum k_i of what it was
// pushed with in this step, because that is its pressure: p_i = k_i m / (V_i dt^2). One-sided then means that
// the pressure is not below 0, and not that single pushes are not: a push that went too far is taken back.
// And the iterations may go further than one by one they should (multiplierStep()), which carries the weight
// of a deep tank to its floor with a third of the compression.
//
// With several fluids the constraint is that of [SP08], number density: V_i sum_j W_ij = 1, in which a
// neighbour's mass does not appear, and particles are moved by the inverse of their mass.
#pragma once

#include <array>
#include <optional>

#include "core/aligned_array.h"
#include "core/parameter_table.h"
#include "kernels/lattice_stiffness.h"
#include "neighbors/lane_lists.h"
#include "neighbors/neighbor_lists.h"
#include "solvers/constraint_passes.h"
#include "solvers/fluid_tables.h"
#include "solvers/solver.h"

namespace undine {

/// How long a step is, for the constraint.
struct PushTime {
    float dt = 1;
    /// What is compressed already is not undone faster than in this time, or shorter and shorter steps would
    /// make more and more speed of it.
    float shortest = 1;
    /// The same for fluid next to rigid bodies, which may be fast themselves.
    float shortestAtBodies = 1;
    /// The first step of a world: what overlaps in it is put right without making speed of it.
    bool isFirst = false;
};

class DensityConstraint {
  public:
    /// Declares the fields density and pressure.
    DensityConstraint(const DensityConstraintSettings& settings, ParticleStore& particles);

    struct Outcome {
        int iterations = 0;
        float densest = 0;  ///< largest density over that at rest, at the end
        bool suspicious =
            false;  ///< crowded beyond the limit, or not finite; without iterations nothing was moved
    };

    /// Takes over the fluids' constants; to be called before anything else in a step.
    void readFluids(const StepContext& context);

    /// Moves the particles, which the grid holds sorted by where they are, and changes their velocities by
    /// what they were moved.
    Outcome solve(const StepContext& context, const PushTime& time);

    /// Density, and the lists, for particles that do not move.
    void computeDensity(const StepContext& context);

    /// Of the positions solve() started from.
    const NeighborLists& lists() const { return lists_; }
    /// What `density` is measured by.
    PerFluid restDensity(const StepContext& context) const {
        return fluids_.of(fluids_.restDensity, context.particles.fluid());
    }
    float* density(ParticleStore& particles) const { return particles.scalar(density_); }

    std::size_t bytes() const;

  private:
    /// Where an iteration is in its round of step lengths.
    struct Round {
        int length;
        int place;
        bool isComplete() const { return place == length - 1; }
    };
    Round roundOf(int iteration) const;

    bool findNeighbors(const StepContext& context);
    void prepare(const StepContext& context, const PushTime& time);
    void pushClosePairs(const StepContext& context, const PushTime& time);
    Compression updateMultipliers(const StepContext& context, int iteration);
    bool isCalm(const StepContext& context, Range particles) const;
    void correct(const StepContext& context, const ArtificialPressure& artificial);
    void finish(const StepContext& context, const PushTime& time);
    Compression measure(const StepContext& context);

    // Rigid bodies, see density_bodies.cpp.
    void weighBodies(const StepContext& context);
    void addBodyConstraint(const StepContext& context, const ConstraintPass& constraint, Range particles);
    void addBodyPushes(const StepContext& context, const ConstraintPass& constraint, Range particles);
    void answerOfBodies(const StepContext& context);
    void finishBodies(const StepContext& context, const PushTime& time);

    ConstraintPass pass(const StepContext& context);
    MultiplierStep multiplierStep(const StepContext& context, int iteration) const;
    ArtificialPressure artificialPressure(const StepContext& context) const;

    DensityConstraintSettings settings_;
    ParticleStore::FieldIndex density_;
    ParticleStore::FieldIndex pressure_;
    NeighborLists lists_;
    LaneLists lanes_;
    std::optional<LatticeStiffness> lattice_;  // of the world's lattice, from the first step on
    AlignedArray<Record> places_;
    AlignedArray<Record> pushes_;
    FluidTables fluids_;
    std::vector<float> inverseMass_;  // by fluid, times the mass of the first
    AlignedArray<float> ratio_, stiffness_, multiplier_, change_, target_;
    std::array<AlignedArray<float>, 3> gradient_, displacement_;
    float staysAtBodies_ = 0;         // share of the compression next to bodies that may stay in this step
    float dt2_ = 0;                   // square of the step
    std::vector<double> bodyRows_;    // of each body, sum of its pairs' BodyPair::ease
    std::vector<Wrench> bodyStep_;    // on each body in this iteration: mass times displacement
    std::vector<Wrench> bodyPushes_;  // and in all of them
};

/// The rows of a method's table for its member `Part` of type DensityConstraintSettings.
template <auto Part>
constexpr std::array<Parameter, 7> densityConstraintRows() {
    using S = DensityConstraintSettings;
    return {
        choice<Inside<Part, &S::formulation>{}>(
            "formulation", "conservative sums density and pressure with one kernel; mueller is the papers'."),
        param<Inside<Part, &S::iterations>{}>(
            "iterations", "", between(1, 1000),
            "Corrections per step; with density_tolerance the most. The first step of a world may take "
            "four times as many."),
        param<Inside<Part, &S::densityTolerance>{}>(
            "density_tolerance", "", between(0, 1),
            "Iterations end when the mean compression is below this; 0 means never early."),
        param<Inside<Part, &S::oneSided>{}>(
            "one_sided", "Fluid is pushed apart and never pulled together: no clumps at surfaces."),
        param<Inside<Part, &S::relaxation>{}>(
            "relaxation", "", between(0, 1000),
            "Softens the constraint; 1 is the stiffness of a full neighbourhood."),
        param<Inside<Part, &S::artificialPressure>{}>(
            "artificial_pressure", "", between(0, 1),
            "Pushes close pairs apart, as hard as so much compression would. Where the support radius is "
            "more than 2.1 spacings there is always some, or particles would fall in pairs."),
        param<Inside<Part, &S::artificialPressureDistance>{}>(
            "artificial_pressure_distance", "h", between(0, 0.3),
            "The distance at which artificial_pressure has that strength."),
    };
}

}  // namespace undine
