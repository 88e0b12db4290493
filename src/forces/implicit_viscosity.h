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
// changes [WKBB18]. So linear and angular momentum are kept, and rigid rotation is left alone. In an
// incompressible flow the sum is the Laplacian of velocity; compression is resisted three times as much.
//
// Solved by conjugate gradients without a matrix: each iteration is one pass over the lists. What is solved
// for is the change y = v - v*, from 0 on, so that what the fluid does as a whole is never rounded.
//
// Preconditioned by M, the iterations keep linear and angular momentum to rounding wherever they end: all
// that is ever added to velocities is a sum of forces between pairs, divided by masses. The paper's blocks of
// the diagonal do not have this property; and on jittered blocks of 1700 and 14000 particles with random
// velocities a diagonal took as many iterations as masses for thin fluids and a tenth to a fifth more for
// thick ones, where it lost up to 1 % of the momentum when kMaxIterations were not enough.
//
// Iterations grow with the square root of viscosity, up to about the number of particles from end to end of a
// fluid that is as good as rigid. One that has got there in earlier steps needs few. When kMaxIterations are
// not enough the fluid is a little less viscous than it should be for this step, and nothing worse.
//
// How viscous the fluid is, over what it was told to be: decay of a shear wave in liquid-like packings, at
// the first step and over the first tenth, where particles have found ways around each other; and in a
// lattice with the wave along its axes, where no neighbour is in the directions that resist:
//   h / spacing                  2.0            2.5            3.0
//   2D                      0.95  0.85     0.97  0.95     0.98  0.97        lattice  0.62  0.85  0.92
//   3D                      0.95  0.90     0.98  0.97     0.98  0.98        lattice  0.67  0.88  0.95
// Explicit viscosity is within 4 % in all liquids and 7 % in all lattices.
//
// Departure: the paper divides by |x_ij|^2 + 0.01 h^2, which makes fluid at h of two spacings 2 to 4 %
// thinner again; here |x_ij|^2 is at least 0.01 h^2.
#pragma once

#include "forces/neighborhood.h"

namespace undine {

/// sum_i = dt sum_j K_ij (u_i - u_j), the pull of the neighbours back. The fourth numbers of positions are
/// sqrt(mu_i) V_i.
struct ViscousPass : ListPass {
    const Record* velocity = nullptr;  ///< u
    Record* sum = nullptr;             ///< the fourth number becomes 0
    float dt = 0;
};

void sumViscousForces(const ViscousPass& pass, Range particles);
void sumViscousForcesReference(const ViscousPass& pass, Range particles);

class ImplicitViscosity {
  public:
    // Iterations end when the residual, as a velocity, is kTolerance of all motion and kReduction of what it
    // was: without the latter, steps so short that viscosity changes little would leave it out altogether.
    // Below kRounding of all motion there is nothing but rounding errors.
    static constexpr double kTolerance = 1e-4;
    static constexpr double kReduction = 1e-2;
    static constexpr double kRounding = 1e-7;
    static constexpr int kMaxIterations = 100;

    /// Changes the velocities as viscosity does in dt.
    void apply(const Neighborhood& around, float dt, PairRecords& records);

    int iterations() const { return iterations_; }  ///< of the last time
    bool converged() const { return converged_; }
    std::size_t bytes() const;

  private:
    /// Squares of the lengths, with masses, of what is to be done and of all motion.
    struct Start {
        double residual = 0;  // r . r/m
        double motion = 0;    // v . m v
        Start& operator+=(const Start& other);
    };

    Start begin(const Neighborhood& around, const ViscousPass& pass);
    double applyOperator(const Neighborhood& around, const ViscousPass& pass);
    double advance(const Neighborhood& around, float alpha);
    void turn(const Neighborhood& around, float beta);

    // Vectors with one more number: directions with the mass, residuals with its inverse.
    AlignedArray<Record> direction_;
    AlignedArray<Record> residual_;
    AlignedArray<Record> change_;
    AlignedArray<Record> product_;
    int iterations_ = 0;
    bool converged_ = true;
};

}  // namespace undine
