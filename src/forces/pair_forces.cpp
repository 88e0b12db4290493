// SPDX-License-Identifier: Zlib
#include "forces/pair_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/log.h"
#include "forces/surface_tension.h"
#include "forces/viscosity.h"
#include "forces/vorticity.h"

namespace undine {
namespace {

bool hasViscosity(std::span<const FluidConstants> fluids) {
    return std::ranges::any_of(fluids, [](const FluidConstants& fluid) { return fluid.viscosity > 0; });
}

bool hasTension(std::span<const FluidConstants> fluids) {
    return std::ranges::any_of(fluids, [](const FluidConstants& fluid) { return fluid.surfaceTension > 0; });
}

}  // namespace

bool PairForces::hasExplicitViscosity(std::span<const FluidConstants> fluids) const {
    return explicitHere_ && settings_.viscosityModel == ViscosityModel::Explicit && hasViscosity(fluids);
}

bool PairForces::hasImplicitViscosity(std::span<const FluidConstants> fluids) const {
    return settings_.viscosityModel == ViscosityModel::Implicit && hasViscosity(fluids);
}

bool PairForces::isActive(std::span<const FluidConstants> fluids) const {
    return hasExplicitViscosity(fluids) || hasImplicitViscosity(fluids) || hasTension(fluids) ||
           settings_.xsph > 0 || settings_.vorticityConfinement > 0 || drift_.isActive(fluids);
}

float PairForces::maxTimeStep(std::span<const FluidConstants> fluids, float h, float capillaryShare) const {
    float thickest = 0;
    for (const FluidConstants& fluid : fluids) thickest = std::max(thickest, fluid.viscosity);
    float longest = std::numeric_limits<float>::max();
    for (const FluidConstants& fluid : fluids) {
        if (hasExplicitViscosity(fluids) && fluid.viscosity > 0) {
            const float mean = std::sqrt(fluid.viscosity * thickest);
            longest = std::min(longest, maxViscousStep(h, fluid.restDensity, mean));
        }
        if (fluid.surfaceTension > 0) {
            const float square =
                fluid.restDensity * h * h * h / (2 * std::numbers::pi_v<float> * fluid.surfaceTension);
            longest = std::min(longest, capillaryShare * std::sqrt(square));
        }
    }
    return longest;
}

void PairForces::apply(const Neighborhood& around, float dt, StepReport& report) {
    if (around.size() == 0 || !(dt > 0)) return;
    const bool tension = hasTension(around.fluids);
    const bool confinement = settings_.vorticityConfinement > 0;
    if (tension || confinement) {
        for (AlignedArray<float>& axis : acceleration_) {
            axis.resizeForOverwrite(around.size());
            std::fill_n(axis.data(), around.size(), 0.0F);
        }
        fillPositions(around, records_.position, [&](Index i) { return around.volume(i); });
        if (tension) addTension(around);
        if (confinement) addConfinement(around);
        accelerate(around, dt);
    }
    applyViscosity(around, dt, report);
    if (drift_.isActive(around.fluids)) drift_.apply(around, dt, records_);
}

void PairForces::applyViscosity(const Neighborhood& around, float dt, StepReport& report) {
    const bool isExplicit = hasExplicitViscosity(around.fluids);
    const bool isImplicit = hasImplicitViscosity(around.fluids);
    if (!isExplicit && !isImplicit && settings_.xsph <= 0) return;
    const Profiler::Zone zone(around.profiler, "forces.viscosity");
    if (isImplicit) applyImplicitViscosity(around, dt, report);
    const ExchangeSettings exchange{isExplicit ? dt : 0, settings_.xsph};
    if (isExplicit || exchange.xsph > 0) exchangeMomentum(around, exchange, records_);
}

void PairForces::addTension(const Neighborhood& around) {
    const Profiler::Zone zone(around.profiler, "forces.tension");
    const TensionPass common{{&around.lists, records_.position.data(), around.h, around.dimension},
                             around.fluids.data(),
                             around.fluid,
                             acceleration()};
    const Index n = around.size();
    if (settings_.tensionModel == TensionModel::ColorField) {
        const ColorFieldPass pass{common, settings_.tensionThreshold};
        around.pool.forEachBlock(n, [&](Range block) { addColorFieldTension(pass, block); });
        return;
    }
    records_.result.resizeForOverwrite(around.lists.recordCount());
    records_.result[n] = {};
    const CohesionPass pass{common, fillOfFluid(around, records_.ofFluid, cohesionWeight),
                            records_.result.data(),
                            CohesionStrength(around.h, around.spacing, around.dimension)};
    around.pool.forEachBlock(n, [&](Range block) { findNormals(pass, block); });
    around.lists.complete(records_.result.data(), around.pool);
    around.pool.forEachBlock(n, [&](Range block) { addCohesion(pass, block); });
}

void PairForces::addConfinement(const Neighborhood& around) {
    const Profiler::Zone zone(around.profiler, "forces.vorticity");
    const Index n = around.size();
    fillVelocities(around, records_.velocity, [](Index) { return 0.0F; });
    records_.result.resizeForOverwrite(around.lists.recordCount());
    records_.result[n] = {};
    const VorticityPass pass{{&around.lists, records_.position.data(), around.h, around.dimension},
                             records_.velocity.data(),
                             records_.result.data(),
                             acceleration(),
                             settings_.vorticityConfinement};
    around.pool.forEachBlock(n, [&](Range block) { findVorticity(pass, block); });
    around.lists.complete(records_.result.data(), around.pool);
    around.pool.forEachBlock(n, [&](Range block) { confineVorticity(pass, block); });
}

void PairForces::accelerate(const Neighborhood& around, float dt) {
    const VectorSpan a = acceleration();
    around.pool.forEachBlock(around.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) around.v.set(i, around.v[i] + dt * a[i]);
    });
}

void PairForces::applyImplicitViscosity(const Neighborhood& around, float dt, StepReport& report) {
    implicit_.apply(around, dt, records_);
    report.viscosityIterations = implicit_.iterations();
    report.viscosityConverged = implicit_.converged();
    if (implicit_.converged() || hasWarned_) return;
    log(LogLevel::Warning,
        "implicit viscosity has not converged: in such steps the fluid is thinner than its viscosity says; "
        "lower world.max_time_step or the viscosity. This is said once, the reports count the steps.");
    hasWarned_ = true;
}

std::size_t PairForces::bytes() const {
    std::size_t total = records_.bytes() + implicit_.bytes() + drift_.bytes();
    for (const AlignedArray<float>& axis : acceleration_) total += axis.bytes();
    return total;
}

}  // namespace undine
