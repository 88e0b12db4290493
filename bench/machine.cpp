// SPDX-License-Identifier: Zlib
#include "bench/machine.h"

#include <fstream>

#include <fmt/format.h>

#include "core/parallel.h"
#include "undine/world.h"

namespace undine::bench {
namespace {

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

}  // namespace

Machine thisMachine() {
    const int threads = ThreadPool().threadCount();
    return {cpuName(), threads, simdTarget(), threads, compilerName()};
}

std::string describe(const Machine& machine) {
    return fmt::format("cpu {}, cores {}, simd {}, threads {}, compiler {}", machine.cpu, machine.cores,
                       machine.simd, machine.threads, machine.compiler);
}

}  // namespace undine::bench
