// SPDX-License-Identifier: Zlib
// Parameter tables of what belongs to no solver: the world, the fluids, the shapes to fill.
#include "core/parameter_table.h"

namespace undine {

template <>
std::span<const Parameter> parametersOf<WorldSettings>() {
    using S = WorldSettings;
    static const Parameter table[] = {
        param<&S::dimension>("dimension", "", between(2, 3),
                             "2 or 3. In 2D z is 0 and masses are per metre of depth."),
        param<&S::particleSpacing>("particle_spacing", "m", between(1e-6, 1e6),
                                   "Distance of particles at rest: the resolution."),
        param<&S::supportRadius>("support_radius", "m", between(0, 1e7),
                                 "Reach of a particle; 0 means twice particle_spacing."),
        param<&S::gravity>("gravity", "m/s^2", between(-1e6, 1e6), "Acceleration of everything."),
        param<&S::simulationScale>("simulation_scale", "", between(1e-6, 1e6),
                                   "One metre of the world is this many metres for the physics."),
        param<&S::timeStep>("time_step", "s", between(0, 1), "Fixed step; 0 means adaptive."),
        param<&S::maxTimeStep>("max_time_step", "s", aboveUpTo(0, 1), "Upper limit of the adaptive step."),
        param<&S::minTimeStep>("min_time_step", "s", aboveUpTo(0, 1),
                               "An adaptive step below this stops the run: it is about to explode."),
        param<&S::maxSpeed>("max_speed", "m/s", atLeast(0),
                            "A faster particle stops the run; 0 means a limit the solver derives."),
        param<&S::maxDensityRatio>("max_density_ratio", "", above(1),
                                   "A particle denser than this many rest densities stops the run."),
        param<&S::threads>("threads", "", between(0, 1024), "Threads to use; 0 means one per core."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<FluidSettings>() {
    using S = FluidSettings;
    static const Parameter table[] = {
        param<&S::restDensity>("rest_density", "kg/m^3", between(1e-6, 1e9),
                               "The density the fluid tends to."),
        param<&S::particleMass>(
            "particle_mass", "kg", between(0, 1e12),
            "Mass of a particle; 0 means the one that gives a lattice of particle_spacing the rest density."),
        param<&S::viscosity>("viscosity", "Pa s", between(0, 1e9), "Dynamic viscosity."),
        param<&S::surfaceTension>("surface_tension", "N/m", between(0, 1e9),
                                  "Strength of surface tension; 0 is none."),
        param<&S::stiffness>(
            "stiffness", "m^2/s^2", between(1e-9, 1e12),
            "Square of the speed of sound; (ten times the fastest flow)^2 keeps density within about 1 %."),
        param<&S::color>("color", "", between(0, 1), "Red, green, blue."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<BoxFill>() {
    using S = BoxFill;
    static const Parameter table[] = {
        param<&S::min>("min", "m", anyNumber(), "Lower corner."),
        param<&S::max>("max", "m", anyNumber(), "Upper corner."),
        param<&S::velocity>("velocity", "m/s", anyNumber(), "Initial velocity."),
        param<&S::jitter>("jitter", "spacings", between(0, 0.5),
                          "Random displacement, the same at every run."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<SphereFill>() {
    using S = SphereFill;
    static const Parameter table[] = {
        param<&S::center>("center", "m", anyNumber(), "Middle."),
        param<&S::radius>("radius", "m", above(0), "Radius."),
        param<&S::velocity>("velocity", "m/s", anyNumber(), "Initial velocity."),
        param<&S::jitter>("jitter", "spacings", between(0, 0.5),
                          "Random displacement, the same at every run."),
    };
    return table;
}

}  // namespace undine
