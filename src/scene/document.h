// SPDX-License-Identifier: Zlib
// A scene's JSON, whole: what it includes is read and merged, overrides are put in their places.
//
// A scene that includes another is laid over it: objects are merged key by key, everything else is replaced.
// A list is replaced as a whole; single entries of an included list are changed by "overrides", whose paths
// are those of --set.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "scene/json_text.h"
#include "scene/mistakes.h"
#include "undine/scene.h"

namespace undine {

/// The merged document of a scene's text, or nothing when it cannot be read. Notes in `mistakes` what is
/// wrong and which part came from where.
std::optional<Json> readDocument(std::string_view text, std::string_view source,
                                 const std::vector<SceneOverride>& overrides, Mistakes& mistakes);

/// The text of a built-in scene or of a file.
struct SceneText {
    std::string text;
    std::string source;  ///< name or path
};
Result<SceneText> readSceneText(std::string_view nameOrPath);

/// `path` as seen from the folder of the file `source`.
std::string relativeTo(std::string_view source, std::string_view path);

}  // namespace undine
