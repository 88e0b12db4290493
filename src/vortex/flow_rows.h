// SPDX-License-Identifier: Zlib
// The rows of a method's table for what its vortex particles do.
#pragma once

#include <array>

#include "core/parameter_table.h"
#include "undine/settings.h"

namespace undine {

template <>
struct ChoiceNames<GradientMethod> {
    static constexpr const char* kNames[] = {"particles", "corrected", "grid"};
};

/// The rows for the member `Part` of type VortexFlowSettings.
template <auto Part>
constexpr std::array<Parameter, 17> vortexFlowRows() {
    using S = VortexFlowSettings;
    return {
        param<Inside<Part, &S::expansionOrder>{}>("expansion_order", "", between(2, 6),
                                                  "Order of the fast sum of velocities."),
        param<Inside<Part, &S::openingAngle>{}>(
            "opening_angle", "", between(0, 1),
            "Radii of two clusters over their distance, in the fast sum; 0 is the direct sum."),
        param<Inside<Part, &S::tracerGrid>{}>(
            "tracer_grid", "spacings", between(0, 8),
            "Cells of the grid on which tracers find their velocity; 0 is a sum for each of them."),
        param<Inside<Part, &S::coreRadius>{}>("core_radius", "spacings", between(0.5, 8),
                                              "Radius over which a particle's vorticity is spread."),
        param<Inside<Part, &S::stretching>{}>("stretching",
                                              "Whether the flow stretches and tilts vorticity."),
        param<Inside<Part, &S::eddyViscosity>{}>(
            "eddy_viscosity", "", between(0, 1),
            "Smagorinsky's constant: spreads vorticity that is drawn out finer than particles are apart."),
        param<Inside<Part, &S::ambientDensity>{}>(
            "ambient_density", "kg/m^3", between(0, 1e9),
            "Density of what is around the particles; 0 means that of the first fluid."),
        param<Inside<Part, &S::ambientTemperature>{}>("ambient_temperature", "K", aboveUpTo(0, 1e5),
                                                      "Temperature of what is around the particles."),
        param<Inside<Part, &S::buoyancy>{}>("buoyancy", "", between(0, 100),
                                            "Factor of the vorticity that gravity makes."),
        choice<Inside<Part, &S::gradient>{}>("gradient", "How the gradient of density is found."),
        param<Inside<Part, &S::thermalDiffusivity>{}>("thermal_diffusivity", "m^2/s", between(0, 1e6),
                                                      "How fast heat spreads; air's is 2e-5."),
        param<Inside<Part, &S::cooling>{}>("cooling", "1/s", between(0, 1e6),
                                           "Rate at which particles come to the ambient temperature."),
        param<Inside<Part, &S::ignitionTemperature>{}>("ignition_temperature", "K", aboveUpTo(0, 1e5),
                                                       "Fuel that is hotter burns."),
        param<Inside<Part, &S::burnRate>{}>("burn_rate", "1/s", between(0, 1e6),
                                            "Share of the fuel that burns per second."),
        param<Inside<Part, &S::flameHeat>{}>("flame_heat", "K", between(0, 1e5),
                                             "What burning all of a particle's fuel adds to it."),
        param<Inside<Part, &S::shedding>{}>("shedding", "", between(0, 1),
                                            "Share of the vorticity at bodies that comes off when the flow "
                                            "has passed by one spacing; 0 lets it slip along them."),
        param<Inside<Part, &S::mirrors>{}>("mirrors",
                                           "Whether planes, and boxes around the fluid, bend the flow: "
                                           "it is mirrored in them, so that it passes along them."),
    };
}

}  // namespace undine
