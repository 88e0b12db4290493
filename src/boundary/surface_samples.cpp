// SPDX-License-Identifier: Zlib
#include "boundary/surface_samples.h"

#include <cmath>
#include <cstdio>

#include "boundary/sample_order.h"
#include "boundary/scattered_samples.h"

namespace undine {
namespace {

/// Points of one side of a box.
struct Ticks {
    int count;
    float first;
    float step;

    Ticks(float half, float spacing) {
        const float inner = 2 * half - spacing;
        count = inner > 0 ? static_cast<int>(std::lround(inner / spacing)) + 1 : 1;
        first = count > 1 ? -0.5F * inner : 0;
        step = count > 1 ? inner / static_cast<float>(count - 1) : 0;
    }
    float at(int i) const { return first + step * static_cast<float>(i); }
    bool isEnd(int i) const { return i == 0 || i == count - 1; }
};

bool isBox(const Solid& solid) {
    return solid.parts().size() == 1 && solid.parts()[0].kind == SolidPart::Kind::Box;
}

double estimateOnBox(const SolidPart& box, float spacing) {
    const double x = box.extent.x / spacing, y = box.extent.y / spacing, z = box.extent.z / spacing;
    return box.flat ? 4 * (x + y) : 8 * (x * y + y * z + z * x);
}

std::vector<SurfaceSample> sampleBox(const Solid& solid, float spacing) {
    const SolidPart& box = solid.parts()[0];
    const Ticks x(box.extent.x, spacing);
    const Ticks y(box.extent.y, spacing);
    const Ticks z(box.flat ? 0 : box.extent.z, spacing);
    std::vector<SurfaceSample> samples;
    for (int k = 0; k < z.count; ++k) {
        for (int j = 0; j < y.count; ++j) {
            const bool wholeRow = y.isEnd(j) || (!box.flat && z.isEnd(k));
            const int stride = wholeRow || x.count == 1 ? 1 : x.count - 1;
            for (int i = 0; i < x.count; i += stride) {
                Vec3 p = box.position + box.toBody({x.at(i), y.at(j), z.at(k)});
                if (box.flat) p.z = 0;
                samples.push_back({p, -box.closest(p).distance});
            }
        }
    }
    sortByCells(solid, spacing, samples);
    return samples;
}

}  // namespace

Result<void> checkSampling(const Solid& solid, float spacing, int dimension) {
    if (!(spacing > 0) || !std::isfinite(spacing)) {
        return Error{"particle_spacing: must be a number above 0 (m)"};
    }
    const double count =
        isBox(solid) ? estimateOnBox(solid.parts()[0], spacing) : estimateSamples(solid, spacing, dimension);
    if (count <= kMostSurfaceSamples) return {};
    char text[160];
    std::snprintf(
        text, sizeof(text),
        "its surface needs about %.3g samples for a particle_spacing of %g m; at most %.3g are allowed",
        count, static_cast<double>(spacing), kMostSurfaceSamples);
    return Error{text};
}

Result<std::vector<SurfaceSample>> sampleSurface(const Solid& solid, float spacing, int dimension) {
    if (auto checked = checkSampling(solid, spacing, dimension); !checked) return Error{checked.error()};
    return isBox(solid) ? sampleBox(solid, spacing) : scatterSamples(solid, spacing, dimension);
}

}  // namespace undine
