// SPDX-License-Identifier: Zlib
#include "vortex/sheet_solver.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"
#include "core/rotation.h"

namespace undine {
namespace {

/// a += factor b
void add(const VectorSpan& a, double factor, const VectorSpan& b, Index count) {
    const auto f = static_cast<float>(factor);
    for (Index i = 0; i < count; ++i) a.set(i, a[i] + f * b[i]);
}

}  // namespace

double SheetSolver::product(const Sheet& sheet, const VectorSpan& a, const VectorSpan& b,
                            const ThreadPool& pool) {
    return deterministicSum<double>(pool, sheet.count, [&](Range block) {
        double sum = 0;
        for (Index i = block.begin; i < block.end; ++i) {
            sum += static_cast<double>(sheet.area[i]) * dot(Vec3d(a[i]), Vec3d(b[i]));
        }
        return sum;
    });
}

void SheetSolver::apply(const Sheet& sheet, const VectorSpan& gamma, const VectorSpan& result,
                        const ThreadPool& pool) {
    for (AlignedArray<float>& axis : strength_) axis.resizeForOverwrite(sheet.count);
    const VectorSpan strength = spanOf(strength_);
    for (Index i = 0; i < sheet.count; ++i) strength.set(i, sheet.area[i] * gamma[i]);
    field_.setSources({sheet.x, strength, sheet.radius, sheet.count}, {}, pool);
    field_.velocityAt(sheet.inside, sheet.count, result, pool);
    for (Index i = 0; i < sheet.count; ++i) result.set(i, cross(result[i], sheet.normal[i]));
}

void SheetSolver::solve(const Sheet& sheet, const VectorSpan& slip, const VectorSpan& gamma,
                        const SheetAccuracy& accuracy, const ThreadPool& pool) {
    const double first = product(sheet, slip, slip, pool);
    double area = 0;
    for (Index i = 0; i < sheet.count; ++i) area += static_cast<double>(sheet.area[i]);
    const double share = accuracy.share, floor = accuracy.floor;
    const double enough = std::max(share * share * first, floor * floor * area);
    double left = first;
    for (int round = 0; round < accuracy.mostRounds && left > enough; ++round) {
        const auto k = static_cast<std::size_t>(round);
        if (rounds_.size() <= k) rounds_.emplace_back();
        rounds_[k].resize(sheet.count);
        const VectorSpan p = rounds_[k].direction(), q = rounds_[k].answer();
        for (Index i = 0; i < sheet.count; ++i) p.set(i, slip[i]);
        apply(sheet, p, q, pool);
        for (std::size_t j = 0; j < k; ++j) {
            const double shared = product(sheet, q, rounds_[j].answer(), pool);
            add(p, -shared, rounds_[j].direction(), sheet.count);
            add(q, -shared, rounds_[j].answer(), sheet.count);
        }
        const double size = std::sqrt(product(sheet, q, q, pool));
        if (!(size > 1e-6 * std::sqrt(first))) return;  // nothing the sheet could do about it
        const double most = accuracy.mostGain * size;
        if (product(sheet, p, p, pool) > most * most) return;
        for (const VectorSpan& v : {p, q}) {
            for (Index i = 0; i < sheet.count; ++i) v.set(i, static_cast<float>(1 / size) * v[i]);
        }
        const double step = product(sheet, slip, q, pool);
        add(gamma, step, p, sheet.count);
        add(slip, -step, q, sheet.count);
        left = product(sheet, slip, slip, pool);
    }
}

std::size_t SheetSolver::bytes() const {
    std::size_t total = field_.bytes();
    for (const AlignedArray<float>& axis : strength_) total += axis.bytes();
    for (const Round& round : rounds_) total += round.planes.bytes();
    return total;
}

}  // namespace undine
