// SPDX-License-Identifier: Zlib
// The energy of a collapsing column: none comes from nowhere, and little is lost before it hits a wall.
#include <algorithm>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr double kSide = 0.4;      // m, of the column
constexpr double kDuration = 0.3;  // s; the front has not reached the far wall
constexpr int kMoments = 30;

Sample runEnergy(const Subject& subject, int resolution) {
    constexpr auto kA = static_cast<float>(kSide);
    World world = World::create({.dimension = subject.dimension,
                                 .particleSpacing = kA / static_cast<float>(resolution)},
                                subject.solver)
                      .value();
    const FluidIndex water = world.addFluid({.stiffness = 1600}).value();  // sound at 40 m/s
    static_cast<void>(world.addWall(BoxWall{.max = {6 * kA, 4 * kA, 0.5F * kA}}));
    static_cast<void>(world.fill(water, BoxFill{.max = {kA, kA, 0.5F * kA}}));
    Sample sample = emptySample(2);
    // Heights count from where the water would lie flat on the floor in the end.
    const auto energy = [&] {
        const Statistics s = world.computeStatistics();
        return s.kineticEnergy + s.potentialEnergy;
    };
    const double before = energy();
    double most = 1;
    double last = 1;
    sample.curve.push_back({0, 1});
    for (int moment = 1; moment <= kMoments; ++moment) {
        const double time = kDuration * moment / kMoments;
        if (!advanceTo(world, time, sample)) return sample;
        last = energy() / before;
        most = std::max(most, last);
        sample.curve.push_back({time, last});
    }
    sample.errors = {most - 1, std::abs(1 - last)};
    return sample;
}

}  // namespace

Case energyCase() {
    Case about;
    about.name = "energy";
    about.title = "Energy of a collapsing column";
    about.what = "A column of water, as high as it is wide, collapses on a dry floor and runs out.";
    about.why =
        "A method that makes energy out of nothing explodes sooner or later; one that eats energy makes "
        "water look "
        "like syrup.";
    about.theory =
        "Height becomes speed: the energy of motion and of height together stay what they were. Water's "
        "viscosity "
        "takes less than a thousandth of it in this time.";
    about.how =
        "Energy of motion and of height over that at the start, until 0.3 s, before the front meets a wall. "
        "Growth is "
        "the most that it ever exceeds the start, loss what is missing at the end. Resolution: particles "
        "along the "
        "side of the column.";
    about.x = {.label = "time in s"};
    about.y = {.label = "energy / energy at the start"};
    about.reference = {{"theory", {{0, 1}, {kDuration, 1}}, page::Stroke::Dashes}};
    about.quantities = {{"growth", 0.01}, {"loss", 0.05}};
    addSubjects(about, liquids(2, {20, 40}, {20, 40, 80}));
    addSubjects(about, liquids(3, {10, 20}, {10, 20, 40}));
    about.run = runEnergy;
    return about;
}

}  // namespace undine::validate
