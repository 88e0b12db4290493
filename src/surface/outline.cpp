// SPDX-License-Identifier: Zlib
#include "surface/outline.h"

#include <map>

#include "core/geometry.h"
#include "surface/polygons.h"
#include "surface/smoothing_factors.h"

namespace undine {
namespace {

/// An edge of the grid, by the block and point in which it begins.
using EdgeKey = std::uint64_t;
EdgeKey edgeKey(Index block, Index point, int axis) {
    return (std::uint64_t{block} * kBlockPoints + point) * 2 + static_cast<std::uint64_t>(axis);
}

/// The corners of a square, counter-clockwise, and the edge after each: its axis and the corner it begins at.
struct SquareSide {
    int x, y;
    int axis;
    int edgeX, edgeY;
};
constexpr SquareSide kSides[4] = {{0, 0, 0, 0, 0}, {1, 0, 1, 1, 0}, {1, 1, 0, 0, 1}, {0, 1, 1, 0, 0}};

/// Towards the mean of the neighbours and back. Points that are fixed stay where they are.
void smooth(std::vector<Vec3>& loop, const std::vector<std::uint8_t>& isFixed,
            const OutlineSmoothing& smoothing) {
    const std::size_t n = loop.size();
    const float weight = weightOfPart(static_cast<Index>(n), smoothing.small);
    if (weight == 0) return;
    std::vector<Vec3> moved(n);
    for (int pass = 0; pass < 2 * smoothing.passes; ++pass) {
        const float factor = weight * (pass % 2 == 0 ? kSmoothForth : kSmoothBack);
        for (std::size_t k = 0; k < n; ++k) {
            const Vec3 mean = 0.5F * (loop[(k + n - 1) % n] + loop[(k + 1) % n]);
            moved[k] = isFixed[k] != 0 ? loop[k] : loop[k] + factor * (mean - loop[k]);
        }
        loop.swap(moved);
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

    SurfaceOutline trace(int label, const OutlineSmoothing& smoothing) {
        next_.clear();
        for (Index block = 0; block < blocks_.count(); ++block) {
            for (int y = 0; y < kBlockSide; ++y) {
                for (int x = 0; x < kBlockSide; ++x) addSquare(block, x, y, label);
            }
        }
        SurfaceOutline outline{.fluid = blocks_.fluids()[static_cast<std::size_t>(label - 1)], .loops = {}};
        while (!next_.empty()) {
            std::vector<Vec3> loop;
            std::vector<std::uint8_t> isFixed;
            bool isFree = true;  // neither on the clip box nor at another fluid
            for (auto at = next_.begin(); at != next_.end(); at = next_.find(loopEnd_)) {
                loopEnd_ = at->second;
                const Index point = static_cast<Index>(at->first / 2 % kBlockPoints);
                const auto block = static_cast<Index>(at->first / 2 / kBlockPoints);
                const Polygons::Crossing crossing =
                    Polygons::crossing(blocks_, block, point, static_cast<int>(at->first % 2));
                loop.push_back(crossing.position);
                isFixed.push_back(crossing.isFixed ? 1 : 0);
                isFree &= !crossing.isFixed && !crossing.isInner;
                next_.erase(at);
            }
            const double area = areaOf(loop);
            smooth(loop, isFixed, smoothing);
            if (isFree) restoreArea(loop, area);
            outline.loops.push_back(std::move(loop));
        }
        return outline;
    }

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
        int labels[4];
        for (int k = 0; k < 4; ++k) {
            const Place place = placeAt(block, x + kSides[k].x, y + kSides[k].y);
            if (place.block == kNoBlock) return;
            labels[k] = blocks_.labels(place.block)[place.point];
        }
        const auto isInside = [&](int k) { return labels[k % 4] == label; };
        for (int k = 0; k < 4; ++k) {
            if (isInside(k) || !isInside(k + 1)) continue;
            // Of an ambiguous square, the higher label is joined, and any label between two others.
            const int across = labels[(k + 2) % 4];
            const bool areJoined = across == labels[k] ? label > across : true;
            int leave = areJoined ? k + 3 : k + 1;
            while (!isInside(leave) || isInside(leave + 1)) leave += areJoined ? 3 : 1;
            next_[keyOf(block, x, y, leave % 4)] = keyOf(block, x, y, k);
        }
    }
    EdgeKey keyOf(Index block, int x, int y, int side) const {
        const Place place = placeAt(block, x + kSides[side].edgeX, y + kSides[side].edgeY);
        return edgeKey(place.block, place.point, kSides[side].axis);
    }

    const FieldBlocks& blocks_;
    std::map<EdgeKey, EdgeKey> next_;
    EdgeKey loopEnd_ = 0;
};

}  // namespace

std::vector<SurfaceOutline> traceOutlines(const FieldBlocks& blocks, const OutlineSmoothing& smoothing) {
    Tracer tracer(blocks);
    std::vector<SurfaceOutline> outlines;
    for (std::size_t f = 0; f < blocks.fluids().size(); ++f) {
        outlines.push_back(tracer.trace(static_cast<int>(f) + 1, smoothing));
    }
    return outlines;
}

}  // namespace undine
