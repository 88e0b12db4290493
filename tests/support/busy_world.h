// SPDX-License-Identifier: Zlib
// A small world in which everything that a state holds is in use. Without GoogleTest, for the fuzzers.
#pragma once

#include <cstdlib>

#include "undine/undine.h"

namespace undine::test {

/// A tank in two dimensions whose water is pumped to a nozzle on a body that swings, with tracers in both.
inline World makeBusyWorld() {
    World world = World::create({.dimension = 2, .particleSpacing = 0.1F, .threads = 1}).value();
    const FluidIndex water = world.addFluid({}).value();
    const auto require = [](bool done) {
        if (!done) std::abort();
    };
    require(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}).ok());
    require(world
                .addBody({{.name = "cart", .position = {0.7F, 0.8F, 0}, .swing = {0.1F, 0, 0}},
                          BoxBody{.size = {0.2F, 0.1F, 1}}})
                .ok());
    require(world.fill(water, BoxFill{.min = {0, 0, 0}, .max = {0.4F, 0.3F, 1}}).ok());
    require(
        world
            .addEmitter({{.name = "jet", .position = {0, -0.1F, 0}, .speed = 4, .tracers = 2, .body = "cart"},
                         CircleNozzle{.radius = 0.1F}})
            .ok());
    require(world.addAbsorber({.min = {0.2F, 0, 0}, .max = {0.5F, 0.1F, 1}, .feeds = "jet"}).ok());
    require(world.addTracers({{}, BoxFill{.min = {0, 0, 0}, .max = {0.2F, 0.2F, 1}}}).ok());
    return world;
}

/// What a world has taken and given since it began.
struct Exchange {
    Index emitted = 0;
    Index absorbed = 0;
};

/// Steps until the nozzle has given out something.
inline Exchange stepUntilItEmits(World& world) {
    Exchange sum;
    for (int k = 0; k < 200 && sum.emitted == 0; ++k) {
        const StepReport report = world.step();
        sum.emitted += report.emitted;
        sum.absorbed += report.absorbed;
    }
    return sum;
}

}  // namespace undine::test
