// SPDX-License-Identifier: Zlib
// What `undine compare` sets side by side: the scene with one method after the other, or with other settings.
#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "undine/scene.h"

namespace undine::cli {

struct Variant {
    std::string name;
    std::vector<SceneOverride> changes;  // what makes it differ from the others
    Scene scene;
    std::vector<std::string> kept;     // settings of the scene's own method that this one has too
    std::vector<std::string> leftOut;  // and those that it has not: "cfl_factor"
};

/// The names of all methods.
std::vector<std::string> methodNames();

/// The variants in the order of the flags. What a scene says of its own method holds for others where they
/// have that very setting; everything else of them is at its default. The error names the variant.
Result<std::vector<Variant>> planVariants(const CompareOptions& options);

}  // namespace undine::cli
