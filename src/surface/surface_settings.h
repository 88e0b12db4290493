// SPDX-License-Identifier: Zlib
// The rows of the table of SurfaceSettings, by the way to the member: scenes have them among their output.
#pragma once

#include "core/parameter_table.h"
#include "undine/surface.h"

namespace undine {

template <>
struct ChoiceNames<SurfaceKernel> {
    static constexpr const char* kNames[] = {"spherical", "anisotropic"};
};

template <auto Path>
constexpr Parameter surfaceKernelRow(const char* key) {
    return choice<Path>(key,
                        "What particles add to the field: balls, or ellipsoids that lie in the surface.");
}
template <auto Path>
constexpr Parameter surfaceCellSizeRow(const char* key) {
    return param<Path>(key, "spacings", between(0.2, 2),
                       "Side of the cells of the grid the mesh is made on.");
}
template <auto Path>
constexpr Parameter surfaceSmoothingRow(const char* key) {
    return param<Path>(key, "", between(0, 100), "Passes of smoothing over the mesh; the volume stays.");
}
template <auto Path>
constexpr Parameter surfaceCenterSmoothingRow(const char* key) {
    return param<Path>(key, "", between(0, 1),
                       "How far particles at the surface move to where their neighbors have them.");
}
template <auto Path>
constexpr Parameter surfaceDecimationRow(const char* key) {
    return param<Path>(key, "", between(0, 0.95),
                       "Share of the triangles to take out where the mesh is flat.");
}
template <auto Path>
constexpr Parameter surfaceClipMinRow(const char* key) {
    return param<Path>(key, "m", anyNumber(),
                       "Lower corner of the box outside of which the mesh is cut off.");
}
template <auto Path>
constexpr Parameter surfaceClipMaxRow(const char* key) {
    return param<Path>(key, "m", anyNumber(), "Upper corner of that box; without a size there is none.");
}

}  // namespace undine
