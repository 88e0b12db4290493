// SPDX-License-Identifier: Zlib
// How far a run is: one line that redraws itself on a terminal, a plain line every few seconds in a log file.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace undine::cli {

/// Seconds since it was made.
class Stopwatch {
  public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Progress {
  public:
    struct State {
        int frame = 0;
        int frames = 0;
        std::uint64_t step = 0;
        std::uint32_t particles = 0;
        double done = 0;  // share of the work, 0..1
    };

    explicit Progress(bool quiet);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Shows the state, unless it was shown a moment ago.
    void update(const State& state);

    /// Takes the line away from a terminal, so that other text can be printed.
    void clear();

  private:
    std::string describe(const State& state) const;
    void redraw(const State& state);

    bool quiet_;
    bool terminal_;
    bool drawn_ = false;
    Stopwatch clock_;
    double lastShown_ = 0;
};

/// "4.2 s", "1 min 05 s", "2 h 07 min".
std::string describeDuration(double seconds);

}  // namespace undine::cli
