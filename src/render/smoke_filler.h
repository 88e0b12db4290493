// SPDX-License-Identifier: Zlib
// Makes the puffs of a picture. Tracers are puffs where there are any; otherwise the particles are, each of
// them several small ones. How large and thick a puff is follows from the volume it stands for: the same
// smoke of more tracers is finer and not thicker. What does not burn is clear where a scene has fire.
#pragma once

#include <vector>

#include "render/picture_source.h"
#include "render/smoke_light.h"
#include "render/stage.h"

namespace undine {

class SmokeFiller {
  public:
    /// `scene` has its particles, tracers and bounds already. Whether particles are coloured by a field makes
    /// a difference: then they are all shown.
    void fill(const PictureSource& source, const Stage& stage, bool isColored, RenderScene& scene);

  private:
    struct Particle;
    // Of all particles or tracers; none where nothing burns.
    struct Fire {
        const float* smoke = nullptr;        // 0..1
        const float* temperature = nullptr;  // K
    };
    Fire fireOf(const Fire& fire, std::size_t count);
    static void lightFire(RenderScene& scene, float puffSpacing);
    void addTracers(const PictureSource& source, RenderScene& scene);
    void addParticles(const PictureSource& source, bool isColored, RenderScene& scene);
    void addParts(const Particle& particle, std::vector<RenderPuff>& puffs) const;

    float tracerSpacing_ = 0;  // m; 0: not known yet
    float thickness_ = 0;      // 1/m, of smoke of tracers
    bool isBurning_ = false;   // something has burnt or can burn
    SmokeLight light_;
};

/// For points nobody knows the spacing of: the median distance of some of them to their nearest. On a lattice
/// that is the spacing, in a fluid a little less.
float estimateSpacing(std::span<const Vec3> points);

}  // namespace undine
