// SPDX-License-Identifier: Zlib
// Everything that can be set, as plain structs: each field with its default, its unit and its range.
// The tables in parameters.h describe the same fields to scene files, the command line and the documentation.
#pragma once

#include <string>
#include <variant>

#include "undine/types.h"

namespace undine {

/// One liquid. All fluids of a world share the support radius.
struct FluidSettings {
    float restDensity = 1000;  ///< kg/m^3 (kg/m^2 in 2D), 1e-6..1e9. The density the fluid tends to.
    float particleMass =
        0;  ///< kg, 0..1e12. 0: chosen so that a lattice of particle_spacing has rest_density.
    float viscosity = 0.001F;  ///< Pa s, 0..1e9. Dynamic viscosity; water's is 0.001.
    float surfaceTension = 0;  ///< N/m, 0..1e9. Strength of the colour-field tension; 0 switches it off.
    float stiffness = 1000;    ///< m^2/s^2, 1e-9..1e12. Square of the speed of sound; ten times the largest
                               ///< flow speed keeps the density within about 1 %.
    Vec3 color{0.15F, 0.45F, 0.85F};  ///< red, green, blue in 0..1, for pictures.
};

/// How pressure follows from density.
enum class EquationOfState {
    Linear,  ///< p = k (rho - rho0)
    Tait,    ///< p = B ((rho/rho0)^7 - 1), with B = k rho0 / 7: the same stiffness at rest, harder when
             ///< squeezed
};

/// Which sums stand for density and pressure force.
enum class Formulation {
    Conservative,  ///< One kernel for both, p/rho^2 summed: the force is the gradient of an energy, so that a
                   ///< fluid at rest stays at rest with next to no viscosity (Monaghan 1992; Becker and
                   ///< Teschner 2007).
    Mueller,  ///< Poly6 for density, spiky for pressure (Mueller et al. 2003; Bullet-Fluids). It makes energy
              ///< out of nothing and wants an artificial viscosity of 0.15 or more.
};

/// Weakly compressible SPH, Mueller et al. 2003; Becker and Teschner 2007.
struct WcsphSettings {
    Formulation formulation = Formulation::Conservative;
    EquationOfState equationOfState = EquationOfState::Tait;
    bool clampNegativePressure = true;  ///< A free surface does not pull: pressures below 0 become 0.
    float artificialViscosity =
        0.03F;               ///< >= 0. Monaghan's alpha: adds the viscosity alpha rho0 (h/2) c / (2 (d + 2)),
                             ///< which damps noise at the scale of particles, whatever their size.
    float initialSum = 1;    ///< 0 < s <= 1. Scales a particle's own share of its density.
    float cflFactor = 0.4F;  ///< 0 < f <= 1. Share of h a sound wave may cross in one step.
    float forceFactor = 0.25F;      ///< 0 < f <= 1. dt <= f sqrt(h / largest acceleration).
    float tensionThreshold = 0.5F;  ///< 1/h, >= 0. Colour-field gradients below it are inside the fluid.
};

/// The method and its settings: put the struct of the method you want here.
using SolverSettings = std::variant<WcsphSettings>;

/// What holds for the whole simulation.
struct WorldSettings {
    int dimension = 3;              ///< 2 or 3. In 2D z is 0 and masses are per metre of depth.
    float particleSpacing = 0.02F;  ///< m, > 0. Distance of particles at rest: the resolution.
    float supportRadius = 0;        ///< m. Reach h of a particle, 1 to 8 spacings; 0 means 2.
    Vec3 gravity{0, -9.81F, 0};     ///< m/s^2.
    float simulationScale = 1;      ///< > 0. One metre of the world is this many metres for the physics:
                                ///< spacing, support radius, mass, stiffness, viscosity, tension and gravity
                                ///< are then given at that scale, as in Bullet-Fluids; shapes, positions and
                                ///< velocities of the scene stay those of the world.
    float timeStep = 0;  ///< s, >= 0. 0: adaptive, from the CFL and force conditions; else this fixed step.
    float maxTimeStep = 1.0F / 60;  ///< s, > 0. Upper limit of the adaptive step.
    float minTimeStep =
        1e-7F;           ///< s, > 0. An adaptive step below it is an explosion in the making: the run stops.
    float maxSpeed = 0;  ///< m/s, >= 0. Faster particles stop the run; 0: a limit the solver derives.
    float maxDensityRatio = 4;  ///< > 1. Particles denser than this many rest densities stop the run.
    int threads = 0;            ///< >= 0. 0: one per core. The result has the same bits for any number.
};

// Walls. Particles stay on the side the shape says and keep half a particle_spacing from its surface. A
// contact removes the share `friction` of the tangential velocity and gives back the share `restitution` of
// the normal one.

/// The half-space beyond a plane is solid. `normal` points into the fluid.
struct PlaneWall {
    Vec3 point{};           ///< m. Any point of the plane.
    Vec3 normal{0, 1, 0};   ///< Direction; need not have length 1.
    float friction = 0;     ///< 0..1.
    float restitution = 0;  ///< 0..1.
};

enum class Side {
    Inside,   ///< The fluid is inside the shape: a container.
    Outside,  ///< The fluid is outside the shape: an obstacle.
};

/// An axis-aligned box, as a container or as an obstacle.
struct BoxWall {
    Vec3 min{0, 0, 0};  ///< m. Lower corner.
    Vec3 max{1, 1, 1};  ///< m. Upper corner.
    Side side = Side::Inside;
    float friction = 0;     ///< 0..1.
    float restitution = 0;  ///< 0..1.
};

/// A sphere, as a container or as an obstacle.
struct SphereWall {
    Vec3 center{};     ///< m.
    float radius = 1;  ///< m, > 0.
    Side side = Side::Outside;
    float friction = 0;     ///< 0..1.
    float restitution = 0;  ///< 0..1.
};

using Wall = std::variant<PlaneWall, BoxWall, SphereWall>;

/// A box to be filled with fluid on a lattice of particle_spacing.
struct BoxFill {
    Vec3 min{0, 0, 0};  ///< m. Lower corner.
    Vec3 max{1, 1, 1};  ///< m. Upper corner.
    Vec3 velocity{};    ///< m/s. Initial velocity.
    float jitter = 0;   ///< spacings, 0..0.5. Random displacement, the same at every run.
};

/// A ball to be filled with fluid on a lattice of particle_spacing.
struct SphereFill {
    Vec3 center{};     ///< m.
    float radius = 1;  ///< m, > 0.
    Vec3 velocity{};   ///< m/s. Initial velocity.
    float jitter = 0;  ///< spacings, 0..0.5. Random displacement, the same at every run.
};

using Fill = std::variant<BoxFill, SphereFill>;

}  // namespace undine
