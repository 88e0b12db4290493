// SPDX-License-Identifier: Zlib
#include "neighbors/brute_force.h"

namespace undine {

NeighborTable findNeighborsByBruteForce(const VectorView& x, float h, const ThreadPool& pool) {
    const float h2 = h * h;
    return collectNeighbors(x.size(), pool, [&](Index i, std::vector<Index>& list) {
        const Vec3 xi = x[i];
        for (Index j = 0; j < x.size(); ++j) {
            const Vec3 d = xi - x[j];
            if (dot(d, d) < h2 && j != i) list.push_back(j);  // never true for NaN
        }
    });
}

}  // namespace undine
