// SPDX-License-Identifier: Zlib
// Where the time of a step goes. A zone names a phase by a string literal; the phases' names are those a
// reader finds in the solver's step(). A zone within another one takes its time from it, so that phases add
// up to the whole. Zones are opened on the thread that calls step(), a dozen per step, so they cost nothing.
#pragma once

#include <chrono>
#include <vector>

#include "undine/report.h"

namespace undine {

class Profiler {
  public:
    Profiler() { phases_.reserve(32); }

    class Zone {
      public:
        Zone(Profiler& profiler, const char* name)
            : profiler_(profiler), name_(name), outer_(profiler.innermost_), start_(Clock::now()) {
            profiler_.innermost_ = this;
        }
        ~Zone() {
            const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
            profiler_.add(name_, seconds - within_);
            profiler_.innermost_ = outer_;
            if (outer_ != nullptr) outer_->within_ += seconds;
        }
        Zone(const Zone&) = delete;
        Zone& operator=(const Zone&) = delete;

      private:
        using Clock = std::chrono::steady_clock;
        Profiler& profiler_;
        const char* name_;
        Zone* outer_;
        double within_ = 0;  // s, of zones in this one
        Clock::time_point start_;
    };

    /// Phases in the order of their first appearance.
    const std::vector<PhaseTime>& phases() const { return phases_; }

  private:
    void add(const char* name, double seconds) {
        for (PhaseTime& phase : phases_) {
            if (phase.name == name) {
                phase.seconds += seconds;
                ++phase.calls;
                return;
            }
        }
        phases_.push_back({name, seconds, 1});
    }

    std::vector<PhaseTime> phases_;
    Zone* innermost_ = nullptr;
};

}  // namespace undine
