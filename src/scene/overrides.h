// SPDX-License-Identifier: Zlib
// Changes to a scene from outside, put into the JSON before it is read: they pass the same checks as the
// file.
#pragma once

#include <vector>

#include "scene/json_text.h"
#include "scene/mistakes.h"
#include "undine/scene.h"

namespace undine {

/// Puts `value` at `path`, as in "fluids.0.viscosity".
void applyOverride(Json& root, std::string_view path, const Json& value, Mistakes& mistakes);

/// Puts the value of each override at its path. A key that does not exist yet is made, and the reader will
/// say whether it is known; an array entry must exist.
void applyOverrides(Json& root, const std::vector<SceneOverride>& overrides, Mistakes& mistakes);

}  // namespace undine
