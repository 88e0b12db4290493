// SPDX-License-Identifier: Zlib
#include "render/scene_filler.h"

#include <algorithm>
#include <cmath>

#include "core/color_bytes.h"
#include "core/finite.h"
#include "core/fluid_colors.h"
#include "render/color_map.h"
#include "render/crowd.h"
#include "undine/surface.h"

namespace undine {
namespace {

constexpr Vec3 kUnknownFluid{0.10F, 0.42F, 0.80F};
constexpr float kLoneDrop = 0.5F;  // radius of a particle without neighbours, beside one in the fluid

/// Of the scene, if there is one; else each fluid has its own.
Vec3 fluidColor(std::span<const Vec3> colors, FluidIndex fluid) {
    if (!colors.empty()) return colors[std::min<std::size_t>(fluid, colors.size() - 1)];
    return fluid == 0 ? kUnknownFluid : usualFluidColor(fluid);
}

std::vector<Vec3> pointsOf(const FieldView& positions) {
    std::vector<Vec3> points(positions.size);
    for (Index i = 0; i < positions.size; ++i) points[i] = vectorAt(positions, i);
    return points;
}

float smoothStep(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

}  // namespace

std::uint32_t packColor(Vec3 color, float whiteness) {
    const auto byte = [](float v) { return static_cast<std::uint32_t>(colorByte(v)); };
    return byte(color.x) | byte(color.y) << 8U | byte(color.z) << 16U | byte(whiteness) << 24U;
}

SceneFiller::SceneFiller(Stage stage, Coloring coloring)
    : stage_(std::move(stage)), coloring_(std::move(coloring)), seen_(coloring_.range) {}

Result<void> SceneFiller::fill(const PictureSource& source, RenderScene& scene) {
    values_.clear();
    if (!coloring_.field.empty()) {
        if (Result<void> read = readField(source, coloring_.field, values_); !read) return read;
        widenRange();
    }
    speeds_.clear();
    densities_.clear();
    if (source.find("velocity") != nullptr) static_cast<void>(readField(source, "velocity", speeds_));
    if (source.find("density") != nullptr) static_cast<void>(readField(source, "density", densities_));
    const FieldView* positions = source.find("position");
    if (!(stage_.spacing > 0) && positions != nullptr) stage_.spacing = estimateSpacing(pointsOf(*positions));

    scene.isFlat = stage_.isFlat;
    scene.spacing = stage_.spacing;
    scene.time = source.time;
    scene.meshes = stage_.meshes;
    scene.particles.clear();
    scene.undrawable = 0;
    scene.tracers.clear();
    scene.puffs.clear();
    scene.vortons.clear();
    scene.daylight = 1;
    scene.flame = 0;
    scene.surface.vertices.clear();
    scene.surface.triangles.clear();
    scene.bodies = stage_.walls;
    scene.edges = stage_.edges;
    if (positions != nullptr) addParticles(source, scene);
    addTracers(source, scene);
    addBodies(source, scene);
    findBounds(scene);
    scene.legend = {};
    if (seen_ && !coloring_.field.empty()) {
        scene.legend = {coloring_.field, fieldUnit(source, coloring_.field), seen_->first, seen_->second};
    }
    return addExtras(source, scene);
}

Result<void> SceneFiller::addExtras(const PictureSource& source, RenderScene& scene) {
    const bool isColored = !coloring_.field.empty();
    if (extras_.puffs) smoke_.fill(source, stage_, isColored, scene);
    if (extras_.vortons) {
        if (Result<void> added = vortons_.fill(source, isColored, scene); !added) return added;
    }
    if (extras_.surface && !stage_.isFlat) return addSurface(scene);
    return {};
}

// All fluids in one: their colours come from the particles. Stragglers may be beyond the cells of a surface.
Result<void> SceneFiller::addSurface(RenderScene& scene) const {
    std::vector<float> planes[3];
    for (const RenderPoint& point : scene.particles) {
        if (!scene.bounds.holds(point.position)) continue;
        planes[0].push_back(point.position.x);
        planes[1].push_back(point.position.y);
        planes[2].push_back(point.position.z);
    }
    SurfaceInput input;
    input.positions = {planes[0].data(), planes[1].data(), planes[2].data(),
                       static_cast<Index>(planes[0].size())};
    input.spacing = stage_.spacing;
    const auto meshes = makeSurface(input, stage_.surface);
    if (!meshes) return Error{meshes.error()};
    for (const SurfaceMesh& mesh : meshes.value()) {
        const auto first = static_cast<std::uint32_t>(scene.surface.vertices.size());
        for (std::size_t k = 0; k < mesh.positions.size(); ++k) {
            scene.surface.vertices.push_back({mesh.positions[k], mesh.normals[k]});
        }
        for (const std::uint32_t corner : mesh.triangles) scene.surface.triangles.push_back(first + corner);
    }
    return {};
}

// Colours keep their meaning through a film: the range only ever grows, and speeds begin at 0.
void SceneFiller::widenRange() {
    if (coloring_.range) return;
    const auto isUsable = [](float v) { return std::isfinite(v); };
    for (const float value : values_) {
        if (!isUsable(value)) continue;
        if (!seen_) seen_ = {value, value};
        seen_ = {std::min(seen_->first, value), std::max(seen_->second, value)};
    }
    const bool startsAtZero = coloring_.field == "speed" || coloring_.field == "velocity";
    if (seen_ && startsAtZero) seen_->first = 0;
}

// Few neighbours: a drop, which is smaller than a particle's share of a full fluid.
float SceneFiller::scaleOf(Index i, FluidIndex fluid) const {
    if (densities_.empty() || stage_.restDensities.size() <= fluid || stage_.isFlat) return 1;
    const float ratio = densities_[i] / stage_.restDensities[fluid];
    return kLoneDrop + (1 - kLoneDrop) * smoothStep(0.25F, 0.7F, ratio);
}

// Water is white where it is fast and torn.
float SceneFiller::whitenessOf(Index i, float scale) const {
    if (speeds_.empty() || !(whiteSpeed_ > 0)) return 0;
    const float torn = densities_.empty() ? 0.3F : (1 - scale) / (1 - kLoneDrop);
    return smoothStep(0.15F, 0.6F, speeds_[i] / whiteSpeed_) * std::min(1.0F, 0.15F + torn);
}

void SceneFiller::addParticles(const PictureSource& source, RenderScene& scene) {
    const FieldView& positions = *source.find("position");
    const FieldView* fluids = source.find("fluid");
    const auto* fluidOf = fluids != nullptr && fluids->info.type == FieldType::UInt32
                              ? static_cast<const FluidIndex*>(fluids->data[0])
                              : nullptr;
    // Water that fell as far as the tank is high is the fastest a tank without pumps has.
    const Box& tank = stage_.container;
    const float fall = tank.isEmpty() ? 40 * stage_.spacing : tank.high.y - tank.low.y;
    whiteSpeed_ = std::sqrt(2 * stage_.gravity * fall);
    const float low = seen_ ? seen_->first : 0;
    const float width = seen_ ? std::max(seen_->second - seen_->first, 1e-20F) : 1;

    scene.particles.reserve(positions.size);
    for (Index i = 0; i < positions.size; ++i) {
        const Vec3 p = vectorAt(positions, i);
        const bool isDrawable = isFinite(p) && (values_.empty() || std::isfinite(values_[i]));
        if (!isDrawable) {
            ++scene.undrawable;
            continue;
        }
        const FluidIndex fluid = fluidOf == nullptr ? 0 : fluidOf[i];
        const float scale = scaleOf(i, fluid);
        const Vec3 color =
            values_.empty() ? fluidColor(stage_.fluidColors, fluid) : colorOf((values_[i] - low) / width);
        const float white = values_.empty() ? whitenessOf(i, scale) : 0;
        scene.particles.push_back({p, 0.5F * stage_.spacing * scale, packColor(color, white)});
    }
}

void SceneFiller::addTracers(const PictureSource& source, RenderScene& scene) const {
    const std::size_t count = std::min(source.tracers.size(), source.tracerColors.size());
    const float spacing = stage_.tracerSpacing > 0 ? stage_.tracerSpacing : stage_.spacing;
    for (std::size_t k = 0; k < count; ++k) {
        if (!isFinite(source.tracers[k])) continue;
        scene.tracers.push_back({source.tracers[k], 0.5F * spacing, packColor(source.tracerColors[k])});
    }
}

void SceneFiller::addBodies(const PictureSource& source, RenderScene& scene) const {
    const std::size_t count = std::min(source.bodies.size(), stage_.bodies.size());
    for (std::size_t k = 0; k < count; ++k) {
        const BodyState& state = source.bodies[k];
        const Stage::Part& part = stage_.bodies[k];
        if (part.mesh) scene.bodies.push_back({*part.mesh, state.position, state.rotation, part.color, k});
        const auto at = [&](Vec3 p) { return state.position + rotate(state.rotation, p); };
        for (const RenderEdge& edge : part.edges) scene.edges.push_back({at(edge.from), at(edge.to)});
    }
}

void SceneFiller::findBounds(RenderScene& scene) {
    const Crowd crowd = findCrowd(scene.particles, stage_.spacing);
    scene.stragglers = crowd.stragglers;
    // Particles are not seen where tracers are the smoke.
    const bool areSeen = !extras_.puffs || scene.tracers.empty();
    Box content = areSeen ? crowd.box : Box{};
    content.add(findCrowd(scene.tracers, stage_.spacing).box);
    if (!content.isEmpty()) {  // particles have a size, and one alone is to be seen too
        const Vec3 rim{stage_.spacing, stage_.spacing, stage_.isFlat ? 0 : stage_.spacing};
        content = {content.low - rim, content.high + rim};
    }
    Box solids;
    for (const RenderBody& body : scene.bodies) {
        for (const RenderVertex& v : (*scene.meshes)[body.mesh].vertices) {
            solids.add(body.position + rotate(body.rotation, v.position));
        }
    }
    for (const RenderEdge& edge : scene.edges) {
        solids.add(edge.from);
        solids.add(edge.to);
    }
    scene.bounds = content;
    scene.bounds.add(solids);
    Box all = stage_.container.isEmpty() ? scene.bounds : stage_.container;
    scene.shown = framing_.update(all);

    if (!ground_) {
        if (stage_.floor)
            ground_ = stage_.floor;
        else if (!stage_.container.isEmpty())
            ground_ = stage_.container.low.y;
        else if (!scene.bounds.isEmpty())
            ground_ = scene.bounds.low.y;
    }
    scene.ground.reset();
    if (!stage_.isFlat && stage_.gravity > 0) scene.ground = ground_;
}

}  // namespace undine
