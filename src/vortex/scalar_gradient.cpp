// SPDX-License-Identifier: Zlib
#include "vortex/scalar_gradient.h"

namespace undine {
namespace {

/// Particles without a cell share the last one; their positions may be no numbers.
void clearMisplaced(const GradientInput& in, const VectorSpan& gradient) {
    const Range last = in.grid->cell(in.grid->cellCount() - 1);
    if (in.grid->hasCellAt(in.x[last.begin])) return;
    for (Index i = last.begin; i < last.end; ++i) gradient.set(i, {});
}

}  // namespace

void ScalarGradient::compute(const GradientInput& in, const ThreadPool& pool, const VectorSpan& gradient) {
    if (in.grid->cellCount() == 0) return;
    switch (method_) {
        case Method::Particles:
            particles_.compute(in, ParticleGradient::Form::Plain, pool, gradient);
            break;
        case Method::Corrected:
            particles_.compute(in, ParticleGradient::Form::Corrected, pool, gradient);
            break;
        case Method::Grid:
            grid_.compute(in, pool, gradient);
            break;
    }
    clearMisplaced(in, gradient);
}

}  // namespace undine
