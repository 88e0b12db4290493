// SPDX-License-Identifier: Zlib
// One part of a solid: a shape and where it sits in its body, ready to be asked for distances.
//
// All of them are exact, inside and outside. A capsule is a ball around a line, a cylinder a box in the plane
// of radius and height, a cone a triangle in that plane. In two dimensions z is left out of the question,
// which makes a box endless along z and a cylinder or a cone its own section.
#pragma once

#include <cstdint>
#include <memory>

#include "boundary/surface_point.h"
#include "boundary/triangle_tree.h"
#include "boundary/walls.h"
#include "core/rotation.h"
#include "undine/types.h"

namespace undine {

/// What a body of density 1 weighs and how it resists to being turned. In two dimensions per metre of depth.
struct MassProperties {
    /// A symmetric tensor: xy is the entry of row x, column y, that is minus the integral of x y.
    struct Tensor {
        double xx = 0;
        double yy = 0;
        double zz = 0;
        double xy = 0;
        double yz = 0;
        double zx = 0;
    };

    double volume = 0;  ///< m^3
    Vec3d center;       ///< of mass; m
    Tensor inertia;     ///< about the centre, along the body's axes; m^5
};

struct SolidPart {
    enum class Kind : std::uint8_t { Box, Sphere, Capsule, Cylinder, Cone, Mesh, Plane };

    Kind kind = Kind::Box;
    Vec3 extent{};    ///< box: half lengths; else radius and half the height
    Vec3 position{};  ///< not of meshes: their triangles are in the body's axes
    BoxAxes axes{};   ///< the part's own, seen from the body
    bool turned = false;
    bool flat = false;  ///< in two dimensions
    Vec3 min{};
    Vec3 max{};
    std::shared_ptr<const TriangleTree> tree{};  ///< of a mesh

    SurfacePoint closest(Vec3 p) const;

    bool isOpen() const { return tree && tree->isOpen(); }

    /// A vector of the part in the body's axes.
    Vec3 toBody(Vec3 v) const { return v.x * axes.x + v.y * axes.y + v.z * axes.z; }

    /// Sets min and max from the rest.
    void computeBounds();

    /// Nothing for an open mesh.
    MassProperties massProperties() const;
};

/// Two bodies as one.
MassProperties operator+(const MassProperties& a, const MassProperties& b);

}  // namespace undine
