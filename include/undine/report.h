// SPDX-License-Identifier: Zlib
// What a step tells its caller. A step never throws and never stops the program: it reports.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "undine/types.h"

namespace undine {

/// Trouble of a step, as bits: several may be set at once.
enum class StepTrouble : std::uint32_t {
    None = 0,
    NotFinite = 1U << 0U,     ///< A position or velocity is NaN or infinite.
    OutOfRange = 1U << 1U,    ///< A particle left the 2^21 cells per axis the grid can number.
    TooFast = 1U << 2U,       ///< A particle is faster than max_speed.
    TooDense = 1U << 3U,      ///< A particle is denser than max_density_ratio allows.
    StepTooSmall = 1U << 4U,  ///< The adaptive time step fell below min_time_step.
    BodyAtFace = 1U << 5U,    ///< A body has come to a face of a periodic world, where it would have an end.
};

constexpr StepTrouble operator|(StepTrouble a, StepTrouble b) {
    return static_cast<StepTrouble>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr bool contains(StepTrouble set, StepTrouble bit) {
    return (static_cast<std::uint32_t>(set) & static_cast<std::uint32_t>(bit)) != 0;
}

/// The particle that raised the alarm: the worst one.
struct Offender {
    ParticleId id = 0;
    Vec3 position;      ///< m.
    Vec3 velocity;      ///< m/s.
    float density = 0;  ///< kg/m^3.
    FluidIndex fluid = 0;
    bool exists = false;  ///< False: there are no particles, and a body raised it.
};

struct StepReport {
    StepTrouble trouble = StepTrouble::None;
    Offender offender;            ///< Meaningful when trouble is set, and is not BodyAtFace.
    float speedLimit = 0;         ///< m/s. What TooFast was measured by.
    float dt = 0;                 ///< s. The step taken; 0 when the step stopped before moving anything.
    float maxSpeed = 0;           ///< m/s.
    float maxAcceleration = 0;    ///< m/s^2.
    float maxDensityRatio = 0;    ///< Largest density over rest density.
    int iterations = 0;           ///< Of the pressure solver; 0 for methods that do not iterate.
    int viscosityIterations = 0;  ///< Of implicit viscosity; 0 where nothing is implicit.
    bool viscosityConverged =
        true;            ///< False: they were not enough, and the fluid was too thin in this step.
    Index emitted = 0;   ///< Particles that emitters brought before this step.
    Index blocked = 0;   ///< Places of nozzles that stayed empty because fluid was still there.
    Index absorbed = 0;  ///< Particles that absorbers took before this step.

    bool ok() const { return trouble == StepTrouble::None; }
};

/// Where a body is and how it moves.
struct BodyState {
    std::string name{};
    Vec3 position;         ///< m. Its middle.
    Quaternion rotation;   ///< From the body's own axes to the world's.
    Vec3 velocity;         ///< m/s.
    Vec3 angularVelocity;  ///< radians/s.
};

/// Time spent in one phase of the steps so far.
struct PhaseTime {
    const char* name;  ///< For example "sph.density".
    double seconds;    ///< Wall time, summed over all steps; that of phases within it is not counted again.
    std::uint64_t calls;
};

/// Quantities summed over all particles, in an order that does not depend on the number of threads.
struct Statistics {
    double kineticEnergy = 0;        ///< J.
    double potentialEnergy = 0;      ///< J, -m g.x.
    double momentum[3] = {0, 0, 0};  ///< kg m/s.
    double meanDensityError = 0;     ///< Mean of |rho/rho0 - 1| over particles denser than rho0.
};

}  // namespace undine
