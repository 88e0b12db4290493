// SPDX-License-Identifier: Zlib
// Drift: drops as small as a particle rise and sink through another fluid.
//
//   [RLY14] Ren, Li, Yan, Lin, Bonet, Hu: Multiple-Fluid SPH Simulation Using a Mixture Model, 2014
//   [DT50]  Davies, Taylor: The Mechanics of Large Bubbles Rising through Extended Liquids, 1950
//
// Particles at rest lie in a lattice, and a lattice has some strength: to slip past each other particles have
// to be squeezed for a moment. A drop of many particles weighs enough for that. One of a few does not, nor
// does a film as thick as a particle on a wall, below which there is nothing that could lift it. They would
// stay where they are for ever, a few per cent of a fluid that has been stirred.
//
// So what is thinner than two particles drifts: it has a velocity relative to the fluid around it, as the
// phases of [RLY14] have. There they hand on shares of their volume. Here a particle is of one fluid, and two
// neighbours change places. Each keeps its velocity, so momentum and kinetic energy are kept, and the heavy
// one is the lower one after it.
//
// The speed is that of a drop of a particle's size, whose weight Stokes's friction holds in thick fluids and
// inertia in thin ones, with the drag of a large bubble [DT50]:
//   |rho_1 - rho_2| g s = 18 mu u / s + 3/4 C rho u^2,   C = 8/3
// with s the spacing, mu the geometric mean of the viscosities as elsewhere, and rho the mean of the
// densities. In a step a pair changes places with the chance u dt / (what it would rise). Chance is a
// function of ids and time: nothing to save, and the same on all threads.
#pragma once

#include <span>

#include "forces/neighborhood.h"

namespace undine {

/// u, in units of the world. Not below 0.
float driftSpeed(const FluidConstants& one, const FluidConstants& other, float gravity, float spacing);

class Drift {
  public:
    /// `factor` times the speed of a drop; 0: nothing drifts.
    explicit Drift(float factor) : factor_(factor) {}

    /// Whether there is anything that could drift.
    bool isActive(std::span<const FluidConstants> fluids) const;

    /// Changes positions as the drift of a step of length dt does.
    void apply(const Neighborhood& around, float dt, PairRecords& records);

    std::size_t bytes() const { return company_.bytes() + partner_.bytes(); }

  private:
    void findCompany(const Neighborhood& around, Range particles);
    Index choosePartner(const Neighborhood& around, float dt, Index i) const;

    float factor_;
    AlignedArray<float> company_;  // how much of a full neighbourhood is of the particle's own fluid
    AlignedArray<Index> partner_;  // whom it would change places with; itself: nobody
};

}  // namespace undine
