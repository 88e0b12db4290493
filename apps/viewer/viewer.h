// SPDX-License-Identifier: Zlib
// `undine view`: a simulation to look at, to take hold of and to change.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "undine/scene.h"

namespace undine::viewer {

struct ViewerOptions {
    std::string scene;  ///< A name or a file; empty: the list of scenes is shown.
    std::vector<SceneOverride> overrides{};
    std::string style;  ///< Empty: what suits the scene.
    int width = 1280;
    int height = 720;
    bool isPaused = false;            ///< at the start
    std::string pictureFolder = ".";  ///< For screenshots and films.
    std::string report{};  ///< File for what the window shows and where its widgets are; empty: none.
    std::function<bool()> mustClose = [] { return false; };  ///< Asked before every picture.
};

/// Opens the window and returns when it is closed; a film that is being recorded ends there. The error says
/// why there is no window, or what became of the film.
Result<void> runViewer(const ViewerOptions& options);

}  // namespace undine::viewer
