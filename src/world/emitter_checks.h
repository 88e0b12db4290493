// SPDX-License-Identifier: Zlib
// What an emitter may not be, in sentences. `path` names it: "emitters.0".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "undine/result.h"
#include "undine/settings.h"
#include "world/nozzle.h"

namespace undine {

/// Ranges, fluid and times.
Result<void> checkEmitter(const EmitterSettings& settings, const std::string& path, std::size_t fluidCount);

/// Refuses what would bury the machine in particles at one step of `longestStep` seconds.
Result<void> checkAmount(const EmitterSettings& settings, const Nozzle& nozzle, const std::string& path,
                         double longestStep);

/// The share of its places that gives an emitter its flow rate: above 0, at most 1.
Result<double> shareOfFlow(const EmitterSettings& settings, const Nozzle& nozzle, const std::string& path);

/// The place of `name` among `names`, or an error with the nearest of them; `what` they name.
Result<std::size_t> findName(std::string_view name, std::span<const std::string_view> names,
                             std::string_view what);

}  // namespace undine
