// SPDX-License-Identifier: Zlib
// Whole steps of wcsph in a breaking dam.
#include "bench/dam_break.h"
#include "bench/step_figures.h"
#include "bench/suites.h"
#include "bench/timing.h"

namespace undine::bench {
namespace {

constexpr int kWarmUp = 250;  // steps: the column has left its lattice

void runStep(Report& report) {
    PhaseShares shares =
        measureTwins(report, [](int threads) { return makeDamBreak(kColumn100k, threads); },
                     {.name = "wcsph_100k",
                      .warmUp = kWarmUp,
                      .stepsPerRound = 8,
                      .seconds = 8,
                      .bars = {.ms = atMost(8), .speedup = atLeast(1.8), .bytesPerParticle = atMost(200)}});
    report.metric("wcsph_100k.pair_pass_share", shares["sph.density"] + shares["sph.forces"]);
}

/// The sums Bullet-Fluids uses, for comparison with it.
void runMueller(Report& report) {
    World world = makeDamBreak(kColumn100k, 0, WcsphSettings{.formulation = Formulation::Mueller});
    takeSteps(report, world, kWarmUp);
    report.stateHash("wcsph_100k.ms_per_step_mueller", world.stateHash());
    const double ms = median(timeInTurn({{[&] { takeSteps(report, world, 4); }}}, 2)[0]) / 4;
    report.print("\n{:.3f} ms per step with Mueller's formulation\n", ms);
    report.metric("wcsph_100k.ms_per_step_mueller", ms);
}

void addPublished(Report& report) {
    constexpr const char* kMachine = "two cores of a server like those of bench/results, 100k particles";
    for (const auto& [figure, who] : {std::pair("51 to 75", "Bullet-Fluids"),
                                      {"117", "SPlisHSPlasH, WCSPH"},
                                      {"258", "DualSPHysics, with more neighbours"},
                                      {"394", "Jet"}}) {
        report.published({"wcsph_100k.ms_per_step", figure, who, kMachine});
    }
}

}  // namespace

void runWcsphSuite(Report& report) {
    runStep(report);
    runMueller(report);
    measureGrowth(report, WcsphSettings{}, 8);
    addPublished(report);
}

}  // namespace undine::bench
