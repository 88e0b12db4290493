// SPDX-License-Identifier: Zlib
// Shapes: walls that hold the fluid, bodies that move in it, and volumes to be filled with it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "undine/types.h"

namespace undine {

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

/// Where the fluid is.
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

/// What World::addWall takes.
using Wall = std::variant<PlaneWall, BoxWall, SphereWall>;

/// A box to be filled with fluid on a lattice of particle_spacing.
struct BoxFill {
    Vec3 min{0, 0, 0};      ///< m. Lower corner.
    Vec3 max{1, 1, 1};      ///< m. Upper corner.
    Vec3 velocity{};        ///< m/s. Initial velocity.
    float jitter = 0;       ///< spacings, 0..0.5. Random displacement, the same at every run.
    float eddySpeed = 0;    ///< m/s, >= 0. Adds eddies about z that turn to the left and to the right by
                            ///< turns (Taylor and Green 1937).
    float eddySize = 0.5F;  ///< m, > 0. Side of the square that one of them takes, from the lower corner on.
};

/// A ball to be filled with fluid on a lattice of particle_spacing.
struct SphereFill {
    Vec3 center{};     ///< m.
    float radius = 1;  ///< m, > 0.
    Vec3 velocity{};   ///< m/s. Initial velocity.
    float jitter = 0;  ///< spacings, 0..0.5. Random displacement, the same at every run.
};

/// A cylinder to be filled with fluid on a lattice of particle_spacing. In 2D a rectangle, 2 radius wide.
struct CylinderFill {
    Vec3 center{};       ///< m. Middle.
    Vec3 axis{0, 1, 0};  ///< Direction; need not have length 1.
    float radius = 1;    ///< m, > 0.
    float height = 1;    ///< m, > 0. Along the axis.
    Vec3 velocity{};     ///< m/s. Initial velocity.
    float jitter = 0;    ///< spacings, 0..0.5. Random displacement, the same at every run.
};

/// Triangles: three indices of vertices each.
struct TriangleMesh {
    std::vector<Vec3> vertices;  ///< m.
    std::vector<std::uint32_t> indices;
};

/// A closed mesh to be filled with fluid on a lattice of particle_spacing. A vertex p of the mesh is at
/// position + rotation(scale p) in the world.
struct MeshFill {
    std::string file;  ///< For scene files: OBJ, STL, PLY, glTF; read into `mesh`.
    Vec3 position{};   ///< m.
    Vec3 rotation{};   ///< degrees, about x, then y, then z.
    float scale = 1;   ///< > 0.
    Vec3 velocity{};   ///< m/s. Initial velocity.
    float jitter = 0;  ///< spacings, 0..0.5. Random displacement, the same at every run.
    std::shared_ptr<const TriangleMesh> mesh;  ///< The triangles; closed, 3D only.
};

/// Points with velocities.
struct PointCloud {
    std::vector<Vec3> positions;   ///< m.
    std::vector<Vec3> velocities;  ///< m/s. Empty, or one for each position.
};

/// Particles as they are in a file: a frame of another run, or points made by another program.
struct ParticleFill {
    std::string file;  ///< For scene files: PLY or CSV; read into `points`.
    Vec3 position{};   ///< m. Added to every position.
    Vec3 velocity{};   ///< m/s. Added to every velocity.
    std::shared_ptr<const PointCloud> points;
};

/// What World::fill takes.
using Fill = std::variant<BoxFill, SphereFill, CylinderFill, MeshFill, ParticleFill>;

// Bodies. One with a density or a mass is free: the fluid pushes it, gravity pulls it, and it collides with
// others as far as the world has an engine for that (undine/rigid_engine.h). One without follows a path of
// its own and does not feel the fluid.

/// What all bodies have. At the time t a body on a path has been shifted by velocity t + swing sin(2 pi
/// (frequency t + phase)) from its position, and turned by angular_velocity t + turn sin(2 pi (frequency t +
/// phase)) on top of its rotation, about its own middle. Both sines are taken relative to their value at t =
/// 0, so that a scene starts where it was drawn.
struct BodySettings {
    std::string name{};      ///< For emitters and joints that are fixed to it; may be empty.
    Vec3 position{};         ///< m. Middle at the start.
    Vec3 rotation{};         ///< degrees, about x, then y, then z.
    Vec3 velocity{};         ///< m/s. Of a free body: at the start.
    Vec3 angularVelocity{};  ///< degrees/s. Axis times speed. Of a free body: at the start.
    Vec3 swing{};            ///< m. Amplitude of an oscillation.
    Vec3 turn{};             ///< degrees. Amplitude of a rotation to and fro: axis times angle.
    float frequency = 1;     ///< 1/s, >= 0. Of swing and turn.
    float phase = 0;         ///< Share of a period, 0..1.
    float friction = 0;      ///< 0..1. Share of the tangential velocity a contact removes.
    float restitution = 0;   ///< 0..1. Share of the normal velocity a contact gives back.
    float density = 0;       ///< kg/m^3, >= 0; kg/m^2 in 2D. Above 0 the body is free.
    float mass = 0;          ///< kg, >= 0. Above 0 the body is free. Not beside a density.
    float grip = 0.7F;       ///< 0..10. Friction against other solids: that of two is the product.
    float temperature = 0;   ///< K, 0..1e5. Warms vortex particles; 0: as warm as what is around it.
};

/// A box, as an obstacle or as a tank.
struct BoxBody {
    Vec3 size{1, 1, 1};  ///< m, > 0. Full lengths of the sides.
    Side side = Side::Outside;
};

/// A ball, as an obstacle or as a vessel.
struct SphereBody {
    float radius = 0.5F;  ///< m, > 0.
    Side side = Side::Outside;
};

/// A cylinder with round ends, along y.
struct CapsuleBody {
    float radius = 0.25F;  ///< m, > 0.
    float height = 0.5F;   ///< m, >= 0. Between the middles of its ends.
};

/// A cylinder along y.
struct CylinderBody {
    float radius = 0.5F;  ///< m, > 0.
    float height = 1;     ///< m, > 0.
};

/// A cone that stands on its base; its middle is halfway up.
struct ConeBody {
    float radius = 0.5F;  ///< m, > 0. Of the base.
    float height = 1;     ///< m, > 0.
};

/// Triangles. Those of a closed mesh face outwards and have an inside; those of an open one, a terrain or a
/// sail, are a thin skin with two sides. Three dimensions only.
struct MeshBody {
    std::string file;  ///< For scene files: OBJ, STL, PLY, glTF; read into `mesh`.
    float scale = 1;   ///< > 0.
    bool open = false;
    std::shared_ptr<const TriangleMesh> mesh;
};

/// Hills and valleys on a grid, from their surface down to a flat bottom. Three dimensions only.
struct TerrainBody {
    std::vector<float> heights;  ///< m. Row by row along x, the rows along z.
    int columns = 2;             ///< 2..4096. Heights in a row.
    float cell = 0.1F;           ///< m, > 0. Distance of heights along x and z.
    float depth = 0.1F;          ///< m, > 0. Of the bottom below the lowest height.
};

/// A box of plates, around nothing.
struct HollowBoxBody {
    Vec3 size{1, 1, 1};       ///< m, > 0. Full lengths of the sides, outside.
    float thickness = 0.05F;  ///< m, > 0. Of the plates; less than half of each side.
    bool openTop = false;
};

/// One of the shapes a body can have.
using BodyShape = std::variant<BoxBody, SphereBody, CapsuleBody, CylinderBody, ConeBody, MeshBody,
                               TerrainBody, HollowBoxBody>;

/// What World::addBody takes.
struct Body {
    BodySettings settings;
    BodyShape shape;
};

}  // namespace undine
