// SPDX-License-Identifier: Zlib
// The flags of pictures in terms of undine::render; for builds with it.
#pragma once

#include "commands.h"
#include "render/picture_maker.h"

namespace undine::cli {

/// Size and style. The error names the flag, its value and what is allowed.
Result<PictureSettings> pictureSettings(const PictureOptions& options);

/// The camera of the scene, or the one the flags want instead; and, where the flags say nothing of it, the
/// style that suits the scene.
void useScene(PictureSettings& settings, const PictureOptions& options, const Scene& scene);

/// Fills scenes with what the flags and the style want to see.
SceneFiller fillerFor(Stage stage, const PictureOptions& options, RenderStyle style);

/// Whether particles have what the flags want to see of them. The error names the flag.
Result<void> checkFields(const PictureSource& source, const PictureOptions& options);

}  // namespace undine::cli
