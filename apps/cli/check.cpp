// SPDX-License-Identifier: Zlib
// `undine check`: everything a run would do before its first step.
#include <fmt/format.h>

#include "commands.h"
#include "flags.h"
#include "scene/scene_size.h"
#include "simulation.h"

namespace undine::cli {
namespace {

void describeScene(const Scene& scene, const World& world) {
    fmt::print("{}: good\n", scene.name);
    fmt::print("  solver      {}, {}D, support radius {:g} m\n", world.solverName(), scene.world.dimension,
               world.supportRadius());
    const std::uint64_t most = estimateParticles(scene);
    const bool isShedding = world.solverName() == "vortex" && !scene.bodies.empty();
    fmt::print("  particles   {} at the start, at most {} with tracers{}\n", world.particleCount(), most,
               isShedding ? ", and what bodies shed" : "");
    const std::uint64_t samples = estimateSamples(scene);
    if (!scene.bodies.empty()) {
        fmt::print("  bodies      {}, about {} samples on their surfaces\n", scene.bodies.size(), samples);
    }
    fmt::print("  memory      at most {:.0f} MB\n",
               1e-6 * static_cast<double>(estimateBytes(most) + estimateSampleBytes(samples)));
    fmt::print("  run         {:g} s, {} frames as {}\n", scene.output.seconds,
               timelineOf(scene.output).frames, fmt::join(scene.output.formats, ", "));
}

bool checkOne(const std::string& name, const std::vector<SceneOverride>& overrides) {
    const Result<Scene> scene = loadScene(name, overrides);
    if (!scene) {
        complain(kExitBadInput, scene.error());
        return false;
    }
    const Result<World> world = createWorld(scene.value());
    if (!world) {
        complain(kExitBadInput, world.error());
        return false;
    }
    describeScene(scene.value(), world.value());
    return true;
}

}  // namespace

int checkScenes(const CheckOptions& options) {
    const Result<std::vector<SceneOverride>> overrides = toOverrides(options.set);
    if (!overrides) return complain(kExitBadInput, overrides.error());
    bool allGood = true;
    for (const std::string& name : options.scenes) allGood &= checkOne(name, overrides.value());
    return allGood ? kExitDone : kExitBadInput;
}

}  // namespace undine::cli
