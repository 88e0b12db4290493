// SPDX-License-Identifier: Zlib
// Programs from the shaders in src/render/shaders, which are part of the program text. Every shader is
// compiled with common.glsl in front of it.
#pragma once

#include <string>
#include <string_view>

#include "render/gl_object.h"
#include "undine/result.h"

namespace undine {

/// Compiles "<vertex>_vertex.glsl" and "<fragment>_fragment.glsl" and links them. The error names the file
/// and holds the driver's messages.
Result<GlProgram> makeProgram(std::string_view vertex, std::string_view fragment);

/// The same from texts; `name` stands for them in messages.
Result<GlProgram> makeProgramFrom(std::string_view name, const std::string& vertex,
                                  const std::string& fragment);

}  // namespace undine
