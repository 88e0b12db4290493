// SPDX-License-Identifier: Zlib
// What a hand does in a simulation that runs: it holds a body, pushes fluid, pours some.
#pragma once

#include <optional>
#include <vector>

#include "undine/world.h"

namespace undine::viewer {

/// A half line from the eye through a pixel.
struct Ray {
    Vec3 origin;
    Vec3 direction;  ///< Of length 1.
};

/// A body held at a point, which follows the hand.
struct Grip {
    std::size_t body = 0;  ///< Its place among World::bodies().
    Vec3 own;              ///< m. The point in the body's axes.
    Vec3 target;           ///< m. Where the hand is.
};

/// Fluid near a ray goes along with the hand.
struct Stir {
    Ray ray;
    Vec3 velocity;     ///< m/s. Of the hand.
    float radius = 0;  ///< m.
};

/// A jet of balls of fluid.
struct Pour {
    FluidIndex fluid = 0;
    Vec3 at;        ///< m.
    Vec3 velocity;  ///< m/s.
};

/// What the hand is at, in a step.
struct Hand {
    std::optional<Grip> grip{};
    std::optional<Stir> stir{};
    std::optional<Pour> pour{};

    bool isBusy() const { return grip || stir || pour; }
};

/// Does it. Pouring waits until what was poured before is out of the way, and stops at max_particles.
class HandTools {
  public:
    /// An error when the world takes no more.
    Result<void> use(const Hand& hand, World& world);

  private:
    static Result<void> pull(const Grip& grip, World& world);
    static void stir(const Stir& stir, World& world);
    Result<void> pour(const Pour& pour, World& world);

    std::vector<Vec3> places_;
};

}  // namespace undine::viewer
