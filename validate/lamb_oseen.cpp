// SPDX-License-Identifier: Zlib
// A round vortex spreads by viscosity: u = G/(2 pi r) (1 - exp(-r^2 / (4 nu t))).
#include <algorithm>

#include "validate/cases.h"
#include "validate/vortex_worlds.h"

namespace undine::validate {
namespace {

constexpr double kCore = 0.2;        // m, at the start
constexpr double kViscosity = 0.01;  // m^2/s
constexpr double kDuration = 3;      // s
constexpr double kReach = 1;         // m, how far out velocities are compared

double exactSpeed(double r) {
    const double core2 = kCore * kCore + 4 * kViscosity * kDuration;
    return (1 - std::exp(-r * r / core2)) / (2 * kPi * r);
}

Sample runLambOseen(const Subject& subject, int resolution) {
    const auto spacing = static_cast<float>(kCore / resolution);
    World world =
        emptyAir(spacing, std::get<VortexSettings>(subject.solver), 2, static_cast<float>(kViscosity));
    static_cast<void>(
        world.addVortex({{.circulation = 1, .core = static_cast<float>(kCore)}, VortexPatch{}}).value());
    Sample sample = emptySample(1);
    if (!advanceTo(world, kDuration, sample)) return sample;
    double worst = 0;
    Bins rings(0, kReach, 25);
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3d x(world.positions()[i]);
        const Vec3d v(world.velocities()[i]);
        const double r = std::hypot(x.x, x.y);
        if (r < 0.1 || r > kReach) continue;
        const double around = (x.x * v.y - x.y * v.x) / r;
        worst = std::max(worst, std::abs(around / exactSpeed(r) - 1));
        rings.add(r, around);
    }
    for (std::size_t k = 0; k < rings.size(); ++k) {
        if (!rings.isEmpty(k)) sample.curve.push_back({rings.middle(k), rings.mean(k)});
    }
    sample.errors = {worst};
    return sample;
}

}  // namespace

Case lambOseenCase() {
    Case about;
    about.name = "lamb_oseen";
    about.title = "A whirl that spreads (Lamb and Oseen)";
    about.what =
        "A round whirl of air turns in a plane. Viscosity spreads it: its core grows, and it turns slower in "
        "the middle.";
    about.why =
        "It tests the velocity that vorticity induces and its spreading by viscosity, on a flow known "
        "exactly.";
    about.theory =
        "Lamb and Oseen: at the distance r the air goes round at G / (2 pi r) (1 - exp(-r^2 / c^2)), where "
        "the square of "
        "the core's radius c grows as 4 times viscosity times time.";
    about.how =
        "A core of 0.2 m has grown to 0.4 m after 3 s. The largest relative error of the velocity of any "
        "particle "
        "between 0.1 and 1 m from the middle. Resolution: particles along the radius of the core at the "
        "start.";
    about.x = {.label = "distance from the middle in m"};
    about.y = {.label = "velocity around in m/s"};
    page::Series exact{"theory", {}, page::Stroke::Dashes};
    for (int k = 1; k <= 50; ++k) exact.points.push_back({0.02 * k, exactSpeed(0.02 * k)});
    about.reference = {exact};
    about.quantities = {{"velocity", 0.03}};
    about.subjects = {{.name = "vortex, 2D",
                       .solver = VortexSettings{.remeshInterval = 5},
                       .dimension = 2,
                       .quick = {3, 4, 6},
                       .full = {3, 4, 6, 8}}};
    about.run = runLambOseen;
    return about;
}

}  // namespace undine::validate
