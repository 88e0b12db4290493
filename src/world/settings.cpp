// SPDX-License-Identifier: Zlib
// Parameter tables of what belongs to no solver.
#include "core/parameter_table.h"
#include "undine/rigid.h"
#include "undine/rigid_engine.h"

namespace undine {

template <>
struct ChoiceNames<AtLimit> {
    static constexpr const char* kNames[] = {"stop", "recycle_oldest"};
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
                                "emitters do what at_limit says. 0 means no limit."),
        param<&S::maxTracers>("max_tracers", "", between(0, 4e9),
                              "Emitters bring no more tracers; 0 means no limit."),
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
            "Square of the speed of sound; (ten times the fastest flow)^2 keeps density within about 1 %."),
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

namespace {

template <class S>
constexpr Parameter temperatureRow() {
    return param<&S::temperature>("temperature", "K", between(0, 1e5),
                                  "It warms vortex particles; 0 is as warm as what is around it.");
}

}  // namespace

template <>
std::span<const Parameter> parametersOf<BodySettings>() {
    using S = BodySettings;
    static const Parameter table[] = {
        param<&S::name>("name", "For emitters and joints that are fixed to it."),
        param<&S::position>("position", "m", anyNumber(), "Middle at the start."),
        param<&S::rotation>("rotation", "degrees", anyNumber(), "About x, then y, then z, at the start."),
        param<&S::velocity>("velocity", "m/s", anyNumber(),
                            "Of a straight path; of a free body at the start."),
        param<&S::angularVelocity>("angular_velocity", "degrees/s", anyNumber(),
                                   "Axis times speed of a steady rotation; of a free body at the start."),
        param<&S::swing>("swing", "m", anyNumber(), "Amplitude of an oscillation."),
        param<&S::turn>("turn", "degrees", anyNumber(), "Axis times amplitude of a rotation to and fro."),
        param<&S::frequency>("frequency", "1/s", between(0, 1e4), "Of swing and turn."),
        param<&S::phase>("phase", "", between(0, 1), "Where swing and turn start, as a share of a period."),
        frictionRow<S>(),
        restitutionRow<S>(),
        param<&S::density>(
            "density", "kg/m^3", between(0, 1e9),
            "Above 0 the body is free: fluid, gravity and other bodies move it; kg/m^2 in 2D."),
        param<&S::mass>("mass", "kg", between(0, 1e12), "In the place of a density: the body is free, too."),
        param<&S::grip>("grip", "", between(0, 10),
                        "Friction of a free body against walls; between two bodies it is the product."),
        temperatureRow<S>(),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<BoxBody>() {
    using S = BoxBody;
    static const Parameter table[] = {
        param<&S::size>("size", "m", above(0), "Full lengths of the sides."),
        sideRow<S>(),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<SphereBody>() {
    using S = SphereBody;
    static const Parameter table[] = {
        param<&S::radius>("radius", "m", above(0), "Radius."),
        sideRow<S>(),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<PlaneBody>() {
    return {};
}

template <>
std::span<const Parameter> parametersOf<RigidBodySettings>() {
    using S = RigidBodySettings;
    static const Parameter table[] = {
        param<&S::mass>("mass", "kg", between(0, 1e12), "0: the fluid does not move it."),
        frictionRow<S>(),
        restitutionRow<S>(),
        temperatureRow<S>(),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<RigidContactSettings>() {
    using S = RigidContactSettings;
    static const Parameter table[] = {
        param<&S::boundaryParticles>("boundary_particles",
                                     "Whether bodies count as fluid to the fluid around them."),
        param<&S::particleRadius>("particle_radius", "spacings", between(0, 1),
                                  "Of a particle in contacts. 0: 0.25, or 0.5 without boundary_particles."),
        param<&S::margin>("margin", "spacings", between(0, 0.5), "Penetration that is left alone."),
        param<&S::radiusExpansion>("radius_expansion", "spacings", between(0, 2),
                                   "Contacts this far ahead slow a particle down in time."),
        param<&S::erp>("erp", "", between(0, 1), "Share of the penetration that a step removes."),
        param<&S::particleMass>("particle_mass", "kg", between(0, 1e12),
                                "Of a particle in contacts; 0: its own."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<CapsuleBody>() {
    using S = CapsuleBody;
    static const Parameter table[] = {
        param<&S::radius>("radius", "m", above(0), "Of the round ends and of what is between."),
        param<&S::height>("height", "m", atLeast(0), "Along y, between the middles of its ends."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<CylinderBody>() {
    using S = CylinderBody;
    static const Parameter table[] = {
        param<&S::radius>("radius", "m", above(0), "Radius; in 2D half the width of a rectangle."),
        param<&S::height>("height", "m", above(0), "Along y."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<ConeBody>() {
    using S = ConeBody;
    static const Parameter table[] = {
        param<&S::radius>("radius", "m", above(0), "Of the base; in 2D half the base of a triangle."),
        param<&S::height>("height", "m", above(0), "Along y."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<MeshBody>() {
    using S = MeshBody;
    static const Parameter table[] = {
        param<&S::file>("file", "OBJ, STL, PLY or glTF, relative to the scene file."),
        param<&S::scale>("scale", "", above(0), "Multiplies the vertices."),
        param<&S::open>("open", "A thin skin with two sides, such as a terrain, instead of a full body."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<TerrainBody>() {
    using S = TerrainBody;
    static const Parameter table[] = {
        param<&S::heights>(
            "heights", "m", anyNumber(),
            "Row by row along x, the rows along z; the position is in the middle, at height 0."),
        param<&S::columns>("columns", "", between(2, 4096), "Heights in a row."),
        param<&S::cell>("cell", "m", above(0), "Distance of heights along x and z."),
        param<&S::depth>("depth", "m", above(0), "Of the flat bottom below the lowest height."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<HollowBoxBody>() {
    using S = HollowBoxBody;
    static const Parameter table[] = {
        param<&S::size>("size", "m", above(0), "Full lengths of the sides, outside."),
        param<&S::thickness>("thickness", "m", above(0), "Of the plates; less than half of each side."),
        param<&S::openTop>("open_top", "Whether the plate on top is left out."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<JointSettings>() {
    using S = JointSettings;
    static const Parameter table[] = {
        param<&S::body>("body", "Name of a body."),
        param<&S::other>("other", "Name of the body it is joined to; empty: the world."),
        param<&S::position>("position", "m", anyNumber(), "Where the joint is at the start."),
        param<&S::collide>("collide", "Whether the two bodies still collide with each other."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<HingeJoint>() {
    using S = HingeJoint;
    static const Parameter table[] = {
        param<&S::axis>("axis", "", anyNumber(), "Direction at the start, of any length but 0."),
        param<&S::lower>("lower", "degrees", between(-180, 180), "Least angle, from the start."),
        param<&S::upper>("upper", "degrees", between(-180, 180), "Largest angle; as lower: no limits."),
        param<&S::motorSpeed>("motor_speed", "degrees/s", anyNumber(), "What a motor strives for."),
        param<&S::motorStrength>("motor_strength", "N m", atLeast(0), "Largest torque of it; 0: no motor."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<SliderJoint>() {
    using S = SliderJoint;
    static const Parameter table[] = {
        param<&S::axis>("axis", "", anyNumber(), "Direction at the start, of any length but 0."),
        param<&S::lower>("lower", "m", anyNumber(), "Least way, from the start."),
        param<&S::upper>("upper", "m", anyNumber(), "Largest way; as lower: no limits."),
        param<&S::motorSpeed>("motor_speed", "m/s", anyNumber(), "What a motor strives for."),
        param<&S::motorStrength>("motor_strength", "N", atLeast(0), "Largest force of it; 0: no motor."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<BallJoint>() {
    return {};
}

template <>
std::span<const Parameter> parametersOf<FixedJoint>() {
    return {};
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
