// SPDX-License-Identifier: Zlib
#include "surface/outline.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/geometry.h"
#include "surface/polygons.h"
#include "surface/smoothing_factors.h"
#include "surface/vertex_mean.h"

namespace undine {
namespace {

/// An edge of the grid or a square, by the block and point in which it begins.
using VertexKey = std::uint64_t;
constexpr int kWithin = 2;  // of a square, in place of the axis of an edge
VertexKey vertexKey(Index block, Index point, int axis) {
    return (std::uint64_t{block} * kBlockPoints + point) * 3 + static_cast<std::uint64_t>(axis);
}

/// The corners of a square, counter-clockwise, and the edge after each: its axis and the corner it begins at.
struct SquareSide {
    int x, y;
    int axis;
    int edgeX, edgeY;
};
constexpr SquareSide kSides[4] = {{0, 0, 0, 0, 0}, {1, 0, 1, 1, 0}, {1, 1, 0, 0, 1}, {0, 1, 1, 0, 0}};

using Loop = std::vector<Index>;  // numbers of vertices

/// The vertices of all outlines. Where fluids touch, their loops have the same ones.
struct Vertices {
    struct Neighbors {
        Index before;
        Index after;
    };
    std::vector<Vec3> positions;
    std::vector<std::uint8_t> isFixed;  // on the clip box, or where three labels meet
    std::vector<std::uint8_t> isInner;  // between two fluids, or three
    std::vector<Neighbors> neighbors;   // two fluids have the same, the other way round
    std::vector<float> weights;         // in smoothing: of the shortest loop
};

void link(const Loop& loop, float weight, Vertices& vertices) {
    const std::size_t n = loop.size();
    for (std::size_t k = 0; k < n; ++k) {
        vertices.neighbors[loop[k]] = {loop[(k + n - 1) % n], loop[(k + 1) % n]};
        vertices.weights[loop[k]] = std::min(vertices.weights[loop[k]], weight);
    }
}

/// Towards the mean of the neighbours and back. Vertices that are fixed stay where they are.
void smooth(Vertices& vertices, int passes) {
    std::vector<Vec3>& x = vertices.positions;
    std::vector<Vec3> moved(x.size());
    for (int pass = 0; pass < 2 * passes; ++pass) {
        const float factor = pass % 2 == 0 ? kSmoothForth : kSmoothBack;
        for (std::size_t v = 0; v < x.size(); ++v) {
            const Vec3 mean = 0.5F * (x[vertices.neighbors[v].before] + x[vertices.neighbors[v].after]);
            const float weight = vertices.isFixed[v] != 0 ? 0 : factor * vertices.weights[v];
            moved[v] = x[v] + weight * (mean - x[v]);
        }
        x.swap(moved);
    }
}

double areaOf(const std::vector<Vec3>& loop) {
    double twice = 0;
    const Vec3 o = loop[0];
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
        const Vec3 a = loop[k] - o;
        const Vec3 b = loop[k + 1] - o;
        twice += static_cast<double>(a.x) * b.y - static_cast<double>(a.y) * b.x;
    }
    return 0.5 * twice;
}

/// Moves a loop along its normals until it has an area: many passes of smoothing let short loops grow by a
/// tenth, because their longest wave is among those that Taubin's filter makes a little longer.
void restoreArea(std::vector<Vec3>& loop, double wanted) {
    constexpr int kSteps = 3;  // the area is a square function of the way
    const std::size_t n = loop.size();
    std::vector<Vec3> across(n);
    for (int step = 0; step < kSteps; ++step) {
        double slope = 0;
        for (std::size_t k = 0; k < n; ++k) {
            const Vec3 along = loop[(k + 1) % n] - loop[(k + n - 1) % n];
            across[k] = normalized(Vec3{along.y, -along.x, 0});
            slope += 0.5 * static_cast<double>(across[k].x * along.y - across[k].y * along.x);
        }
        if (!(slope > 0)) return;
        const auto way = static_cast<float>((wanted - areaOf(loop)) / slope);
        for (std::size_t k = 0; k < n; ++k) loop[k] = loop[k] + way * across[k];
    }
}

class Tracer {
  public:
    explicit Tracer(const FieldBlocks& blocks) : blocks_(blocks) {}

    std::vector<Loop> trace(int label) {
        next_.clear();
        for (Index block = 0; block < blocks_.count(); ++block) {
            for (int y = 0; y < kBlockSide; ++y) {
                for (int x = 0; x < kBlockSide; ++x) addSquare(block, x, y, label);
            }
        }
        std::vector<Loop> loops;
        while (!next_.empty()) {
            Loop& loop = loops.emplace_back();
            VertexKey end = 0;
            for (auto at = next_.begin(); at != next_.end(); at = next_.find(end)) {
                end = at->second;
                loop.push_back(vertexAt(at->first));
                next_.erase(at);
            }
        }
        return loops;
    }
    Vertices& vertices() { return vertices_; }

  private:
    struct Place {
        Index block;
        Index point;
    };
    Place placeAt(Index block, int x, int y) const {
        return {blocks_.neighbor(block, x / kBlockSide, y / kBlockSide, 0),
                pointIndex(x % kBlockSide, y % kBlockSide, 0)};
    }

    void addSquare(Index block, int x, int y, int label) {
        std::array<std::uint8_t, 4> labels{};
        for (std::size_t k = 0; k < 4; ++k) {
            const Place place = placeAt(block, x + kSides[k].x, y + kSides[k].y);
            if (place.block == kNoBlock) return;
            labels[k] = blocks_.labels(place.block)[place.point];
        }
        const bool meets = meetWithinFace(labels);
        const auto isInside = [&](int k) { return labels[k % 4] == label; };
        for (int k = 0; k < 4; ++k) {
            if (isInside(k) || !isInside(k + 1)) continue;
            // Of an ambiguous square, the higher label is joined, and any label between two others.
            const int across = labels[(k + 2) % 4];
            const bool areJoined = across == labels[k] ? label > across : true;
            int leave = areJoined ? k + 3 : k + 1;
            while (!isInside(leave) || isInside(leave + 1)) leave += areJoined ? 3 : 1;
            const VertexKey enter = keyOf(block, x, y, k);
            const VertexKey within = meets ? vertexKey(block, pointIndex(x, y, 0), kWithin) : enter;
            next_[keyOf(block, x, y, leave % 4)] = within;
            if (meets) next_[within] = enter;
        }
    }
    VertexKey keyOf(Index block, int x, int y, int side) const {
        const Place place = placeAt(block, x + kSides[side].edgeX, y + kSides[side].edgeY);
        return vertexKey(place.block, place.point, kSides[side].axis);
    }

    /// The number of the vertex, which is made when it is first asked for.
    Index vertexAt(VertexKey key) {
        const auto [at, isNew] = numbers_.try_emplace(key, static_cast<Index>(vertices_.positions.size()));
        if (!isNew) return at->second;
        const auto axis = static_cast<int>(key % 3);
        const auto point = static_cast<Index>(key / 3 % kBlockPoints);
        const auto block = static_cast<Index>(key / 3 / kBlockPoints);
        const Polygons::Crossing crossing =
            axis == kWithin ? meeting(block, point) : Polygons::crossing(blocks_, block, point, axis);
        vertices_.positions.push_back(crossing.position);
        vertices_.isFixed.push_back(crossing.isFixed ? 1 : 0);
        vertices_.isInner.push_back(crossing.isInner ? 1 : 0);
        vertices_.neighbors.push_back({});
        vertices_.weights.push_back(1);
        return at->second;
    }

    /// Where the borders within a square with three labels or four meet: the middle of where they enter it.
    Polygons::Crossing meeting(Index block, Index point) const {
        const auto x = static_cast<int>(point % kBlockSide);
        const auto y = static_cast<int>(point / kBlockSide);
        const auto labelAt = [&](const Place& place) { return blocks_.labels(place.block)[place.point]; };
        VertexMean mean;
        for (std::size_t k = 0; k < 4; ++k) {
            const SquareSide& next = kSides[(k + 1) % 4];
            if (labelAt(placeAt(block, x + kSides[k].x, y + kSides[k].y)) ==
                labelAt(placeAt(block, x + next.x, y + next.y)))
                continue;
            const Place begin = placeAt(block, x + kSides[k].edgeX, y + kSides[k].edgeY);
            const auto side = Polygons::crossing(blocks_, begin.block, begin.point, kSides[k].axis);
            mean.add(side.position, side.isFixed);
        }
        return {mean.value(), true, true};
    }

    const FieldBlocks& blocks_;
    Vertices vertices_;
    std::map<VertexKey, Index> numbers_;
    std::map<VertexKey, VertexKey> next_;
};

std::vector<Vec3> pointsOf(const Loop& loop, const Vertices& vertices) {
    std::vector<Vec3> points;
    for (const Index v : loop) points.push_back(vertices.positions[v]);
    return points;
}

/// Whether a loop is neither at the clip box nor at another fluid.
bool isFree(const Loop& loop, const Vertices& vertices) {
    return std::ranges::none_of(
        loop, [&](Index v) { return vertices.isFixed[v] != 0 || vertices.isInner[v] != 0; });
}

}  // namespace

std::vector<SurfaceOutline> traceOutlines(const FieldBlocks& blocks, const OutlineSmoothing& smoothing) {
    Tracer tracer(blocks);
    std::vector<std::vector<Loop>> loopsOf;
    std::vector<double> areas;
    for (std::size_t f = 0; f < blocks.fluids().size(); ++f) {
        loopsOf.push_back(tracer.trace(static_cast<int>(f) + 1));
        for (const Loop& loop : loopsOf.back()) {
            link(loop, weightOfPart(static_cast<Index>(loop.size()), smoothing.small), tracer.vertices());
            areas.push_back(areaOf(pointsOf(loop, tracer.vertices())));
        }
    }
    smooth(tracer.vertices(), smoothing.passes);

    std::vector<SurfaceOutline> outlines;
    auto area = areas.begin();
    for (std::size_t f = 0; f < loopsOf.size(); ++f) {
        SurfaceOutline& outline =
            outlines.emplace_back(SurfaceOutline{.fluid = blocks.fluids()[f], .loops = {}});
        for (const Loop& loop : loopsOf[f]) {
            std::vector<Vec3>& points = outline.loops.emplace_back(pointsOf(loop, tracer.vertices()));
            if (isFree(loop, tracer.vertices())) restoreArea(points, *area);
            ++area;
        }
    }
    return outlines;
}

}  // namespace undine
