// SPDX-License-Identifier: Zlib
#include "surface/surface_builder.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "surface/decimation.h"
#include "surface/drops.h"
#include "surface/mesh_attributes.h"
#include "surface/outline.h"

namespace undine {
namespace {

// Vertices of a drop, at cells of a spacing, that is smoothed in full; of its outline in two dimensions.
constexpr float kSmallPart = 40;
constexpr float kSmallLoop = 12;
constexpr Index kFewestVertices = 12;  // of a drop, at the largest cells

/// How many fluids each vertex is of.
std::vector<std::uint8_t> countUsers(const RawSurface& raw) {
    std::vector<std::uint8_t> users(raw.positions.size(), 0);
    if (raw.trianglesOfFluid.size() < 2) return users;
    std::vector<std::size_t> last(users.size(), 0);
    for (std::size_t f = 0; f < raw.trianglesOfFluid.size(); ++f) {
        for (const std::uint32_t v : raw.trianglesOfFluid[f].span()) {
            if (std::exchange(last[v], f + 1) != f + 1) ++users[v];
        }
    }
    return users;
}

/// What holds a vertex on a side of the clip box; one between several sides stays.
std::uint8_t holdAt(Vec3 p, const SurfaceSettings& settings) {
    const Vec3 low = settings.clipMin;
    const Vec3 high = settings.clipMax;
    const bool isOn[] = {p.x == low.x,  p.x == high.x, p.y == low.y,
                         p.y == high.y, p.z == low.z,  p.z == high.z};
    std::uint8_t sides = Hold::kNone;
    for (unsigned k = 0; k < 6; ++k) sides = static_cast<std::uint8_t>(sides | (isOn[k] ? 1U << k : 0U));
    return sides == Hold::kNone ? Hold::kWhole : sides;
}

Result<void> checkInput(const SurfaceInput& input) {
    if (!(std::isfinite(input.spacing) && input.spacing > 0)) {
        return Error{"the spacing of the particles must be above 0"};
    }
    const Index size = input.positions.size();
    const std::string particles = "there are " + std::to_string(size) + " particles, but ";
    if (!input.fluids.empty() && input.fluids.size() != size) {
        return Error{particles + "fluids of " + std::to_string(input.fluids.size())};
    }
    for (const FieldView& field : input.fields) {
        if (field.size == size) continue;
        return Error{particles + "the field \"" + field.info.name + "\" has " + std::to_string(field.size) +
                     " values"};
    }
    return {};
}

}  // namespace

Result<void> SurfaceBuilder::findField(const SurfaceInput& input, const ThreadPool& pool) {
    if (Result<void> good = checkParameters(settings_, "surface"); !good) return good;
    if (Result<void> good = checkInput(input); !good) return good;
    if (Result<void> good = checkClipBox(settings_, input.dimension); !good) return good;
    {
        const Profiler::Zone zone(profiler_, "kernels");
        if (Result<void> prepared = particles_.prepare(input, settings_, pool); !prepared) return prepared;
    }
    const Profiler::Zone zone(profiler_, "field");
    return blocks_.build(particles_, settings_, input.dimension, pool);
}

Result<std::vector<SurfaceMesh>> SurfaceBuilder::build(const SurfaceInput& input, const ThreadPool& pool) {
    if (input.dimension != 3) return Error{"a mesh needs three dimensions; in two there are outlines"};
    if (input.positions.size() == 0) return std::vector<SurfaceMesh>();
    if (const Result<void> found = findField(input, pool); !found) return Error{found.error()};
    {
        const Profiler::Zone zone(profiler_, "triangles");
        polygons_.build(blocks_, raw_, pool);
    }
    {
        const Profiler::Zone zone(profiler_, "smoothing");
        smooth(pool);
    }
    {
        const Profiler::Zone zone(profiler_, "drops");
        restoreSmallDrops(pool);
    }
    std::vector<SurfaceMesh> meshes = takeMeshes();
    thinOut(meshes);
    for (SurfaceMesh& mesh : meshes) {
        const Profiler::Zone zone(profiler_, "normals");
        if (meshes.size() > 1 || settings_.decimation > 0) {
            const std::span<const std::uint32_t> lists[] = {mesh.triangles};
            topology_.build(static_cast<Index>(mesh.positions.size()), lists);
        }
        mesh.normals.resize(mesh.positions.size());
        topology_.computeNormals(mesh.positions, mesh.normals, pool);
    }
    if (input.wantsNearest || !input.fields.empty()) {
        const Profiler::Zone zone(profiler_, "attributes");
        for (SurfaceMesh& mesh : meshes) addAttributes(input, particles_, mesh, pool);
    }
    return meshes;
}

void SurfaceBuilder::smooth(const ThreadPool& pool) {
    std::vector<std::span<const std::uint32_t>> lists;
    for (const AlignedArray<std::uint32_t>& triangles : raw_.trianglesOfFluid)
        lists.push_back(triangles.span());
    topology_.build(static_cast<Index>(raw_.positions.size()), lists);
    topology_.findParts();
    if (settings_.smoothing == 0) return;
    const float cellsPerSpacing = 1 / settings_.cellSize;
    topology_.weigh(raw_.isFixed.span(),
                    static_cast<Index>(kSmallPart * cellsPerSpacing * cellsPerSpacing) + 2);
    topology_.smooth(raw_.positions.span(), settings_.smoothing, pool);
}

void SurfaceBuilder::restoreSmallDrops(const ThreadPool& pool) {
    const auto largest = static_cast<Index>(kLargestDrop / (settings_.cellSize * settings_.cellSize));
    restoreDrops({topology_, particles_, std::max<Index>(largest, kFewestVertices)}, raw_, pool);
}

/// Gives every fluid its own vertices.
std::vector<SurfaceMesh> SurfaceBuilder::takeMeshes() {
    const Profiler::Zone zone(profiler_, "meshes");
    std::vector<SurfaceMesh> meshes;
    constexpr Index kNone = ~Index{0};
    std::vector<Index> numbers;
    for (std::size_t f = 0; f < raw_.trianglesOfFluid.size(); ++f) {
        const std::span<const std::uint32_t> triangles = raw_.trianglesOfFluid[f].span();
        SurfaceMesh& mesh = meshes.emplace_back();
        mesh.fluid = blocks_.fluids()[f];
        mesh.triangles.assign(triangles.begin(), triangles.end());
        if (raw_.trianglesOfFluid.size() == 1) {
            mesh.positions.assign(raw_.positions.span().begin(), raw_.positions.span().end());
            break;
        }
        numbers.assign(raw_.positions.size(), kNone);
        for (const std::uint32_t v : triangles) numbers[v] = 0;
        for (std::size_t v = 0; v < numbers.size(); ++v) {
            if (numbers[v] == kNone) continue;
            numbers[v] = static_cast<Index>(mesh.positions.size());
            mesh.positions.push_back(raw_.positions[v]);
        }
        for (std::uint32_t& v : mesh.triangles) v = numbers[v];
    }
    return meshes;
}

/// Vertices that fluids share stay, so that nothing opens between them.
void SurfaceBuilder::thinOut(std::vector<SurfaceMesh>& meshes) const {
    if (settings_.decimation <= 0) return;
    const std::vector<std::uint8_t> users = countUsers(raw_);
    const DecimationGoal goal{settings_.decimation, settings_.cellSize * particles_.spacing()};
    for (std::size_t f = 0; f < meshes.size(); ++f) {
        std::vector<std::uint8_t> holds(meshes[f].positions.size());
        const std::span<const std::uint32_t> triangles = raw_.trianglesOfFluid[f].span();
        for (std::size_t k = 0; k < triangles.size(); ++k) {
            const std::uint32_t v = triangles[k];
            std::uint8_t hold = Hold::kNone;
            if (raw_.isFixed[v] != 0) hold = holdAt(raw_.positions[v], settings_);
            holds[meshes[f].triangles[k]] = users[v] > 1 ? Hold::kWhole : hold;
        }
        decimate(meshes[f], holds, goal);
    }
}

Result<std::vector<SurfaceOutline>> SurfaceBuilder::buildOutline(const SurfaceInput& input,
                                                                 const ThreadPool& pool) {
    if (input.dimension != 2) return Error{"an outline needs two dimensions; in three there are meshes"};
    if (input.positions.size() == 0) return std::vector<SurfaceOutline>();
    if (const Result<void> found = findField(input, pool); !found) return Error{found.error()};
    const auto small = static_cast<Index>(kSmallLoop / settings_.cellSize) + 2;
    return traceOutlines(blocks_, {settings_.smoothing, small});
}

std::size_t SurfaceBuilder::bytes() const {
    return particles_.bytes() + blocks_.bytes() + polygons_.bytes() + raw_.bytes() + topology_.bytes();
}

Result<std::vector<SurfaceMesh>> makeSurface(const SurfaceInput& input, const SurfaceSettings& settings,
                                             int threads) {
    return SurfaceBuilder(settings).build(input, ThreadPool(threads));
}

Result<std::vector<SurfaceOutline>> makeOutline(const SurfaceInput& input, const SurfaceSettings& settings,
                                                int threads) {
    return SurfaceBuilder(settings).buildOutline(input, ThreadPool(threads));
}

}  // namespace undine
