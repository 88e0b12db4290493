// SPDX-License-Identifier: Zlib
// How large a scene will become, known before anything of it is made.
#pragma once

#include <cstdint>

#include "undine/scene.h"

namespace undine {

/// Upper bound for the particles and tracers a run of the scene can have at one time. Emitters count with all
/// they give until the end of the run: what absorbers take is not known beforehand.
std::uint64_t estimateParticles(const Scene& scene);

/// About how many samples the surfaces of its bodies get, for the fluid to feel them.
std::uint64_t estimateSamples(const Scene& scene);

/// bytes. What so many samples take.
std::uint64_t estimateSampleBytes(std::uint64_t samples);

/// bytes. What so many particles take, with the frames that wait to be written.
std::uint64_t estimateBytes(std::uint64_t particles);

/// Refuses a scene this machine cannot hold, with the numbers and the setting to change.
Result<void> checkSceneSize(const Scene& scene);

}  // namespace undine
