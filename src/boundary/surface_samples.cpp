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
#include "boundary/surface_samples.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "boundary/part_surface.h"
#include "boundary/sample_grid.h"
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
constexpr int kRelaxations = 10;
constexpr int kMoves = 24;  // to get to the wanted depth
constexpr int kWholeMoves = 6;

Error tooMany(double count, float spacing) {
    char text[160];
    std::snprintf(
        text, sizeof(text),
        "its surface needs about %.3g samples for a particle_spacing of %g m; at most %.3g are allowed",
        count, static_cast<double>(spacing), kMostSurfaceSamples);
    return {text};
}

/// Sorts by cells of two spacings, x fastest. A million cells per side are enough order, and their numbers
/// have 60 bits together.
template <class Item>
void sortByCells(const Solid& solid, float spacing, std::vector<Item>& items) {
    constexpr auto kMost = static_cast<float>((1 << 20) - 1);
    const Vec3 size = solid.max() - solid.min();
    const float scale = std::min(0.5F / spacing, kMost / std::max({size.x, size.y, size.z}));
    std::vector<std::pair<std::uint64_t, Index>> order;
    order.reserve(items.size());
    for (const Item& item : items) {
        const Vec3 q = scale * (item.position - solid.min());
        const auto part = [kMost](float a) { return static_cast<std::uint64_t>(std::clamp(a, 0.0F, kMost)); };
        const std::uint64_t key = (part(q.z) << 40U) | (part(q.y) << 20U) | part(q.x);
        order.emplace_back(key, static_cast<Index>(order.size()));
    }
    std::sort(order.begin(), order.end());
    std::vector<Item> sorted;
    sorted.reserve(items.size());
    for (const auto& [key, index] : order) sorted.push_back(items[index]);
    items.swap(sorted);
}

// ---- Boxes

/// Points of one side of a box.
struct Ticks {
    int count;
    float first;
    float step;

    Ticks(float half, float spacing) {
        const float inner = 2 * half - spacing;
        count = inner > 0 ? static_cast<int>(std::lround(inner / spacing)) + 1 : 1;
        first = count > 1 ? -0.5F * inner : 0;
        step = count > 1 ? inner / static_cast<float>(count - 1) : 0;
    }
    float at(int i) const { return first + step * static_cast<float>(i); }
    bool isEnd(int i) const { return i == 0 || i == count - 1; }
};

Result<std::vector<SurfaceSample>> sampleBox(const Solid& solid, float spacing) {
    const SolidPart& box = solid.parts()[0];
    const double size[3] = {box.extent.x / spacing, box.extent.y / spacing,
                            box.flat ? 0 : box.extent.z / spacing};
    const double bound =
        box.flat ? 4 * (size[0] + size[1]) : 8 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
    if (!(bound <= kMostSurfaceSamples)) return tooMany(bound, spacing);
    const Ticks x(box.extent.x, spacing);
    const Ticks y(box.extent.y, spacing);
    const Ticks z(box.flat ? 0 : box.extent.z, spacing);
    std::vector<SurfaceSample> samples;
    for (int k = 0; k < z.count; ++k) {
        for (int j = 0; j < y.count; ++j) {
            const bool wholeRow = y.isEnd(j) || (!box.flat && z.isEnd(k));
            const int stride = wholeRow || x.count == 1 ? 1 : x.count - 1;
            for (int i = 0; i < x.count; i += stride) {
                Vec3 p = box.position + box.toBody({x.at(i), y.at(j), z.at(k)});
                if (box.flat) p.z = 0;
                samples.push_back({p, -box.closest(p).distance});
            }
        }
    }
    sortByCells(solid, spacing, samples);
    return samples;
}

// ---- Everything else

/// A sample on its way.
struct Dart {
    Vec3 position;
    float depth;
    const SolidPart* skin;  // the open mesh it is on, if it is on one
};

class Sampler {
  public:
    Sampler(const Solid& solid, float spacing, int dimension)
        : solid_(solid), spacing_(spacing), flat_(dimension == 2) {
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
        std::vector<SurfaceSample> samples;
        samples.reserve(darts_.size());
        for (const Dart& dart : darts_) samples.push_back({dart.position, dart.depth});
        return samples;
    }

  private:
    double countOn(const PartSurface& surface) const {
        const double s = spacing_;
        return surface.area() / (flat_ ? s : s * s);
    }
    void throwDarts(float distance);
    void addBatch(const std::vector<Vec3>& places, const SolidPart& part, float distance, SampleGrid& grid);
    bool isCovered(const Dart& dart) const;
    Dart settle(const SolidPart* part, Vec3 p) const;
    void relax();
    void dropClose();
    SampleGrid gridOf(float cell) const;

    const Solid& solid_;
    float spacing_;
    bool flat_;
    ThreadPool pool_;
    std::vector<PartSurface> surfaces_;
    std::vector<Dart> darts_;
};

SampleGrid Sampler::gridOf(float cell) const {
    SampleGrid grid(0.5F * (solid_.min() + solid_.max()), cell * spacing_);
    std::vector<Vec3> points;
    points.reserve(darts_.size());
    for (const Dart& dart : darts_) points.push_back(dart.position);
    grid.assign(points);
    return grid;
}

/// Moves p along normals to half a spacing below the surface of a part, or of all when there is none. At an
/// edge that takes several moves, one for each face. Where the solid is too thin the moves go to and fro;
/// they are then made shorter and shorter, and the deepest place counts.
Dart Sampler::settle(const SolidPart* part, Vec3 p) const {
    if (part != nullptr && part->isOpen()) {
        const SurfacePoint point = part->closest(p);
        return {p - point.distance * point.normal, 0, part};
    }
    const float wanted = -0.5F * spacing_;
    Dart deepest{p, -1, nullptr};
    float share = 1;
    for (int k = 0; k < kMoves; ++k) {
        const SurfacePoint point = part != nullptr ? part->closest(p) : solid_.closest(p);
        if (std::abs(point.distance - wanted) < 0.005F * spacing_) return {p, -point.distance, nullptr};
        if (-point.distance > deepest.depth && point.distance > wanted)
            deepest = {p, -point.distance, nullptr};
        if (k >= kWholeMoves) share *= 0.8F;
        p = p + (share * (wanted - point.distance)) * point.normal;
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
    std::vector<Vec3> places;
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

void Sampler::addBatch(const std::vector<Vec3>& places, const SolidPart& part, float distance,
                       SampleGrid& grid) {
    std::vector<Dart> thrown(places.size());
    pool_.forEachBlock(static_cast<Index>(places.size()), [&](Range range) {
        for (Index i = range.begin; i < range.end; ++i) thrown[i] = settle(&part, places[i]);
    });
    for (const Dart& dart : thrown) {
        if (!grid.isFree(dart.position, distance * spacing_) || isCovered(dart)) continue;
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
    SampleGrid grid(0.5F * (solid_.min() + solid_.max()), kTooClose * spacing_);
    std::vector<Dart> kept;
    for (const Dart& dart : darts_) {
        if (!grid.isFree(dart.position, kTooClose * spacing_)) continue;
        grid.insert(dart.position);
        kept.push_back(dart);
    }
    darts_.swap(kept);
}

}  // namespace

Result<std::vector<SurfaceSample>> sampleSurface(const Solid& solid, float spacing, int dimension) {
    if (!(spacing > 0) || !std::isfinite(spacing)) {
        return Error{"particle_spacing: must be a number above 0 (m)"};
    }
    if (solid.parts().size() == 1 && solid.parts()[0].kind == SolidPart::Kind::Box) {
        return sampleBox(solid, spacing);
    }
    Sampler sampler(solid, spacing, dimension);
    const double count = sampler.estimate();
    if (!(count <= kMostSurfaceSamples)) return tooMany(count, spacing);
    return sampler.run();
}

}  // namespace undine
