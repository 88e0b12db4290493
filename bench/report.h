// SPDX-License-Identifier: Zlib
// What a suite writes to: tables for people, metrics for programs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace undine::bench {

/// What a metric should reach.
struct Bar {
    double value;
    bool isUpperLimit;

    bool isMetBy(double measured) const { return isUpperLimit ? measured <= value : measured >= value; }
};
inline Bar atLeast(double value) { return {value, false}; }
inline Bar atMost(double value) { return {value, true}; }

class Report {
  public:
    explicit Report(std::FILE* out) : out_(out) {}

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::print(out_, format, std::forward<Args>(args)...);
        std::fflush(out_);
    }

    void metric(std::string name, double value, std::optional<Bar> bar = {}) {
        metrics_.push_back({std::move(name), value, bar});
    }

    /// The fingerprint of the state at which a figure was taken: equal hashes mean the same work was
    /// measured.
    void stateHash(std::string name, std::uint64_t hash) { hashes_.emplace_back(std::move(name), hash); }

    /// Prints the metrics since the last call, with their bars.
    void printMetrics();

    std::string toJson() const;

  private:
    struct Metric {
        std::string name;
        double value;
        std::optional<Bar> bar;
    };

    std::FILE* out_;
    std::vector<Metric> metrics_;
    std::vector<std::pair<std::string, std::uint64_t>> hashes_;
    std::size_t printed_ = 0;
};

}  // namespace undine::bench
