// SPDX-License-Identifier: Zlib
#include "kernels/lattice_stiffness.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/constants.h"

namespace undine {
namespace {

/// dW/dq of the pressure kernel, for h = 1.
double slope(Formulation formulation, int dimension, double q) {
    if (formulation == Formulation::Mueller) return -3 * spikyConstant(1, dimension) * (1 - q) * (1 - q);
    const double s = 1 - q * q;
    return -1.5 * polyBlendConstant(1, dimension) * q * s * s * (1 + 6 * s * s * s);
}

struct Neighbor {
    double place[3];     // in spacings
    double gradient[3];  // of W
};

/// Those with a kernel worth counting, in units of h.
std::vector<Neighbor> neighborsOf(Formulation formulation, double spacing, int dimension) {
    std::vector<Neighbor> neighbors;
    const int reach = static_cast<int>(std::ceil(1 / spacing));
    const int reachZ = dimension == 2 ? 0 : reach;
    for (int k = -reachZ; k <= reachZ; ++k) {
        for (int j = -reach; j <= reach; ++j) {
            for (int i = -reach; i <= reach; ++i) {
                const double r = std::sqrt(i * i + j * j + k * k);
                if (!(r > 0) || r * spacing >= 1) continue;
                const double factor = slope(formulation, dimension, r * spacing) / r;
                neighbors.push_back(
                    {{double(i), double(j), double(k)}, {factor * i, factor * j, factor * k}});
            }
        }
    }
    return neighbors;
}

/// |sum_j grad W sin(k.r_j)|^2
double answerTo(const double (&k)[3], const std::vector<Neighbor>& neighbors) {
    double sum[3] = {0, 0, 0};
    for (const Neighbor& n : neighbors) {
        const double wave = std::sin(k[0] * n.place[0] + k[1] * n.place[1] + k[2] * n.place[2]);
        for (int a = 0; a < 3; ++a) sum[a] += wave * n.gradient[a];
    }
    return sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
}

}  // namespace

LatticeStiffness latticeStiffness(Formulation formulation, float h, float spacing, int dimension) {
    const std::vector<Neighbor> neighbors =
        neighborsOf(formulation, static_cast<double>(spacing) / h, dimension);
    double square = 0;
    for (const Neighbor& n : neighbors) {
        for (const double g : n.gradient) square += g * g;
    }
    // Wave vectors up to those that change sign from particle to particle; by symmetry kx >= ky >= kz.
    constexpr int kSteps = 12;
    constexpr double kStep = std::numbers::pi / kSteps;
    double stiffest = 0;
    for (int i = 0; i <= kSteps; ++i) {
        for (int j = 0; j <= i; ++j) {
            for (int k = 0; k <= (dimension == 2 ? 0 : j); ++k) {
                stiffest = std::max(stiffest, answerTo({i * kStep, j * kStep, k * kStep}, neighbors));
            }
        }
    }
    const double perLength = std::pow(h, -2 * (dimension + 1));  // gradients here are those of h = 1
    if (!(square > 0)) return {};                                // nobody within reach
    return {static_cast<float>(square * perLength), static_cast<float>(std::max(1.0, stiffest / square))};
}

}  // namespace undine
