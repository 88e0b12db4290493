// SPDX-License-Identifier: Zlib
// `undine info`: what this program can do on this machine.
#include <unistd.h>

#include <thread>

#include <fmt/format.h>

#include "commands.h"
#include "core/simd.h"
#include "io/formats.h"
#include "pictures.h"
#include "undine/world.h"

namespace undine::cli {
namespace {

double gibibytes(int pages) {
    return static_cast<double>(::sysconf(pages)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 30);
}

}  // namespace

int showInfo() {
    if (const Result<void> simd = applySimdEnvironment(); !simd) {
        fmt::print(stderr, "undine: {}\n", simd.error());
        return kExitBadInput;
    }
    fmt::print("undine {}\n\n", UNDINE_VERSION);
    fmt::print("SIMD      {} in use; this machine has {} (UNDINE_SIMD=NAME chooses)\n", simdTarget(),
               fmt::join(simdTargets(), ", "));
    fmt::print("threads   {} by default (--threads N chooses; the result does not depend on it)\n",
               std::thread::hardware_concurrency());
    fmt::print("memory    {:.1f} GiB, {:.1f} GiB free\n\nsolvers\n", gibibytes(_SC_PHYS_PAGES),
               gibibytes(_SC_AVPHYS_PAGES));
    for (const SolverInfo& solver : solvers()) {
        fmt::print("  {:<12} {} ({})\n", solver.name, solver.title, solver.paper);
    }
    const Result<std::string> renderer = describeRenderer();
    fmt::print("\npictures  {}\n", renderer ? renderer.value() : "none: " + renderer.error());
    fmt::print("\nformats of frames (--export, output.formats)\n");
    for (const ExportFormat& format : exportFormats()) {
        fmt::print("  {:<12} {}{}\n", format.name, format.help,
                   format.write == nullptr ? "; not in this build" : "");
    }
    return kExitDone;
}

}  // namespace undine::cli
