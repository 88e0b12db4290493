// SPDX-License-Identifier: Zlib
// Passes over single particles that every SPH-type method takes: pressure from density, gravity, motion, and
// the measurements that steer the time step and guard the run.
#pragma once

#include <algorithm>

#include "core/parallel.h"
#include "core/particles.h"
#include "undine/settings.h"

namespace undine {

/// p_i = k (rho_i - rho0)  or  k rho0/7 ((rho_i/rho0)^7 - 1), V_i = m / rho_i, and P_i = p_i / rho_i^2.
struct PressurePass {
    const float* density = nullptr;
    float* pressure = nullptr;
    float* volume = nullptr;
    float* pressureTerm = nullptr;  ///< P; nullptr when nobody wants it
    EquationOfState equation = EquationOfState::Tait;
    bool clampNegative = true;
    float stiffness = 0;
    float restDensity = 0;
    float mass = 0;
};
void pressureOfParticles(Range particles, const PressurePass& pass);

/// Largest values met, merged over blocks by +=. A maximum does not depend on the order.
struct Extremes {
    float speed2 = 0;
    float acceleration2 = 0;
    float density = 0;
    bool suspicious = false;  ///< something is NaN, infinite or beyond its limit

    Extremes& operator+=(const Extremes& other) {
        speed2 = std::max(speed2, other.speed2);
        acceleration2 = std::max(acceleration2, other.acceleration2);
        density = std::max(density, other.density);
        suspicious = suspicious || other.suspicious;
        return *this;
    }
};

/// What a healthy particle stays below. The passes and the guard ask the same question, in the same
/// arithmetic.
struct Limits {
    static constexpr float kMaxSquare = 3e38F;  ///< of an acceleration: beyond, it is as good as infinite

    float speed = 0;
    float density = 0;
};

/// a_i += g, and the extremes of the block before it moves.
Extremes addGravity(Range particles, const VectorSpan& v, const VectorSpan& acceleration, Vec3 gravity,
                    const float* density, const Limits& limits);

/// v_i += dt a_i, then x_i += dt v_i: semi-implicit Euler. True when a new velocity is not finite or above
/// the limit.
bool moveParticles(Range particles, const VectorSpan& x, const VectorSpan& v, const VectorSpan& acceleration,
                   float dt, float maxSpeed);

}  // namespace undine
