// SPDX-License-Identifier: Zlib
// What figures were measured on.
#pragma once

#include <string>

namespace undine::bench {

struct Machine {
    std::string cpu;
    int cores = 0;
    std::string simd;
    int threads = 0;
    std::string compiler;
};
Machine thisMachine();

/// "cpu AMD EPYC, cores 2, simd AVX2, threads 2, compiler gcc 12.2.0".
std::string describe(const Machine& machine);

}  // namespace undine::bench
