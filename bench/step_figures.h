// SPDX-License-Identifier: Zlib
// What the suites of all methods measure of a whole step: time on all threads and on one, where the time
// goes, memory, neighbours, density error.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/dam_break.h"
#include "bench/report.h"
#include "undine/world.h"

namespace undine::bench {

/// What the figures of a step should reach.
struct StepBars {
    std::optional<Bar> ms{};
    std::optional<Bar> speedup{};
    std::optional<Bar> bytesPerParticle{};
};

struct StepPlan {
    std::string name;   ///< of the metrics: "wcsph_100k"
    int warmUp;         ///< steps before anything is measured
    int stepsPerRound;  ///< several in a row, as in a run: the world finds its own data in the caches
    double seconds;     ///< to spend on rounds
    StepBars bars{};
};

/// Share of the time by name of the phase.
using PhaseShares = std::map<std::string_view, double>;

double meanNeighbors(const World& world);

/// Measures a step of one world: prints time, neighbours and density error, with their metrics. Every round
/// takes the same steps, from the state after warm-up: for flows that soon look different.
void measureStep(Report& report, World& world, const StepPlan& plan);

/// Measures a step of a world on all threads and of its twin on one, in turn: the line of measureStep,
/// whether both came to the same state, phases, and all metrics. `make` gets the number of threads.
PhaseShares measureTwins(Report& report, const std::function<World(int threads)>& make, const StepPlan& plan);

/// How much dearer a particle is in a breaking dam of a million than in one of 10,000, measured in turn.
void measureGrowth(Report& report, const SolverSettings& solver, int warmUp);

}  // namespace undine::bench
