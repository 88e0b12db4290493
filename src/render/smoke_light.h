// SPDX-License-Identifier: Zlib
// Light in smoke. The puffs are spread on a coarse lattice of cells; from each puff a walk through the cells,
// towards the sun and towards the sky, adds up the smoke on the way. Thick smoke is bright where the sun
// enters it and dark behind, which shows its rolls.
#pragma once

#include <span>
#include <vector>

#include "render/render_scene.h"

namespace undine {

class SmokeLight {
  public:
    /// Sets sun and sky of all puffs. Those outside of the box shade nothing.
    void shade(std::span<RenderPuff> puffs, const Box& box);

  private:
    void layCells(const Box& box, float least);
    void spread(const RenderPuff& puff);
    float walk(Vec3 from, Vec3 direction) const;
    float at(Vec3 place) const;

    Vec3 corner_;     // m
    float cell_ = 1;  // m
    int count_[3] = {1, 1, 1};
    std::vector<float> thickness_;  // 1/m: what a metre takes
};

}  // namespace undine
