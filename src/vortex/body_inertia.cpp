// SPDX-License-Identifier: Zlib
#include "vortex/body_inertia.h"

#include <algorithm>

namespace undine {

SixBySix addedMass(const SheetShape& shape, double density) {
    SixBySix added{};
    for (std::size_t row = 0; row < 6; ++row) {
        for (std::size_t k = 0; k < 6; ++k) {
            const double entry = shape.impulse[row][k] - shape.displaced[row][k];
            const double mirrored = shape.impulse[k][row] - shape.displaced[k][row];
            added[row][k] = 0.5 * density * (entry + mirrored);
        }
    }
    for (std::size_t k = 0; k < 6; ++k) {
        const bool isInPlane = k < 2 || k == 5;
        if (shape.dimension == 2 && !isInPlane) {
            for (std::size_t row = 0; row < 6; ++row) added[row][k] = added[k][row] = 0;
        } else {
            added[k][k] = std::max(added[k][k], 0.02 * density * shape.displaced[k][k]);
        }
    }
    return added;
}

Six massOf(const RigidBody& body, const Axes& axes) {
    const auto inertia = [&](Vec3d axis) { return 1 / dot(axis, body.response({{}, axis}).angular); };
    return {body.mass(), body.mass(), body.mass(), inertia(axes.x), inertia(axes.y), inertia(axes.z)};
}

}  // namespace undine
