// SPDX-License-Identifier: Zlib
#include "vortex/sheet_shape.h"

#include <algorithm>
#include <cmath>

#include "boundary/part_surface.h"
#include "boundary/sample_grid.h"
#include "boundary/scattered_samples.h"
#include "core/geometry.h"
#include "core/random.h"

namespace undine {
namespace {

// In spacings.
constexpr float kRadius = 0.8F;  // of blobs: samples are a spacing apart
constexpr float kDepth = 1.75F;  // of the points inside: 99 of 100 parts of the jump are above them
constexpr double kPlacesPerSample = 96;

/// What is nearest to a sample, as it is counted.
struct Share {
    Vec3d position;
    Vec3d normal;
    double area = 0;
};

double unitOf(std::uint64_t bits) { return (static_cast<double>(bits) + 0.5) / 4294967296.0; }

/// The sample nearest to a place; count() when there is none within a few spacings.
Index nearest(const SampleGrid& grid, Vec3 place, float spacing) {
    Index found = 0xffffffffU;
    for (float reach = spacing; found == 0xffffffffU && reach < 5 * spacing; reach *= 2) {
        float least = reach * reach;
        grid.forEachNear(place, reach, [&](Index j, Vec3 q) {
            const Vec3 d = q - place;
            const float own = dot(d, d);
            if (own < least || (own == least && j < found)) {
                least = own;
                found = j;
            }
            return false;
        });
    }
    return found;
}

std::vector<Share> countShares(const Solid& solid, const std::vector<SurfaceSample>& points, float spacing) {
    SampleGrid grid(0.5F * (solid.min() + solid.max()), 2 * spacing);
    std::vector<Vec3> positions;
    positions.reserve(points.size());
    for (const SurfaceSample& point : points) positions.push_back(point.position);
    grid.assign(positions);
    std::vector<Share> shares(points.size());
    for (const SolidPart& part : solid.parts()) {
        const PartSurface surface(part);
        const double per = part.flat ? static_cast<double>(spacing) : std::pow(spacing, 2.0);
        const auto count =
            static_cast<std::uint64_t>(std::max(256.0, std::ceil(kPlacesPerSample * surface.area() / per)));
        for (std::uint64_t k = 0; k < count; ++k) {
            const std::uint64_t n = randomWord(k);
            const double share = (static_cast<double>(k) + 0.5) / static_cast<double>(count);
            const PartSurface::Place place = surface.at(share, unitOf(n >> 32U), unitOf(n & 0xffffffffU));
            const bool isCovered =
                solid.parts().size() > 1 && solid.closest(place.position).distance < -0.01F * spacing;
            const Index own = isCovered ? 0xffffffffU : nearest(grid, place.position, spacing);
            if (own == 0xffffffffU) continue;
            const double area = surface.area() / static_cast<double>(count);
            shares[own].area += area;
            shares[own].position = shares[own].position + area * Vec3d(place.position);
            shares[own].normal = shares[own].normal + area * Vec3d(place.normal);
        }
    }
    return shares;
}

/// Straight down; less deep where the body is thin.
Vec3 pointBelow(const Solid& solid, Vec3 position, Vec3 normal, float depth) {
    Vec3 best = position;
    float deepest = 0;
    for (int k = 1; k <= 8; ++k) {
        const Vec3 p = position - (depth * static_cast<float>(k) / 8) * normal;
        const float below = -solid.closest(p).distance;
        if (below > deepest) best = p;
        deepest = std::max(deepest, below);
    }
    return best;
}

void addSamples(SheetShape& shape, const Solid& solid, float spacing) {
    const auto points = scatterSamples(solid, spacing, shape.dimension, 0);
    for (const Share& share : countShares(solid, points, spacing)) {
        const double size = length(share.normal);
        if (!(share.area > 0) || !(size > 0.1 * share.area)) continue;
        const Vec3 normal = ((1 / size) * share.normal).rounded();
        const Vec3 middle = ((1 / share.area) * share.position).rounded();
        const SurfacePoint surface = solid.closest(middle);  // of a curved part it is below the surface
        const Vec3 position = middle - surface.distance * surface.normal;
        shape.samples.push_back({position, normal, pointBelow(solid, position, normal, kDepth * spacing),
                                 static_cast<float>(share.area)});
    }
}

/// A lattice; cells at the surface have the share of their volume that is inside, roughly.
void addCells(SheetShape& shape, const Solid& solid, float spacing) {
    const Vec3 low = solid.min(), size = solid.max() - solid.min();
    const auto count = [&](float length) { return static_cast<int>(std::ceil(length / spacing)) + 1; };
    const int layers = shape.dimension == 2 ? 1 : count(size.z);
    const float whole = std::pow(spacing, static_cast<float>(shape.dimension));
    double sum = 0;
    for (int k = 0; k < layers; ++k) {
        for (int j = 0; j < count(size.y); ++j) {
            for (int i = 0; i < count(size.x); ++i) {
                const auto at = [&](int step, float n) { return spacing * (static_cast<float>(step) - n); };
                Vec3 p = low + Vec3{at(i, 0), at(j, 0), shape.dimension == 2 ? 0 : at(k, 0)};
                const SurfacePoint surface = solid.closest(p);
                const float share = std::clamp(0.5F - surface.distance / spacing, 0.0F, 1.0F);
                if (!(share > 0)) continue;
                // Their middle is half as far below the surface as they are thick.
                if (share < 1) p = p - (surface.distance + 0.5F * share * spacing) * surface.normal;
                shape.cells.push_back({p, share * whole});
                sum += static_cast<double>(share * whole);
            }
        }
    }
    for (SheetShape::Cell& cell : shape.cells) cell.volume *= static_cast<float>(shape.volume / sum);
}

/// Arrays of a shape's samples.
class OwnSheet {
  public:
    OwnSheet(const SheetShape& shape) : area_(shape.samples.size()), radius_(shape.samples.size()) {
        for (VectorArrays* arrays : {&x_, &inside_, &normal_, &slip_, &gamma_}) {
            for (AlignedArray<float>& axis : *arrays) axis.resize(shape.samples.size());
        }
        for (Index i = 0; i < shape.samples.size(); ++i) {
            const SheetShape::Sample& sample = shape.samples[i];
            spanOf(x_).set(i, sample.position);
            spanOf(inside_).set(i, sample.inside);
            spanOf(normal_).set(i, sample.normal);
            area_[i] = sample.area;
            radius_[i] = shape.radius;
        }
    }
    Sheet view() {
        return {spanOf(x_),   spanOf(inside_), spanOf(normal_),
                area_.data(), radius_.data(),  static_cast<Index>(area_.size())};
    }
    VectorSpan slip() { return spanOf(slip_); }
    VectorSpan gamma() { return spanOf(gamma_); }

  private:
    VectorArrays x_, inside_, normal_, slip_, gamma_;
    AlignedArray<float> area_, radius_;
};

/// A ball that turns moves nothing outside: its sheet takes away all of the velocity there is inside. So do
/// the sheets of other shapes, but for what their surface pushes. That is found from what the cells and such
/// a sheet leave over at the points inside, as far as it is more than what cells are rough.
void beginRotation(const SheetShape& shape, Vec3d rotation, OwnSheet& own, const ThreadPool& pool) {
    VectorArrays x, strength;
    AlignedArray<float> radius(shape.cells.size());
    for (VectorArrays* arrays : {&x, &strength}) {
        for (AlignedArray<float>& axis : *arrays) axis.resize(shape.cells.size());
    }
    for (Index i = 0; i < shape.cells.size(); ++i) {
        spanOf(x).set(i, shape.cells[i].position);
        spanOf(strength).set(i, (2.0 * static_cast<double>(shape.cells[i].volume) * rotation).rounded());
        radius[i] = shape.radius;
    }
    VortexField field(shape.dimension);
    field.setSources({spanOf(x), spanOf(strength), radius.data(), static_cast<Index>(shape.cells.size())}, {},
                     pool);
    VectorArrays induced;
    for (AlignedArray<float>& axis : induced) axis.resize(shape.samples.size());
    const Sheet sheet = own.view();
    field.velocityAt(sheet.inside, sheet.count, spanOf(induced), pool);
    for (Index i = 0; i < sheet.count; ++i) {
        own.gamma().set(i, cross(cross(rotation, Vec3d(sheet.x[i])).rounded(), sheet.normal[i]));
    }
    SheetSolver(shape.dimension).apply(sheet, own.gamma(), own.slip(), pool);
    for (Index i = 0; i < sheet.count; ++i) {
        own.slip().set(i, cross(sheet.normal[i], spanOf(induced)[i]) - own.slip()[i]);
    }
}

std::vector<Vec3> copied(const VectorSpan& values, Index count) {
    std::vector<Vec3> copy;
    for (Index i = 0; i < count; ++i) copy.push_back(values[i]);
    return copy;
}

void findUnit(SheetShape& shape, std::size_t k, const ThreadPool& pool) {
    OwnSheet own(shape);
    const Sheet sheet = own.view();
    Six motion{};
    motion[k] = 1;
    if (k >= 3) beginRotation(shape, secondOf(motion), own, pool);
    double square = 0, area = 0;
    for (Index i = 0; i < sheet.count; ++i) {
        const Vec3d body = firstOf(motion) + cross(secondOf(motion), Vec3d(sheet.inside[i]));
        own.slip().set(i, own.slip()[i] - cross(sheet.normal[i], body.rounded()));
        square += static_cast<double>(sheet.area[i]) * dot(body, body);
        area += static_cast<double>(sheet.area[i]);
    }
    const float floor = (k >= 3 ? 0.03F : 0.003F) * static_cast<float>(std::sqrt(square / area));
    SheetSolver(shape.dimension).solve(sheet, own.slip(), own.gamma(), {0, floor, 24, kMostUnitGain}, pool);
    shape.unit[k] = copied(own.gamma(), sheet.count);
    Six impulse{};
    for (Index i = 0; i < sheet.count; ++i) {
        const Vec3d strength = static_cast<double>(sheet.area[i]) * Vec3d(own.gamma()[i]);
        impulse = impulse + impulseOf(Vec3d(sheet.x[i]), strength, shape.dimension);
    }
    for (const SheetShape::Cell& cell : shape.cells) {
        const Vec3d strength = 2.0 * static_cast<double>(cell.volume) * secondOf(motion);
        impulse = impulse + impulseOf(Vec3d(cell.position), strength, shape.dimension);
    }
    for (std::size_t row = 0; row < 6; ++row) shape.impulse[row][k] = impulse[row];
}

/// Circulation all around, less what moves the inside.
void findRing(SheetShape& shape, const ThreadPool& pool) {
    OwnSheet own(shape);
    const Sheet sheet = own.view();
    const Vec3 up{0, 0, 1};
    for (Index i = 0; i < sheet.count; ++i) own.gamma().set(i, up);
    SheetSolver solver(shape.dimension);
    solver.apply(sheet, own.gamma(), own.slip(), pool);
    for (Index i = 0; i < sheet.count; ++i) own.slip().set(i, -1.0F * own.slip()[i]);
    // Slips below the floor are noise: those of a disc, whose ring is even, are nothing else.
    solver.solve(sheet, own.slip(), own.gamma(), {.share = 0.02F, .floor = 0.02F, .mostRounds = 12}, pool);
    double sum = 0;
    for (Index i = 0; i < sheet.count; ++i) sum += static_cast<double>(sheet.area[i] * own.gamma()[i].z);
    for (Index i = 0; i < sheet.count; ++i) {
        shape.ring.push_back(static_cast<float>(1 / sum) * own.gamma()[i]);
    }
}

/// Momentum and angular momentum about the origin, over density, of what is inside and moves with the body.
void findDisplaced(SheetShape& shape, const MassProperties& mass) {
    const MassProperties::Tensor& t = mass.inertia;
    const double inertia[3][3] = {{t.xx, t.xy, t.zx}, {t.xy, t.yy, t.yz}, {t.zx, t.yz, t.zz}};
    for (std::size_t k = 0; k < 6; ++k) {
        Six motion{};
        motion[k] = 1;
        const Vec3d velocity = firstOf(motion) + cross(secondOf(motion), mass.center);
        const Vec3d linear = mass.volume * velocity;
        Vec3d angular = cross(mass.center, linear);
        if (k >= 3) angular = angular + Vec3d(inertia[0][k - 3], inertia[1][k - 3], inertia[2][k - 3]);
        const Six column = sixOf(linear, angular);
        for (std::size_t row = 0; row < 6; ++row) shape.displaced[row][k] = column[row];
    }
}

}  // namespace

// 3D: 1/2 x × a and 1/3 x × (x × a); 2D: x × a and -1/2 x^2 a.
Six impulseOf(Vec3d x, Vec3d strength, int dimension) {
    const Vec3d moment = cross(x, strength);
    if (dimension == 2) return sixOf(moment, (-0.5 * dot(x, x)) * strength);
    return sixOf(0.5 * moment, (1.0 / 3) * cross(x, moment));
}

Six operator*(const SixBySix& m, const Six& v) {
    Six result{};
    for (std::size_t row = 0; row < 6; ++row) {
        for (std::size_t k = 0; k < 6; ++k) result[row] += m[row][k] * v[k];
    }
    return result;
}

Six operator*(double s, const Six& a) {
    Six result{};
    for (std::size_t k = 0; k < 6; ++k) result[k] = s * a[k];
    return result;
}

Six operator+(const Six& a, const Six& b) {
    Six result{};
    for (std::size_t k = 0; k < 6; ++k) result[k] = a[k] + b[k];
    return result;
}

Six operator-(const Six& a, const Six& b) { return a + (-1.0) * b; }

std::shared_ptr<const SheetShape> makeSheetShape(const Solid& solid, float spacing, int dimension,
                                                 const ThreadPool& pool) {
    const bool isWhole = std::ranges::all_of(solid.parts(), [](const SolidPart& part) {
        return part.kind != SolidPart::Kind::Plane && !part.isOpen();
    });
    if (!isWhole || !(estimateSamples(solid, spacing, dimension) <= kMostSheetSamples)) return nullptr;
    const MassProperties mass = solid.massProperties();
    if (!(mass.volume > 0)) return nullptr;
    auto shape = std::make_shared<SheetShape>();
    shape->dimension = dimension;
    shape->radius = kRadius * spacing;
    shape->volume = mass.volume;
    shape->center = mass.center;
    addSamples(*shape, solid, spacing);
    addCells(*shape, solid, spacing);
    if (shape->samples.empty() || shape->cells.empty()) return nullptr;
    findDisplaced(*shape, mass);
    for (std::size_t k = 0; k < 6; ++k) {
        const bool isInPlane = k < 2 || k == 5;
        if (dimension == 3 || isInPlane) findUnit(*shape, k, pool);
    }
    if (dimension == 2) findRing(*shape, pool);
    return shape;
}

}  // namespace undine
