// SPDX-License-Identifier: Zlib
// A drop that swings between flat and tall by surface tension, at a known frequency.
//
//   [Ray79] Rayleigh: On the Capillary Phenomena of Jets, 1879
#include <algorithm>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr double kRadius = 0.02;    // m
constexpr float kTension = 0.07F;   // N/m
constexpr double kAmplitude = 0.3;  // of the swing, over the radius

/// Of the slowest mode (Rayleigh 1879): omega^2 = 8 sigma/(rho R^3), in two dimensions 6.
double frequency(int dimension) {
    return std::sqrt((dimension == 2 ? 6 : 8) * kTension / (kDensity * kRadius * kRadius * kRadius));
}

/// How much wider than high it is: sum (x^2 - y^2) / sum (x^2 + y^2), about its middle.
double shapeOf(const World& world) {
    double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0;
    for (const Vec3 x : world.positions()) {
        n += 1;
        sx += x.x;
        sy += x.y;
        sxx += static_cast<double>(x.x) * x.x;
        syy += static_cast<double>(x.y) * x.y;
    }
    const double xx = sxx / n - sx * sx / n / n;
    const double yy = syy / n - sy * sy / n / n;
    return (xx - yy) / (xx + yy);
}

/// Adds the flow (x, -y): in three dimensions, (x, -2 y, z).
void swing(World& world, double rate) {
    const bool isFlat = world.settings().dimension == 2;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        const auto a = static_cast<float>(rate);
        world.setVelocity(
            i, isFlat ? Vec3{a * x.x, -a * x.y, 0} : Vec3{0.5F * a * x.x, -a * x.y, 0.5F * a * x.z});
    }
}

/// When the shape has passed through round twice: one period. Zero crossings of a noisy curve are taken far
/// apart.
double periodOf(const std::vector<page::Point>& curve) {
    int crossings = 0;
    double last = 0;
    for (std::size_t k = 1; k < curve.size(); ++k) {
        const page::Point a = curve[k - 1];
        const page::Point b = curve[k];
        if (a.y * b.y > 0 || b.x - last < 0.3) continue;
        last = b.x;
        if (++crossings == 2) return a.x + (b.x - a.x) * a.y / (a.y - b.y);
    }
    return kNotReached;
}

Sample runOscillatingDrop(const Subject& subject, int resolution) {
    const double spacing = kRadius / resolution;
    World world = World::create({.dimension = subject.dimension,
                                 .particleSpacing = static_cast<float>(spacing),
                                 .supportRadius = static_cast<float>(subject.support * spacing),
                                 .gravity = {0, 0, 0}},
                                subject.solver)
                      .value();
    const FluidIndex water =
        world.addFluid({.restDensity = kDensity, .surfaceTension = kTension, .stiffness = 20}).value();
    static_cast<void>(world.fill(water, SphereFill{.radius = static_cast<float>(kRadius)}));
    Sample sample = emptySample(1);
    const double omega = frequency(subject.dimension);
    const double period = 2 * kPi / omega;
    if (!advanceTo(world, period, sample)) return sample;  // the lattice becomes a liquid
    swing(world, kAmplitude * omega);
    const double start = world.time();
    const double offset = shapeOf(world);
    sample.curve.push_back({0, 0});
    constexpr int kMoments = 200;
    for (int moment = 1; moment <= kMoments; ++moment) {
        const double time = 1.6 * moment / kMoments;
        if (!advanceTo(world, start + time * period, sample)) return sample;
        sample.curve.push_back({time, (shapeOf(world) - offset) / (2 * kAmplitude)});
    }
    sample.errors = {std::abs(1 / periodOf(sample.curve) - 1)};
    return sample;
}

}  // namespace

Case oscillatingDropCase() {
    Case about;
    about.name = "drop";
    about.title = "A drop that wobbles";
    about.what =
        "A drop of water, 4 cm wide, floats without gravity. It is given a small push that makes it flat; "
        "surface tension "
        "makes it round again, it becomes tall, and so on.";
    about.why = "The frequency tells whether surface tension is as strong as the number that was asked for.";
    about.theory =
        "Rayleigh (1879): a drop of radius R swings at the angular frequency sqrt(8 sigma / (rho R^3)); for "
        "a round "
        "column, which is what a drop is in two dimensions, 6 stands for 8.";
    about.how =
        "The drop settles for one period and is then pushed. Time is in periods by theory; the frequency is "
        "that of the "
        "first full swing. Resolution: particles along the radius.";
    about.x = {.label = "time / period by theory"};
    about.y = {.label = "flattening / amplitude"};
    page::Series theory{"theory", {}, page::Stroke::Dashes};
    for (int k = 0; k <= 80; ++k) theory.points.push_back({0.02 * k, std::sin(2 * kPi * 0.02 * k)});
    about.reference = {theory};
    about.quantities = {{"frequency", 0.05}};
    about.subjects = liquids(2, {}, {10, 16, 24});
    Subject wide = about.subjects[0];
    wide.name = "wcsph, 2D, support of 3 spacings";
    wide.support = 3;
    about.subjects.push_back(wide);
    Subject three = wide;
    three.name = "wcsph, 3D, support of 3 spacings";
    three.dimension = 3;
    three.full = {8, 12};
    about.subjects.push_back(three);
    noteMiss(
        about, "",
        {"frequency",
         "The attraction between particles, which stands for surface tension, orders them in a crystal. It "
         "resists shear like a solid, and the more so the finer it is: the drop rings fast, or stops on its "
         "way. "
         "With a support of 3 spacings it is a liquid that swings as it should at first and is damped soon. "
         "A "
         "tension that acts at the surface alone would mend it."});
    about.run = runOscillatingDrop;
    return about;
}

}  // namespace undine::validate
