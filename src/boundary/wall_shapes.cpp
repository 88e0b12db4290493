// SPDX-License-Identifier: Zlib
// From the settings of walls to the shapes the passes work with.
#include <string>

#include "boundary/walls.h"
#include "core/parameter_table.h"
#include "core/shape_checks.h"

namespace undine {

template <>
std::span<const Parameter> parametersOf<PlaneWall>() {
    static const Parameter table[] = {
        param<&PlaneWall::point>("point", "m", anyNumber(), "Any point of the plane."),
        param<&PlaneWall::normal>("normal", "", anyNumber(),
                                  "Direction into the fluid, of any length but 0."),
        frictionRow<PlaneWall>(),
        restitutionRow<PlaneWall>(),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<BoxWall>() {
    static const Parameter table[] = {
        param<&BoxWall::min>("min", "m", anyNumber(), "Lower corner."),
        param<&BoxWall::max>("max", "m", anyNumber(), "Upper corner."),
        sideRow<BoxWall>(),
        frictionRow<BoxWall>(),
        restitutionRow<BoxWall>(),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<SphereWall>() {
    static const Parameter table[] = {
        param<&SphereWall::center>("center", "m", anyNumber(), "Middle."),
        param<&SphereWall::radius>("radius", "m", above(0), "Radius."),
        sideRow<SphereWall>(),
        frictionRow<SphereWall>(),
        restitutionRow<SphereWall>(),
    };
    return table;
}

namespace {

using Shapes = Result<std::vector<WallShape>>;

Shapes makeShapes(const PlaneWall& wall, int dimension, const std::string& path) {
    if (const auto checked = checkParameters(wall, path); !checked) return Error{checked.error()};
    Vec3 n = wall.normal;
    if (dimension == 2) n.z = 0;
    const auto unit = unitDirection(n, path + ".normal");
    if (!unit) {
        return Error{unit.error() + (dimension == 2 ? "; z does not count in two dimensions" : "")};
    }
    return Shapes({{.center = wall.point,
                    .extent = unit.value(),
                    .friction = wall.friction,
                    .restitution = wall.restitution}});
}

Shapes makeShapes(const BoxWall& wall, int dimension, const std::string& path) {
    if (const auto checked = checkParameters(wall, path); !checked) return Error{checked.error()};
    if (const auto checked = checkCorners(wall.min, wall.max, dimension, path); !checked) {
        return Error{checked.error()};
    }
    std::vector<WallShape> shapes;
    if (wall.side == Side::Outside) {
        WallShape box{.kind = WallShape::Kind::Box,
                      .center = 0.5F * (wall.min + wall.max),
                      .extent = 0.5F * (wall.max - wall.min),
                      .friction = wall.friction,
                      .restitution = wall.restitution};
        // In two dimensions the box is endless in z: no particle is ever nearest to those faces.
        if (dimension == 2) box.center.z = 0, box.extent.z = kEndless;
        shapes.push_back(box);
        return shapes;
    }
    constexpr Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < dimension; ++k) {
        for (const float direction : {1.0F, -1.0F}) {
            shapes.push_back({.center = direction > 0 ? wall.min : wall.max,
                              .extent = direction * kAxes[k],
                              .friction = wall.friction,
                              .restitution = wall.restitution});
        }
    }
    return shapes;
}

Shapes makeShapes(const SphereWall& wall, int dimension, const std::string& path) {
    if (const auto checked = checkParameters(wall, path); !checked) return Error{checked.error()};
    WallShape sphere{.kind = WallShape::Kind::Sphere,
                     .center = wall.center,
                     .extent = {},
                     .radius = wall.radius,
                     .side = wall.side == Side::Outside ? 1.0F : -1.0F,
                     .friction = wall.friction,
                     .restitution = wall.restitution};
    if (dimension == 2) sphere.center.z = 0;
    return Shapes({sphere});
}

}  // namespace

Result<std::vector<WallShape>> makeWallShapes(const Wall& wall, int dimension, const std::string& path) {
    return std::visit([&](const auto& shape) { return makeShapes(shape, dimension, path); }, wall);
}

}  // namespace undine
