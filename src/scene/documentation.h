// SPDX-License-Identifier: Zlib
// The scene format described from its own tables: a page for people and a JSON schema for editors. Both are
// kept in the repository (docs/scene-reference.md, undine.schema.json), and a test fails when they are stale.
#pragma once

#include <string>

namespace undine {

/// docs/scene-reference.md.
std::string describeSceneFormat();

/// undine.schema.json: a JSON schema (draft 7) with descriptions, for completion and checks in editors.
std::string sceneSchema();

}  // namespace undine
