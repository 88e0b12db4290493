// SPDX-License-Identifier: Zlib
// What a suite writes to: tables for people, metrics for programs, charts for pages, and what others have
// published beside our figures.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/page/chart.h"
#include "bench/figures.h"

namespace undine::bench {

/// What a metric should reach.
struct Bar {
    double value;
    bool isUpperLimit;

    bool isMetBy(double measured) const { return isUpperLimit ? measured <= value : measured >= value; }
};
inline Bar atLeast(double value) { return {value, false}; }
inline Bar atMost(double value) { return {value, true}; }

/// "at most 8: met".
std::string describe(const Bar& bar, double measured);

/// A figure of somebody else for what a metric measures.
struct Published {
    std::string metric;
    std::string figure;   ///< "51 to 75"
    std::string who;      ///< program or paper, and the table
    std::string machine;  ///< what they measured on
};

class Report {
  public:
    struct Metric {
        std::string name;
        double value;
        std::optional<Bar> bar;
    };

    explicit Report(std::FILE* out) : out_(out) {}

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::print(out_, format, std::forward<Args>(args)...);
        std::fflush(out_);
    }

    void metric(std::string name, double value, std::optional<Bar> bar = {}) {
        metrics_.push_back({std::move(name), value, bar});
    }

    /// The fingerprint of the state at which figures were taken: equal hashes mean the same work was
    /// measured. `name` is that of a metric, or what the names of several begin with, up to the dot.
    void stateHash(std::string name, std::uint64_t hash) { hashes_.emplace_back(std::move(name), hash); }

    void published(Published figure) { published_.push_back(std::move(figure)); }

    /// For the page.
    void chart(page::Chart chart) { charts_.push_back(std::move(chart)); }

    /// Prints the metrics since the last call, with their bars, and the figures of others.
    void printMetrics();

    const std::vector<Metric>& metrics() const { return metrics_; }
    const std::vector<Published>& published() const { return published_; }
    const std::vector<page::Chart>& charts() const { return charts_; }

    /// All metrics with their hashes.
    Figures figures() const;
    std::string toJson() const;

  private:
    std::optional<std::uint64_t> hashOf(const std::string& metric) const;

    std::FILE* out_;
    std::vector<Metric> metrics_;
    std::vector<std::pair<std::string, std::uint64_t>> hashes_;
    std::vector<Published> published_;
    std::vector<page::Chart> charts_;
    std::size_t printed_ = 0;
    std::size_t printedPublished_ = 0;
};

}  // namespace undine::bench
