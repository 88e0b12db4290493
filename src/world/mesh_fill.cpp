// SPDX-License-Identifier: Zlib
//
// No row may slip through between two triangles, or meet both of them where they touch. Two rules see to it:
//
// 1. A triangle covers the rows with zLow <= z < zHigh, and of these the ones with yLow <= y < yHigh, where
//    yLow and yHigh are where its rising and its falling edge pass that z. What ends where its neighbour
//    begins leaves neither gap nor overlap.
// 2. Where an edge passes z is computed from its lower end, whichever triangle asks: both get the same bits.
//
// So the signed crossings of every row add up to 0 exactly, however the numbers were rounded.
#include "world/mesh_fill.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <tuple>

#include "boundary/mesh_check.h"
#include "core/finite.h"
#include "core/memory.h"
#include "core/rotation.h"
#include "world/lattice.h"

namespace undine {
namespace {

using Point = Vec3d;

/// Rows a lattice may have, and layers that triangles may pass: some seconds of work. What is filled has far
/// fewer; a needle as long as a country has more.
constexpr double kMostRows = 1e9;

struct Turn {
    double sine;
    double cosine;
};

/// Quarter turns are exact.
Turn turnBy(double degrees) {
    const double angle = std::remainder(degrees, 360.0);
    if (std::fmod(angle, 90.0) == 0) {
        const int quarter = static_cast<int>(angle / 90.0) & 3;
        constexpr Turn kQuarters[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        return kQuarters[quarter];
    }
    const double radians = angle * std::numbers::pi / 180;
    return {std::sin(radians), std::cos(radians)};
}

std::vector<Point> placedVertices(const MeshFill& fill) {
    const Turn x = turnBy(fill.rotation.x);
    const Turn y = turnBy(fill.rotation.y);
    const Turn z = turnBy(fill.rotation.z);
    const double scale = fill.scale;
    std::vector<Point> placed;
    placed.reserve(fill.mesh->vertices.size());
    for (const Vec3 v : fill.mesh->vertices) {
        Point p{scale * v.x, scale * v.y, scale * v.z};
        p = {p.x, x.cosine * p.y - x.sine * p.z, x.sine * p.y + x.cosine * p.z};
        p = {y.cosine * p.x + y.sine * p.z, p.y, y.cosine * p.z - y.sine * p.x};
        p = {z.cosine * p.x - z.sine * p.y, z.sine * p.x + z.cosine * p.y, p.z};
        placed.push_back({p.x + fill.position.x, p.y + fill.position.y, p.z + fill.position.z});
    }
    return placed;
}

Lattice latticeAround(const std::vector<Point>& points, float spacing) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Point low{kInfinity, kInfinity, kInfinity};
    Point high{-kInfinity, -kInfinity, -kInfinity};
    for (const Point p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    return {low.rounded(), high.rounded(), spacing, 3};
}

/// A row passes the surface at x, into the mesh or out of it.
struct Crossing {
    std::uint64_t row;
    double x;
    int sign;
};

/// Where the edge passes the height z, low.z <= z < high.z.
Point pass(Point low, Point high, double z) {
    const double t = (z - low.z) / (high.z - low.z);
    return {low.x + t * (high.x - low.x), low.y + t * (high.y - low.y), z};
}

class MeshRaster {
  public:
    explicit MeshRaster(const Lattice& lattice)
        : lattice_(lattice), mostCrossings_(availableMemory() / (4 * sizeof(Crossing))) {}

    /// False when there are more crossings than memory has room for, or more layers than one can wait for.
    bool draw(const Point (&corner)[3]) {
        const auto [low, high] = std::minmax({corner[0].z, corner[1].z, corner[2].z});
        const std::int64_t begin = lattice_.firstAtLeast(2, low);
        const std::int64_t end = lattice_.firstAtLeast(2, high);
        layers_ += static_cast<double>(std::max<std::int64_t>(end - begin, 0));
        if (layers_ > kMostRows) return false;
        for (std::int64_t k = begin; k < end; ++k) {
            drawLayer(corner, k);
            if (crossings_.size() > mostCrossings_) return false;
        }
        return true;
    }

    void fill(LatticeFiller& filler) {
        std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
            return std::tie(a.row, a.x) < std::tie(b.row, b.x);
        });
        const auto rowsPerLayer = static_cast<std::uint64_t>(lattice_.count(1));
        int winding = 0;
        for (std::size_t c = 0; c + 1 < crossings_.size(); ++c) {
            winding += crossings_[c].sign;
            if (winding == 0) continue;
            const std::uint64_t row = crossings_[c].row;
            filler.addRow(
                lattice_.firstAtLeast(0, crossings_[c].x), lattice_.firstAtLeast(0, crossings_[c + 1].x),
                static_cast<std::int64_t>(row % rowsPerLayer), static_cast<std::int64_t>(row / rowsPerLayer));
        }
    }

  private:
    void drawLayer(const Point (&corner)[3], std::int64_t k) {
        const double z = lattice_.coordinate(2, k);
        Point rising;
        Point falling;
        for (int e = 0; e < 3; ++e) {
            const Point p = corner[e];
            const Point q = corner[(e + 1) % 3];
            if (p.z <= z && z < q.z) rising = pass(p, q, z);
            if (q.z <= z && z < p.z) falling = pass(q, p, z);
        }
        const bool turned = rising.y > falling.y;
        const Point low = turned ? falling : rising;
        const Point high = turned ? rising : falling;
        const std::int64_t end = lattice_.firstAtLeast(1, high.y);
        for (std::int64_t j = lattice_.firstAtLeast(1, low.y); j < end; ++j) {
            const double t = (lattice_.coordinate(1, j) - low.y) / (high.y - low.y);
            const auto row = static_cast<std::uint64_t>(k * lattice_.count(1) + j);
            crossings_.push_back({row, low.x + t * (high.x - low.x), turned ? 1 : -1});
        }
    }

    const Lattice& lattice_;
    std::size_t mostCrossings_;
    std::vector<Crossing> crossings_;
    double layers_ = 0;  // that triangles have passed
};

/// Calls use(corners, number of the first) for each triangle whose vertices exist.
template <class Use>
void forEachTriangle(const std::vector<std::uint32_t>& indices, const std::vector<Point>& points, Use&& use) {
    for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
        if (std::max({indices[t], indices[t + 1], indices[t + 2]}) >= points.size()) continue;
        use({points[indices[t]], points[indices[t + 1]], points[indices[t + 2]]}, indices[t]);
    }
}

// ---- Parts: triangles that hang together by vertices

/// The vertex that stands for the part of this one.
std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
}

/// For every vertex another one of its part, for rootOf().
std::vector<std::uint32_t> partsOf(const TriangleMesh& mesh) {
    std::vector<std::uint32_t> parent = weldVertices(mesh.vertices);
    const auto& indices = mesh.indices;
    for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
        if (std::max({indices[t], indices[t + 1], indices[t + 2]}) >= parent.size()) continue;
        for (const std::uint32_t other : {indices[t + 1], indices[t + 2]}) {
            const std::uint32_t a = rootOf(parent, indices[t]);
            const std::uint32_t b = rootOf(parent, other);
            parent[std::max(a, b)] = std::min(a, b);
        }
    }
    return parent;
}

}  // namespace

double boundOfMesh(const MeshFill& fill, float spacing) {
    const std::vector<Point> points = placedVertices(fill);
    if (points.empty()) return 0;
    if (!std::ranges::all_of(fill.mesh->vertices, isFinite)) return 0;
    std::vector<std::uint32_t> part = partsOf(*fill.mesh);
    std::vector<double> volumes(points.size(), 0.0);
    double surface = 0;
    forEachTriangle(fill.mesh->indices, points, [&](const Point(&corner)[3], std::uint32_t vertex) {
        const Point normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
        surface += 0.5 * length(normal);
        volumes[rootOf(part, vertex)] += dot(normal, corner[0] - points[0]) / 6;
    });
    double volume = 0;
    for (const double v : volumes) volume += std::abs(v);
    return latticeAround(points, spacing).boundFor(volume, surface);
}

Result<std::vector<Vec3>> fillMesh(const MeshFill& fill, float spacing) {
    const std::vector<Point> points = placedVertices(fill);
    const Lattice lattice = latticeAround(points, spacing);
    const double rows = static_cast<double>(lattice.count(1)) * static_cast<double>(lattice.count(2));
    if (rows > kMostRows) {
        char text[120];
        std::snprintf(text, sizeof(text), "its box has %.3g rows of this spacing along y and z; at most %g",
                      rows, kMostRows);
        return Error{text};
    }
    MeshRaster raster(lattice);
    bool fits = true;
    forEachTriangle(fill.mesh->indices, points, [&](const Point(&corner)[3], std::uint32_t /*vertex*/) {
        fits = fits && raster.draw(corner);
    });
    if (!fits) return Error{"its surface is too large for a lattice of this spacing"};
    LatticeFiller filler(lattice, fill.jitter, 3);
    raster.fill(filler);
    return filler.take();
}

}  // namespace undine
