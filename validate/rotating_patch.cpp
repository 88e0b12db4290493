// SPDX-License-Identifier: Zlib
// A square of fluid that spins in empty space and is torn into arms.
//
//   [Col05] Colagrossi: A Meshless Lagrangian Method for Free-Surface and Interface Flows, 2005
#include <algorithm>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr double kSide = 1;      // m
constexpr double kSpin = 1;      // radians/s
constexpr double kDuration = 2;  // s

struct Budget {
    double angular = 0;  // sum x v_y - y v_x
    double energy = 0;   // sum v^2
    double density = 0;  // mean, of particles that began in the inner half, over that at rest
};

Budget measure(const World& world, const std::vector<bool>& isInner) {
    Budget budget;
    double count = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        const Vec3 v = world.velocities()[i];
        budget.angular += static_cast<double>(x.x) * v.y - static_cast<double>(x.y) * v.x;
        budget.energy += static_cast<double>(v.x) * v.x + static_cast<double>(v.y) * v.y;
        if (!isInner[world.ids()[i]]) continue;
        budget.density += world.densities()[i] / kDensity;
        count += 1;
    }
    budget.density /= count;
    return budget;
}

Sample runRotatingPatch(const Subject& subject, int resolution) {
    World world =
        World::create(
            {.dimension = 2, .particleSpacing = static_cast<float>(kSide / resolution), .gravity = {0, 0, 0}},
            subject.solver)
            .value();
    const FluidIndex water =
        world.addFluid({.restDensity = kDensity, .viscosity = 0, .stiffness = 50}).value();  // sound at 7 m/s
    constexpr float kHalf = 0.5F * kSide;
    static_cast<void>(world.fill(water, BoxFill{.min = {-kHalf, -kHalf, 0}, .max = {kHalf, kHalf, 0}}));
    std::vector<bool> isInner(world.particleCount());
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        isInner[world.ids()[i]] = std::max(std::fabs(x.x), std::fabs(x.y)) < 0.5F * kHalf;
        world.setVelocity(i, static_cast<float>(kSpin) * Vec3{-x.y, x.x, 0});
    }
    world.computeFields();
    Sample sample = emptySample(3);
    const Budget before = measure(world, isInner);
    sample.curve.push_back({0, before.density});
    Budget now = before;
    constexpr int kMoments = 40;
    for (int moment = 1; moment <= kMoments; ++moment) {
        if (!advanceTo(world, kDuration * moment / kMoments, sample)) return sample;
        now = measure(world, isInner);
        sample.curve.push_back({kSpin * world.time(), now.density});
    }
    sample.errors = {std::abs(now.angular / before.angular - 1), std::abs(now.energy / before.energy - 1),
                     std::abs(now.density - 1)};
    return sample;
}

}  // namespace

Case rotatingPatchCase() {
    Case about;
    about.name = "rotating_patch";
    about.title = "A spinning square";
    about.what =
        "A square of fluid spins in empty space, without gravity. Its corners fly out into four arms.";
    about.why =
        "The middle is under suction, which is hard for particles: methods that do not pull let the square "
        "fall apart into "
        "dust, and those that do clump.";
    about.theory =
        "Nothing acts from outside, and at the surface there is no pressure: angular momentum and energy "
        "stay what they are, "
        "and the fluid keeps its density (Colagrossi 2005).";
    about.how =
        "After two radians of rotation at the initial speed: the change of angular momentum and of energy, "
        "and the mean "
        "density of the particles that began in the inner half of the square, which the chart shows. No "
        "viscosity but what "
        "the methods add. Resolution: particles along the side.";
    about.x = {.label = "time x spin"};
    about.y = {.label = "density of the inner half / rest density"};
    about.reference = {{"theory", {{0, 1}, {kSpin * kDuration, 1}}, page::Stroke::Dashes}};
    about.quantities = {{"angular momentum", 0.01}, {"energy", 0.05}, {"density", 0.05}};
    const WcsphSettings pulling{.clampNegativePressure = false};
    const PbfSettings twoSided{.constraint = {.oneSided = false}};
    const std::vector<int> quick{25, 50};
    const std::vector<int> full{25, 50, 100};
    about.subjects = {
        {.name = "wcsph, no suction", .solver = WcsphSettings{}, .quick = quick, .full = full},
        {.name = "wcsph, with suction", .solver = pulling, .quick = quick, .full = full},
        {.name = "pbf, no suction", .solver = PbfSettings{}, .quick = quick, .full = full},
        {.name = "pbf, with suction", .solver = twoSided, .quick = quick, .full = full},
    };
    for (const char* method : {"wcsph, no", "pbf, no"}) {
        noteMiss(
            about, method,
            {"density",
             "By default a fluid is never under suction, so that free surfaces do not clump: here, where the "
             "middle has to pull, the square comes apart. clamp_negative_pressure and one_sided switch it "
             "off."});
    }
    noteMiss(about, "pbf, with",
             {"energy",
              "A density that is forced on every particle also holds those at the rim, which have few "
              "neighbours: their "
              "corrections take energy out of the arms."});
    about.run = runRotatingPatch;
    return about;
}

}  // namespace undine::validate
