// SPDX-License-Identifier: Zlib
// The passes of position based fluids over lists of neighbours. Each writes the entries of its block of
// particles only and reads its neighbours from records that nobody writes meanwhile, so that no thread can
// change a bit.
//
//   C_i = V_i sum_j W_ij - 1       compression; V_i the volume of the particle at rest
//   k_i                            what C_i is pushed back with: a pressure times dt^2, in units of its own
//   w_i                            inverse of the mass, in units of that of the first fluid's particles
#pragma once

#include "core/parallel.h"
#include "core/particles.h"
#include "core/per_fluid.h"
#include "core/record.h"
#include "neighbors/lane_lists.h"
#include "neighbors/neighbor_lists.h"
#include "undine/settings.h"

namespace undine {

struct ConstraintPass {
    const NeighborLists* lists = nullptr;  ///< for the references
    const LaneLists* lanes = nullptr;      ///< the same lists
    Formulation formulation = Formulation::Conservative;
    float h = 0;
    int dimension = 3;
    VectorSpan x;
    PerFluid volume;       ///< V_i
    PerFluid inverseMass;  ///< w_i

    Record* places = nullptr;  ///< x_j and w_j
    Record* pushes = nullptr;  ///< x_j and V_j times the change of k_j

    const float* target = nullptr;  ///< what ratio is to become
    float* ratio = nullptr;         ///< C_i + 1
    VectorSpan gradient;            ///< gradient of C_i with respect to x_i
    float* stiffness = nullptr;     ///< sum_k w_k |grad_k C_i|^2 + w_i softening, i included in the sum
    float* multiplier = nullptr;    ///< k_i
    float* change = nullptr;        ///< of k_i in this iteration
    VectorSpan push;                ///< -sum_j (V_i change_i + V_j change_j) grad W, and the walls' share
    VectorSpan displacement;        ///< of all iterations so far
};

/// ratio, gradient, and of stiffness what the neighbours add to it; without walls. All places are read from
/// `places`, the particles' own too.
void constraintSums(const ConstraintPass& pass, Range particles);
void constraintSumsReference(const ConstraintPass& pass, Range particles);

/// ratio alone, without walls.
void ratioSums(const ConstraintPass& pass, Range particles);

/// stiffness_i += w_i (|gradient_i|^2 + softening): what the particle itself adds, and the softening.
void completeStiffness(const ConstraintPass& pass, float softening, Range particles);

/// How compressed a block of particles is; merged over blocks by +=.
struct Compression {
    double sum = 0;  ///< of C_i where it is above 0
    float largest = 0;
    bool notFinite = false;

    Compression& operator+=(const Compression& other) {
        sum += other.sum;
        largest = other.largest > largest ? other.largest : largest;
        notFinite = notFinite || other.notFinite;
        return *this;
    }
};

/// k_i += step (ratio_i - target_i) / (max(ratio_i, 1) stiffness_i), not below 0 when one-sided; then
/// `change` and `pushes`.
struct MultiplierStep {
    float step = 1;
    float reach =
        1e30F;  ///< m. As far as one particle's constraint may move it and its neighbours, together.
    bool oneSided = true;
};
Compression updateMultipliers(const ConstraintPass& pass, const MultiplierStep& step, Range particles);

/// A push between close pairs, whatever their density: `strength` (s/s_0)^12, s = 1 - (r/h)^2, which is the
/// fourth power of Macklin's quotient of kernels.
struct ArtificialPressure {
    float strength = 0;  ///< in units of V k; 0: none
    float inverse = 1;   ///< 1/s_0
};

/// push from `pushes`, the particles' own too, without walls.
void correctionSums(const ConstraintPass& pass, const ArtificialPressure& artificial, Range particles);
void correctionSumsReference(const ConstraintPass& pass, const ArtificialPressure& artificial,
                             Range particles);

/// x_i += w_i push_i, and the same to `displacement`.
void moveByPush(const ConstraintPass& pass, Range particles);

/// Writes `places` from x and w.
void recordPlaces(const ConstraintPass& pass, Range particles);

}  // namespace undine
