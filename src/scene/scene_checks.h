// SPDX-License-Identifier: Zlib
// What no table can know: whether the parts of a scene fit together. The world itself is asked, so that
// scenes and programs meet the same rules.
#pragma once

#include <optional>

#include "core/function_ref.h"
#include "scene/mistakes.h"
#include "undine/scene.h"

namespace undine {

/// Reads the files a scene names, and notes all that the world would refuse. Nothing is noted of an entry
/// that has mistakes already: its values are not those of the file.
void checkScene(Scene& scene, Mistakes& mistakes);

/// Takes the place in the scene, and what is wrong there.
using Refuse = FunctionRef<void(const std::string& path, const std::string& what)>;

/// A world with all of the scene but its fluid and tracers. What the world refuses is told and left out.
std::optional<World> buildEmptyWorld(const Scene& scene, Refuse refuse);

}  // namespace undine
