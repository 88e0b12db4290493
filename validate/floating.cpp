// SPDX-License-Identifier: Zlib
// Archimedes: a box of half the density floats half in the water, and one below is lifted by what it
// displaces.
#include <cmath>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr double kBoxHeight = 0.2;  // m; it is twice as wide
constexpr double kTank = 0.8;       // m, wide
constexpr double kWater = 0.4;      // m, deep

struct Tank {
    World world;
    RigidId box;
    double mass;
};

/// A tank with a box of this density and size in its middle.
Tank makeTank(const Subject& subject, float spacing, Vec3 size, double density, double height,
              float gravity) {
    World world =
        World::create({.dimension = subject.dimension, .particleSpacing = spacing}, subject.solver).value();
    const FluidIndex water = world.addFluid({.restDensity = kDensity, .viscosity = 1}).value();
    constexpr auto kSide = static_cast<float>(kTank);
    constexpr auto kDeep = static_cast<float>(kWater);
    static_cast<void>(world.addWall(BoxWall{.max = {kSide, 3, kSide}}));
    const bool isFlat = subject.dimension == 2;
    const double mass = density * size.x * size.y * (isFlat ? 1 : size.z);
    const auto about = [&](float a, float b) { return static_cast<float>(mass / 12 * (a * a + b * b)); };
    RigidBodySettings box;
    box.parts = {{BoxBody{size}, {}, {}}};
    box.mass = static_cast<float>(mass);
    box.inertia = {about(size.y, size.z), about(size.x, size.z), about(size.x, size.y)};
    if (isFlat) box.inertia = {box.inertia.z, box.inertia.z, box.inertia.z};
    const RigidId id =
        world
            .addRigidBody(box, {.position = {kSide / 2, static_cast<float>(height), isFlat ? 0 : kSide / 2},
                                .acceleration = {0, gravity, 0}})
            .value();
    static_cast<void>(world.fill(water, BoxFill{.max = {kSide, kDeep, kSide}}));
    return {std::move(world), id, mass};
}

/// The level at which so much water stands around a box that reaches below it down to `bottom`. (Half a
/// spacing above the highest particles is lower: they have no neighbours above and sink in.)
double levelAround(const World& world, double spacing, double width, double bottom) {
    const int across = world.settings().dimension - 1;
    const double water = world.particleCount() * std::pow(spacing, across + 1);
    const double box = std::pow(width, across);
    return (water - box * bottom) / (std::pow(kTank, across) - box);
}

/// The error of the draft of a box that floats, over its height.
double floatingError(const Subject& subject, double spacing, Sample& sample) {
    constexpr auto kHigh = static_cast<float>(kBoxHeight);
    Tank tank = makeTank(subject, static_cast<float>(spacing), {2 * kHigh, kHigh, 2 * kHigh}, 0.5 * kDensity,
                         kWater, static_cast<float>(-kGravity));
    double draft = 0;
    int moments = 0;
    for (int frame = 1; frame <= 210; ++frame) {
        if (!advanceTo(tank.world, frame / 60.0, sample)) return kNotReached;
        if (frame % 3 != 0) continue;
        const double bottom = tank.world.rigidMotion(tank.box)->position.y - kBoxHeight / 2;
        const double share = (levelAround(tank.world, spacing, 2 * kBoxHeight, bottom) - bottom) / kBoxHeight;
        sample.curve.push_back({frame / 60.0, share});
        if (frame <= 150) continue;
        draft += share;
        ++moments;
    }
    return std::abs(draft / moments - 0.5);
}

/// The error of the lift of a box in the middle of the water. It is so heavy that it stays where it is.
double liftError(const Subject& subject, double spacing, Sample& sample) {
    constexpr auto kSize = static_cast<float>(kBoxHeight);
    constexpr double kBegin = 1.5;  // s
    constexpr double kEnd = 3;
    Tank tank = makeTank(subject, static_cast<float>(spacing), {kSize, kSize, kSize}, 1e6, kWater / 2, 0);
    if (!advanceTo(tank.world, kBegin, sample)) return kNotReached;
    const double before = tank.world.rigidMotion(tank.box)->velocity.y;
    if (!advanceTo(tank.world, kEnd, sample)) return kNotReached;
    const double gained = tank.world.rigidMotion(tank.box)->velocity.y - before;
    const double volume = kBoxHeight * kBoxHeight * (subject.dimension == 2 ? 1 : kBoxHeight);
    return std::abs(tank.mass * gained / (kEnd - kBegin) / (kDensity * kGravity * volume) - 1);
}

Sample runFloating(const Subject& subject, int resolution) {
    const double spacing = kBoxHeight / resolution;
    Sample sample = emptySample(2);
    sample.errors[0] = floatingError(subject, spacing, sample);
    if (sample.trouble.empty()) sample.errors[1] = liftError(subject, spacing, sample);
    return sample;
}

}  // namespace

Case floatingCase() {
    Case about;
    about.name = "floating";
    about.title = "A box floats (Archimedes)";
    about.what =
        "A box of half the density of water is put into a tank and bobs until it is at rest. Another one, so "
        "heavy that it "
        "hardly moves, is held in the middle of the water.";
    about.why = "Pressure has to reach bodies in full, on all sides: boats should neither sink nor fly.";
    about.theory =
        "Archimedes: a floating body displaces its own weight of water, so that half of this one is below "
        "the surface. A "
        "body below the surface is lifted by the weight of the water in its place.";
    about.how =
        "The share of the box below the surface, from 2.5 to 3.5 s, against one half; and the lift of the "
        "other box over "
        "1.5 s, against the weight of the water it displaces. Resolution: particles along the height of the "
        "box.";
    about.x = {.label = "time in s"};
    about.y = {.label = "share of the box below the surface"};
    about.reference = {{"theory", {{0, 0.5}, {3.5, 0.5}}, page::Stroke::Dashes}};
    about.quantities = {{"draft", 0.05}, {"lift", 0.05}};
    addSubjects(about, liquids(2, {5}, {5, 10, 20}));
    addSubjects(about, liquids(3, {}, {5, 8}));
    noteMiss(
        about, "",
        {"lift",
         "Fluid beside the box is less orderly than the lattice that its samples complete: the error falls "
         "in proportion to the spacing."});
    about.run = runFloating;
    return about;
}

}  // namespace undine::validate
