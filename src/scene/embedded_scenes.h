// SPDX-License-Identifier: Zlib
// The files of scenes/, compiled into the library so that a scene runs by its name alone from any folder.
// The definitions are generated at build time by cmake/embed_scenes.cmake, sorted by name.
#pragma once

#include <cstddef>

namespace undine {

struct EmbeddedScene {
    const char* name;  // file name without .json
    const char* text;  // the file, unchanged
};

extern const EmbeddedScene kEmbeddedScenes[];
extern const std::size_t kEmbeddedSceneCount;

}  // namespace undine
