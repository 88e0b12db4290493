// SPDX-License-Identifier: Zlib
#include "solvers/pbf.h"
#include "solvers/solver.h"
#include "solvers/sph_pbd.h"
#include "solvers/vortex.h"
#include "solvers/vortex_sph.h"
#include "solvers/wcsph.h"

namespace undine {

std::span<const SolverEntry> solverEntries() {
    static const SolverEntry entries[] = {
        wcsphEntry(), pbfEntry(), sphPbdEntry(), vortexEntry(), vortexSphEntry(),
    };
    return entries;
}

std::span<const SolverInfo> solvers() {
    static const std::vector<SolverInfo> infos = [] {
        std::vector<SolverInfo> all;
        for (const SolverEntry& entry : solverEntries()) all.push_back(entry.info);
        return all;
    }();
    return infos;
}

}  // namespace undine
