// SPDX-License-Identifier: Zlib
#include "render/stage.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "world/body_model.h"

namespace undine {
namespace {

constexpr float kSmoothAngle = 0.8F;  // cosine: flatter edges are shaded as if round
constexpr Vec3 kSolidColor{0.58F, 0.56F, 0.53F};
constexpr Vec3 kBodyColors[] = {{0.80F, 0.27F, 0.10F}, {0.87F, 0.60F, 0.15F}, {0.33F, 0.47F, 0.16F},
                                {0.62F, 0.15F, 0.22F}, {0.75F, 0.70F, 0.60F}, {0.25F, 0.20F, 0.35F}};

// Faces with their normals, those of round shapes smoothed: a corner takes the mean of the faces around it
// that do not turn away too far.
RenderMesh renderMesh(const BodyMesh& mesh) {
    const auto vertex = [&](int k) { return mesh.vertices[static_cast<std::size_t>(k)]; };
    std::vector<Vec3> normals;
    std::vector<std::vector<std::size_t>> around(mesh.vertices.size());
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const auto& [a, b, c, d] = mesh.faces[f];
        normals.push_back(normalized(
            cross(vertex(c) - vertex(a), (d == c ? vertex(b) - vertex(a) : vertex(d) - vertex(b)))));
        if (d == c) normals.back() = -1.0F * normals.back();
        for (const int k : mesh.faces[f]) around[static_cast<std::size_t>(k)].push_back(f);
    }
    RenderMesh result;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const BodyMesh::Face& face = mesh.faces[f];
        const auto corner = [&](int k) {
            Vec3 sum;
            for (const std::size_t other : around[static_cast<std::size_t>(k)]) {
                if (dot(normals[other], normals[f]) > kSmoothAngle) sum = sum + normals[other];
            }
            result.vertices.push_back({vertex(k), normalized(sum)});
        };
        for (const int k : {face[0], face[1], face[2]}) corner(k);
        if (face[3] == face[2]) continue;
        for (const int k : {face[0], face[2], face[3]}) corner(k);
    }
    return result;
}

// The inside of a box, for vessels: seen are only the plates that face the viewer.
RenderMesh insideOf(Vec3 size, bool openTop) {
    BodyMesh mesh = bodyMesh(BoxBody{size});
    for (auto& [a, b, c, d] : mesh.faces) std::swap(b, d);
    RenderMesh result = renderMesh(mesh);
    if (openTop) {
        std::vector<RenderVertex> kept;
        for (const RenderVertex& v : result.vertices) {
            if (v.normal.y > -0.5F) kept.push_back(v);
        }
        result.vertices = std::move(kept);
    }
    result.isSingleSided = true;
    return result;
}

void addBoxEdges(std::vector<RenderEdge>& edges, const Box& box, bool isFlat) {
    for (unsigned k = 0; k < 8; ++k) {
        for (const unsigned bit : {1U, 2U, 4U}) {
            if ((k & bit) != 0 || (isFlat && (bit == 4U || (k & 4U) != 0))) continue;
            Vec3 from = box.corner(k), to = box.corner(k | bit);
            if (isFlat) from.z = to.z = 0;
            edges.push_back({from, to});
        }
    }
}

// Three great circles; in 2D one.
void addBallEdges(std::vector<RenderEdge>& edges, Vec3 center, float radius, bool isFlat) {
    constexpr int kPieces = 96;
    for (int plane = 0; plane < (isFlat ? 1 : 3); ++plane) {
        const auto point = [&](int k) {
            const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / kPieces;
            const float c = radius * std::cos(angle), s = radius * std::sin(angle);
            return center + (plane == 0 ? Vec3{c, s, 0} : plane == 1 ? Vec3{c, 0, s} : Vec3{0, c, s});
        };
        for (int k = 0; k < kPieces; ++k) edges.push_back({point(k), point(k + 1)});
    }
}

class StageMaker {
  public:
    StageMaker(Stage& stage, const Scene& scene) : stage_(stage), scene_(scene) {}

    void make() {
        for (const Wall& wall : scene_.walls) {
            std::visit([&](const auto& own) { add(own); }, wall);
        }
        for (const Body& body : scene_.bodies) add(body);
        stage_.meshes = meshes_;
    }

  private:
    void add(const PlaneWall& plane) {
        if (normalized(plane.normal).y > 0.99F) stage_.floor = plane.point.y;
    }
    void add(const BoxWall& box) {
        const Vec3 size = box.max - box.min;
        if (box.side == Side::Inside) {
            const Box whole{box.min, box.max};
            addBoxEdges(stage_.edges, whole, stage_.isFlat);
            stage_.container.add(whole);
        } else {
            stage_.walls.push_back({meshes_->size(), box.min + 0.5F * size, {}, kSolidColor});
            meshes_->push_back(renderMesh(bodyMesh(BoxBody{size})));
        }
    }
    void add(const SphereWall& ball) {
        if (ball.side == Side::Inside) {
            addBallEdges(stage_.edges, ball.center, ball.radius, stage_.isFlat);
            const Vec3 r{ball.radius, ball.radius, ball.radius};
            stage_.container.add(Box{ball.center - r, ball.center + r});
        } else {
            stage_.walls.push_back({meshes_->size(), ball.center, {}, kSolidColor});
            meshes_->push_back(renderMesh(bodyMesh(SphereBody{ball.radius})));
        }
    }
    void add(const Body& body) {
        Stage::Part part;
        const bool isFreeBody = isFree(body.settings);
        part.color = isFreeBody ? kBodyColors[freeBodies_++ % std::size(kBodyColors)] : kSolidColor;
        const auto* box = std::get_if<BoxBody>(&body.shape);
        const auto* ball = std::get_if<SphereBody>(&body.shape);
        const auto* hollow = std::get_if<HollowBoxBody>(&body.shape);
        if (box != nullptr && box->side == Side::Inside) {
            addBoxEdges(part.edges, {-0.5F * box->size, 0.5F * box->size}, stage_.isFlat);
        } else if (ball != nullptr && ball->side == Side::Inside) {
            addBallEdges(part.edges, {}, ball->radius, stage_.isFlat);
        } else if (hollow != nullptr && !stage_.isFlat) {
            addBoxEdges(part.edges, {-0.5F * hollow->size, 0.5F * hollow->size}, false);
            const Vec3 wall{hollow->thickness, hollow->thickness, hollow->thickness};
            part.mesh = meshes_->size();
            meshes_->push_back(insideOf(hollow->size - 2.0F * wall, hollow->openTop));
        } else {
            part.mesh = meshes_->size();
            meshes_->push_back(renderMesh(bodyMesh(body.shape, scene_.world.dimension)));
        }
        stage_.bodies.push_back(std::move(part));
    }

    Stage& stage_;
    const Scene& scene_;
    std::shared_ptr<RenderMeshes> meshes_ = std::make_shared<RenderMeshes>();
    std::size_t freeBodies_ = 0;
};

}  // namespace

Stage stageOf(const Scene& scene) {
    Stage stage;
    stage.isFlat = scene.world.dimension == 2;
    stage.spacing = scene.world.particleSpacing / scene.world.simulationScale;
    stage.gravity = length(scene.world.gravity) / scene.world.simulationScale;
    stage.surface = scene.output.surface;
    for (const FluidSettings& fluid : scene.fluids) {
        stage.fluidColors.push_back(fluid.color);
        stage.restDensities.push_back(fluid.restDensity);
        stage.hasFuel = stage.hasFuel || fluid.fuel > 0;
    }
    for (const Tracers& tracers : scene.tracers) {
        const float spacing = tracers.settings.spacing > 0 ? tracers.settings.spacing : stage.spacing;
        if (!(stage.tracerSpacing > 0)) stage.tracerSpacing = spacing;
        stage.tracerSpacing = std::min(stage.tracerSpacing, spacing);
    }
    for (const Emitter& emitter : scene.emitters) {
        if (emitter.settings.tracers == 0) continue;
        const float each =
            std::pow(static_cast<float>(emitter.settings.tracers), stage.isFlat ? 0.5F : 1.0F / 3);
        stage.tracerSpacing = stage.spacing / each;
        stage.bringsTracers = true;
    }
    StageMaker(stage, scene).make();
    return stage;
}

Stage stageOf(std::span<const BodyMesh> bodyMeshes) {
    Stage stage;
    auto meshes = std::make_shared<RenderMeshes>();
    for (std::size_t k = 0; k < bodyMeshes.size(); ++k) {
        meshes->push_back(renderMesh(bodyMeshes[k]));
        stage.bodies.push_back({k, {}, kBodyColors[k % std::size(kBodyColors)]});
    }
    stage.meshes = meshes;
    return stage;
}

}  // namespace undine
