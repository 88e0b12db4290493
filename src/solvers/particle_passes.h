// SPDX-License-Identifier: Zlib
// Passes over single particles that every SPH-type method takes: pressure from density, gravity, motion, and
// the measurements that steer the time step and guard the run.
#pragma once

#include <algorithm>

#include "core/parallel.h"
#include "core/particles.h"
#include "core/per_fluid.h"
#include "undine/settings.h"

namespace undine {

/// From the relative density rho_i / rho0: rho_i, p_i = k rho0 (rho_i/rho0 - 1)  or
/// k rho0/7 ((rho_i/rho0)^7 - 1), and the terms that ForcePass sums over pairs. Constants are those of the
/// particle's fluid; V_i = V0 / (rho_i/rho0) is in units of V* (solvers/fluid_tables.h).
struct PressurePass {
    float* density = nullptr;  ///< rho / rho0 before, rho after
    float* pressure = nullptr;
    float* pressureTerm = nullptr;   ///< p V^2, Mueller: p V
    float* viscosityTerm = nullptr;  ///< sqrt(mu) V
    float* volume = nullptr;         ///< V; nullptr when nobody wants it
    Formulation formulation = Formulation::Conservative;
    EquationOfState equation = EquationOfState::Tait;
    bool clampNegative = true;
    PerFluid restDensity;     ///< rho0
    PerFluid relativeVolume;  ///< V0
    PerFluid bulkModulus;     ///< k rho0
    PerFluid viscosityRoot;   ///< sqrt(mu)
};
void pressureOfParticles(Range particles, const PressurePass& pass);

/// Largest values met, merged over blocks by +=. A maximum does not depend on the order.
struct Extremes {
    float speed2 = 0;
    float acceleration2 = 0;
    float densityRatio = 0;   ///< rho / rho0
    bool suspicious = false;  ///< something is NaN, infinite or beyond its limit

    Extremes& operator+=(const Extremes& other) {
        speed2 = std::max(speed2, other.speed2);
        acceleration2 = std::max(acceleration2, other.acceleration2);
        densityRatio = std::max(densityRatio, other.densityRatio);
        suspicious = suspicious || other.suspicious;
        return *this;
    }
};

/// What a healthy particle stays below. The passes and the guard ask the same question, in the same
/// arithmetic.
struct Limits {
    static constexpr float kMaxSquare = 3e38F;  ///< of an acceleration: beyond, it is as good as infinite

    float speed = 0;
    float densityRatio = 0;  ///< rho / rho0
    PerFluid restDensity;    ///< rho0
};

/// a_i += g, and the extremes of the block before it moves.
Extremes addGravity(Range particles, const VectorSpan& v, const VectorSpan& acceleration, Vec3 gravity,
                    const float* density, const Limits& limits);

/// v_i += dt a_i, then x_i += dt v_i: semi-implicit Euler. True when a new velocity is not finite or above
/// the limit.
bool moveParticles(Range particles, const VectorSpan& x, const VectorSpan& v, const VectorSpan& acceleration,
                   float dt, float maxSpeed);

}  // namespace undine
