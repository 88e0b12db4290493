# SPDX-License-Identifier: Zlib
# Writes the scene files as C++ string literals:
#   cmake -DSCENE_DIR=<folder of *.json> -DOUTPUT=<file.cpp> [-DFREE_BODIES=OFF] -P embed_scenes.cmake
# FREE_BODIES=OFF leaves out scenes with bodies that have a density or a mass.
cmake_minimum_required(VERSION 3.24)

set(limit 16000)  # compilers must accept literals of 64k, but some stop at 16k
file(GLOB scenes "${SCENE_DIR}/*.json")
list(SORT scenes)
set(count 0)

set(entries "")
foreach(scene IN LISTS scenes)
  cmake_path(GET scene STEM LAST_ONLY name)
  file(READ "${scene}" text)
  if(DEFINED FREE_BODIES AND NOT FREE_BODIES AND text MATCHES "\"(density|mass)\": *[0-9]")
    continue()
  endif()
  math(EXPR count "${count} + 1")
  if(text MATCHES "\\)undine\"")
    message(FATAL_ERROR "${scene}: contains )undine\", the end mark of the literal")
  endif()

  # Adjacent literals are one string. Cut after a line end, so that no UTF-8 character is split.
  set(literals "")
  string(LENGTH "${text}" rest)
  while(rest GREATER limit)
    string(SUBSTRING "${text}" 0 ${limit} part)
    string(FIND "${part}" "\n" cut REVERSE)
    if(cut LESS 0)
      message(FATAL_ERROR "${scene}: a line is longer than ${limit} characters")
    endif()
    math(EXPR cut "${cut} + 1")
    string(SUBSTRING "${text}" 0 ${cut} part)
    string(SUBSTRING "${text}" ${cut} -1 text)
    string(APPEND literals "\n     R\"undine(${part})undine\"")
    string(LENGTH "${text}" rest)
  endwhile()
  string(APPEND literals "\n     R\"undine(${text})undine\"")
  string(APPEND entries "    {\"${name}\",${literals}},\n")
endforeach()
if(count EQUAL 0)
  set(entries "    {nullptr, nullptr},\n")  # an array may not be empty
endif()

file(WRITE "${OUTPUT}" "// SPDX-License-Identifier: Zlib
// Generated from scenes/ by cmake/embed_scenes.cmake: do not edit.
#include \"scene/embedded_scenes.h\"

namespace undine {

const EmbeddedScene kEmbeddedScenes[] = {
${entries}};
const std::size_t kEmbeddedSceneCount = ${count};

}  // namespace undine
")
