# SPDX-License-Identifier: Zlib
# Writes the thumbnails of scenes as arrays of bytes:
#   cmake -DFOLDER=<folder of *.png> -DOUTPUT=<file.cpp> -P embed_thumbnails.cmake
cmake_minimum_required(VERSION 3.24)

file(GLOB pictures "${FOLDER}/*.png")
list(SORT pictures)
set(arrays "")
set(entries "")
foreach(picture IN LISTS pictures)
  cmake_path(GET picture STEM LAST_ONLY name)
  file(READ "${picture}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char k_${name}[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", k_${name}},\n")
endforeach()

file(WRITE "${OUTPUT}" "// SPDX-License-Identifier: Zlib
// Generated from scenes/thumbnails by cmake/embed_thumbnails.cmake: do not edit.
#include \"thumbnails.h\"

namespace undine::viewer {
namespace {

${arrays}
constexpr EmbeddedPicture kPictures[] = {
${entries}};

}  // namespace

std::span<const EmbeddedPicture> embeddedThumbnails() { return kPictures; }

}  // namespace undine::viewer
")
