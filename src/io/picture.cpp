// SPDX-License-Identifier: Zlib
#include "io/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/finite.h"
#include "core/geometry.h"
#include "io/body_mesh.h"
#include "io/canvas.h"
#include "io/view.h"
#include "world/body_model.h"

namespace undine {
namespace {

constexpr Vec3 kSolidColor{0.72F, 0.70F, 0.67F};
constexpr Vec3 kGlassColor{0.62F, 0.70F, 0.78F};
constexpr Vec3 kEdgeColor{0.25F, 0.33F, 0.42F};
constexpr Vec3 kFoamColor{0.96F, 0.98F, 1.0F};
constexpr int kOversampling = 2;  // Canvas::halved() takes the mean

// A wall or a body as it is to be drawn.
struct Block {
    Vec3 center;
    Vec3 half[3];  // from the middle to the middles of three faces
    Side side;
    Vec3 outward{};  // of a plate of a vessel: away from its inside

    // Bit 0 of k chooses x, bit 1 y, bit 2 z.
    Vec3 corner(unsigned k) const {
        const auto to = [&](unsigned axis) {
            return ((k >> axis) & 1U) != 0 ? half[axis] : -1.0F * half[axis];
        };
        return center + to(0) + to(1) + to(2);
    }
};
struct Globe {
    Vec3 center;
    float radius;
    Side side;
};
struct Solids {
    std::vector<Block> blocks;
    std::vector<Globe> globes;
    std::vector<BodyMesh> meshes;  // in the world
};

// A box in a body's own axes, around the place of the body.
Block turnedBlock(Vec3 half, const BodyState& state, bool flat) {
    return {state.position,
            {rotate(state.rotation, {half.x, 0, 0}), rotate(state.rotation, {0, half.y, 0}),
             rotate(state.rotation, {0, 0, flat ? 0 : half.z})},
            Side::Outside};
}

void addPlates(Solids& solids, const BodyShape& shape, const BodyState& state, int dimension) {
    for (const RigidPart& part : bodyParts(shape, dimension)) {
        Block block = turnedBlock(0.5F * std::get<BoxBody>(part.shape).size, state, dimension == 2);
        block.outward = rotate(state.rotation, part.position);
        block.center = block.center + block.outward;
        solids.blocks.push_back(block);
    }
}

// All shapes that are neither boxes nor balls.
BodyMesh placedMesh(const BodyShape& shape, const BodyState& state, int dimension) {
    BodyMesh mesh = bodyMesh(shape, dimension);
    for (Vec3& v : mesh.vertices) {
        if (dimension == 2) v.z = 0;
        v = state.position + rotate(state.rotation, v);
    }
    return mesh;
}

Solids solidsOf(std::span<const Wall> walls, std::span<const Body> bodies, const World& world) {
    const bool flat = world.settings().dimension == 2;
    Solids solids;
    for (const Wall& wall : walls) {
        if (const auto* box = std::get_if<BoxWall>(&wall)) {
            const Vec3 half = 0.5F * (box->max - box->min);
            solids.blocks.push_back(
                {box->min + half, {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}, box->side});
        } else if (const auto* ball = std::get_if<SphereWall>(&wall)) {
            solids.globes.push_back({ball->center, ball->radius, ball->side});
        }
    }
    for (std::size_t k = 0; k < std::min(bodies.size(), world.bodies().size()); ++k) {
        const BodyState& state = world.bodies()[k];
        if (const auto* box = std::get_if<BoxBody>(&bodies[k].shape)) {
            const Vec3 half = 0.5F * box->size;
            solids.blocks.push_back(turnedBlock(half, state, flat));
            solids.blocks.back().side = box->side;
        } else if (const auto* ball = std::get_if<SphereBody>(&bodies[k].shape)) {
            solids.globes.push_back({state.position, ball->radius, ball->side});
        } else if (std::holds_alternative<HollowBoxBody>(bodies[k].shape)) {
            addPlates(solids, bodies[k].shape, state, world.settings().dimension);
        } else {
            solids.meshes.push_back(placedMesh(bodies[k].shape, state, world.settings().dimension));
        }
    }
    return solids;
}

// What a camera without a height has to show: the containers, or else the particles.
std::vector<Vec3> pointsToShow(const World& world, const Solids& solids) {
    std::vector<Vec3> points;
    for (const Block& block : solids.blocks) {
        for (unsigned k = 0; k < 8 && block.side == Side::Inside; ++k) points.push_back(block.corner(k));
    }
    for (const Globe& globe : solids.globes) {
        if (globe.side != Side::Inside) continue;
        const float r = globe.radius;
        for (unsigned k = 0; k < 8; ++k) {
            const Vec3 corner{(k & 1U) != 0 ? r : -r, (k & 2U) != 0 ? r : -r, (k & 4U) != 0 ? r : -r};
            points.push_back(globe.center + corner);
        }
    }
    if (!points.empty()) return points;
    for (const Vec3 p : world.positions()) {
        if (isFinite(p)) points.push_back(p);
    }
    return points;
}

class Painter {
  public:
    Painter(const World& world, const View& view, Canvas& canvas)
        : world_(world),
          view_(view),
          canvas_(canvas),
          spacing_(world.settings().particleSpacing / world.settings().simulationScale),
          flat_(world.settings().dimension == 2) {}

    void paint(const Solids& solids);

  private:
    void paintBehind(const Block& block);
    void paintSolid(const Block& block);
    void paintSolid(const Globe& globe);
    void paintSolid(const BodyMesh& mesh);
    void paintWater();
    void paintTracers();
    void paintEdges(const Block& block);
    Canvas::Face faceOf(const Block& block, unsigned axis, bool high) const;
    float foamSpeed() const;

    const World& world_;
    const View& view_;
    Canvas& canvas_;
    float spacing_;
    bool flat_;
};

void Painter::paint(const Solids& solids) {
    for (const Block& block : solids.blocks) {
        if (block.side == Side::Inside) paintBehind(block);
    }
    for (const Block& block : solids.blocks) {
        if (block.side == Side::Outside) paintSolid(block);
    }
    for (const Globe& globe : solids.globes) {
        if (globe.side == Side::Outside) paintSolid(globe);
    }
    for (const BodyMesh& mesh : solids.meshes) paintSolid(mesh);
    paintWater();
    canvas_.light({.pixels = 2.0F * spacing_ * view_.pixelsPerMetre(),
                   .metres = 3 * spacing_,
                   .layer = 1.5F * spacing_,
                   .flat = flat_});
    paintTracers();
    for (const Block& block : solids.blocks) paintEdges(block);
}

// The face of a box at the low or high end of an axis, its normal pointing out of the box.
Canvas::Face Painter::faceOf(const Block& block, unsigned axis, bool high) const {
    const unsigned first = high ? 1U << axis : 0U;
    const unsigned s = 1U << ((axis + 1) % 3), t = 1U << ((axis + 2) % 3);
    const Vec3 normal =
        (high ? 1.0F : -1.0F) * normalized(cross(block.half[(axis + 1) % 3], block.half[(axis + 2) % 3]));
    return {view_.project(block.corner(first)), view_.project(block.corner(first | s)),
            view_.project(block.corner(first | t)), view_.turn(normal), kSolidColor};
}

// The three faces of a container that look at the viewer from inside; the floor a little darker.
void Painter::paintBehind(const Block& block) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (const bool high : {false, true}) {
            Canvas::Face face = faceOf(block, axis, high);
            if (face.normal.z >= 0) continue;
            face.color = kGlassColor;
            canvas_.tint(face, axis == 1 ? 0.42F : axis == 0 ? 0.26F : 0.18F);
        }
    }
}

void Painter::paintSolid(const Globe& globe) {
    canvas_.addSolid(Canvas::Ball{view_.project(globe.center), globe.radius * view_.pixelsPerMetre(),
                                  globe.radius, kSolidColor});
}

// Plates in front of a vessel's inside are left out: only their edges are drawn.
void Painter::paintSolid(const Block& block) {
    if (view_.turn(block.outward).z > 0) return;
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (const bool high : {false, true}) {
            const Canvas::Face face = faceOf(block, axis, high);
            if (face.normal.z > 0) canvas_.addSolid(face);
        }
    }
}

// Faces that look away are painted too: an open mesh is seen from both sides.
void Painter::paintSolid(const BodyMesh& mesh) {
    for (const auto& [a, b, c, d] : mesh.faces) {
        const auto at = [&](int k) { return mesh.vertices[static_cast<std::size_t>(k)]; };
        Vec3 normal = view_.turn(normalized(cross(at(b) - at(a), at(c) - at(a))));
        if (normal.z < 0) normal = -1.0F * normal;
        const auto triangle = [&](int p, int q, int r) {
            canvas_.addSolid(Canvas::Face{view_.project(at(p)), view_.project(at(q)), view_.project(at(r)),
                                          normal, kSolidColor, true});
        };
        triangle(a, b, c);
        if (c != d) triangle(a, c, d);
    }
}

// Water that fell as far as a good part of the picture is high is white.
float Painter::foamSpeed() const {
    const WorldSettings& settings = world_.settings();
    const float gravity = std::sqrt(dot(settings.gravity, settings.gravity)) / settings.simulationScale;
    Vec3 low{1e30F, 1e30F, 1e30F}, high = -1.0F * low;
    float fastest = 0;
    for (Index i = 0; i < world_.particleCount(); ++i) {
        const Vec3 p = world_.positions()[i], v = world_.velocities()[i];
        if (!isFinite(p) || !isFinite(v)) continue;
        low.y = std::min(low.y, p.y);
        high.y = std::max(high.y, p.y);
        fastest = std::max(fastest, std::sqrt(dot(v, v)));
    }
    const float fall = std::sqrt(2 * gravity * std::max(high.y - low.y, spacing_));
    return std::max(gravity > 0 ? fall : fastest, 1e-6F);
}

void Painter::paintWater() {
    const float white = foamSpeed();
    const VectorView x = world_.positions(), v = world_.velocities();
    const float metres = (flat_ ? 0.7F : 0.65F) * spacing_;
    for (Index i = 0; i < world_.particleCount(); ++i) {
        if (!isFinite(x[i]) || !isFinite(v[i])) continue;
        const float speed = std::sqrt(dot(v[i], v[i])) / white;
        const float t = std::clamp((speed - 0.4F) / 0.8F, 0.0F, 1.0F);
        const float foam = 0.85F * t * t * (3 - 2 * t);
        const Vec3 water = world_.fluids()[world_.fluidIndices()[i]].color;
        canvas_.addWater({view_.project(x[i]), metres * view_.pixelsPerMetre(), metres,
                          (1 - foam) * water + foam * kFoamColor});
    }
}

// Dye shines through the water it is in; a flat world has no depth to hide it in.
void Painter::paintTracers() {
    const VectorView x = world_.tracerPositions();
    const float hidden = flat_ ? 1.0F : 0.3F;
    const float pixels = std::max(1.0F, 0.12F * spacing_ * view_.pixelsPerMetre());
    for (Index i = 0; i < x.size(); ++i) {
        if (isFinite(x[i]))
            canvas_.draw({view_.project(x[i]), world_.tracerColors()[i], 0.8F, hidden, pixels});
    }
}

void Painter::paintEdges(const Block& block) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        const unsigned bit = 1U << axis;
        for (unsigned k = 0; k < 8; ++k) {
            if ((k & bit) != 0) continue;
            canvas_.draw({view_.project(block.corner(k)), view_.project(block.corner(k | bit)), kEdgeColor,
                          0.45F, 0.12F, 2.0F});
        }
    }
}

}  // namespace

Image renderPicture(const World& world, std::span<const Wall> walls, const PictureSettings& settings,
                    std::span<const Body> bodies) {
    const int width = kOversampling * settings.width, height = kOversampling * settings.height;
    const Solids solids = solidsOf(walls, bodies, world);
    const View view(settings.camera, width, height, pointsToShow(world, solids));
    Canvas canvas(width, height);
    Painter(world, view, canvas).paint(solids);
    return canvas.halved();
}

}  // namespace undine
