// SPDX-License-Identifier: Zlib
#include "world/vortex_seeds.h"

#include <cmath>
#include <numbers>

#include "core/geometry.h"
#include "core/parameter_table.h"
#include "core/shape_checks.h"

namespace undine {
namespace {

constexpr float kReach = 3;  ///< core radii, beyond which a ten-thousandth of the vorticity is left

/// A point seen from the line of a vortex: the square of its distance, and the way vorticity points there. A
/// direction of 0 is for points beside the ends.
struct Nearest {
    float distance2 = 0;
    Vec3 direction;
};

Nearest nearestOn(const VortexRing& ring, Vec3 p) {
    const Vec3 axis = normalized(ring.axis);
    const Vec3 d = p - ring.center;
    const float along = dot(d, axis);
    const Vec3 radial = d - along * axis;
    const float off = length(radial) - ring.radius;
    return {off * off + along * along, normalized(cross(axis, radial))};
}

Nearest nearestOn(const VortexTube& tube, Vec3 p) {
    const Vec3 way = tube.to - tube.from;
    const float share = dot(p - tube.from, way) / dot(way, way);
    if (share < 0 || share > 1) return {};
    const Vec3 off = p - (tube.from + share * way);
    return {dot(off, off), normalized(way)};
}

Nearest nearestOn(const VortexPatch& patch, Vec3 p) {
    const Vec3 d = p - patch.center;
    return {dot(d, d), {0, 0, 1}};
}

Box lineBox(const VortexRing& ring) {
    const Vec3 r{ring.radius, ring.radius, ring.radius};
    return {ring.center - r, ring.center + r};
}
Box lineBox(const VortexTube& tube) { return {lower(tube.from, tube.to), upper(tube.from, tube.to)}; }
Box lineBox(const VortexPatch& patch) { return {patch.center, patch.center}; }

double lengthOf(const VortexRing& ring) { return 2 * std::numbers::pi * ring.radius; }
double lengthOf(const VortexTube& tube) { return length(tube.to - tube.from); }
double lengthOf(const VortexPatch& /*patch*/) { return 1; }

Result<void> checkShape(const VortexRing& ring, const VortexSeedSettings& settings, int dimension,
                        const std::string& path) {
    if (dimension == 2) return Error{path + ": a ring needs three dimensions; a patch is for two"};
    if (const auto axis = unitDirection(ring.axis, path + ".axis"); !axis) return Error{axis.error()};
    if (settings.core < ring.radius) return {};
    return Error{path + ".core: " + describeValue(static_cast<double>(settings.core)) +
                 ": must be below the radius of the ring, " +
                 describeValue(static_cast<double>(ring.radius))};
}

Result<void> checkShape(const VortexTube& tube, const VortexSeedSettings& /*settings*/, int dimension,
                        const std::string& path) {
    if (dimension == 2) return Error{path + ": a tube needs three dimensions; a patch is for two"};
    if (!(length(tube.to - tube.from) > 0)) return Error{path + ".to: must not be where the tube begins"};
    return {};
}

Result<void> checkShape(const VortexPatch& /*patch*/, const VortexSeedSettings& /*settings*/, int dimension,
                        const std::string& path) {
    if (dimension == 3) return Error{path + ": a patch needs two dimensions; a tube is for three"};
    return {};
}

/// Radius of the Gaussian on the lattice.
float latticeCore(const VortexSeed& seed, const SeedLattice& lattice) {
    const float s = lattice.particleRadius;
    return std::sqrt(seed.settings.core * seed.settings.core - s * s);
}

long firstPlace(float low, float spacing) { return std::lround(std::floor(low / spacing)); }
long lastPlace(float high, float spacing) { return std::lround(std::ceil(high / spacing)); }

}  // namespace

Result<void> checkVortex(const VortexSeed& seed, const SeedLattice& lattice, const std::string& path) {
    if (const auto checked = checkParameters(seed.settings, path); !checked) return Error{checked.error()};
    const auto checked = std::visit([&](const auto& s) { return checkParameters(s, path); }, seed.shape);
    if (!checked) return Error{checked.error()};
    auto fits = std::visit(
        [&](const auto& s) { return checkShape(s, seed.settings, lattice.dimension, path); }, seed.shape);
    if (!fits) return fits;
    // The Gaussian on the lattice must not fall between its points.
    const float least =
        std::sqrt(lattice.particleRadius * lattice.particleRadius + 0.5F * lattice.spacing * lattice.spacing);
    if (seed.settings.core >= least) return {};
    return Error{path + ".core: " + describeValue(static_cast<double>(seed.settings.core)) +
                 ": must be at least " + describeValue(static_cast<double>(least)) +
                 " with this particle_spacing and core_radius"};
}

Result<VortexPoints> placeVortex(const VortexSeed& seed, const SeedLattice& lattice,
                                 const std::string& path) {
    if (const auto checked = checkVortex(seed, lattice, path); !checked) return Error{checked.error()};
    const float core = latticeCore(seed, lattice);
    const float peak = seed.settings.circulation / (std::numbers::pi_v<float> * core * core);
    const float reach = kReach * core;
    Box box = std::visit([](const auto& s) { return lineBox(s); }, seed.shape);
    box.low = box.low - Vec3{reach, reach, reach};
    box.high = box.high + Vec3{reach, reach, reach};
    const float spacing = lattice.spacing;
    const bool isFlat = lattice.dimension == 2;
    VortexPoints points;
    for (long z = isFlat ? 0 : firstPlace(box.low.z, spacing);
         z <= (isFlat ? 0 : lastPlace(box.high.z, spacing)); ++z) {
        for (long y = firstPlace(box.low.y, spacing); y <= lastPlace(box.high.y, spacing); ++y) {
            for (long x = firstPlace(box.low.x, spacing); x <= lastPlace(box.high.x, spacing); ++x) {
                const auto at = [&](long k) { return (static_cast<float>(k) + 0.5F) * spacing; };
                const Vec3 p{at(x), at(y), isFlat ? 0 : at(z)};
                const Nearest near = std::visit([&](const auto& s) { return nearestOn(s, p); }, seed.shape);
                if (near.distance2 > reach * reach || near.direction == Vec3{}) continue;
                points.positions.push_back(p);
                points.vorticity.push_back(peak * std::exp(-near.distance2 / (core * core)) * near.direction);
            }
        }
    }
    if (points.positions.empty()) return Error{path + ": is so thin that no particle is in it"};
    return points;
}

double countVortexPoints(const VortexSeed& seed, float spacing, int dimension) {
    const double radius = kReach * static_cast<double>(seed.settings.core);
    const double along = std::visit([](const auto& s) { return lengthOf(s); }, seed.shape);
    const double volume = std::numbers::pi * radius * radius * (dimension == 2 ? 1 : along);
    return volume / std::pow(static_cast<double>(spacing), dimension);
}

template <>
std::span<const Parameter> parametersOf<VortexSeedSettings>() {
    using S = VortexSeedSettings;
    static const Parameter table[] = {
        param<&S::fluid>("fluid", "", atLeast(0), "Number of the fluid it consists of."),
        param<&S::circulation>("circulation", "m^2/s", between(-1e6, 1e6),
                               "Strength: the integral of vorticity."),
        param<&S::core>(
            "core", "m", above(0),
            "Radius at which vorticity is 1/e of that in the middle; more than that of a particle."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<VortexRing>() {
    using S = VortexRing;
    static const Parameter table[] = {
        param<&S::center>("center", "m", anyNumber(), "Its middle."),
        param<&S::axis>("axis", "", anyNumber(), "Direction it moves in when its circulation is positive."),
        param<&S::radius>("radius", "m", above(0), "From the middle to that of the core."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<VortexTube>() {
    using S = VortexTube;
    static const Parameter table[] = {
        param<&S::from>("from", "m", anyNumber(), "Where it begins."),
        param<&S::to>("to", "m", anyNumber(), "Where it ends; vorticity points there."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<VortexPatch>() {
    using S = VortexPatch;
    static const Parameter table[] = {
        param<&S::center>("center", "m", anyNumber(), "Its middle."),
    };
    return table;
}

}  // namespace undine
