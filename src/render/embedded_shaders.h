// SPDX-License-Identifier: Zlib
// The shaders as text; cmake/embed_shaders.cmake writes the definitions.
#pragma once

#include <cstddef>

namespace undine {

struct EmbeddedShader {
    const char* name;  ///< Without ".glsl".
    const char* text;
};
extern const EmbeddedShader kEmbeddedShaders[];
extern const std::size_t kEmbeddedShaderCount;

}  // namespace undine
