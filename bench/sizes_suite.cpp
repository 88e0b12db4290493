// SPDX-License-Identifier: Zlib
// How the cost of a step grows with the number of particles: breaking dams from 1,000 to 2,000,000.
#include "bench/dam_break.h"
#include "bench/suites.h"
#include "bench/timing.h"

namespace undine::bench {
namespace {

struct Size {
    const char* name;
    Column column;
    int stepsPerRound;  // about the same number of particle updates in each
};
constexpr Size kSizes[] = {{"1k", kColumn1k, 200},
                           {"10k", kColumn10k, 40},
                           {"100k", kColumn100k, 4},
                           {"1m", kColumn1M, 1},
                           {"2m", kColumn2M, 1}};

/// What is found for one size.
struct Row {
    double particles;
    double ms;
    double nsPerParticle;
};

std::vector<Row> measureMethod(Report& report, const SolverSettings& solver, int warmUp) {
    std::vector<World> worlds;
    for (const Size& size : kSizes) worlds.push_back(makeDamBreak(size.column, 0, solver));
    const std::string method(worlds[0].solverName());
    std::vector<std::string> states;
    for (std::size_t k = 0; k < std::size(kSizes); ++k) {
        takeSteps(report, worlds[k], warmUp);
        report.stateHash(fmt::format("{}_{}.ns_per_particle", method, kSizes[k].name), worlds[k].stateHash());
        states.push_back(hashText(worlds[k].stateHash()));
    }
    std::vector<Loop> loops;
    for (std::size_t k = 0; k < std::size(kSizes); ++k) {
        loops.push_back({[&, k] { takeSteps(report, worlds[k], kSizes[k].stepsPerRound); }});
    }
    const std::vector<Samples> times = timeInTurn(loops, 5);

    report.print("\n{:<10} {:>12} {:>14} {:>18} {:>18}   {}\n", method, "particles", "ms per step",
                 "ns per particle", "bytes per particle", "state");
    std::vector<Row> rows;
    for (std::size_t k = 0; k < std::size(kSizes); ++k) {
        const double count = worlds[k].particleCount();
        const double ms = median(times[k]) / kSizes[k].stepsPerRound;
        const double bytes = static_cast<double>(worlds[k].memoryBytes()) / count;
        rows.push_back({count, ms, 1e6 * ms / count});
        report.print("{:<10} {:>12} {:>14.3f} {:>18.1f} {:>18.0f}   {}\n", kSizes[k].name, count, ms,
                     rows.back().nsPerParticle, bytes, states[k]);
        report.metric(fmt::format("{}_{}.ns_per_particle", method, kSizes[k].name),
                      rows.back().nsPerParticle);
    }
    const auto growth = [&](std::size_t from, std::size_t to) {
        return rows[to].nsPerParticle / rows[from].nsPerParticle;
    };
    report.metric(method + ".cost_growth_10k_100k", growth(1, 2), atMost(1.5));
    report.metric(method + ".cost_growth_1k_2m", growth(0, 4));
    return rows;
}

page::Series seriesOf(const std::string& name, const std::vector<Row>& rows, double Row::*value) {
    page::Series series{name, {}, page::Stroke::LineAndDots};
    for (const Row& row : rows) series.points.push_back({row.particles, row.*value});
    return series;
}

}  // namespace

void runSizesSuite(Report& report) {
    const std::vector<Row> wcsph = measureMethod(report, WcsphSettings{}, 8);
    const std::vector<Row> pbf = measureMethod(report, PbfSettings{.constraint = {.iterations = 5}}, 2);
    const page::Axis particles{"particles", true};
    page::Chart step{"Time of a step", particles, {"ms", true}, {}};
    step.series.push_back(seriesOf("wcsph", wcsph, &Row::ms));
    step.series.push_back(seriesOf("pbf, 5 iterations", pbf, &Row::ms));
    step.series.push_back({"PBF of Qie and Su, RTX 3070 Ti",
                           {{2e3, 6}, {12e3, 10}, {27e3, 21}, {80e3, 64}},
                           page::Stroke::Dots});
    step.series.push_back({"PBF of Mijalkovic, MacBook Pro 2016", {{5e3, 140.73}}, page::Stroke::Dots});
    page::Chart cost{"Cost of a particle", particles, {"ns per step", false, 0.0}, {}};
    cost.series.push_back(seriesOf("wcsph", wcsph, &Row::nsPerParticle));
    cost.series.push_back(seriesOf("pbf, 5 iterations", pbf, &Row::nsPerParticle));
    report.chart(std::move(step));
    report.chart(std::move(cost));
}

}  // namespace undine::bench
