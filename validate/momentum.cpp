// SPDX-License-Identifier: Zlib
// A block of fluid in empty space keeps its momentum, whatever goes on inside it.
#include <algorithm>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr int kSteps = 200;

Sample runMomentum(const Subject& subject, int resolution) {
    constexpr float kSize = 0.6F;
    World world = World::create({.dimension = subject.dimension,
                                 .particleSpacing = kSize / static_cast<float>(resolution),
                                 .gravity = {0, 0, 0}},
                                subject.solver)
                      .value();
    const FluidIndex water = world.addFluid({.viscosity = 0.1F, .surfaceTension = 0.1F}).value();
    static_cast<void>(world.fill(
        water,
        BoxFill{.max = {kSize, 0.6F * kSize, 0.6F * kSize}, .velocity = {1, 0.5F, 0}, .jitter = 0.2F}));
    Sample sample = emptySample(1);
    sample.particles = world.particleCount();
    const Statistics before = world.computeStatistics();
    double worst = 0;
    for (int step = 1; step <= kSteps; ++step) {
        const StepReport report = world.step();
        if (!report.ok()) {
            sample.trouble = world.diagnose(report);
            return sample;
        }
        const Statistics now = world.computeStatistics();
        double change = 0;
        for (int axis = 0; axis < 3; ++axis)
            change = std::hypot(change, now.momentum[axis] - before.momentum[axis]);
        const double drift = change / std::hypot(before.momentum[0], before.momentum[1]);
        worst = std::max(worst, drift);
        sample.curve.push_back({static_cast<double>(step), drift});
    }
    sample.errors = {worst};
    return sample;
}

}  // namespace

Case momentumCase() {
    Case about;
    about.name = "momentum";
    about.title = "Momentum of a block in empty space";
    about.what =
        "A block of fluid flies through empty space, without gravity and walls. Its particles are in "
        "disorder, so "
        "that pressure, viscosity and surface tension all act inside it.";
    about.why =
        "Forces between particles come in pairs: each pushes the other as hard as it is pushed. A sum that "
        "forgets "
        "one of the two makes a fluid that flies off by itself.";
    about.theory =
        "Newton: what nothing pushes from outside keeps its momentum. All that may remain is rounding.";
    about.how =
        "The largest change of the total momentum within 200 steps, over the momentum at the start. "
        "Resolution: "
        "particles along the block. More particles round more often: this error need not fall.";
    about.x = {.label = "steps"};
    about.y = {.label = "change of momentum", .isLogarithmic = true};
    about.quantities = {{"momentum", 2e-6}};
    addSubjects(about, liquids(2, {20, 40}, {20, 40, 80}));
    addSubjects(about, liquids(3, {12}, {12, 24, 40}));
    about.run = runMomentum;
    return about;
}

}  // namespace undine::validate
