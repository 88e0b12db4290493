// SPDX-License-Identifier: Zlib
// Parameter tables of bodies, their shapes and what joins them.
#include "core/parameter_table.h"
#include "undine/rigid.h"
#include "undine/rigid_engine.h"

namespace undine {
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

}  // namespace undine
