# SPDX-License-Identifier: Zlib
# Writes the shaders as C++ string literals:
#   cmake -DSHADER_DIR=<folder of *.glsl> -DOUTPUT=<file.cpp> -P embed_shaders.cmake
cmake_minimum_required(VERSION 3.24)

file(GLOB shaders "${SHADER_DIR}/*.glsl")
list(SORT shaders)
list(LENGTH shaders count)
set(entries "")
foreach(shader IN LISTS shaders)
  cmake_path(GET shader STEM LAST_ONLY name)
  file(READ "${shader}" text)
  string(LENGTH "${text}" size)
  if(size GREATER 16000 OR text MATCHES "\\)undine\"")
    message(FATAL_ERROR "${shader}: longer than a literal may be, or contains its end mark")
  endif()
  string(APPEND entries "    {\"${name}\", R\"undine(${text})undine\"},\n")
endforeach()

file(WRITE "${OUTPUT}" "// SPDX-License-Identifier: Zlib
// Generated from src/render/shaders by cmake/embed_shaders.cmake: do not edit.
#include \"render/embedded_shaders.h\"

namespace undine {

const EmbeddedShader kEmbeddedShaders[] = {
${entries}};
const std::size_t kEmbeddedShaderCount = ${count};

}  // namespace undine
")
