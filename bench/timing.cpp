// SPDX-License-Identifier: Zlib
#include "bench/timing.h"

#include <algorithm>
#include <chrono>

namespace undine::bench {
namespace {

double timeOnce(const Loop& loop) {
    if (loop.prepare) loop.prepare();
    const auto start = std::chrono::steady_clock::now();
    loop.run();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double median(Samples samples) {
    if (samples.empty()) return 0;
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

double medianRatio(const Samples& slow, const Samples& fast) {
    Samples ratios;
    for (std::size_t k = 0; k < std::min(slow.size(), fast.size()); ++k) ratios.push_back(slow[k] / fast[k]);
    return median(ratios);
}

std::vector<Samples> timeInTurn(const std::vector<Loop>& loops, double seconds) {
    constexpr std::size_t kFewest = 5;
    constexpr std::size_t kMost = 400;
    for (int k = 0; k < 2; ++k) {
        for (const Loop& loop : loops) timeOnce(loop);
    }
    std::vector<Samples> samples(loops.size());
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    for (std::size_t round = 0; round < kMost && (round < kFewest || elapsed() < seconds); ++round) {
        for (std::size_t k = 0; k < loops.size(); ++k) samples[k].push_back(timeOnce(loops[k]));
    }
    return samples;
}

Samples timeRounds(const Loop& loop, int rounds) {
    Samples samples;
    for (int k = 0; k < rounds; ++k) samples.push_back(timeOnce(loop));
    return samples;
}

}  // namespace undine::bench
