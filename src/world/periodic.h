// SPDX-License-Identifier: Zlib
// What a periodic world asks of its settings and of what is put into it.
#pragma once

#include <span>
#include <string>

#include "neighbors/period.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "world/nozzle.h"

namespace undine {

/// The box that repeats, in a world with particles that reach as far as h; or what is wrong with it.
Result<Period> makePeriod(const WorldSettings& settings, float h);

/// Whether all positions are in the box that repeats.
Result<void> checkInPeriod(std::span<const Vec3> positions, const Period& period);

/// Whether a lattice of fluid that reaches from face to face goes on beyond them.
Result<void> checkLatticeCloses(const Fill& shape, const Period& period, float spacing);

/// Whether a nozzle and its mouth keep a distance of h from the faces.
Result<void> checkNozzleInPeriod(const EmitterSettings& emitter, const Nozzle& nozzle, const Period& period,
                                 float h, const std::string& path);

}  // namespace undine
