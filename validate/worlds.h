// SPDX-License-Identifier: Zlib
// What cases share: the methods by name, time that passes with its trouble told, and means over moments.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "undine/world.h"
#include "validate/case.h"

namespace undine::validate {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kGravity = 9.81;  // m/s^2
inline constexpr double kDensity = 1000;  // kg/m^3, of water
inline constexpr double kNotReached = std::numeric_limits<double>::quiet_NaN();

/// Lets the world go on to this time; false, with the trouble told, when it cannot.
inline bool advanceTo(World& world, double time, Sample& sample) {
    const double left = time - world.time();
    if (left <= 0) return true;
    const StepReport report = world.advance(static_cast<float>(left));
    sample.particles = world.particleCount();
    if (report.ok()) return true;
    sample.trouble = world.diagnose(report);
    return false;
}

/// A sample of which nothing is known yet.
inline Sample emptySample(std::size_t quantities) {
    Sample sample;
    sample.errors.assign(quantities, kNotReached);
    return sample;
}

/// Values over a range in so many equal bins; asks for the mean of each.
class Bins {
  public:
    Bins(double from, double to, int count) : from_(from), width_((to - from) / count) {
        sum_.resize(static_cast<std::size_t>(count));
        weight_.resize(static_cast<std::size_t>(count));
    }

    void add(double at, double value) {
        const double bin = std::floor((at - from_) / width_);
        if (!(bin >= 0 && bin < static_cast<double>(sum_.size()))) return;
        sum_[static_cast<std::size_t>(bin)] += value;
        weight_[static_cast<std::size_t>(bin)] += 1;
    }

    std::size_t size() const { return sum_.size(); }
    double middle(std::size_t bin) const { return from_ + (static_cast<double>(bin) + 0.5) * width_; }
    bool isEmpty(std::size_t bin) const { return !(weight_[bin] > 0); }
    double mean(std::size_t bin) const { return sum_[bin] / weight_[bin]; }

  private:
    double from_;
    double width_;
    std::vector<double> sum_;
    std::vector<double> weight_;
};

}  // namespace undine::validate
