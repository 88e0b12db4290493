// SPDX-License-Identifier: Zlib
#include "neighbors/period.h"

#include <cmath>

namespace undine {

// In double, as the cells are found: a place that is rounded onto the upper face is on the lower one.
float Period::wrapped(int axis, float x) const {
    const double from = low[axis];
    const double side = length[axis];
    const double t = x - from;
    if (t >= 0 && t < side) return x;
    const auto y = static_cast<float>(from + (t - side * std::floor(t / side)));
    return y - from >= side ? low[axis] : y;
}

void Period::wrap(const VectorSpan& x, Index count, const ThreadPool& pool) const {
    float* const axes[3] = {x.x, x.y, x.z};
    for (int k = 0; k < 3; ++k) {
        if (!repeats(k)) continue;
        pool.forEachBlock(count, [&](Range block) {
            for (Index i = block.begin; i < block.end; ++i) axes[k][i] = wrapped(k, axes[k][i]);
        });
    }
}

}  // namespace undine
