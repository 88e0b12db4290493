// SPDX-License-Identifier: Zlib
#pragma once

#include "undine/settings.h"

namespace undine::test {

/// A method for liquids at its defaults, for tests that run on all of them.
struct LiquidMethod {
    const char* name;
    SolverSettings solver;
};

inline const LiquidMethod kLiquidMethods[] = {
    {"Wcsph", WcsphSettings{}},
    {"Pbf", PbfSettings{}},
    {"SphPbd", SphPbdSettings{}},
};

}  // namespace undine::test
