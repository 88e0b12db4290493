// SPDX-License-Identifier: Zlib
#include "bench/report.h"

#include <algorithm>
#include <cmath>

#include "bench/machine.h"

namespace undine::bench {
namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
    return out + '"';
}

std::string numberText(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null"; }

std::string machineJson() {
    const Machine machine = thisMachine();
    return fmt::format(R"({{"cpu": {}, "cores": {}, "simd": {}, "threads": {}, "compiler": {}}})",
                       quoted(machine.cpu), machine.cores, quoted(machine.simd), machine.threads,
                       quoted(machine.compiler));
}

}  // namespace

std::string describe(const Bar& bar, double measured) {
    return fmt::format("{} {:g}: {}", bar.isUpperLimit ? "at most" : "at least", bar.value,
                       bar.isMetBy(measured) ? "met" : "missed");
}

void Report::printMetrics() {
    print("\n{:<46} {:>12}  {:<22} {}\n", "metric", "value", "bar", "state");
    for (; printed_ < metrics_.size(); ++printed_) {
        const Metric& m = metrics_[printed_];
        print("{:<46} {:>12.4g}  {:<22} {}\n", m.name, m.value, m.bar ? describe(*m.bar, m.value) : "",
              hashText(hashOf(m.name)));
    }
    if (printedPublished_ == published_.size()) return;
    print("\nfigures of others\n");
    for (; printedPublished_ < published_.size(); ++printedPublished_) {
        const Published& p = published_[printedPublished_];
        print("{:<46} {:>12}  {}; on {}\n", p.metric, p.figure, p.who, p.machine);
    }
}

std::optional<std::uint64_t> Report::hashOf(const std::string& metric) const {
    const std::string group = metric.substr(0, metric.find('.'));
    for (const std::string& wanted : {metric, group}) {
        const auto found =
            std::ranges::find_if(hashes_, [&](const auto& hash) { return hash.first == wanted; });
        if (found != hashes_.end()) return found->second;
    }
    return std::nullopt;
}

Figures Report::figures() const {
    Figures all;
    for (const Metric& m : metrics_) all.list.push_back({m.name, m.value, hashOf(m.name)});
    return all;
}

std::string Report::toJson() const {
    std::string json = "{\n  \"machine\": " + machineJson() + ",\n  \"metrics\": {";
    const char* separator = "\n";
    for (const Metric& m : metrics_) {
        json += fmt::format("{}    {}: {}", separator, quoted(m.name), numberText(m.value));
        separator = ",\n";
    }
    json += "\n  },\n  \"state_hashes\": {";
    separator = "\n";
    for (const auto& [name, hash] : hashes_) {
        json += fmt::format("{}    {}: \"{:016x}\"", separator, quoted(name), hash);
        separator = ",\n";
    }
    return json + "\n  }\n}\n";
}

}  // namespace undine::bench
