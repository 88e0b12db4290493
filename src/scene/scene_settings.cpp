// SPDX-License-Identifier: Zlib
// The tables of the settings only a scene has.
#include "core/parameter_table.h"
#include "undine/scene.h"

namespace undine {

template <>
std::span<const Parameter> parametersOf<OutputSettings>() {
    static const Parameter table[] = {
        param<&OutputSettings::seconds>("seconds", "s", between(0, 86400),
                                        "Simulated time of the whole run."),
        param<&OutputSettings::frameRate>("frame_rate", "1/s", aboveUpTo(0, 10000),
                                          "Frames per simulated second."),
        param<&OutputSettings::formats>("formats", "What is written for each frame."),
        param<&OutputSettings::fields>("fields", "What is written of each particle beside its position."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<CameraSettings>() {
    static const Parameter table[] = {
        param<&CameraSettings::direction>("direction", "", anyNumber(), "The way the camera looks."),
        param<&CameraSettings::target>("target", "m", anyNumber(), "Middle of the picture."),
        param<&CameraSettings::height>("height", "m", atLeast(0),
                                       "What the picture shows from bottom to top; 0: all walls and fluid, "
                                       "wherever the target is."),
    };
    return table;
}

}  // namespace undine
