// SPDX-License-Identifier: Zlib
// The normalisation constants of the kernels: each makes the integral over the support 1. They are those of
// the kernels written in q = r/h, so that no power of h beyond h^5 appears and a float holds them for any
// size of scene. The tests integrate again, numerically.
#pragma once

#include <cmath>
#include <numbers>

namespace undine {

/// W = c (1 - q^2)^3: 4/(pi h^2) in 2D, 315/(64 pi h^3) in 3D.
inline float poly6Constant(double h, int dimension) {
    constexpr double kPi = std::numbers::pi;
    return static_cast<float>(dimension == 2 ? 4 / (kPi * h * h) : 315 / (64 * kPi * h * h * h));
}

/// W = c/4 ((1 - q^2)^3 + 3 (1 - q^2)^6): 112/(19 pi h^2) in 2D, 9009/(1072 pi h^3) in 3D.
inline float polyBlendConstant(double h, int dimension) {
    constexpr double kPi = std::numbers::pi;
    return static_cast<float>(dimension == 2 ? 112 / (19 * kPi * h * h) : 9009 / (1072 * kPi * h * h * h));
}

/// W = c (1 - q)^3: 10/(pi h^2) in 2D, 15/(pi h^3) in 3D.
inline float spikyConstant(double h, int dimension) {
    constexpr double kPi = std::numbers::pi;
    return static_cast<float>(dimension == 2 ? 10 / (kPi * h * h) : 15 / (kPi * h * h * h));
}

/// Laplacian c (1 - q): 40/(pi h^4) in 2D, 45/(pi h^5) in 3D.
inline float viscosityConstant(double h, int dimension) {
    constexpr double kPi = std::numbers::pi;
    return static_cast<float>(dimension == 2 ? 40 / (kPi * h * h * h * h) : 45 / (kPi * h * h * h * h * h));
}

/// Laplacian c (1 - q^2)^2: 48/(pi h^4) in 2D, 945/(16 pi h^5) in 3D. It has the second moment of the one
/// above, so that both make the same Laplacian of a smooth field.
inline float smoothViscosityConstant(double h, int dimension) {
    constexpr double kPi = std::numbers::pi;
    return static_cast<float>(dimension == 2 ? 48 / (kPi * h * h * h * h)
                                             : 945 / (16 * kPi * h * h * h * h * h));
}

/// W = c (6q^3 - 6q^2 + 1) …: 40/(7 pi h^2) in 2D, 8/(pi h^3) in 3D.
inline float cubicSplineConstant(double h, int dimension) {
    constexpr double kPi = std::numbers::pi;
    return static_cast<float>(dimension == 2 ? 40 / (7 * kPi * h * h) : 8 / (kPi * h * h * h));
}

}  // namespace undine
