// SPDX-License-Identifier: Zlib
// All settings of a scene, with their paths: what the window shows as sliders. They come from the parameter
// tables, as everything else that is said about settings does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "undine/parameters.h"
#include "undine/scene.h"

namespace undine::viewer {

/// A struct of settings in a scene, valid as long as the scene is.
struct SettingsGroup {
    std::string path;   ///< "fluids.0".
    std::string title;  ///< For a person: "fluids.0", "solver: pbf".
    std::span<const Parameter> parameters;
    const void* settings = nullptr;
};

/// In the order of scene files. Groups without settings are left out.
std::vector<SettingsGroup> settingsOf(const Scene& scene);

/// A value as --set takes it.
std::string overrideText(const ParameterValue& value);

}  // namespace undine::viewer
