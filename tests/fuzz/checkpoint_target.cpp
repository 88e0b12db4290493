// SPDX-License-Identifier: Zlib
#include <cstdlib>

#include "io/checkpoint.h"
#include "tests/fuzz/targets.h"
#include "tests/support/busy_world.h"
#include "undine/world.h"

namespace undine::test {
namespace {

using Bytes = std::vector<std::byte>;

/// As small as can be, for most bytes to matter.
World makeTank() {
    World world = World::create({.dimension = 2, .particleSpacing = 0.1F, .threads = 1}).value();
    const FluidIndex water = world.addFluid({}).value();
    if (!world.addWall(BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}})) std::abort();
    if (!world.fill(water, BoxFill{.min = {0, 0, 0}, .max = {0.2F, 0.2F, 1}})) std::abort();
    return world;
}

Checkpoint makeCheckpoint(Bytes state) {
    return {.sceneName = "dam",
            .sceneFingerprint = 7,
            .frame = 3,
            .simdTarget = "AVX2",
            .notes = "{}",
            .state = std::move(state),
            .programVersion = {}};
}

/// Either the world takes the state, and can be used, or it is as it was.
void tryState(World& world, const Bytes& beginning, const Bytes& state) {
    const std::uint64_t before = world.stateHash();
    if (world.restoreState(state)) {
        const Bytes saved = world.saveState();
        if (!world.restoreState(saved) || world.saveState() != saved) std::abort();
        if (!world.ids().empty() && !world.findParticle(world.ids()[0])) std::abort();
        world.step();
        world.computeStatistics();  // looks every particle's fluid up
        if (!world.restoreState(beginning)) std::abort();
    }
    if (world.stateHash() != before) std::abort();
}

void tryState(const Bytes& state) {
    static World tank = makeTank();
    static const Bytes tankBeginning = tank.saveState();
    tryState(tank, tankBeginning, state);
    static World busy = makeBusyWorld();
    static const Bytes busyBeginning = busy.saveState();
    tryState(busy, busyBeginning, state);
}

void tryFile(std::span<const std::byte> file) {
    const auto read = decodeCheckpoint(file);
    if (!read) return;
    tryState(read.value().state);
    const auto again = decodeCheckpoint(encodeCheckpoint(read.value()).value());
    if (!again || again.value().state != read.value().state) std::abort();
}

std::vector<std::uint8_t> inputOf(CheckpointInput kind, const Bytes& bytes) {
    std::vector<std::uint8_t> input{static_cast<std::uint8_t>(kind)};
    for (const std::byte b : bytes) input.push_back(std::to_integer<std::uint8_t>(b));
    return input;
}

}  // namespace

void readAnyCheckpoint(std::span<const std::uint8_t> input) {
    if (input.empty()) return;
    const auto kind =
        static_cast<CheckpointInput>(input[0] % static_cast<std::uint8_t>(CheckpointInput::Count));
    const auto given = std::as_bytes(input.subspan(1));
    Bytes bytes(given.begin(), given.end());
    if (kind == CheckpointInput::State) return tryState(bytes);
    if (kind == CheckpointInput::SealedFile && bytes.size() >= kSealBytes) sealCheckpoint(bytes);
    tryFile(bytes);
}

std::vector<std::vector<std::uint8_t>> validCheckpointInputs() {
    World world = makeBusyWorld();
    if (stepUntilItEmits(world).emitted == 0) std::abort();
    const Bytes state = world.saveState();
    const Bytes file = encodeCheckpoint(makeCheckpoint(state)).value();
    return {inputOf(CheckpointInput::File, file), inputOf(CheckpointInput::SealedFile, file),
            inputOf(CheckpointInput::State, state)};
}

}  // namespace undine::test
