// SPDX-License-Identifier: Zlib
// Forces between neighbours beside pressure: viscosity, surface tension, vorticity confinement. They work on
// velocities, once per step, over lists of neighbours, so that any method that has lists can use them.
//
// Each force has a file of its own; this one decides which of them are on and in which order they come:
//   tension, confinement        accelerations, from the velocities the step has so far
//   implicit viscosity          what remains when those have acted
//   explicit viscosity, XSPH    exchange of the result between neighbours, both in one pass
//   drift                       changes places and leaves velocities alone
#pragma once

#include <array>
#include <span>

#include "core/parameter_table.h"
#include "forces/drift.h"
#include "forces/implicit_viscosity.h"
#include "forces/neighborhood.h"
#include "undine/report.h"
#include "undine/settings.h"

namespace undine {

class PairForces {
  public:
    /// Who sees to explicit viscosity: methods that sum forces over pairs anyway do it on the way.
    enum class ExplicitViscosity { Here, Elsewhere };

    explicit PairForces(const PairForceSettings& settings, ExplicitViscosity who = ExplicitViscosity::Here)
        : settings_(settings), explicitHere_(who == ExplicitViscosity::Here), drift_(settings.drift) {}

    /// Whether any of them has something to do; without, nobody needs to build lists for them.
    bool isActive(std::span<const FluidConstants> fluids) const;

    /// The longest step that is stable with them; a large number when they do not care. A capillary wave may
    /// cross `capillaryShare` of h in it.
    float maxTimeStep(std::span<const FluidConstants> fluids, float h, float capillaryShare = 0.25F) const;

    /// Changes the velocities as the forces do in dt. The report is told how implicit viscosity fared; the
    /// first time that it does not converge, so is the log.
    void apply(const Neighborhood& around, float dt, StepReport& report);

    /// Share of the difference to the neighbours' mean velocity that a step takes away.
    float xsph() const { return settings_.xsph; }

    std::size_t bytes() const;

  private:
    /// Whether explicit or implicit viscosity is this object's business, and there is any.
    bool hasExplicitViscosity(std::span<const FluidConstants> fluids) const;
    bool hasImplicitViscosity(std::span<const FluidConstants> fluids) const;

    void addTension(const Neighborhood& around);
    void addConfinement(const Neighborhood& around);
    void accelerate(const Neighborhood& around, float dt);
    void applyViscosity(const Neighborhood& around, float dt, StepReport& report);
    void applyImplicitViscosity(const Neighborhood& around, float dt, StepReport& report);
    VectorSpan acceleration() {
        return {acceleration_[0].data(), acceleration_[1].data(), acceleration_[2].data()};
    }

    PairForceSettings settings_;
    bool explicitHere_;
    PairRecords records_;
    ImplicitViscosity implicit_;
    Drift drift_;
    bool hasWarned_ = false;
    AlignedArray<float> acceleration_[3];
};

template <>
struct ChoiceNames<ViscosityModel> {
    static constexpr const char* kNames[] = {"explicit", "implicit"};
};
template <>
struct ChoiceNames<TensionModel> {
    static constexpr const char* kNames[] = {"cohesion", "color_field"};
};

/// The rows of a method's table for its member `Part` of type PairForceSettings.
template <auto Part>
constexpr std::array<Parameter, 6> pairForceRows() {
    using S = PairForceSettings;
    return {
        choice<Inside<Part, &S::viscosityModel>{}>(
            "viscosity_model", "explicit is one more force; implicit is stable for honey at any step."),
        param<Inside<Part, &S::xsph>{}>(
            "xsph", "", between(0, 1),
            "Share of the difference to the neighbours' mean velocity that a step takes away."),
        choice<Inside<Part, &S::tensionModel>{}>(
            "tension_model", "cohesion attracts neighbours and keeps momentum; color_field is Mueller's."),
        param<Inside<Part, &S::tensionThreshold>{}>(
            "tension_threshold", "1/h", atLeast(0),
            "color_field: gradients of the colour field below this are not a surface."),
        param<Inside<Part, &S::vorticityConfinement>{}>(
            "vorticity_confinement", "1/s", between(0, 1e6),
            "Gives eddies back what smoothing takes from them; 0 is none."),
        param<Inside<Part, &S::drift>{}>(
            "drift", "", between(0, 100),
            "Speed of single particles that rise or sink in a fluid of another density, over that of a drop "
            "of their size; 0: they may get stuck."),
    };
}

}  // namespace undine
