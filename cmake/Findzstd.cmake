# SPDX-License-Identifier: Zlib
# Finds the zstd library where it brought no CMake files along: target zstd::zstd, variable zstd_FOUND.
find_path(ZSTD_INCLUDE_DIR zstd.h)
find_library(ZSTD_LIBRARY NAMES zstd)
mark_as_advanced(ZSTD_INCLUDE_DIR ZSTD_LIBRARY)

if(ZSTD_INCLUDE_DIR AND ZSTD_LIBRARY)
  set(zstd_FOUND TRUE)
  if(NOT TARGET zstd::zstd)
    add_library(zstd::zstd UNKNOWN IMPORTED)
    set_target_properties(zstd::zstd PROPERTIES
      IMPORTED_LOCATION "${ZSTD_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${ZSTD_INCLUDE_DIR}")
  endif()
else()
  set(zstd_FOUND FALSE)
endif()
