// SPDX-License-Identifier: Zlib
// Particles with neighbour lists and nothing else: what tests of the forces between neighbours work on.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "forces/pair_forces.h"
#include "kernels/constants.h"
#include "neighbors/cell_grid.h"
#include "tests/unit/test_support.h"

namespace undine::test {

/// Lattice points, each moved by up to `share` spacings along each axis.
inline std::vector<Vec3> jitteredLattice(int count, float spacing, int dimension, float share) {
    std::vector<Vec3> points = cubicLattice(count, spacing, dimension);
    Random random(23);
    const float by = share * spacing;
    const float z = dimension == 2 ? 0 : by;
    for (Vec3& p : points) p = p + random.between({-by, -by, -z}, {by, by, z});
    return points;
}

/// Fluid on which forces act. Particles are of fluid 0 and at rest until the test says otherwise.
class PairFluid {
  public:
    PairFluid(const std::vector<Vec3>& points, float spacingAtRest, int dimensions, float supportRadius = 0)
        : spacing(spacingAtRest),
          h(supportRadius > 0 ? supportRadius : 2 * spacingAtRest),
          dimension(dimensions),
          store_(storeOf(points)) {
        fluids = {{.restDensity = 1000,
                   .mass = 1000 * std::pow(spacing, static_cast<float>(dimension)),
                   .viscosity = 0,
                   .surfaceTension = 0}};
        density.assign(store_.size(), 1000);
        buildLists();
    }

    /// Lists are as wide as the registers of the instruction set that built them.
    void buildLists() {
        CellGrid grid;
        grid.build(store_, h, dimension, ThreadPool(1));
        ASSERT_TRUE(lists.build(grid, store_.position(), h, ThreadPool(1)));
    }

    Index size() { return store_.size(); }
    VectorSpan x() { return store_.position(); }
    VectorSpan v() { return store_.velocity(); }
    const std::uint32_t* fluid() { return store_.fluid(); }
    std::uint32_t* writableFluid() { return store_.writableFluid(); }
    ParticleId* id() { return store_.id(); }
    double massOf(Index i) { return fluids[fluid()[i]].mass; }

    /// Sets velocities by position.
    void move(const std::function<Vec3(Vec3)>& velocityAt) {
        for (Index i = 0; i < size(); ++i) v().set(i, velocityAt(x()[i]));
    }

    /// Densities as the sums of the blend kernel say.
    void measureDensity() {
        const double c = polyBlendConstant(h, dimension);
        for (Index i = 0; i < size(); ++i) {
            double sum = c;
            for (const Index j : lists.of(i)) {
                const Vec3 d = x()[i] - x()[j];
                const double s = 1 - static_cast<double>(dot(d, d)) / (static_cast<double>(h) * h);
                sum += c / 4 * (std::pow(s, 3) + 3 * std::pow(s, 6));
            }
            density[i] = static_cast<float>(massOf(i) * sum);
        }
    }

    /// A second fluid, three times as heavy, in every third particle, and random densities and velocities.
    void stir() {
        fluids.push_back(fluids[0]);
        fluids[1].restDensity *= 3;
        fluids[1].mass *= 3;
        fluids[0].viscosity = 0.4F;
        fluids[1].viscosity = 1.1F;
        fluids[0].surfaceTension = 0.3F;
        fluids[1].surfaceTension = 0.7F;
        Random random(5);
        const float z = dimension == 2 ? 0 : 2.0F;
        for (Index i = 0; i < size(); ++i) {
            writableFluid()[i] = i % 3 == 0 ? 1 : 0;
            density[i] = fluids[fluid()[i]].restDensity * random.between(0.8F, 1.2F);
            v().set(i, random.between({-2, -2, -z}, {2, 2, z}));
        }
    }

    Neighborhood around(const ThreadPool& pool) {
        return {lists, pool, profiler_, fluids, x(), v(), density.data(), fluid(), h, spacing, dimension};
    }
    StepReport apply(PairForces& forces, float dt, int threads = 1) {
        const ThreadPool pool(threads);
        StepReport report;
        forces.apply(around(pool), dt, report);
        return report;
    }
    void apply(const PairForceSettings& settings, float dt, int threads = 1) {
        PairForces forces(settings);
        apply(forces, dt, threads);
    }

    std::vector<Vec3> velocities() {
        std::vector<Vec3> all;
        for (Index i = 0; i < size(); ++i) all.push_back(v()[i]);
        return all;
    }
    void setVelocities(const std::vector<Vec3>& all) {
        for (Index i = 0; i < size(); ++i) v().set(i, all[i]);
    }

    double kineticEnergy() {
        double sum = 0;
        for (Index i = 0; i < size(); ++i) sum += 0.5 * massOf(i) * dot(v()[i], v()[i]);
        return sum;
    }

    std::vector<FluidConstants> fluids;
    std::vector<float> density;
    NeighborLists lists;
    const float spacing;
    const float h;
    const int dimension;

  private:
    ParticleStore store_;
    Profiler profiler_;
};

}  // namespace undine::test
