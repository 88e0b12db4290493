// SPDX-License-Identifier: Zlib
// How the derivatives of a smooth potential follow from each other.
//
// For f = t^(-n/2) with t = r^2 + s^2, t grad f = -n f x. Taking the derivative D^k of this and summing over
// the axes gives, with |k| = k_x + k_y + k_z [LK01],
//
//   |k| t D^k f = -(2|k| + n - 2) sum_i k_i x_i D^(k - e_i) f - (|k| + n - 2) sum_i k_i (k_i - 1)
//   D^(k - 2 e_i) f.
//
// For f = -log(t)/2, the limit of (t^(-n/2) - 1)/n for n to 0, the same holds with n = 0, when n f is taken
// for 1.
//
//   [LK01] Lindsay, Krasny: A Particle Method and Adaptive Treecode for Vortex Sheet Motion, 2001
#pragma once

#include <cstdint>
#include <vector>

#include "vortex/multi_index.h"

namespace undine {

/// t D^k f as a sum of factor * coordinate * D^from f.
struct DerivativeRule {
    struct Term {
        std::uint8_t from = 0;
        std::uint8_t axis = 3;  ///< 3: no coordinate, but 1
        float factor = 0;
    };
    Term terms[6];
    int count = 0;
};

/// The rules of t^(-power/2), or of the logarithm for a power of 0, for all places of MultiIndices but the
/// first. For the logarithm the first entry stands for n f, which is 1. Powers from 0 to 3 are known.
const std::vector<DerivativeRule>& derivativeRules(int dimension, int power);

}  // namespace undine
