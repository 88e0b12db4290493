// SPDX-License-Identifier: Zlib
// How a surface without a lattice gets its samples:
//
// 1. Throw darts: places on the surface of each part, chosen at random, are moved inwards
//    to their depth. One that has a sample near it already is dropped.
// 2. Relax: samples push one another apart, and are moved back to their depth.
// 3. Darts once more where there is a gap, and relax again.
// 4. Drop those that are still too close.
//
// Places near an edge of the solid end exactly on the edge of the surface below it. So edges are met by more
// darts than faces and are never left bare.
#include "boundary/scattered_samples.h"

#include <algorithm>
#include <cmath>

#include "boundary/part_surface.h"
#include "boundary/sample_grid.h"
#include "boundary/sample_order.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "core/random.h"

namespace undine {
namespace {

// In spacings.
constexpr float kDartDistance = 0.74F;  // of darts on a surface
constexpr float kLineDistance = 0.97F;  // of darts on an outline
constexpr float kGap = 0.85F;           // a place so far from all samples gets one
constexpr float kTooClose = 0.55F;      // of two samples, one goes
constexpr float kReach = 1.5F;          // of the forces between samples
constexpr float kPush = 0.5F;
constexpr float kMostPush = 0.25F;

constexpr int kRounds = 8;            // of darts, with one per spacing squared each
constexpr double kDartsOnLines = 16;  // per spacing
constexpr Index kBatch = 1 << 16;     // darts that are moved inwards together
constexpr int kRelaxations = 6;
constexpr int kMoves = 24;  // to get to the wanted depth
constexpr int kWholeMoves = 6;
constexpr float kDropped = -1;  // instead of a depth

/// A sample on its way.
struct Dart {
    Vec3 position;
    float depth;
    const SolidPart* skin;  // the open mesh it is on, if it is on one
};

class Sampler {
  public:
    Sampler(const Solid& solid, float spacing, int dimension, float depth = 0.5F)
        : solid_(solid), spacing_(spacing), depth_(depth * spacing), flat_(dimension == 2) {
        for (const SolidPart& part : solid.parts()) surfaces_.emplace_back(part);
    }

    /// How many samples there will be, about.
    double estimate() const {
        double sum = 0;
        for (const PartSurface& surface : surfaces_) sum += countOn(surface);
        return sum;
    }

    std::vector<SurfaceSample> run() {
        throwDarts(flat_ ? kLineDistance : kDartDistance);
        sortByCells(solid_, spacing_, darts_);
        for (int k = 0; k < kRelaxations; ++k) relax();
        throwDarts(kGap);
        for (int k = 0; k < kRelaxations / 2; ++k) relax();
        dropClose();
        sortByCells(solid_, spacing_, darts_);
        return finish();
    }

  private:
    double countOn(const PartSurface& surface) const {
        const double s = spacing_;
        return surface.area() / (flat_ ? s : s * s);
    }
    void throwDarts(float distance);
    void addBatch(const std::vector<PartSurface::Place>& places, const SolidPart& part, float distance,
                  SampleGrid& grid);
    bool isCovered(const Dart& dart) const;
    Dart settle(const SolidPart* part, Vec3 p) const;
    void relax();
    void dropClose();
    SampleGrid gridOf(float reach) const;
    std::vector<SurfaceSample> finish() const;

    const Solid& solid_;
    float spacing_;
    float depth_;  // m
    bool flat_;
    ThreadPool pool_;
    std::vector<PartSurface> surfaces_;
    std::vector<Dart> darts_;
};

SampleGrid Sampler::gridOf(float reach) const {
    SampleGrid grid(0.5F * (solid_.min() + solid_.max()), 2 * reach * spacing_);
    std::vector<Vec3> points;
    points.reserve(darts_.size());
    for (const Dart& dart : darts_) points.push_back(dart.position);
    grid.assign(points);
    return grid;
}

/// Moves p along normals to the wanted depth below the surface of a part, or of all when there is none. At an
/// edge that takes several moves, one for each face. Where the solid is too thin the moves go to and fro;
/// they are then made shorter and shorter, and the deepest place counts.
Dart Sampler::settle(const SolidPart* part, Vec3 p) const {
    if (part != nullptr && part->isOpen()) {
        const SurfacePoint point = part->closest(p);
        return {p - point.distance * point.normal, 0, part};
    }
    const float wanted = -depth_;
    Dart deepest{p, -1, nullptr};
    float share = 1;
    for (int k = 0; k < kMoves; ++k) {
        const SurfacePoint point = part != nullptr ? part->closest(p) : solid_.closest(p);
        const float move = wanted - point.distance;
        // Outwards a move in a single part is exact. Others can miss the depth by no more than twice their
        // length.
        const bool exact = move > 0 && (part != nullptr || solid_.parts().size() == 1);
        if (exact || std::abs(move) < 0.0025F * spacing_) return {p + move * point.normal, -wanted, nullptr};
        if (-point.distance > deepest.depth && move < 0) deepest = {p, -point.distance, nullptr};
        if (k >= kWholeMoves) share *= 0.8F;
        p = p + (share * move) * point.normal;
    }
    return deepest;
}

/// Whether it is deeper in another part.
bool Sampler::isCovered(const Dart& dart) const {
    return solid_.parts().size() > 1 &&
           solid_.closest(dart.position).distance < -dart.depth - 0.01F * spacing_;
}

/// 32 bits as a number in 0..1.
double unit(std::uint64_t bits) { return (static_cast<double>(bits) + 0.5) / 4294967296.0; }

/// Places that have no sample within `distance` (in spacings) get one. Darts come in rounds that each cover
/// the whole surface; an outline is walked along once instead.
void Sampler::throwDarts(float distance) {
    SampleGrid grid = gridOf(distance);
    std::vector<PartSurface::Place> places;
    for (int round = 0; round < (flat_ ? 1 : kRounds); ++round) {
        for (std::size_t s = 0; s < surfaces_.size(); ++s) {
            const double wanted = countOn(surfaces_[s]) * (flat_ ? kDartsOnLines : 1);
            const auto count = static_cast<std::uint64_t>(std::max(std::ceil(wanted), 32.0));
            for (std::uint64_t k = 0; k < count; ++k) {
                const std::uint64_t n = randomWord(static_cast<std::uint64_t>(round) * count + k);
                const double share =
                    (static_cast<double>(k) + (round + 0.5) / kRounds) / static_cast<double>(count);
                places.push_back(surfaces_[s].at(share, unit(n >> 32U), unit(n & 0xffffffffU)));
                if (places.size() < kBatch && k + 1 < count) continue;
                addBatch(places, solid_.parts()[s], distance, grid);
                places.clear();
            }
        }
    }
}

/// Whoever is straight below a place and has a sample near need not be moved to the right depth to be
/// dropped: that would bring it only nearer.
void Sampler::addBatch(const std::vector<PartSurface::Place>& places, const SolidPart& part, float distance,
                       SampleGrid& grid) {
    const float least = distance * spacing_;
    const float depth = part.isOpen() ? 0 : depth_;
    std::vector<Dart> thrown(places.size());
    pool_.forEachBlock(static_cast<Index>(places.size()), [&](Range range) {
        for (Index i = range.begin; i < range.end; ++i) {
            const Vec3 below = places[i].position - depth * places[i].normal;
            const bool isFree = grid.isFree(below, least);
            thrown[i] = isFree && !part.isOpen() ? settle(&part, below) : Dart{below, 0, &part};
            if (!isFree) thrown[i].depth = kDropped;
        }
    });
    for (const Dart& dart : thrown) {
        if (dart.depth == kDropped || !grid.isFree(dart.position, least) || isCovered(dart)) continue;
        grid.insert(dart.position);
        darts_.push_back(dart);
    }
}

/// Every sample moves away from its neighbours, the more the closer they are, and back to its depth.
void Sampler::relax() {
    const SampleGrid grid = gridOf(kReach);
    const float reach = kReach * spacing_;
    std::vector<Dart> moved(darts_.size());
    pool_.forEachBlock(static_cast<Index>(darts_.size()), [&](Range range) {
        for (Index i = range.begin; i < range.end; ++i) {
            const Vec3 p = darts_[i].position;
            Vec3 push{};
            grid.forEachNear(p, reach, [&](Index j, Vec3 q) {
                const float apart = length(p - q);
                if (j == i || apart == 0) return false;
                const float share = 1 - apart / reach;
                push = push + (share * share / apart) * (p - q);
                return false;
            });
            const float size = kPush * length(push);
            const float limit = size > kMostPush ? kMostPush / size : 1;
            moved[i] = settle(darts_[i].skin, p + (limit * kPush * spacing_) * push);
        }
    });
    darts_.clear();
    for (const Dart& dart : moved) {
        if (!isCovered(dart)) darts_.push_back(dart);
    }
}

void Sampler::dropClose() {
    SampleGrid grid(0.5F * (solid_.min() + solid_.max()), 2 * kTooClose * spacing_);
    std::vector<Dart> kept;
    for (const Dart& dart : darts_) {
        if (!grid.isFree(dart.position, kTooClose * spacing_)) continue;
        grid.insert(dart.position);
        kept.push_back(dart);
    }
    darts_.swap(kept);
}

/// With the depths they really have.
std::vector<SurfaceSample> Sampler::finish() const {
    std::vector<SurfaceSample> samples(darts_.size());
    pool_.forEachBlock(static_cast<Index>(darts_.size()), [&](Range range) {
        for (Index i = range.begin; i < range.end; ++i) {
            const Vec3 p = darts_[i].position;
            const bool onSkin = darts_[i].skin != nullptr;
            samples[i] = {p, onSkin ? 0 : std::max(0.0F, -solid_.closest(p).distance)};
        }
    });
    return samples;
}

}  // namespace

double estimateSamples(const Solid& solid, float spacing, int dimension) {
    return Sampler(solid, spacing, dimension).estimate();
}

std::vector<SurfaceSample> scatterSamples(const Solid& solid, float spacing, int dimension, float depth) {
    return Sampler(solid, spacing, dimension, depth).run();
}

}  // namespace undine
