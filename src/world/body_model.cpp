// SPDX-License-Identifier: Zlib
#include "world/body_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "boundary/solid.h"
#include "core/principal_axes.h"
#include "undine/parameters.h"

namespace undine {
namespace {

// ---- Shapes

/// Two triangles with the corners a, b, c, d, counter-clockwise seen from outside.
void addQuad(TriangleMesh& mesh, std::array<std::uint32_t, 4> q) {
    mesh.indices.insert(mesh.indices.end(), {q[0], q[1], q[2], q[0], q[2], q[3]});
}

std::size_t rowsOf(const TerrainBody& terrain) {
    return terrain.heights.size() / static_cast<std::size_t>(terrain.columns);
}

/// The surface, the same grid at the bottom, and a skirt between them: a closed mesh.
TriangleMesh terrainMesh(const TerrainBody& terrain) {
    const auto columns = static_cast<std::uint32_t>(terrain.columns);
    const auto rows = static_cast<std::uint32_t>(rowsOf(terrain));
    const float bottom = *std::ranges::min_element(terrain.heights) - terrain.depth;
    TriangleMesh mesh;
    for (const bool isTop : {true, false}) {
        for (std::uint32_t r = 0; r < rows; ++r) {
            for (std::uint32_t c = 0; c < columns; ++c) {
                const float x =
                    terrain.cell * (static_cast<float>(c) - 0.5F * static_cast<float>(columns - 1));
                const float z = terrain.cell * (static_cast<float>(r) - 0.5F * static_cast<float>(rows - 1));
                mesh.vertices.push_back({x, isTop ? terrain.heights[r * columns + c] : bottom, z});
            }
        }
    }
    const auto top = [&](std::uint32_t r, std::uint32_t c) { return r * columns + c; };
    const auto low = [&](std::uint32_t r, std::uint32_t c) { return (rows + r) * columns + c; };
    for (std::uint32_t r = 0; r + 1 < rows; ++r) {
        for (std::uint32_t c = 0; c + 1 < columns; ++c) {
            addQuad(mesh, {top(r, c), top(r + 1, c), top(r + 1, c + 1), top(r, c + 1)});
            addQuad(mesh, {low(r, c), low(r, c + 1), low(r + 1, c + 1), low(r + 1, c)});
        }
        addQuad(mesh, {top(r, 0), low(r, 0), low(r + 1, 0), top(r + 1, 0)});
        const std::uint32_t last = columns - 1;
        addQuad(mesh, {top(r, last), top(r + 1, last), low(r + 1, last), low(r, last)});
    }
    for (std::uint32_t c = 0; c + 1 < columns; ++c) {
        addQuad(mesh, {top(0, c), top(0, c + 1), low(0, c + 1), low(0, c)});
        const std::uint32_t last = rows - 1;
        addQuad(mesh, {top(last, c), low(last, c), low(last, c + 1), top(last, c + 1)});
    }
    return mesh;
}

std::vector<RigidPart> plates(const HollowBoxBody& box, int dimension) {
    const Vec3 size = box.size;
    const float t = box.thickness;
    std::vector<RigidPart> parts;
    const auto add = [&](Vec3 plate, Vec3 position) { parts.push_back({BoxBody{plate}, position, {}}); };
    add({size.x, t, size.z}, {0, -0.5F * (size.y - t), 0});
    if (!box.openTop) add({size.x, t, size.z}, {0, 0.5F * (size.y - t), 0});
    for (const float side : {-0.5F, 0.5F}) {
        add({t, size.y, size.z}, {side * (size.x - t), 0, 0});
        if (dimension == 3) add({size.x, size.y, t}, {0, 0, side * (size.z - t)});
    }
    return parts;
}

struct Parts {
    int dimension;

    std::vector<RigidPart> operator()(const TerrainBody& terrain) const {
        MeshBody mesh;
        mesh.mesh = std::make_shared<const TriangleMesh>(terrainMesh(terrain));
        return {{std::move(mesh), {}, {}}};
    }
    std::vector<RigidPart> operator()(const HollowBoxBody& box) const { return plates(box, dimension); }
    template <class Shape>
    std::vector<RigidPart> operator()(const Shape& shape) const {
        return {{shape, {}, {}}};
    }
};

// ---- What a table cannot know

Result<void> checkShape(const TerrainBody& terrain, int dimension, const std::string& path) {
    if (dimension == 2)
        return Error{path + ".shape: \"terrain\": needs three dimensions; this world has two"};
    if (terrain.heights.size() % static_cast<std::size_t>(terrain.columns) != 0 || rowsOf(terrain) < 2) {
        return Error{path + ".heights: has " + std::to_string(terrain.heights.size()) +
                     ": must be two or more rows of columns, " + std::to_string(terrain.columns)};
    }
    return {};
}

Result<void> checkShape(const HollowBoxBody& box, int dimension, const std::string& path) {
    const float smallest = std::min({box.size.x, box.size.y, dimension == 2 ? box.size.x : box.size.z});
    if (2 * box.thickness < smallest) return {};
    return Error{path + ".thickness: " + describeValue(static_cast<double>(box.thickness)) +
                 ": must be less than half of each side"};
}

template <class Shape>
Result<void> checkShape(const Shape& /*shape*/, int /*dimension*/, const std::string& /*path*/) {
    return {};
}

Result<void> checkFree(const BodySettings& s, const std::string& path) {
    const auto value = [](float v) { return describeValue(static_cast<double>(v)); };
    if (s.mass > 0 && s.density > 0) {
        return Error{path + ".mass: " + value(s.mass) + ": a body has a mass or a density, not both"};
    }
    if (!(s.swing == Vec3{})) {
        return Error{path + ".swing: " + describeValue(s.swing) +
                     ": a body with a mass moves as it is pushed; it has no path"};
    }
    if (!(s.turn == Vec3{})) {
        return Error{path + ".turn: " + describeValue(s.turn) +
                     ": a body with a mass moves as it is pushed; it has no path"};
    }
    return {};
}

/// "bodies.0.parts.0.mesh: is not closed" is about the file of bodies.0.
std::string inTermsOfScene(const std::string& message, const BodyShape& shape, const std::string& path) {
    const std::string parts = path + ".parts.";
    if (!message.starts_with(parts)) return message;
    const std::size_t end = message.find_first_not_of("0123456789", parts.size());
    const std::string rest = message.substr(std::min(end, message.size()));
    const auto* mesh = std::get_if<MeshBody>(&shape);
    const std::string key = ".mesh: ";
    if (mesh == nullptr || !rest.starts_with(key)) return path + rest;
    const std::string file = mesh->file.empty() ? "" : "\"" + mesh->file + "\": ";
    return path + ".file: " + file + rest.substr(key.size());
}

// ---- Mass

/// The rotation whose matrix has these columns; they are at right angles.
Rotation rotationTo(const Matrix3& rows) {
    Vec3d x{rows[0][0], rows[0][1], rows[0][2]};
    const Vec3d y{rows[1][0], rows[1][1], rows[1][2]};
    const Vec3d z = cross(x, y);  // right-handed, whatever came out
    // From the matrix to the quaternion, by the largest of its four parts.
    const double w2 = 1 + x.x + y.y + z.z, x2 = 1 + x.x - y.y - z.z;
    const double y2 = 1 - x.x + y.y - z.z, z2 = 1 - x.x - y.y + z.z;
    const double largest = std::max({w2, x2, y2, z2});
    std::array<double, 4> q{};
    if (largest == w2) {
        q = {y.z - z.y, z.x - x.z, x.y - y.x, w2};
    } else if (largest == x2) {
        q = {x2, y.x + x.y, z.x + x.z, y.z - z.y};
    } else if (largest == y2) {
        q = {y.x + x.y, y2, z.y + y.z, z.x - x.z};
    } else {
        q = {z.x + x.z, z.y + y.z, z2, x.y - y.x};
    }
    return Rotation::of(q[3], {q[0], q[1], q[2]});
}

/// Principal moments and axes.
void setInertia(BodyModel& model, const MassProperties::Tensor& tensor, int dimension) {
    if (dimension == 2) {
        const auto about = static_cast<float>(tensor.zz);
        model.rigid.inertia = {about, about, about};
        return;
    }
    const double tiny = 1e-7 * (tensor.xx + tensor.yy + tensor.zz);
    const PrincipalAxes principal = principalAxes({{{tensor.xx, tensor.xy, tensor.zx},
                                                    {tensor.xy, tensor.yy, tensor.yz},
                                                    {tensor.zx, tensor.yz, tensor.zz}}},
                                                  tiny);
    model.axes = rotationTo(principal.rows);
    model.rigid.inertia = principal.moments.rounded();
}

/// Of density 1. The plates of a hollow box overlap: it is a box without its inside.
MassProperties massOf(const BodyShape& shape, const Solid& solid, int dimension) {
    const auto* hollow = std::get_if<HollowBoxBody>(&shape);
    if (hollow == nullptr) return solid.massProperties();
    const float t = hollow->thickness;
    const float top = hollow->openTop ? 0 : t;
    const Vec3 room{hollow->size.x - 2 * t, hollow->size.y - t - top, hollow->size.z - 2 * t};
    const auto full = [&](Vec3 size, float y) {
        const RigidPart part{BoxBody{size}, {0, y, 0}, {}};
        return Solid::make({&part, 1}, dimension, "").value().massProperties();
    };
    MassProperties inside = full(room, 0.5F * (t - top));
    MassProperties::Tensor& i = inside.inertia;
    i = {-i.xx, -i.yy, -i.zz, -i.xy, -i.yz, -i.zx};
    inside.volume = -inside.volume;
    return full(hollow->size, 0) + inside;
}

Result<void> setMass(BodyModel& model, const Body& body, const Solid& solid, int dimension) {
    const MassProperties unit = massOf(body.shape, solid, dimension);
    if (!(unit.volume > 0)) return Error{": an open mesh has no inside that could weigh something"};
    const BodySettings& s = body.settings;
    const double density = s.density > 0 ? s.density : s.mass / unit.volume;
    MassProperties::Tensor i = unit.inertia;
    for (double* entry : {&i.xx, &i.yy, &i.zz, &i.xy, &i.yz, &i.zx}) *entry *= density;
    model.rigid.mass = static_cast<float>(density * unit.volume);
    model.center = unit.center;
    setInertia(model, i, dimension);
    const Rotation back = model.axes.inverse();
    for (RigidPart& part : model.rigid.parts) {
        part.position = back.apply(Vec3d(part.position) - model.center).rounded();
        part.rotation = (back * Rotation::of(part.rotation)).rounded();
    }
    return {};
}

}  // namespace

bool isWallBody(const Body& body) {
    const bool isPlain =
        std::holds_alternative<BoxBody>(body.shape) || std::holds_alternative<SphereBody>(body.shape);
    return isPlain && !isFree(body.settings);
}

std::vector<RigidPart> bodyParts(const BodyShape& shape, int dimension) {
    return std::visit(Parts{dimension}, shape);
}

Result<BodyModel> makeBodyModel(const Body& body, int dimension, const std::string& path) {
    const BodySettings& s = body.settings;
    if (const auto checked = checkParameters(s, path); !checked) return Error{checked.error()};
    if (isFree(s)) {
        if (const auto checked = checkFree(s, path); !checked) return Error{checked.error()};
    }
    const auto checkBoth = [&](const auto& shape) {
        const auto checked = checkParameters(shape, path);
        return checked ? checkShape(shape, dimension, path) : checked;
    };
    if (const auto checked = std::visit(checkBoth, body.shape); !checked) return Error{checked.error()};
    BodyModel model;
    model.rigid.parts = bodyParts(body.shape, dimension);
    model.rigid.friction = s.friction;
    model.rigid.restitution = s.restitution;
    model.rigid.temperature = s.temperature;
    const auto solid = Solid::make(model.rigid.parts, dimension, path);
    if (!solid) return Error{inTermsOfScene(solid.error(), body.shape, path)};
    if (!isFree(s)) return model;
    if (const auto set = setMass(model, body, solid.value(), dimension); !set) {
        return Error{path + (s.mass > 0 ? ".mass" : ".density") + set.error()};
    }
    return model;
}

RigidMotion BodyModel::motionOf(const Pose& pose) const {
    const Vec3d arm = pose.rotation.apply(center);
    RigidMotion motion;
    motion.position = (pose.position + arm).rounded();
    motion.rotation = (pose.rotation * axes).rounded();
    motion.velocity = (pose.velocity + cross(pose.angularVelocity, arm)).rounded();
    motion.angularVelocity = pose.angularVelocity.rounded();
    return motion;
}

Pose BodyModel::poseOf(const RigidMotion& motion) const {
    Pose pose;
    pose.rotation = Rotation::of(motion.rotation) * axes.inverse();
    const Vec3d arm = pose.rotation.apply(center);
    pose.angularVelocity = Vec3d(motion.angularVelocity);
    pose.position = Vec3d(motion.position) - arm;
    pose.velocity = Vec3d(motion.velocity) - cross(pose.angularVelocity, arm);
    return pose;
}

}  // namespace undine
