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
    const double ms = median(timeInTurn({{[&] { takeSteps(report, world, 4); }}}, 2)[0]) / 4;
    report.print("\n{:.3f} ms per step with Mueller's formulation, state {:016x}\n", ms, world.stateHash());
    report.metric("wcsph_100k.ms_per_step_mueller", ms);
}

void printPublished(Report& report) {
    report.print("\npublished programs on such a machine, 100k particles, ms per step\n");
    report.print("{:<26} {:>10}\n", "Bullet-Fluids", "51 to 75");
    report.print("{:<26} {:>10}\n", "SPlisHSPlasH, WCSPH", "117");
    report.print("{:<26} {:>10}\n", "DualSPHysics", "258   (more neighbours)");
    report.print("{:<26} {:>10}\n", "Jet", "394");
}

}  // namespace

void runWcsphSuite(Report& report) {
    runStep(report);
    runMueller(report);
    printPublished(report);
    measureGrowth(report, WcsphSettings{}, 8, 5);
}

}  // namespace undine::bench
