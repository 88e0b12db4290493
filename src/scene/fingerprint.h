// SPDX-License-Identifier: Zlib
// A number for what a scene computes: a run may be resumed when it is the same.
#pragma once

#include <cstdint>

#include "undine/scene.h"

namespace undine {

/// Differs when any setting differs that can change a bit of the result, read from the parameter tables and
/// from the files the scene names. Length of the run, formats, camera and number of threads do not count.
std::uint64_t sceneFingerprint(const Scene& scene);

}  // namespace undine
