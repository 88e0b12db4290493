// SPDX-License-Identifier: Zlib
#include "bench/step_figures.h"

#include <cstdint>
#include <vector>

#include "bench/timing.h"
#include "neighbors/neighbor_lists.h"

namespace undine::bench {
namespace {

/// A reading of a world's clocks.
struct Reading {
    std::vector<PhaseTime> phases;
    std::uint64_t steps;
};

Reading readClocks(const World& world) { return {world.phaseTimes(), world.stepCount()}; }

/// Time and calls of each phase between two readings.
std::vector<PhaseTime> difference(const Reading& before, const Reading& after) {
    std::vector<PhaseTime> spent = after.phases;
    for (PhaseTime& phase : spent) {
        for (const PhaseTime& start : before.phases) {
            if (std::string_view(phase.name) != start.name) continue;
            phase.seconds -= start.seconds;
            phase.calls -= start.calls;
        }
    }
    return spent;
}

/// Prints where the time between two readings went. Shares are of the time spent in phases.
PhaseShares printPhases(Report& report, const Reading& before, const Reading& after) {
    const auto steps = static_cast<double>(after.steps - before.steps);
    const std::vector<PhaseTime> spent = difference(before, after);
    double total = 0;
    for (const PhaseTime& phase : spent) total += phase.seconds;
    PhaseShares shares;
    report.print("\n{:<26} {:>14} {:>12} {:>8}\n", "phase", "calls per step", "ms per step", "share");
    for (const PhaseTime& phase : spent) {
        shares[phase.name] = phase.seconds / total;
        report.print("{:<26} {:>14.3g} {:>12.3f} {:>7.1f}%\n", phase.name,
                     static_cast<double>(phase.calls) / steps, 1e3 * phase.seconds / steps,
                     100 * shares[phase.name]);
    }
    return shares;
}

/// Times loops that each take the plan's steps; milliseconds of one step.
std::vector<Samples> timeSteps(const std::vector<Loop>& loops, const StepPlan& plan) {
    std::vector<Samples> times = timeInTurn(loops, plan.seconds);
    for (Samples& samples : times) {
        for (double& sample : samples) sample /= plan.stepsPerRound;
    }
    return times;
}

/// What holds at the end of the measurement.
void printState(Report& report, const World& world, const StepReport& last, const std::string& name) {
    const double neighbors = meanNeighbors(world);
    const double error = world.computeStatistics().meanDensityError;
    const double largest = last.maxDensityRatio - 1;
    report.print("{} particles, {:.1f} neighbours, at {:.3f} s, {:.2f} ms of fluid per step\n",
                 world.particleCount(), neighbors, world.time(), 1e3 * last.dt);
    report.print("density error where compressed: {:.2f} % on average, {:.1f} % at worst\n", 100 * error,
                 100 * largest);
    report.metric(name + ".mean_neighbors", neighbors);
    report.metric(name + ".mean_density_error", error);
    report.metric(name + ".max_density_error", largest);
}

}  // namespace

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

void measureStep(Report& report, World& world, const StepPlan& plan) {
    takeSteps(report, world, plan.warmUp);
    report.stateHash(plan.name, world.stateHash());
    const std::vector<std::byte> start = world.saveState();
    StepReport last;
    const Loop loop{.run = [&] { last = takeSteps(report, world, plan.stepsPerRound); },
                    .prepare =
                        [&] {
                            if (const Result<void> back = world.restoreState(start); !back) {
                                report.print("NOT REWOUND: {}\n", back.error());
                            }
                        }};
    const double ms = median(timeSteps({loop}, plan)[0]);
    report.print("{:.3f} ms per step\n", ms);
    report.metric(plan.name + ".ms_per_step", ms, plan.bars.ms);
    printState(report, world, last, plan.name);
}

PhaseShares measureTwins(Report& report, const std::function<World(int threads)>& make,
                         const StepPlan& plan) {
    World world = make(0);
    World single = make(1);
    takeSteps(report, world, plan.warmUp);
    takeSteps(report, single, plan.warmUp);
    report.stateHash(plan.name, world.stateHash());
    const Reading before = readClocks(world);
    StepReport last;
    const Loop onAll{[&] { last = takeSteps(report, world, plan.stepsPerRound); }};
    const Loop onOne{[&] { takeSteps(report, single, plan.stepsPerRound); }};
    const std::vector<Samples> times = timeSteps({onAll, onOne}, plan);

    const double ms = median(times[0]);
    const int threads = ThreadPool().threadCount();
    report.print(
        "{:.3f} ms per step on {} threads, {:.3f} on 1; state {:016x} {}\n", ms, threads, median(times[1]),
        world.stateHash(),
        world.stateHash() == single.stateHash() ? "(the same on 1 thread)" : "(NOT THE SAME ON 1 THREAD)");
    report.metric(plan.name + ".ms_per_step", ms, plan.bars.ms);
    report.metric(plan.name + ".ms_per_step_1_thread", median(times[1]));
    report.metric(plan.name + ".mparticles_per_second", world.particleCount() / ms / 1e3);
    if (threads > 1) {
        report.metric(plan.name + ".thread_speedup", medianRatio(times[1], times[0]), plan.bars.speedup);
    }
    report.metric(plan.name + ".bytes_per_particle",
                  static_cast<double>(world.memoryBytes()) / world.particleCount(),
                  plan.bars.bytesPerParticle);
    printState(report, world, last, plan.name);
    return printPhases(report, before, readClocks(world));
}

void measureGrowth(Report& report, const SolverSettings& solver, int warmUp) {
    constexpr int kSmallSteps = 40;  // for one large step, so that both take long enough to be timed
    World small = makeDamBreak(kColumn10k, 0, solver);
    World large = makeDamBreak(kColumn1M, 0, solver);
    takeSteps(report, small, warmUp);
    takeSteps(report, large, warmUp);
    const std::string name = std::string(small.solverName()) + ".cost_growth_10k_1m";
    report.stateHash(name, large.stateHash());
    const std::vector<Samples> times = timeInTurn(
        {{[&] { takeSteps(report, small, kSmallSteps); }}, {[&] { takeSteps(report, large, 1); }}}, 3);
    const double perSmall = median(times[0]) / (kSmallSteps * static_cast<double>(small.particleCount()));
    const double perLarge = median(times[1]) / static_cast<double>(large.particleCount());
    report.print("\n{:.1f} ns per particle and step among {}, {:.1f} among {}\n", 1e6 * perSmall,
                 small.particleCount(), 1e6 * perLarge, large.particleCount());
    report.metric(name, perLarge / perSmall, atMost(1.5));
}

}  // namespace undine::bench
