// SPDX-License-Identifier: Zlib
#include "solvers/guard.h"

#include <algorithm>
#include <cmath>

#include "core/finite.h"

namespace undine {
namespace {

double lengthOf(Vec3 a) {
    return std::hypot(static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z));
}

Offender describe(ParticleStore& particles, Index i, const float* density) {
    return {particles.id()[i],       particles.position()[i],
            particles.velocity()[i], density == nullptr ? 0 : density[i],
            particles.fluid()[i],    true};
}

}  // namespace

void findOffender(const StepContext& context, const float* density, const VectorSpan& acceleration,
                  const Limits& limits, double least, StepReport& report) {
    ParticleStore& particles = context.particles;
    const VectorSpan x = particles.position();
    const VectorSpan v = particles.velocity();
    report.speedLimit = limits.speed;
    double worst = least > 0 ? least : -1;  // times its limit
    for (Index i = 0; i < particles.size(); ++i) {
        const float a2 = dot(acceleration[i], acceleration[i]);
        if (!isFinite(x[i]) || !isFinite(v[i]) || !(a2 <= Limits::kMaxSquare) || !std::isfinite(density[i])) {
            report.trouble = StepTrouble::NotFinite;
            report.offender = describe(particles, i, density);
            return;
        }
        const double speed = lengthOf(v[i]) / limits.speed;
        const double crowd = static_cast<double>(density[i]) / limits.restDensity.of(i) / limits.densityRatio;
        if (std::max(speed, crowd) <= worst) continue;
        worst = std::max(speed, crowd);
        report.trouble = speed > crowd ? StepTrouble::TooFast : StepTrouble::TooDense;
        report.offender = describe(particles, i, density);
    }
}

Offender findFastest(const StepContext& context, const float* density) {
    if (context.particles.size() == 0) return {};  // a body was too fast
    const VectorSpan v = context.particles.velocity();
    Index fastest = 0;
    for (Index i = 1; i < context.particles.size(); ++i) {
        if (dot(v[i], v[i]) > dot(v[fastest], v[fastest])) fastest = i;
    }
    return describe(context.particles, fastest, density);
}

void reportMisplaced(const StepContext& context, const CellGrid::Misplaced& misplaced, StepReport& report) {
    if (misplaced.notFinite > 0) report.trouble = report.trouble | StepTrouble::NotFinite;
    if (misplaced.outOfRange > 0) report.trouble = report.trouble | StepTrouble::OutOfRange;
    // The grid puts them last.
    const Index first = context.particles.size() - misplaced.count();
    report.offender = describe(context.particles, first, nullptr);
}

}  // namespace undine
