// SPDX-License-Identifier: Zlib
// How a body among vortex particles answers to impulses: its own inertia, and that of the fluid it moves.
#pragma once

#include "boundary/rigid_body.h"
#include "vortex/sheet_shape.h"

namespace undine {

/// Wrenches and motions in the axes of the world and in those of a body.
struct Axes {
    Vec3d x, y, z;

    explicit Axes(const BodyAxes& axes) : x(axes.x), y(axes.y), z(axes.z) {}
    Vec3d toBody(Vec3d a) const { return {dot(x, a), dot(y, a), dot(z, a)}; }
    Vec3d toWorld(Vec3d a) const { return a.x * x + a.y * y + a.z * z; }
    Six toBody(const Six& a) const { return sixOf(toBody(firstOf(a)), toBody(secondOf(a))); }
    Six toWorld(const Six& a) const { return sixOf(toWorld(firstOf(a)), toWorld(secondOf(a))); }
};

/// The mass that fluid outside adds to a body: symmetric, as it is in theory, and never below a fiftieth of
/// the displaced inertia for rotations, where that of a ball would be 0 but for noise.
SixBySix addedMass(const SheetShape& shape, double density);

/// Mass and inertia about its own axes, which are those of its inertia.
Six massOf(const RigidBody& body, const Axes& axes);

}  // namespace undine
