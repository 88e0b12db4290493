// SPDX-License-Identifier: Zlib
#include "world/curve.h"

#include <algorithm>

namespace undine {

double valueAt(const Curve& curve, double t) {
    if (curve.empty()) return 1;
    const auto next =
        std::ranges::upper_bound(curve, t, {}, [](const CurveKey& k) { return static_cast<double>(k.time); });
    if (next == curve.begin()) return curve.front().value;
    if (next == curve.end()) return curve.back().value;
    const CurveKey& a = *(next - 1);
    const CurveKey& b = *next;
    const double along = (t - a.time) / (static_cast<double>(b.time) - a.time);
    return a.value + along * (static_cast<double>(b.value) - a.value);
}

double integrate(const Curve& curve, double from, double to) {
    // From key to key the curve is straight, so that the mean of its ends is its mean.
    double sum = 0;
    double a = from;
    for (const CurveKey& key : curve) {
        const double b = std::clamp(static_cast<double>(key.time), a, to);
        sum += 0.5 * (b - a) * (valueAt(curve, a) + valueAt(curve, b));
        a = b;
    }
    return sum + (to - a) * valueAt(curve, to);
}

double largestValue(const Curve& curve) {
    if (curve.empty()) return 1;
    return std::ranges::max(curve, {}, &CurveKey::value).value;
}

}  // namespace undine
