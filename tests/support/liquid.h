// SPDX-License-Identifier: Zlib
// Points in the disorder of a liquid, at the density of a lattice. What a force does on average over
// directions is seen only there: a lattice has directions of its own.
#pragma once

#include <cmath>
#include <vector>

#include "core/geometry.h"
#include "neighbors/neighbor_lists.h"
#include "tests/unit/test_support.h"

namespace undine::test {

/// The points and, of those nearer than `reach` to a face of the box, their images behind the opposite face.
inline std::vector<Vec3> withImages(std::vector<Vec3> points, Vec3 size, float reach) {
    const auto repeat = [&](float Vec3::*axis) {
        if (size.*axis <= 0) return;
        const std::size_t count = points.size();
        for (std::size_t i = 0; i < count; ++i) {
            const float at = points[i].*axis;
            if (at >= reach && at <= size.*axis - reach) continue;
            Vec3 image = points[i];
            image.*axis += (at < reach ? 1.0F : -1.0F) * size.*axis;
            points.push_back(image);
        }
    };
    repeat(&Vec3::x);
    repeat(&Vec3::y);
    repeat(&Vec3::z);
    return points;
}

/// As many points as a lattice of `spacing` has in a box from the origin to `size`: random ones that have
/// pushed each other apart, as if the box was repeated without end. In two dimensions size.z is 0.
inline std::vector<Vec3> liquid(Vec3 size, float spacing) {
    const bool flat = size.z <= 0;
    const float cells = size.x / spacing * (size.y / spacing) * (flat ? 1 : size.z / spacing);
    std::vector<Vec3> points = randomPoints(static_cast<Index>(std::lround(cells)), {}, size, 31);
    const float reach = 1.5F * spacing;
    const ThreadPool pool(1);
    NeighborLists lists;
    for (int round = 0; round < 80; ++round) {
        ParticleStore store = storeOf(withImages(points, size, reach));
        CellGrid grid;
        grid.build(store, reach, flat ? 2 : 3, pool);
        EXPECT_TRUE(lists.build(grid, store.position(), reach, pool));
        const VectorSpan x = store.position();
        for (Index i = 0; i < store.size(); ++i) {
            if (store.id()[i] >= points.size()) continue;
            Vec3 p = x[i];
            for (const Index j : lists.of(i)) {
                const float r = length(x[i] - x[j]);
                p = p + (0.12F * spacing * (1 - r / reach) / std::max(r, 1e-6F)) * (x[i] - x[j]);
            }
            const auto inside = [](float a, float high) {
                return high > 0 ? a - high * std::floor(a / high) : 0;
            };
            points[store.id()[i]] = {inside(p.x, size.x), inside(p.y, size.y), inside(p.z, size.z)};
        }
    }
    return points;
}

}  // namespace undine::test
