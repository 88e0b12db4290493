// SPDX-License-Identifier: Zlib
// Which walls a periodic world can have. A wall acts where it is and has no image beyond a face, so along an
// axis that repeats it must either look the same everywhere, as a plate does that reaches beyond both faces,
// or end a support radius before them.
#pragma once

#include <span>
#include <string>

#include "boundary/walls.h"
#include "neighbors/period.h"
#include "undine/result.h"

namespace undine {

/// Whether a wall is neither the same along the axis nor a distance of `reach` from its faces.
bool isCutByFaces(const WallShape& wall, const Period& period, int axis, float reach);

/// The first axis along which any of the walls is; -1 when none is.
int axisThatCuts(std::span<const WallShape> walls, const Period& period, float reach);

/// The same as an error that begins with `path`.
Result<void> checkAtFaces(std::span<const WallShape> walls, const Period& period, float reach,
                          const std::string& path);

/// x, y or z.
inline std::string axisName(int axis) { return {"xyz"[axis]}; }

}  // namespace undine
