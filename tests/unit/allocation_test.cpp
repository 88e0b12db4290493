// SPDX-License-Identifier: Zlib
// Steps allocate nothing once warmed up, and a particle costs at most 200 bytes. To see every allocation,
// this file replaces operator new of the whole test program by one that counts.
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/unit/test_support.h"

namespace {

std::atomic<std::size_t> allocationCount = 0;  // NOLINT: operator new has no other place to count
std::atomic<std::size_t> liveBytes = 0;        // NOLINT

void* allocate(std::size_t bytes, std::size_t alignment) {
    ++allocationCount;
    // aligned_alloc wants a multiple of the alignment.
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* memory = alignment <= alignof(std::max_align_t) ? std::malloc(bytes == 0 ? 1 : bytes)
                                                          : std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    liveBytes += malloc_usable_size(memory);
    return memory;
}

void release(void* memory) noexcept {
    liveBytes -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

// The array forms and those that do not throw call these.
void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace undine {
namespace {

/// A column of about `side`^3 particles that collapses in a tank twice as long. Steps are short and equal:
/// fluid that spreads needs more cells, and all methods shall spread it as far.
World makeDamBreak(int side, int threads, float surfaceTension = 0,
                   const SolverSettings& solver = WcsphSettings{}) {
    constexpr float kSpacing = 0.02F;
    const float edge = kSpacing * static_cast<float>(side);
    World world =
        World::create({.particleSpacing = kSpacing, .timeStep = 5e-4F, .threads = threads}, solver).value();
    const FluidIndex water = world.addFluid({.surfaceTension = surfaceTension}).value();
    EXPECT_TRUE(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {2 * edge, 2 * edge, edge}}).ok());
    EXPECT_TRUE(world.fill(water, BoxFill{.min = {0, 0, 0}, .max = {edge, edge, edge}}).ok());
    return world;
}

std::size_t allocationsOfSteps(World& world, int steps) {
    const std::size_t before = allocationCount;
    for (int k = 0; k < steps; ++k) {
        const StepReport report = world.step();
        EXPECT_TRUE(report.ok()) << world.diagnose(report);
    }
    return allocationCount - before;
}

/// Whether 50 steps go without allocations. A thread that had nothing to do so far makes room for itself when
/// it comes in, in each pass of its own: on a busy machine that may be late, but each does it once.
bool comesToTakeNone(World& world) {
    for (int attempt = 0; attempt < 10; ++attempt) {
        if (allocationsOfSteps(world, 50) == 0) return true;
    }
    return false;
}

TEST(Allocation, IsCounted) {
    const std::size_t before = allocationCount;
    const AlignedArray<float> array(100);
    const std::vector<int> numbers(array.size());
    EXPECT_EQ(allocationCount - before, 2U) << numbers.size();
}

TEST(Allocation, DoesNotHappenInStepsAfterWarmUp) {
    for (const SolverInfo& solver : solvers()) {
        for (const int threads : {1, 2}) {
            // Not all four: each takes a second. What is no liquid has no surface.
            const float surfaceTension = threads == 1 || !solver.isLiquid ? 0 : 0.07F;
            World world = makeDamBreak(17, threads, surfaceTension, solver.defaults);
            EXPECT_GT(allocationsOfSteps(world, 20), 0U) << "the first steps make room";
            EXPECT_TRUE(comesToTakeNone(world))
                << solver.name << ", " << threads << " threads, tension " << surfaceTension;
        }
    }
}

TEST(Allocation, DoesNotHappenWithFluidsBodiesForcesAndTracersEither) {
    World world = makeDamBreak(15, 2);
    const FluidIndex oil = world.addFluid({.restDensity = 700}).value();
    EXPECT_TRUE(world.fill(oil, BoxFill{.min = {0.3F, 0.3F, 0}, .max = {0.6F, 0.4F, 0.3F}}).ok());
    BodySettings paddle;
    paddle.position = {0.5F, 0.1F, 0.15F};
    paddle.turn = {0, 0, 20};
    EXPECT_TRUE(world.addBody({paddle, BoxBody{{0.05F, 0.3F, 0.3F}}}).ok());
    EXPECT_TRUE(world.addForce({{}, DragForce{.wind = {1, 0, 0}}}).ok());
    EXPECT_TRUE(world.addForce({{}, RadialForce{.strength = 1}}).ok());
    EXPECT_TRUE(world.addTracers({{}, BoxFill{.min = {0, 0, 0}, .max = {0.3F, 0.3F, 0.3F}}}).ok());
    allocationsOfSteps(world, 20);
    EXPECT_TRUE(comesToTakeNone(world));
}

TEST(Allocation, DoesNotHappenInPeriodicWorlds) {
    for (const SolverSettings& solver :
         {SolverSettings(WcsphSettings{.pairForces = {.xsph = 0.1F}}), SolverSettings(PbfSettings{})}) {
        World world = World::create({.particleSpacing = 0.05F,
                                     .gravity = {},
                                     .periodic = Periodic::XYZ,
                                     .timeStep = 5e-4F,
                                     .threads = 2},
                                    solver)
                          .value();
        EXPECT_TRUE(world.addFluid({}).ok());
        EXPECT_TRUE(world.fill(0, BoxFill{.jitter = 0.2F, .eddySpeed = 2}).ok());
        EXPECT_TRUE(world.addTracers({{}, BoxFill{}}).ok());
        allocationsOfSteps(world, 20);
        EXPECT_TRUE(comesToTakeNone(world));
    }
}

TEST(Allocation, DoesNotHappenWithFrozenPieces) {
    World world = makeDamBreak(15, 2);
    EXPECT_TRUE(world.addFreezer({.min = {0.1F, 0, 0}, .max = {0.3F, 0.2F, 0.3F}}).ok());
    allocationsOfSteps(world, 20);
    EXPECT_TRUE(comesToTakeNone(world));
}

// Each block of cells keeps the pairs it found, and grows when contacts wander into it: now and then, and
// never in every step. Vortex particles that come off bodies would make the world grow.
TEST(Allocation, IsRareWithRigidBodies) {
    for (const SolverInfo& solver : solvers()) {
        SolverSettings settings = solver.defaults;
        if (auto* vortex = std::get_if<VortexSettings>(&settings)) vortex->flow.shedding = 0;
        World world = makeDamBreak(15, 2, 0, settings);
        const RigidBodySettings ball{
            .parts = {{SphereBody{0.05F}, {}, {}}}, .mass = 0.3F, .inertia = {3e-4F, 3e-4F, 3e-4F}};
        EXPECT_TRUE(
            world.addRigidBody(ball, {.position = {0.15F, 0.34F, 0.15F}, .velocity = {0, -1, 0}}).ok());
        const RigidBodySettings paddle{.parts = {{CapsuleBody{0.03F, 0.2F}, {}, {}}}};
        EXPECT_TRUE(
            world.addRigidBody(paddle, {.position = {0.4F, 0.15F, 0.15F}, .angularVelocity = {0, 0, 1}})
                .ok());
        allocationsOfSteps(world, 40);
        EXPECT_LT(allocationsOfSteps(world, 200), 200U) << solver.name;
    }
}

TEST(Memory, IsAtMost200BytesPerParticle) {
    World world = makeDamBreak(47, 0);
    allocationsOfSteps(world, 3);
    EXPECT_GT(world.particleCount(), 100000U);
    EXPECT_LE(static_cast<double>(world.memoryBytes()), 200.0 * world.particleCount());
}

TEST(Memory, IsReportedAsItIs) {
    const std::size_t before = liveBytes;
    World world = makeDamBreak(30, 2, 0.07F);
    allocationsOfSteps(world, 3);
    const auto held = static_cast<double>(liveBytes - before);
    const auto reported = static_cast<double>(world.memoryBytes());
    EXPECT_NEAR(reported / held, 1, 0.03);
}

}  // namespace
}  // namespace undine
