// SPDX-License-Identifier: Zlib
// Viscosity with the velocities of the end of the step: stable for honey and for tar, however long the step.
//
//   [WKBB18] Weiler, Koschier, Brand, Bender: A Physically Consistent Implicit Viscosity Solver for SPH
//            Fluids, 2018
//
//   M      masses                        K_ij   2 (d + 2) sqrt(mu_i mu_j) V_i V_j |grad W| / |x_ij|, times
//   v*     velocities before                    the projection onto the direction of x_ij; d the dimension
//   x_ij   x_i - x_j                     W      blend kernel
//
//   (M + dt K) v = M v*
//
// The force between two particles is along the line between them and depends on how fast their distance
// changes, [WKBB18] eq. 8. So linear and angular momentum are kept, and rigid rotation is left alone. In an
// incompressible flow the sum is the Laplacian of velocity; compression is resisted three times as much.
//
// Solved by conjugate gradients without a matrix: each iteration is one pass over the lists. What is solved
// for is the change y = v - v*, from 0 on, so that what the fluid does as a whole is never rounded.
//
// Momentum is kept although the solution is not exact. With the residual r = M v* - (M + dt K)(v* + y),
//   v* + y + r/m = v* - dt K (v* + y) / m,
// which are forces between pairs whatever y is; r is small by then (kTolerance). Only when kMaxIterations
// were not enough r may be large, and v* + y is all that is safe: total momentum is then kept about as well
// as the residual is small.
//
// Departures: the paper divides by |x_ij|^2 + 0.01 h^2, which makes fluid at h of two spacings 4 % thinner
// than it was told to be; here |x_ij|^2 is at least 0.01 h^2. The preconditioner is a number per particle and
// not a matrix of 3 x 3: the mean of its diagonal. Inside fluid they are the same.
#pragma once

#include "forces/neighborhood.h"

namespace undine {

/// sum_i = dt sum_j K_ij (u_i - u_j), the pull of the neighbours back. The fourth numbers of positions are
/// sqrt(mu_i) V_i.
struct ViscousPass : ListPass {
    const Record* velocity = nullptr;  ///< u
    Record* sum = nullptr;             ///< its fourth number becomes the mean of dt K_ii's diagonal
    float dt = 0;
};

void sumViscousForces(const ViscousPass& pass, Range particles);
void sumViscousForcesReference(const ViscousPass& pass, Range particles);

class ImplicitViscosity {
  public:
    static constexpr float kTolerance = 1e-4F;  ///< of the residual, as a velocity: share of the speed
    static constexpr int kMaxIterations = 100;

    /// Changes the velocities as viscosity does in dt.
    void apply(const Neighborhood& around, float dt, PairRecords& records);

    int iterations() const { return iterations_; }  ///< of the last time
    bool converged() const { return converged_; }
    std::size_t bytes() const;

  private:
    /// Sums that say how far the solution is.
    struct Progress {
        double step = 0;      // r . z, z the preconditioned residual
        double residual = 0;  // r . r/m
        double motion = 0;    // v . m v
        Progress& operator+=(const Progress& other);
    };

    Progress begin(const Neighborhood& around, const ViscousPass& pass);
    double applyOperator(const Neighborhood& around, const ViscousPass& pass);
    Progress advance(const Neighborhood& around, float alpha);
    void turn(const Neighborhood& around, float beta);
    void finish(const Neighborhood& around);

    // Vectors with one more number: directions with the mass, residuals with the inverse of the
    // preconditioner, changes with nothing, products with what the pass leaves there.
    AlignedArray<Record> direction_;
    AlignedArray<Record> residual_;
    AlignedArray<Record> change_;
    AlignedArray<Record> product_;
    int iterations_ = 0;
    bool converged_ = true;
};

}  // namespace undine
