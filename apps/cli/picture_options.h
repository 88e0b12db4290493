// SPDX-License-Identifier: Zlib
// The flags of pictures in terms of undine::render; for builds with it.
#pragma once

#include "commands.h"
#include "render/picture_maker.h"

namespace undine::cli {

/// Size and style. The error names the flag, its value and what is allowed.
Result<PictureSettings> pictureSettings(const PictureOptions& options);

/// The camera of the scene, or the one the flags want instead.
void useCamera(PictureSettings& settings, const PictureOptions& options, const Scene& scene);

/// Fills scenes with what the flags want to see.
SceneFiller fillerFor(Stage stage, const PictureOptions& options);

}  // namespace undine::cli
