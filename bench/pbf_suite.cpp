// SPDX-License-Identifier: Zlib
// Whole steps of pbf and sph_pbd, beside what others have published for theirs.
#include "bench/cloud.h"
#include "bench/dam_break.h"
#include "bench/step_figures.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "undine/scene.h"

namespace undine::bench {
namespace {

/// The built-in scene qie_su: a cube of 30 particles a side falls 2 m to the floor of a box of 8 m, with the
/// artificial pressure and XSPH of their text.
World makeDrop() { return createWorld(loadScene("qie_su").value()).value(); }

/// What is measured is the splash: at 0.75 s half of the cube has met the floor and runs towards the walls,
/// all of it in contact. Later the fluid is thrown up at the walls, and particles have fewer neighbours.
void runDrop(Report& report) {
    World world = makeDrop();
    report.print(
        "Qie and Su: a cube of {} particles dropped from 2 m, 4 iterations; 30 steps from 0.75 s on\n",
        world.particleCount());
    world.advance(0.75F);
    measureStep(
        report, world,
        {.name = "pbf_27k_4it", .warmUp = 0, .stepsPerRound = 30, .seconds = 2, .bars = {.ms = atMost(10)}});
    constexpr const char* kTheirMachine =
        "an RTX 3070 Ti with CUDA, and a Ryzen 3700X; a frame with the copy to draw it";
    for (const auto& [figure, size] : {std::pair("6", "2k"), {"10", "12k"}, {"21", "27k"}, {"64", "80k"}}) {
        report.published({"pbf_27k_4it.ms_per_step", figure,
                          fmt::format("Qie and Su, table 2, {} particles", size), kTheirMachine});
    }
}

constexpr int kWarmUp = 60;  // steps, 0.12 s: the column has left its lattice and runs along the floor

void runDamBreak(Report& report) {
    report.print("\nbreaking dam, 5 iterations\n");
    measureTwins(report,
                 [](int threads) {
                     return makeDamBreak(kColumn100k, threads, PbfSettings{.constraint = {.iterations = 5}});
                 },
                 {.name = "pbf_100k_5it",
                  .warmUp = kWarmUp,
                  .stepsPerRound = 4,
                  .seconds = 6,
                  .bars = {.ms = atMost(30)}});
    constexpr const char* kMachine = "two cores of a server like those of bench/results";
    for (const auto& [figure, size] : {std::pair("122", "30k"), {"377 to 480", "97k"}}) {
        report.published({"pbf_100k_5it.ms_per_step", figure,
                          fmt::format("SPlisHSPlasH, PBF, {} particles", size), kMachine});
    }
    report.published({"pbf_100k_5it.mean_density_error", "0.01", "SPlisHSPlasH, PBF", kMachine});
    report.published({"pbf_100k_5it.max_density_error", "0.2", "SPlisHSPlasH, PBF", kMachine});

    report.print("\nthe same dam with sph_pbd\n");
    World world = makeDamBreak(kColumn100k, 0, SphPbdSettings{});
    measureStep(report, world, {.name = "sph_pbd_100k", .warmUp = kWarmUp, .stepsPerRound = 8, .seconds = 2});
}

/// A box of 1 m full of particles at random places, about as many as a fluid at rest would have. Here and
/// there they are four times as dense.
class RandomBox {
  public:
    static constexpr Index kCount = 5000;

    RandomBox() {
        static_cast<void>(world.addFluid({}).value());
        static_cast<void>(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}));
    }

    /// Puts all particles at new places.
    void scatter() {
        const std::vector<ParticleId> old(world.ids().begin(), world.ids().end());
        world.removeParticles(old);
        for (Vec3& p : points_) p = Vec3{0.5F, 0.5F, 0.5F} + 0.47F * random_.nextVector();
        static_cast<void>(world.addParticles(0, points_));
    }

    World world = World::create({.particleSpacing = 0.0585F, .maxDensityRatio = 10},
                                PbfSettings{.constraint = {.iterations = 3},
                                            .pairForces = {.xsph = 0.01F, .vorticityConfinement = 1}})
                      .value();

  private:
    Random random_{11};
    std::vector<Vec3> points_{kCount};
};

/// Table 2 of Mijalkovic, "Particle Based Fluids in Rust": as there, particles are at new random places
/// before every step, and the step has vorticity confinement and XSPH viscosity.
void runRandomBox(Report& report) {
    RandomBox box;
    box.scatter();
    takeSteps(report, box.world, 1);  // a world's first step takes more iterations than those that follow
    StepReport last;
    const Loop loop{[&] { last = takeSteps(report, box.world, 1); }, [&] { box.scatter(); }};
    const double ms = median(timeInTurn({loop}, 2)[0]);
    report.print("\n{} particles at random places, {:.1f} neighbours, {} iterations: {:.3f} ms per step\n",
                 box.world.particleCount(), meanNeighbors(box.world), last.iterations, ms);
    for (const auto& [figure, how] : {std::pair("426.67", "naive search, one thread"),
                                      {"219.75", "naive search, all threads"},
                                      {"370.84", "octree, one thread"},
                                      {"140.73", "octree, all threads"}}) {
        report.published({"pbf_5k_3it.ms_per_step", figure, fmt::format("Mijalkovic, table 2, {}", how),
                          "a 13\" MacBook Pro of 2016"});
    }
    report.metric("pbf_5k_3it.ms_per_step", ms, atMost(2));
}

}  // namespace

void runPbfSuite(Report& report) {
    runDrop(report);
    runDamBreak(report);
    runRandomBox(report);
    measureGrowth(report, PbfSettings{.constraint = {.iterations = 5}}, 2);
}

}  // namespace undine::bench
