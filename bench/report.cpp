// SPDX-License-Identifier: Zlib
#include "bench/report.h"

#include <cmath>
#include <fstream>

#include "core/parallel.h"
#include "undine/world.h"

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

std::string cpuName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

std::string compilerName() {
#if defined(__clang__)
    return std::string("clang ") + __clang_version__;
#else
    return std::string("gcc ") + __VERSION__;
#endif
}

std::string machineJson() {
    const int threads = ThreadPool().threadCount();
    return fmt::format(R"({{"cpu": {}, "cores": {}, "simd": {}, "threads": {}, "compiler": {}}})",
                       quoted(cpuName()), threads, quoted(simdTarget()), threads, quoted(compilerName()));
}

}  // namespace

void Report::printMetrics() {
    print("\n{:<46} {:>12}  {}\n", "metric", "value", "bar");
    for (; printed_ < metrics_.size(); ++printed_) {
        const Metric& m = metrics_[printed_];
        std::string verdict;
        if (m.bar) {
            verdict = fmt::format("{} {:g}: {}", m.bar->isUpperLimit ? "at most" : "at least", m.bar->value,
                                  m.bar->isMetBy(m.value) ? "met" : "missed");
        }
        print("{:<46} {:>12.4g}  {}\n", m.name, m.value, verdict);
    }
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
