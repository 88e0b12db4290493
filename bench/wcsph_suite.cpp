// SPDX-License-Identifier: Zlib
// Whole steps of wcsph in a breaking dam.
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/dam_break.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "neighbors/neighbor_lists.h"
#include "undine/world.h"

namespace undine::bench {
namespace {

double meanNeighbors(const World& world) {
    const ThreadPool pool;
    ParticleStore store;
    std::vector<Vec3> points;
    for (const Vec3 p : world.positions()) points.push_back(p);
    store.add(points, {}, 0);
    CellGrid grid;
    grid.build(store, world.supportRadius(), 3, pool);
    NeighborLists lists;
    if (!lists.build(grid, store.position(), world.supportRadius(), pool)) return 0;
    return static_cast<double>(lists.totalCount()) / world.particleCount();
}

/// Prints where the time between two readings of the clock went; returns the share of the pair passes.
double printPhases(Report& report, const std::vector<PhaseTime>& before,
                   const std::vector<PhaseTime>& after) {
    std::map<std::string_view, double> start;
    for (const PhaseTime& phase : before) start[phase.name] = phase.seconds;
    double total = 0;
    double pairs = 0;
    for (const PhaseTime& phase : after) total += phase.seconds - start[phase.name];
    report.print("\n{:<26} {:>10} {:>8}\n", "phase", "ms", "share");
    for (std::size_t k = 0; k < after.size(); ++k) {
        const double seconds = after[k].seconds - start[after[k].name];
        const auto calls = static_cast<double>(after[k].calls - (k < before.size() ? before[k].calls : 0));
        const std::string_view name = after[k].name;
        if (name == "sph.density" || name == "sph.forces") pairs += seconds;
        report.print("{:<26} {:>10.3f} {:>7.1f}%\n", name, 1e3 * seconds / calls, 100 * seconds / total);
    }
    return pairs / total;
}

constexpr int kWarmUp = 250;  // steps: the column has left its lattice

/// Runs one world on one thread and its twin on all, step by step in turn.
void runStep(Report& report) {
    World world = makeDamBreak(kColumn100k, 0);
    World single = makeDamBreak(kColumn100k, 1);
    takeSteps(report, world, kWarmUp);
    takeSteps(report, single, kWarmUp);
    const std::vector<PhaseTime> before = world.phaseTimes();
    // Several steps in a row, as in a run: each world finds its own data in the caches.
    constexpr int kSteps = 8;
    std::vector<Samples> times = timeInTurn(
        {{[&] { takeSteps(report, world, kSteps); }}, {[&] { takeSteps(report, single, kSteps); }}}, 8);
    for (Samples& samples : times) {
        for (double& sample : samples) sample /= kSteps;
    }

    const double ms = median(times[0]);
    const double speedup = medianRatio(times[1], times[0]);
    const double neighbors = meanNeighbors(world);
    const bool areEqual = world.stateHash() == single.stateHash();
    report.print("{} particles, {:.1f} neighbours, {:.3f} s simulated, state {:016x} {}\n",
                 world.particleCount(), neighbors, world.time(), world.stateHash(),
                 areEqual ? "(the same on 1 thread)" : "(NOT THE SAME ON 1 THREAD)");
    report.print("{:.3f} ms per step on {} threads, {:.3f} on 1\n", ms, ThreadPool().threadCount(),
                 median(times[1]));
    const double share = printPhases(report, before, world.phaseTimes());

    report.metric("wcsph_100k.ms_per_step", ms, atMost(8));
    report.metric("wcsph_100k.ms_per_step_1_thread", median(times[1]));
    report.metric("wcsph_100k.mparticles_per_second", world.particleCount() / ms / 1e3);
    report.metric("wcsph_100k.pair_pass_share", share);
    if (ThreadPool().threadCount() > 1) report.metric("wcsph_100k.thread_speedup", speedup, atLeast(1.8));
    report.metric("wcsph_100k.mean_neighbors", neighbors);
    report.metric("wcsph_100k.bytes_per_particle",
                  static_cast<double>(world.memoryBytes()) / world.particleCount(), atMost(200));
    report.stateHash("wcsph_100k", world.stateHash());
}

/// The sums Bullet-Fluids uses, for comparison with it.
void runMueller(Report& report) {
    World world = makeDamBreak(kColumn100k, 0, Formulation::Mueller);
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

/// Cost per particle for three sizes; each gets the same number of particle updates per round.
void runGrowth(Report& report) {
    struct Size {
        const char* name;
        Column column;
        int stepsPerRound;
    };
    constexpr Size kSizes[] = {{"10k", kColumn10k, 40}, {"100k", kColumn100k, 4}, {"1m", kColumn1M, 1}};
    std::vector<World> worlds;
    for (const Size& size : kSizes) worlds.push_back(makeDamBreak(size.column, 0));
    for (World& world : worlds) takeSteps(report, world, 8);
    std::vector<Loop> loops;
    for (std::size_t k = 0; k < std::size(kSizes); ++k) {
        loops.push_back({[&, k] { takeSteps(report, worlds[k], kSizes[k].stepsPerRound); }});
    }
    const std::vector<Samples> times = timeInTurn(loops, 5);

    report.print("\n{:<26} {:>10} {:>14}   {}\n", "particles", "ms per step", "ns per particle", "state");
    std::vector<double> cost;
    for (std::size_t k = 0; k < std::size(kSizes); ++k) {
        const double ms = median(times[k]) / kSizes[k].stepsPerRound;
        cost.push_back(1e6 * ms / worlds[k].particleCount());
        report.print("{:<26} {:>10.3f} {:>14.1f}   {:016x}\n", worlds[k].particleCount(), ms, cost.back(),
                     worlds[k].stateHash());
        report.metric(fmt::format("wcsph_{}.ns_per_particle", kSizes[k].name), cost.back());
    }
    report.metric("wcsph.cost_growth_10k_100k", cost[1] / cost[0], atMost(1.5));
    report.metric("wcsph.cost_growth_10k_1m", cost[2] / cost[0], atMost(1.5));
}

}  // namespace

void runWcsphSuite(Report& report) {
    runStep(report);
    runMueller(report);
    printPublished(report);
    runGrowth(report);
}

}  // namespace undine::bench
