// SPDX-License-Identifier: Zlib
// The smallest program with Undine: a block of water in a box, a tenth of a second later.
#include <cstdio>

#include "undine/undine.h"

int main() {
    auto world = undine::World::create({.particleSpacing = 0.05F}).value();
    const auto water = world.addFluid({.restDensity = 1000}).value();
    const bool walled = world.addWall(undine::BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}).ok();
    const auto count = world.fill(water, undine::BoxFill{.min = {0, 0, 0}, .max = {0.5F, 0.5F, 1}}).value();

    const undine::StepReport report = world.advance(0.1F);

    const undine::Vec3 x = world.positions()[world.findParticle(0).value()];
    std::printf("%u particles, %.1f s; the first one is at %.3f %.3f %.3f\n", count, world.time(), x.x, x.y,
                x.z);
    return walled && report.ok() ? 0 : 1;
}
