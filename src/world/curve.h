// SPDX-License-Identifier: Zlib
// Values that change over time, and what they sum up to.
#pragma once

#include "undine/types.h"

namespace undine {

/// The curve at time t: linear between its keys, constant before the first and after the last. 1 for a curve
/// without keys.
double valueAt(const Curve& curve, double t);

/// Its integral over from..to, exact.
double integrate(const Curve& curve, double from, double to);

/// Its largest value.
double largestValue(const Curve& curve);

}  // namespace undine
