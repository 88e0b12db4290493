// SPDX-License-Identifier: Zlib
// Parameter tables of what belongs to no solver and no body.
#include "undine/settings.h"
#include "core/parameter_table.h"

namespace undine {

template <>
struct ChoiceNames<AtLimit> {
    static constexpr const char* kNames[] = {"stop", "recycle_oldest"};
};

template <>
struct ChoiceNames<Periodic> {
    static constexpr const char* kNames[] = {"none", "x", "y", "xy", "z", "xz", "yz", "xyz"};
};

template <>
std::span<const Parameter> parametersOf<WorldSettings>() {
    using S = WorldSettings;
    static const Parameter table[] = {
        param<&S::dimension>("dimension", "", between(2, 3),
                             "2 or 3. In 2D z is 0 and masses are per metre of depth."),
        param<&S::particleSpacing>("particle_spacing", "m", between(1e-6, 1e6),
                                   "Distance of particles at rest: the resolution."),
        param<&S::supportRadius>("support_radius", "m", between(0, 1e7),
                                 "Reach of a particle, 1.2 to 8 times particle_spacing; 0 means twice."),
        param<&S::gravity>("gravity", "m/s^2", between(-1e6, 1e6), "Acceleration of everything."),
        choice<&S::periodic>("periodic",
                             "Axes along which the world repeats itself: what leaves the box between "
                             "periodic_min and periodic_max on one side comes back on the other."),
        param<&S::periodicMin>("periodic_min", "m", anyNumber(),
                               "Lower corner of that box; only the axes of periodic count."),
        param<&S::periodicMax>("periodic_max", "m", anyNumber(),
                               "Upper corner; more than 3 support radii above the lower one."),
        param<&S::simulationScale>("simulation_scale", "", between(1e-6, 1e6),
                                   "One metre of the world is this many metres for the physics."),
        param<&S::timeStep>("time_step", "s", between(0, 1),
                            "Fixed step; 0 means adaptive. A step may be shorter to end exactly at a frame."),
        param<&S::maxTimeStep>("max_time_step", "s", aboveUpTo(0, 1), "Upper limit of the adaptive step."),
        param<&S::minTimeStep>(
            "min_time_step", "s", aboveUpTo(0, 1),
            "An adaptive step below this stops the run: it is about to explode. At most max_time_step."),
        param<&S::maxSpeed>("max_speed", "m/s", atLeast(0),
                            "A faster particle stops the run; 0 means a limit the solver derives."),
        param<&S::maxDensityRatio>("max_density_ratio", "", above(1),
                                   "A particle denser than this many rest densities stops the run."),
        param<&S::maxParticles>("max_particles", "", between(0, 4e9),
                                "The world never holds more: a scene that fills in more is refused, "
                                "emitters do what at_limit says, bodies shed no more vortex particles. "
                                "0 means no limit."),
        param<&S::maxTracers>("max_tracers", "", between(0, 4e9),
                              "The same for tracers; emitters do with them what at_limit says."),
        choice<&S::atLimit>("at_limit",
                            "What emitters do then: stop waits for room; recycle_oldest removes the oldest."),
        param<&S::threads>("threads", "", between(0, 1024), "Threads to use; 0 means one per core."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<FluidSettings>() {
    using S = FluidSettings;
    static const Parameter table[] = {
        param<&S::restDensity>("rest_density", "kg/m^3", between(1e-6, 1e9),
                               "The density the fluid tends to; kg/m^2 in 2D."),
        param<&S::particleMass>(
            "particle_mass", "kg", between(0, 1e12),
            "Mass of a particle; 0 means the one that gives a lattice of particle_spacing the rest density."),
        param<&S::viscosity>("viscosity", "Pa s", between(0, 1e9), "Dynamic viscosity."),
        param<&S::surfaceTension>("surface_tension", "N/m", between(0, 1e9),
                                  "Strength of surface tension; 0 is none."),
        param<&S::stiffness>(
            "stiffness", "m^2/s^2", between(1e-9, 1e12),
            "Square of the speed of sound; (ten times the fastest flow)^2 keeps density within about 1 %. "
            "pbf takes it for its limit of speeds alone, vortex for nothing."),
        param<&S::color>("color", "", between(0, 1), "Red, green, blue."),
        param<&S::temperature>("temperature", "K", between(0, 1e5),
                               "Of new particles, in vortex methods; 0 means the ambient one."),
        param<&S::fuel>("fuel", "", between(0, 1),
                        "Share of new particles that can burn, in vortex methods."),
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
        param<&S::eddySpeed>("eddy_speed", "m/s", atLeast(0),
                             "Adds eddies about z, turning to the left and to the right by turns."),
        param<&S::eddySize>("eddy_size", "m", above(0),
                            "Side of the square that one of them takes, from the lower corner on."),
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

template <>
std::span<const Parameter> parametersOf<CylinderFill>() {
    using S = CylinderFill;
    static const Parameter table[] = {
        param<&S::center>("center", "m", anyNumber(), "Middle."),
        param<&S::axis>("axis", "", anyNumber(), "Direction, of any length but 0."),
        param<&S::radius>("radius", "m", above(0), "Radius."),
        param<&S::height>("height", "m", above(0), "Length along the axis."),
        param<&S::velocity>("velocity", "m/s", anyNumber(), "Initial velocity."),
        param<&S::jitter>("jitter", "spacings", between(0, 0.5),
                          "Random displacement, the same at every run."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<MeshFill>() {
    using S = MeshFill;
    static const Parameter table[] = {
        param<&S::file>("file", "A closed mesh: OBJ, STL, PLY or glTF. Relative to the scene file."),
        param<&S::position>("position", "m", anyNumber(), "Where the origin of the mesh is put."),
        param<&S::rotation>("rotation", "degrees", anyNumber(), "About x, then y, then z."),
        param<&S::scale>("scale", "", above(0), "Factor of all lengths."),
        param<&S::velocity>("velocity", "m/s", anyNumber(), "Initial velocity."),
        param<&S::jitter>("jitter", "spacings", between(0, 0.5),
                          "Random displacement, the same at every run."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<ParticleFill>() {
    using S = ParticleFill;
    static const Parameter table[] = {
        param<&S::file>(
            "file",
            "Particles: PLY or CSV with x, y, z and, if wanted, vx, vy, vz. Relative to the scene file."),
        param<&S::position>("position", "m", anyNumber(), "Added to every position."),
        param<&S::velocity>("velocity", "m/s", anyNumber(), "Added to every velocity."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<EmitterSettings>() {
    using S = EmitterSettings;
    static const Parameter table[] = {
        param<&S::name>("name", "For absorbers that feed it."),
        param<&S::fluid>("fluid", "", between(0, 1000), "Place of the fluid in its list."),
        param<&S::position>("position", "m", anyNumber(), "Middle of the nozzle."),
        param<&S::direction>("direction", "", anyNumber(), "Where the fluid goes, of any length but 0."),
        param<&S::speed>("speed", "m/s", atLeast(0), "Of the fluid as it leaves."),
        param<&S::flowRate>(
            "flow_rate", "m^3/s", atLeast(0),
            "m^2/s in 2D. 0 means all the nozzle gives at its speed; less is sprayed, more is refused."),
        param<&S::start>("start", "s", atLeast(0), "First moment."),
        param<&S::end>("end", "s", atLeast(0), "When it stops; 0 means never."),
        param<&S::schedule>("schedule", "", atLeast(0),
                            "Factor of the speed over time, as [[time, factor], ...]; empty means 1."),
        param<&S::jitter>("jitter", "spacings", between(0, 0.5),
                          "Random displacement within a layer, the same at every run."),
        param<&S::limit>("limit", "particles", between(0, 4e9),
                         "Closes for good after so many; 0 means never."),
        param<&S::tracers>("tracers", "per particle", between(0, 1000),
                           "How many tracers come with each particle, in the colour of its fluid."),
        param<&S::body>("body",
                        "Name of the body it is fixed to; position and direction are then relative to that "
                        "body. One that is free is thrown back."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<CircleNozzle>() {
    using S = CircleNozzle;
    static const Parameter table[] = {
        param<&S::radius>("radius", "m", above(0), "Radius; in 2D half the width of a slit."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<RectangleNozzle>() {
    using S = RectangleNozzle;
    static const Parameter table[] = {
        param<&S::width>("width", "m", above(0), "Across direction and up."),
        param<&S::height>("height", "m", above(0), "Along up."),
        param<&S::up>("up", "", anyNumber(), "Not along direction; 0 means as near to y as can be."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<PointsNozzle>() {
    using S = PointsNozzle;
    static const Parameter table[] = {
        param<&S::points>("points", "m", anyNumber(), "Places of single jets, relative to position."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<Absorber>() {
    using S = Absorber;
    static const Parameter table[] = {
        param<&S::min>("min", "m", anyNumber(), "Lower corner."),
        param<&S::max>("max", "m", anyNumber(), "Upper corner."),
        param<&S::start>("start", "s", atLeast(0), "First moment."),
        param<&S::end>("end", "s", atLeast(0), "When it stops; 0 means never."),
        param<&S::feeds>("feeds",
                         "Name of the emitter that gives out what is taken here; empty means it is gone."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<Freezer>() {
    using S = Freezer;
    static const Parameter table[] = {
        param<&S::min>("min", "m", anyNumber(), "Lower corner."),
        param<&S::max>("max", "m", anyNumber(), "Upper corner."),
        param<&S::start>("start", "s", atLeast(0), "When what is in the box becomes one rigid piece."),
        param<&S::end>("end", "s", atLeast(0), "When the piece is fluid again; 0 means never."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<ForceSettings>() {
    using S = ForceSettings;
    static const Parameter table[] = {
        param<&S::start>("start", "s", atLeast(0), "First moment."),
        param<&S::end>("end", "s", atLeast(0), "When it stops; 0 means never."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<UniformForce>() {
    using S = UniformForce;
    static const Parameter table[] = {
        param<&S::acceleration>("acceleration", "m/s^2", anyNumber(), "Everywhere in the box."),
        param<&S::min>("min", "m", anyNumber(), "Lower corner."),
        param<&S::max>("max", "m", anyNumber(), "Upper corner."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<RadialForce>() {
    using S = RadialForce;
    static const Parameter table[] = {
        param<&S::center>("center", "m", anyNumber(), "Where to."),
        param<&S::radius>("radius", "m", above(0), "Reach."),
        param<&S::strength>("strength", "m/s^2", anyNumber(),
                            "At the centre, falling to 0 at the radius; below 0 repels."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<SwirlForce>() {
    using S = SwirlForce;
    static const Parameter table[] = {
        param<&S::center>("center", "m", anyNumber(), "A point of the axis."),
        param<&S::axis>("axis", "", anyNumber(),
                        "Direction, of any length but 0; counter-clockwise seen against it."),
        param<&S::radius>("radius", "m", above(0), "Reach."),
        param<&S::strength>("strength", "m/s^2", anyNumber(), "At the axis, falling to 0 at the radius."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<DragForce>() {
    using S = DragForce;
    static const Parameter table[] = {
        param<&S::wind>("wind", "m/s", anyNumber(), "The velocity the fluid is pulled to."),
        param<&S::coefficient>("coefficient", "1/s", atLeast(0), "How fast."),
        param<&S::min>("min", "m", anyNumber(), "Lower corner."),
        param<&S::max>("max", "m", anyNumber(), "Upper corner."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<TracerSettings>() {
    using S = TracerSettings;
    static const Parameter table[] = {
        param<&S::spacing>("spacing", "m", atLeast(0),
                           "Distance of tracers on their lattice; 0 means particle_spacing."),
        param<&S::color>("color", "", between(0, 1), "Red, green, blue."),
    };
    return table;
}

}  // namespace undine
