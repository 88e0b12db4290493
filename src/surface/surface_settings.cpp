// SPDX-License-Identifier: Zlib
#include "surface/surface_settings.h"

namespace undine {

template <>
std::span<const Parameter> parametersOf<SurfaceSettings>() {
    static const Parameter table[] = {
        surfaceKernelRow<&SurfaceSettings::kernel>("kernel"),
        surfaceCellSizeRow<&SurfaceSettings::cellSize>("cell_size"),
        surfaceSmoothingRow<&SurfaceSettings::smoothing>("smoothing"),
        surfaceCenterSmoothingRow<&SurfaceSettings::centerSmoothing>("center_smoothing"),
        surfaceDecimationRow<&SurfaceSettings::decimation>("decimation"),
        surfaceClipMinRow<&SurfaceSettings::clipMin>("clip_min"),
        surfaceClipMaxRow<&SurfaceSettings::clipMax>("clip_max"),
    };
    return table;
}

}  // namespace undine
