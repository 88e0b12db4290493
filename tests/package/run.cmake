# SPDX-License-Identifier: Zlib
# Installs the build into a fresh prefix, then configures, builds and runs this folder's project against it.
cmake_minimum_required(VERSION 3.24)

set(work "${BUILD_DIR}/package_test")
file(REMOVE_RECURSE "${work}")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result)
  if(result)
    list(JOIN ARGV " " line)
    message(FATAL_ERROR "failed (${result}): ${line}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --config "${CONFIG}" --prefix "${work}/prefix")
# A component that is not there is told by its name.
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/refused" -G "${GENERATOR}"
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DHELLO=${HELLO}"
    "-DCOMPONENTS=scene;nosuch"
  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE message)
string(REGEX REPLACE "[ \n]+" " " message "${message}")
if(NOT result OR NOT message MATCHES "Undine has no component nosuch, only scene and bullet")
  message(FATAL_ERROR "find_package took a component that is not there, or did not name it: ${message}")
endif()
run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/build" -G "${GENERATOR}"
  "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${work}/prefix"
  "-DHELLO=${HELLO}")
run("${CMAKE_COMMAND}" --build "${work}/build" --config "${CONFIG}")
run("${work}/build/hello")
