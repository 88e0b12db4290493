// SPDX-License-Identifier: Zlib
// How much faster a step of 100,000 particles is on several threads, from the same state to the same bits.
#include <algorithm>

#include "bench/dam_break.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "core/parallel.h"

namespace undine::bench {
namespace {

/// 1 to all of them; where they are many, doubled each time.
std::vector<int> threadCounts() {
    constexpr int kFew = 8;
    const int all = ThreadPool().threadCount();
    std::vector<int> counts;
    for (int threads = 1; threads < all; threads = all <= kFew ? threads + 1 : 2 * threads) {
        counts.push_back(threads);
    }
    counts.push_back(all);
    return counts;
}

std::string suffixOf(int threads) { return threads == 1 ? "1_thread" : fmt::format("{}_threads", threads); }

page::Series measureMethod(Report& report, const SolverSettings& solver, int warmUp, int stepsPerRound) {
    const std::vector<int> counts = threadCounts();
    World first = makeDamBreak(kColumn100k, 0, solver);
    takeSteps(report, first, warmUp);
    const std::vector<std::byte> start = first.saveState();
    std::vector<World> worlds;
    for (const int threads : counts) {
        worlds.push_back(makeDamBreak(kColumn100k, threads, solver));
        if (const Result<void> set = worlds.back().restoreState(start); !set) {
            report.print("NOT REWOUND: {}\n", set.error());
        }
    }
    const std::string name = fmt::format("{}_threads", first.solverName());
    report.stateHash(name, first.stateHash());
    std::vector<Loop> loops;
    loops.reserve(worlds.size());
    for (World& world : worlds) loops.push_back({[&] { takeSteps(report, world, stepsPerRound); }});
    const std::vector<Samples> times = timeInTurn(loops, 8);

    report.print("\n{}: {} particles\n{:>8} {:>14} {:>10} {:>12}   {}\n", first.solverName(),
                 first.particleCount(), "threads", "ms per step", "speedup", "efficiency", "state");
    page::Series series{std::string(first.solverName()), {}, page::Stroke::LineAndDots};
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const double ms = median(times[k]) / stepsPerRound;
        const double speedup = medianRatio(times[0], times[k]);
        const bool isSame = worlds[k].stateHash() == worlds[0].stateHash();
        report.print("{:>8} {:>14.3f} {:>10.2f} {:>11.0f}%   {:016x}{}\n", counts[k], ms, speedup,
                     100 * speedup / counts[k], worlds[k].stateHash(), isSame ? "" : " NOT THE SAME");
        report.metric(fmt::format("{}.ms_per_step_{}", name, suffixOf(counts[k])), ms);
        if (k > 0) report.metric(fmt::format("{}.speedup_{}", name, suffixOf(counts[k])), speedup);
        series.points.push_back({static_cast<double>(counts[k]), speedup});
    }
    return series;
}

}  // namespace

void runThreadsSuite(Report& report) {
    page::Chart chart{"Speed on several threads", {"threads"}, {"times that of one", false, 0.0}, {}};
    chart.series.push_back(measureMethod(report, WcsphSettings{}, 250, 8));
    chart.series.push_back(measureMethod(report, PbfSettings{.constraint = {.iterations = 5}}, 60, 4));
    const auto most = static_cast<double>(ThreadPool().threadCount());
    chart.series.push_back({"ideal", {{1, 1}, {most, most}}, page::Stroke::Dashes});
    report.chart(std::move(chart));
}

}  // namespace undine::bench
