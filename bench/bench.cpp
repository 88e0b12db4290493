// SPDX-License-Identifier: Zlib
#include "bench/bench.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "bench/suites.h"
#include "core/simd.h"
#include "undine/parameters.h"
#include "undine/world.h"

namespace undine {
namespace {

struct Suite {
    std::string_view name;
    void (*run)(bench::Report& report);
};

constexpr Suite kSuites[] = {
    {"neighbors", bench::runNeighborsSuite},
    {"wcsph", bench::runWcsphSuite},
    {"pbf", bench::runPbfSuite},
    {"bullet", bench::runBulletSuite},
    {"export", bench::runExportSuite},
    {"surface", bench::runSurfaceSuite},
    {"vortex", bench::runVortexSuite},
    {"render", bench::runRenderSuite},
};

/// False, with a message, when a name is no suite.
bool areKnown(const std::vector<std::string>& names) {
    const std::vector<std::string> suites = benchSuites();
    const std::vector<std::string_view> known(suites.begin(), suites.end());
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string_view nearest = nearestName(name, known);
        const std::string hint = nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest);
        fmt::print(stderr, "undine: unknown suite \"{}\": {}known are {}\n", name, hint,
                   fmt::join(known, ", "));
        return false;
    }
    return true;
}

bool writeJson(const std::string& json, const std::string& path) {
    if (path == "-") return std::fputs(json.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) return false;
    const bool isWritten = std::fputs(json.c_str(), file) >= 0;
    return std::fclose(file) == 0 && isWritten;
}

}  // namespace

std::vector<std::string> benchSuites() {
    std::vector<std::string> names;
    for (const Suite& suite : kSuites) names.emplace_back(suite.name);
    return names;
}

int runBench(const std::vector<std::string>& suites, const std::string& jsonPath) {
    if (!areKnown(suites)) return 2;
    if (const Result<void> simd = applySimdEnvironment(); !simd) {
        fmt::print(stderr, "undine: {}\n", simd.error());
        return 2;
    }
    bench::Report report(jsonPath == "-" ? stderr : stdout);
    for (const Suite& suite : kSuites) {
        if (!suites.empty() && std::find(suites.begin(), suites.end(), suite.name) == suites.end()) continue;
        const auto start = std::chrono::steady_clock::now();
        report.print("=== {} (SIMD {})\n", suite.name, simdTarget());
        suite.run(report);
        report.printMetrics();
        report.print("suite took {:.1f} s\n\n",
                     std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    if (!jsonPath.empty() && !writeJson(report.toJson(), jsonPath)) {
        fmt::print(stderr, "undine: cannot write {}\n", jsonPath);
        return 1;
    }
    return 0;
}

}  // namespace undine
