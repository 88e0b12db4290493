// SPDX-License-Identifier: Zlib
// Walls as mirrors of the flow.
//
// Vortex particles and their images behind a plane induce a flow that passes along the plane and not through
// it [Lam32]. The flow of the images is that of the particles in a mirror, u'(x) = M u(M x) with the
// reflection M, so that nobody needs to make images: the same particles are asked for their flow behind the
// mirror (vortex/vortex_field.h).
//
// Two planes at a right angle have a third mirror, the one reflection after the other, and three have seven:
// then nothing flows through any of them, which is exact. A box around the fluid has 26 (in two dimensions
// 8): one reflection along each axis at most. Between two parallel planes there are images of images without
// end, of which these are the first. The flow that is left through the faces of a box is that of the next
// ones: 0.7 % of the largest speed for a ring of half the width of a cube in its middle, where without
// mirrors it is 4 %.
//
// All planes that count are at right angles or opposite to each other, the first among them (those of moving
// vessels come before walls); of those that face the same way only the foremost counts. So there are six at
// most, and kMostMirrors. Planes at other angles only hold particles: two that meet in a valley would both
// mirror the whole of the flow, and a vortex above them would go twice as fast as it should. Walls that are
// curved and open meshes are no mirrors. A plane that moves takes its mirror along, but does not push the
// fluid before it.
//
//   [Lam32] Lamb: Hydrodynamics, 1932, chapter VII
#pragma once

#include <array>
#include <span>
#include <vector>

#include "boundary/walls.h"
#include "undine/types.h"

namespace undine {

/// x -> linear x + offset: a reflection, or several in planes at right angles. It is its own inverse, but for
/// rounding and twice what the angles are off.
struct Mirror {
    std::array<Vec3, 3> rows{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  ///< of the linear part
    Vec3 offset;
    float sign = 1;  ///< -1 when left becomes right: an odd number of reflections

    Vec3 turned(Vec3 a) const { return {dot(rows[0], a), dot(rows[1], a), dot(rows[2], a)}; }
    Vec3 imageOf(Vec3 x) const { return turned(x) + offset; }

    friend bool operator==(const Mirror&, const Mirror&) = default;
};

inline constexpr std::size_t kMostMirrors = 26;

/// In the plane through a point, with a normal of length 1.
Mirror mirrorIn(Vec3 point, Vec3 normal);

/// First one, then the other.
Mirror operator*(const Mirror& second, const Mirror& first);

/// The mirrors of those walls that are planes, `ahead` seconds after they were where they are.
void findMirrors(std::span<const WallShape> walls, float ahead, std::vector<Mirror>& mirrors);

}  // namespace undine
