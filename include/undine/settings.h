// SPDX-License-Identifier: Zlib
// Everything that can be set, as plain structs: each field with its default, its unit and its range.
// The tables in parameters.h describe the same fields to scene files, the command line and the documentation.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "undine/shapes.h"
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
    float temperature = 0;  ///< K, 0..1e5. Of new particles, in methods that know heat; 0: the ambient one.
    float fuel = 0;         ///< 0..1. Share of new particles that can burn, in methods that know heat.
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

/// How viscosity acts on velocities.
enum class ViscosityModel {
    Explicit,  ///< Mueller et al. 2003: one more force. A thick fluid needs short steps.
    Implicit,  ///< Weiler et al. 2018: velocities that agree with the forces at the end of the step, by
               ///< conjugate gradients. Stable for honey at any step; keeps angular momentum.
};

/// How surface tension acts.
enum class TensionModel {
    Cohesion,    ///< Akinci et al. 2013: particles attract each other and even out the surface's normals.
    ColorField,  ///< Mueller et al. 2003: curvature of a smoothed field. Does not keep momentum.
};

/// Forces between neighbours that any method with neighbours can use. How strong viscosity and tension are is
/// up to the fluids.
struct PairForceSettings {
    ViscosityModel viscosityModel = ViscosityModel::Explicit;
    float xsph = 0;  ///< 0..1. Share of the difference to the neighbours' mean velocity that a step takes
                     ///< away (Schechter and Bridson 2012).
    TensionModel tensionModel = TensionModel::Cohesion;
    float tensionThreshold = 0.5F;   ///< 1/h, >= 0. Colour-field gradients below it are inside the fluid.
    float vorticityConfinement = 0;  ///< 1/s, >= 0. Gives eddies back what smoothing takes from them
                                     ///< (Fedkiw et al. 2001; Macklin and Mueller 2013).
    float drift = 1;  ///< 0..100. Speed of single particles that rise or sink in a fluid of another density,
                      ///< over that of a drop of their size; 0: they may get stuck (Ren et al. 2014).
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
    float forceFactor = 0.25F;  ///< 0 < f <= 1. dt <= f sqrt(h / largest acceleration).
    PairForceSettings pairForces{};
};

/// Density as a constraint on positions, Macklin and Mueller 2013: each iteration moves the particles so that
/// their density comes nearer to that at rest.
struct DensityConstraintSettings {
    Formulation formulation = Formulation::Conservative;  ///< Mueller is that of the paper.
    int iterations = 5;          ///< 1..1000. With a tolerance, the most there may be.
    float densityTolerance = 0;  ///< 0..1. Iterations end when the mean compression is below; 0: never early.
    bool oneSided = true;        ///< Fluid is pushed apart and never pulled together: no clumps at surfaces.
    float relaxation = 0.1F;  ///< >= 0. Softens the constraint; 1 is the stiffness of a full neighbourhood.
    float artificialPressure = 0;  ///< 0..1. Pushes close pairs apart, as so much compression would.
    float artificialPressureDistance = 0.2F;  ///< h, 0..0.3. Where the push has that strength.
};

/// Position based fluids, Macklin and Mueller 2013.
struct PbfSettings {
    DensityConstraintSettings constraint{};
    int substeps = 1;           ///< 1..1000. The time step and its upper limit are divided by it.
    float cflFactor = 0.5F;     ///< 0 < f <= 1. Share of h a particle may cross in one adaptive step.
    float forceFactor = 0.04F;  ///< 0 < f <= 1. dt <= f sqrt(h / largest acceleration): how far fluid sinks
                                ///< before pressure holds it, and so how much a deep tank is compressed.
    PairForceSettings pairForces{.xsph = 0.01F};
};

/// SPH forces, then the iterations of position based fluids, after Montealegre.
struct SphPbdSettings {
    DensityConstraintSettings constraint{};
    EquationOfState equationOfState = EquationOfState::Linear;
    float pressureShare = 0.01F;  ///< 0..1. Of the fluids' stiffness: how hard the SPH pressure pushes. The
                                  ///< iterations do the rest.
    int substeps = 1;             ///< 1..1000. The time step and its upper limit are divided by it.
    float cflFactor = 0.5F;       ///< 0 < f <= 1. Share of h a particle or a sound may cross in one step.
    float forceFactor = 0.04F;    ///< 0 < f <= 1. dt <= f sqrt(h / largest acceleration), as in PbfSettings.
    PairForceSettings pairForces{.xsph = 0.01F};
};

/// How the gradient of density is found, which makes vorticity where it is not along gravity.
enum class GradientMethod {
    Particles,  ///< Sums over neighbours (Gourlay, part 16): canonical far from walls, differences near them.
    Corrected,  ///< The same, with differences near walls that are exact for linear fields.
    Grid,       ///< Finite differences on a grid, 0 in cells that touch walls: cheaper and coarser.
};

/// What vortex particles do, in every method that has them. Densities are those at the ambient temperature;
/// what is hotter is lighter in proportion.
struct VortexFlowSettings {
    int expansionOrder = 5;      ///< 2..6. Of the fast sum of velocities (docs/vortex.md).
    float openingAngle = 0.75F;  ///< 0..1. Radii of two clusters over their distance; 0: the direct sum.
    float tracerGrid = 1;     ///< spacings, 0..8. Cells of the grid on which tracers find their velocity; 0:
                              ///< each by a sum of its own.
    float coreRadius = 1.3F;  ///< spacings, 0.5..8. Radius over which a particle's vorticity is spread.
    bool stretching = true;   ///< Vorticity is stretched and tilted by the flow.
    float eddyViscosity = 0.3F;  ///< 0..1. Smagorinsky's constant, for stretching: spreads vorticity that is
                                 ///< being drawn out finer than particles are apart.
    float ambientDensity = 0;    ///< kg/m^3, 0..1e9. Of what is around the particles; 0: the first fluid's.
    float ambientTemperature = 293.15F;  ///< K, > 0..1e5. Of what is around the particles.
    float buoyancy = 1;                  ///< 0..100. Factor of the vorticity that gravity makes.
    GradientMethod gradient = GradientMethod::Corrected;
    float thermalDiffusivity = 0;  ///< m^2/s, 0..1e6. How fast heat spreads; air's is 2e-5.
    float cooling = 0;             ///< 1/s, 0..1e6. Rate at which particles come to the ambient temperature.
    float ignitionTemperature = 600;  ///< K, > 0..1e5. Fuel that is hotter burns.
    float burnRate = 2;               ///< 1/s, 0..1e6. Share of the fuel that burns per second.
    float flameHeat = 1500;           ///< K, 0..1e5. What burning all of a particle's fuel adds to it.
    float shedding = 1;   ///< 0..1. Share of the vorticity at bodies that comes off when the flow has passed
                          ///< by one spacing; 0: none, the flow slips along them.
    bool mirrors = true;  ///< Planes, and boxes around the fluid, bend the flow as mirrors would.
};

/// Vortex particles, after Gourlay: the flow of what has vorticity.
struct VortexSettings {
    VortexFlowSettings flow{};
    float cflFactor = 0.5F;    ///< 0 < f <= 1. Spacings a particle may move in one adaptive step.
    float shearFactor = 0.3F;  ///< 0 < f <= 1. Share of the time in which stretching acts, per step.
    int remeshInterval = 0;    ///< steps, 0..1e6. How often particles are put on a lattice again; 0: never.
    float remeshThreshold = 1e-3F;  ///< 0..0.5. Places with less than this share of the largest strength
                                    ///< stay empty.
};

/// Vortex particles and SPH on one set of particles: velocity is what vorticity induces, and what pressure
/// and viscosity add.
struct VortexSphSettings {
    VortexFlowSettings flow{};
    float vortexWeight = 1;            ///< 0..1. 0: SPH alone, and gravity acts as usual, less the buoyancy.
    float pressureWeight = 1;          ///< 0..1. 0: no pressure between particles.
    float viscosityWeight = 1;         ///< 0..1. 0: no viscosity between particles.
    float artificialViscosity = 0.1F;  ///< >= 0. As in WcsphSettings.
    float cflFactor = 0.4F;            ///< 0 < f <= 1. As in WcsphSettings.
    float forceFactor = 0.25F;         ///< 0 < f <= 1. As in WcsphSettings.
    float shearFactor = 0.3F;          ///< 0 < f <= 1. As in VortexSettings.
};

/// The method and its settings: put the struct of the method you want here.
using SolverSettings =
    std::variant<WcsphSettings, PbfSettings, SphPbdSettings, VortexSettings, VortexSphSettings>;

/// What emitters do when the world holds max_particles, or max_tracers.
enum class AtLimit {
    Stop,           ///< They wait until absorbers have made room; no absorber takes tracers.
    RecycleOldest,  ///< The oldest go, as many as are to come: the particles with the lowest ids.
};

/// The axes along which a world repeats itself; as bits, 1 for x, 2 for y, 4 for z.
enum class Periodic { None, X, Y, XY, Z, XZ, YZ, XYZ };

/// What holds for the whole simulation.
struct WorldSettings {
    int dimension = 3;                   ///< 2 or 3. In 2D z is 0 and masses are per metre of depth.
    float particleSpacing = 0.02F;       ///< m, > 0. Distance of particles at rest: the resolution.
    float supportRadius = 0;             ///< m. Reach h of a particle, 1.2 to 8 spacings; 0 means 2.
    Vec3 gravity{0, -9.81F, 0};          ///< m/s^2.
    Periodic periodic = Periodic::None;  ///< Along these axes what leaves the box below on one side comes
                                         ///< back on the other, and has its neighbours there.
    Vec3 periodicMin{0, 0, 0};  ///< m. Lower corner of that box; what it is along other axes has no part.
    Vec3 periodicMax{1, 1, 1};  ///< m. Upper corner; more than 3 support radii above the lower one.
    float simulationScale = 1;  ///< > 0. One metre of the world is this many metres for the physics:
                                ///< spacing, support radius, mass, stiffness, viscosity, tension and gravity
                                ///< are then given at that scale, as in Bullet-Fluids; shapes, positions and
                                ///< velocities of the scene stay those of the world.
    float timeStep = 0;  ///< s, >= 0. 0: adaptive, from the CFL and force conditions; else this fixed step.
    float maxTimeStep = 1.0F / 60;  ///< s, > 0. Upper limit of the adaptive step.
    float minTimeStep =
        1e-7F;           ///< s, > 0. An adaptive step below it is an explosion in the making: the run stops.
    float maxSpeed = 0;  ///< m/s, >= 0. Faster particles stop the run; 0: a limit the solver derives.
    float maxDensityRatio = 4;  ///< > 1. Particles denser than this many rest densities stop the run.
    Index maxParticles = 0;     ///< >= 0. The world takes no more, see addParticles, atLimit; 0: no limit.
    Index maxTracers = 0;       ///< >= 0. Emitters bring no more tracers; 0: no limit.
    AtLimit atLimit = AtLimit::Stop;
    int threads = 0;  ///< >= 0. 0: one per core. The result has the same bits for any number.
};

// Emitters: nozzles that bring fluid into the world, layer by layer on a lattice of particle_spacing, so that
// what comes out has rest density from the first moment.

/// What all nozzles have. The shapes below lie in a plane through `position`, and fluid leaves along
/// `direction`.
struct EmitterSettings {
    std::string name{};        ///< For absorbers that feed it; may be empty.
    FluidIndex fluid = 0;      ///< What comes out.
    Vec3 position{};           ///< m. Middle of the nozzle.
    Vec3 direction{0, -1, 0};  ///< Need not have length 1.
    float speed = 1;           ///< m/s, >= 0. Of the fluid as it leaves.
    float flowRate = 0;        ///< m^3/s (m^2/s in 2D), >= 0. 0: all the nozzle gives at its speed. Less is
                               ///< sprayed, more is refused: it would have to clump.
    float start = 0;           ///< s, >= 0. First moment.
    float end = 0;             ///< s, >= 0. When it stops; 0: never.
    Curve schedule{};          ///< Factor of the speed over time, >= 0; empty: always 1.
    float jitter = 0;    ///< spacings, 0..0.5. Random displacement within a layer, the same at every run.
    Index limit = 0;     ///< particles, >= 0. Closes for good after so many; 0: never.
    Index tracers = 0;   ///< per particle, 0..1000. How many come with each, in the colour of the fluid.
    std::string body{};  ///< Name of the body it is fixed to; position and direction are then the body's own.
};

/// A round nozzle; in 2D a slit of this half width.
struct CircleNozzle {
    float radius = 0.1F;  ///< m, > 0.
};

/// A rectangular nozzle; in 2D a slit of this width.
struct RectangleNozzle {
    float width = 0.2F;   ///< m, > 0. Across `direction` and `up`.
    float height = 0.1F;  ///< m, > 0. Along `up`.
    Vec3 up{};            ///< Not along `direction`; 0: as near to y as can be.
};

/// Single jets, one particle thick, at places of your own.
struct PointsNozzle {
    std::vector<Vec3> points{Vec3{}};  ///< m, relative to `position`.
};

/// One of the shapes a nozzle can have.
using NozzleShape = std::variant<CircleNozzle, RectangleNozzle, PointsNozzle>;

/// What World::addEmitter takes.
struct Emitter {
    EmitterSettings settings;
    NozzleShape shape;
};

/// A box that takes particles out of the world. With `feeds` it is the inlet of a pump: the emitter of that
/// name then gives out only what its absorbers have taken.
struct Absorber {
    Vec3 min{0, 0, 0};    ///< m. Lower corner.
    Vec3 max{1, 1, 1};    ///< m. Upper corner.
    float start = 0;      ///< s, >= 0. First moment.
    float end = 0;        ///< s, >= 0. When it stops; 0: never.
    std::string feeds{};  ///< Name of an emitter; empty: what is taken is gone.
};

/// A box whose fluid becomes one rigid piece for a time: at `start` all particles inside it keep the places
/// they have to each other, and move as one; at `end` they are fluid again, with the velocities they have.
/// Particles that an earlier freezer holds stay with that one.
struct Freezer {
    Vec3 min{0, 0, 0};  ///< m. Lower corner.
    Vec3 max{1, 1, 1};  ///< m. Upper corner.
    float start = 0;    ///< s, >= 0. When they freeze.
    float end = 0;      ///< s, >= 0. When they melt; 0: never.
};

// Force fields act on the fluid beside gravity, as accelerations.

/// What all fields have.
struct ForceSettings {
    float start = 0;  ///< s, >= 0. First moment.
    float end = 0;    ///< s, >= 0. When it stops; 0: never.
};

/// The same acceleration everywhere inside a box.
struct UniformForce {
    Vec3 acceleration{};            ///< m/s^2.
    Vec3 min{-1e6F, -1e6F, -1e6F};  ///< m. Lower corner.
    Vec3 max{1e6F, 1e6F, 1e6F};     ///< m. Upper corner.
};

/// Towards a point, or away from it: strength (1 - r/radius) within `radius`.
struct RadialForce {
    Vec3 center{};       ///< m.
    float radius = 1;    ///< m, > 0. Reach.
    float strength = 0;  ///< m/s^2. Above 0 attracts, below 0 repels.
};

/// Around an axis: strength (1 - r/radius) within `radius`, r the distance from the axis.
struct SwirlForce {
    Vec3 center{};       ///< m. A point of the axis.
    Vec3 axis{0, 1, 0};  ///< Direction; counter-clockwise seen against it.
    float radius = 1;    ///< m, > 0. Reach.
    float strength = 0;  ///< m/s^2.
};

/// Pulls the velocity of the fluid inside a box towards that of a wind: a = coefficient (wind - v).
struct DragForce {
    Vec3 wind{};                    ///< m/s.
    float coefficient = 1;          ///< 1/s, >= 0.
    Vec3 min{-1e6F, -1e6F, -1e6F};  ///< m. Lower corner.
    Vec3 max{1e6F, 1e6F, 1e6F};     ///< m. Upper corner.
};

/// One of the fields there are.
using ForceField = std::variant<UniformForce, RadialForce, SwirlForce, DragForce>;

/// What World::addForce takes.
struct Force {
    ForceSettings settings;
    ForceField field;
};

/// Passive points that drift with the fluid and do nothing to it: dye, sensors, smoke.
struct TracerSettings {
    float spacing = 0;  ///< m, >= 0. Distance on the lattice that fills the shape; 0: particle_spacing.
    Vec3 color{0.9F, 0.25F, 0.1F};  ///< red, green, blue in 0..1, for pictures.
};

/// What World::addTracers takes.
struct Tracers {
    TracerSettings settings;
    Fill shape;
};

// Vortices to begin with, in methods with vortex particles: particles on the lattice, whose vorticity falls
// off around a line as exp(-r^2 / core^2).

/// What all vortices have.
struct VortexSeedSettings {
    FluidIndex fluid = 0;   ///< What they consist of.
    float circulation = 1;  ///< m^2/s.
    float core = 0.1F;      ///< m, > 0. Radius at which vorticity is 1/e of that in the middle; more than
                            ///< that of a vortex particle.
};

/// A ring that moves along its axis. Three dimensions only.
struct VortexRing {
    Vec3 center{};        ///< m.
    Vec3 axis{0, 1, 0};   ///< Direction it moves in when its circulation is positive.
    float radius = 0.5F;  ///< m, > 0.
};

/// A straight piece of vorticity. Three dimensions only.
struct VortexTube {
    Vec3 from{0, -1, 0};  ///< m. Vorticity points from here
    Vec3 to{0, 1, 0};     ///< m. to there.
};

/// A round patch. Two dimensions only.
struct VortexPatch {
    Vec3 center{};  ///< m.
};

/// One of the forms a vortex can have.
using VortexShape = std::variant<VortexRing, VortexTube, VortexPatch>;

/// What World::addVortex takes.
struct VortexSeed {
    VortexSeedSettings settings;
    VortexShape shape;
};

}  // namespace undine
