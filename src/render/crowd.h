// SPDX-License-Identifier: Zlib
// Where most particles are. A picture shows them; a few that a broken run, or a leak, has thrown far away
// must not shrink all others to a dot.
#pragma once

#include <span>

#include "render/render_scene.h"

namespace undine {

struct Crowd {
    Box box;               ///< All particles but the stragglers. Empty without particles.
    Index stragglers = 0;  ///< Those that are not in the box.
};

/// On each side of each axis at most one particle in 200 is a straggler, and one that is less than twice the
/// size of the others away from them is none. Three particles are needed to tell.
Crowd findCrowd(std::span<const RenderPoint> points, float spacing);

}  // namespace undine
