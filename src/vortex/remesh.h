// SPDX-License-Identifier: Zlib
// Puts vortex particles that the flow has drawn apart or driven together on a lattice again.
//
//   [Mon85] Monaghan: Extrapolating B Splines for Interpolation, 1985
//   [CK00]  Cottet, Koumoutsakos: Vortex Methods, 2000
//
// Each place of the lattice gets what the particles around it have, with the weights M4' of [Mon85], a cubic
// in each axis that reaches two spacings. They keep the totals of strength, heat, mass and smoke, and, being
// exact for parabolas, the linear and angular impulse too. Places with next to nothing stay empty, and those
// with least where there may not be as many particles. The particles are new ones afterwards, with new ids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "boundary/rigid_bodies.h"
#include "boundary/walls.h"
#include "neighbors/cell_grid.h"
#include "neighbors/row_finder.h"
#include "vortex/vortex_flow.h"

namespace undine {

struct RemeshContext {
    ParticleStore& particles;
    const ThreadPool& pool;
    std::span<const WallShape> walls;
    const RigidBodies& rigid;
    int dimension;
    float spacing;
    float ambientTemperature;
    float ambientDensity;
    float threshold;  ///< of the largest strength, excess of temperature and of density, fuel and smoke
    Index most;       ///< particles there may be afterwards, those with most to show
};

class Remesh {
  public:
    explicit Remesh(const VortexFlow::Fields& fields) : fields_(fields) {}

    /// False when nothing is worth keeping, or has no cell: the particles are then what they were.
    bool apply(const RemeshContext& context);

    std::size_t bytes() const;

  private:
    /// What a place of the lattice gets.
    struct Sums {
        Vec3 strength;
        float density = 0;      ///< excess over the ambient one, times volume
        float temperature = 0;  ///< the same
        float fuel = 0;
        float smoke = 0;
        float worth = 0;  ///< of what a place may have most of, the largest share
        float largestWeight = 0;
        FluidIndex fluid = 0;
    };

    void findPlaces(const RemeshContext& context);
    void gather(const RemeshContext& context);
    Sums gatherAt(const RemeshContext& context, RowFinder& finder, Vec3 place);
    void findWorth();
    void keepWorthy(const RemeshContext& context);
    template <class IsKept>
    void keep(IsKept&& isKept);
    void keepMost(Index most);
    bool replaceParticles(const RemeshContext& context);

    VortexFlow::Fields fields_;
    CellGrid grid_;
    RadixSort<std::uint64_t> sort_;
    std::vector<Vec3> places_;
    std::vector<Sums> sums_;
    std::vector<float> worths_;
};

}  // namespace undine
