// SPDX-License-Identifier: Zlib
// The tables of the settings only a scene has.
#include "core/parameter_table.h"
#include "surface/surface_settings.h"
#include "undine/scene.h"

namespace undine {
namespace {

template <auto Member>
using OfSurface = Inside<&OutputSettings::surface, Member>;

}  // namespace

template <>
std::span<const Parameter> parametersOf<OutputSettings>() {
    static const Parameter table[] = {
        param<&OutputSettings::seconds>("seconds", "s", between(0, 86400),
                                        "Simulated time of the whole run."),
        param<&OutputSettings::frameRate>("frame_rate", "1/s", aboveUpTo(0, 10000),
                                          "Frames per simulated second."),
        param<&OutputSettings::formats>("formats",
                                        "What is written for each frame; `undine info` lists the formats."),
        param<&OutputSettings::fields>("fields", "Fields of the particles to write beside their position."),
        param<&OutputSettings::checkpointEvery>(
            "checkpoint_every", "frames", between(0, 1000000),
            "How often a run saves its state, to be resumed from; 0 means only when it is interrupted."),
        surfaceKernelRow<OfSurface<&SurfaceSettings::kernel>{}>("surface_kernel"),
        surfaceCellSizeRow<OfSurface<&SurfaceSettings::cellSize>{}>("surface_cell_size"),
        surfaceSmoothingRow<OfSurface<&SurfaceSettings::smoothing>{}>("surface_smoothing"),
        surfaceCenterSmoothingRow<OfSurface<&SurfaceSettings::centerSmoothing>{}>("surface_center_smoothing"),
        surfaceDecimationRow<OfSurface<&SurfaceSettings::decimation>{}>("surface_decimation"),
        surfaceClipMinRow<OfSurface<&SurfaceSettings::clipMin>{}>("surface_clip_min"),
        surfaceClipMaxRow<OfSurface<&SurfaceSettings::clipMax>{}>("surface_clip_max"),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<CameraSettings>() {
    static const Parameter table[] = {
        param<&CameraSettings::direction>("direction", "", anyNumber(),
                                          "The way the camera looks, of any length but 0."),
        param<&CameraSettings::target>("target", "m", anyNumber(), "Middle of the picture."),
        param<&CameraSettings::height>("height", "m", atLeast(0),
                                       "What the picture shows from bottom to top; 0: all walls and fluid, "
                                       "wherever the target is."),
        param<&CameraSettings::fieldOfView>("field_of_view", "degrees", between(0, 120),
                                            "Angle of view from bottom to top; 0: orthographic, as it always "
                                            "is in two dimensions."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<CameraKey>() {
    static const Parameter table[] = {
        param<&CameraKey::time>("time", "s", between(0, 86400), "When the camera looks so."),
        param<&CameraKey::direction>("direction", "", anyNumber(),
                                     "The way the camera looks, of any length but 0."),
        param<&CameraKey::target>("target", "m", anyNumber(), "Middle of the picture."),
        param<&CameraKey::height>("height", "m", atLeast(0),
                                  "What the picture shows from bottom to top; 0: that of the camera."),
    };
    return table;
}

}  // namespace undine
