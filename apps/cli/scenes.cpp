// SPDX-License-Identifier: Zlib
// `undine scenes`: what is built in.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "undine/scene.h"

namespace undine::cli {

int listScenes() {
    const std::vector<std::string> names = builtInScenes();
    std::size_t width = 0;
    for (const std::string& name : names) width = std::max(width, name.size());
    for (const std::string& name : names) {
        const Result<Scene> scene = loadScene(name);
        if (!scene) {
            fmt::print(stderr, "undine: {}\n", scene.error());
            return kExitFailed;
        }
        fmt::print("{:<{}}  {}\n", name, width, scene.value().description);
    }
    return kExitDone;
}

}  // namespace undine::cli
