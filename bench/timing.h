// SPDX-License-Identifier: Zlib
// How time is measured: loops that are to be compared run in turn, round after round, so that whatever else
// the machine does hits all of them alike; of the rounds the median counts.
#pragma once

#include <functional>
#include <vector>

namespace undine::bench {

struct Loop {
    std::function<void()> run;
    std::function<void()> prepare = nullptr;  ///< before each run, not timed
};

/// Milliseconds of one loop, round by round.
using Samples = std::vector<double>;

double median(Samples samples);

/// Median over the rounds of the time of `slow` over that of `fast`.
double medianRatio(const Samples& slow, const Samples& fast);

/// Warms each loop up, then runs all of them in turn for about `seconds`, at least 5 rounds.
std::vector<Samples> timeInTurn(const std::vector<Loop>& loops, double seconds);

/// Exactly so many rounds of one loop, however long they take: what they leave behind is the same every time.
Samples timeRounds(const Loop& loop, int rounds);

}  // namespace undine::bench
