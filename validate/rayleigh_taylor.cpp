// SPDX-License-Identifier: Zlib
// Heavy fluid over light: a wave of the interface grows as cosh(s t), s by linear theory.
//
//   [Tay50] Taylor: The Instability of Liquid Surfaces, 1950
#include <algorithm>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr double kWidth = 1;  // m: half a wave
constexpr double kDepth = 1;  // m, of each fluid
constexpr double kAmplitude = 0.04;
constexpr double kHeavy = 1000;
constexpr double kLight = 500;
constexpr double kGrown = 2;  // until s t is this

/// s^2 = g k (rho1 - rho2) / ((rho1 + rho2) coth(k d)), without viscosity and tension (Taylor 1950).
double growthRate() {
    const double k = kPi / kWidth;
    return std::sqrt(kGravity * k * (kHeavy - kLight) / (kHeavy + kLight) * std::tanh(k * kDepth));
}

/// Both fluids on one lattice, apart along the wave.
void fillBoth(World& world, int resolution) {
    const double spacing = kWidth / resolution;
    std::vector<Vec3> points[2];
    for (int j = 0; j < 2 * resolution; ++j) {
        for (int i = 0; i < resolution; ++i) {
            const double x = (i + 0.5) * spacing;
            const double y = (j + 0.5) * spacing;
            const bool isHeavy = y > kDepth + kAmplitude * std::cos(kPi * x / kWidth);
            points[isHeavy ? 0 : 1].push_back({static_cast<float>(x), static_cast<float>(y), 0});
        }
    }
    for (const FluidIndex fluid : {0U, 1U})
        static_cast<void>(world.addParticles(fluid, points[fluid]).value());
}

/// The amplitude of the wave: 2/W times the integral of height times cos(k x) is a sum over the light fluid.
double amplitudeOf(const World& world, double spacing) {
    double sum = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        if (world.fluidIndices()[i] == 1) sum += std::cos(kPi * world.positions()[i].x / kWidth);
    }
    return 2 / kWidth * sum * spacing * spacing;
}

Sample runRayleighTaylor(const Subject& subject, int resolution) {
    const double spacing = kWidth / resolution;
    World world =
        World::create({.dimension = 2, .particleSpacing = static_cast<float>(spacing)}, subject.solver)
            .value();
    for (const double density : {kHeavy, kLight}) {
        static_cast<void>(
            world.addFluid({.restDensity = static_cast<float>(density), .stiffness = 3600}).value());
    }
    static_cast<void>(world.addWall(BoxWall{.max = {kWidth, 2 * kDepth, 1}}));
    fillBoth(world, resolution);
    Sample sample = emptySample(1);
    const double before = amplitudeOf(world, spacing);
    const double rate = growthRate();
    double grown = 1;
    sample.curve.push_back({0, 1});
    constexpr int kMoments = 40;
    for (int moment = 1; moment <= kMoments; ++moment) {
        const double time = kGrown * moment / kMoments;
        if (!advanceTo(world, time / rate, sample)) return sample;
        grown = amplitudeOf(world, spacing) / before;
        sample.curve.push_back({time, grown});
    }
    sample.errors = {grown > 1 ? std::abs(std::acosh(grown) / kGrown - 1) : 1};
    return sample;
}

}  // namespace

Case rayleighTaylorCase() {
    Case about;
    about.name = "rayleigh_taylor";
    about.title = "Heavy fluid on a light one (Rayleigh and Taylor)";
    about.what =
        "A fluid lies on another of half its density, in a closed box. Their interface is not quite flat: "
        "the wave grows, "
        "and heavy fluid sinks in a finger.";
    about.why =
        "It tests the pressure across a jump of density; a false force at the interface holds the finger "
        "back.";
    about.theory =
        "Taylor (1950): as long as it is small, the wave grows as cosh(s t), with s^2 = g k tanh(k d) (rho1 "
        "- rho2) / (rho1 "
        "+ rho2), k the wave number and d the depth of each fluid.";
    about.how =
        "The relative error of the growth rate s, from the amplitude at s t = 2, when the wave should be 3.8 "
        "times as high "
        "as at the start. Half a wave fits in the box. Resolution: particles along the width.";
    about.x = {.label = "s t"};
    about.y = {.label = "amplitude / that at the start"};
    page::Series theory{"theory", {}, page::Stroke::Dashes};
    for (int k = 0; k <= 40; ++k) theory.points.push_back({0.05 * k, std::cosh(0.05 * k)});
    about.reference = {theory};
    about.quantities = {{"growth rate", 0.10}};
    about.subjects = liquids(2, {}, {25, 50, 100});
    about.subjects[1].quick = {25, 50};
    noteMiss(about, "pbf",
             {"growth rate",
              "It follows the theory at 50 particles along the width and falls behind at 100: five "
              "iterations a step do "
              "not carry the pressure through 200 layers.",
              false});
    about.run = runRayleighTaylor;
    return about;
}

}  // namespace undine::validate
