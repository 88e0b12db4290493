// SPDX-License-Identifier: Zlib
#include "vortex/multi_index.h"

#include <algorithm>

namespace undine {

MultiIndices::MultiIndices(int dimension) {
    for (int degree = 0; degree <= kMaxExpansionOrder; ++degree) {
        for (int z = 0; z <= (dimension == 2 ? 0 : degree); ++z) {
            for (int y = 0; y <= degree - z; ++y) {
                exponents_.push_back({static_cast<std::uint8_t>(degree - z - y), static_cast<std::uint8_t>(y),
                                      static_cast<std::uint8_t>(z)});
            }
        }
        counts_[static_cast<std::size_t>(degree) + 1] = exponents_.size();
    }
    const std::size_t n = exponents_.size();
    sums_.resize(n);
    raised_.resize(n);
    lowered_.resize(n);
    for (std::size_t a = 0; a < n; ++a) {
        sums_[a].fill(kNone);
        for (std::size_t b = 0; b < n; ++b) {
            Exponents sum = exponents_[a];
            for (std::size_t k = 0; k < 3; ++k) sum[k] = static_cast<std::uint8_t>(sum[k] + exponents_[b][k]);
            sums_[a][b] = find(sum);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Exponents other = exponents_[a];
            ++other[axis];
            raised_[a][axis] = find(other);
            other[axis] = static_cast<std::uint8_t>(other[axis] - 2);  // below 0 wraps to what is not there
            lowered_[a][axis] = find(other);
        }
    }
    steps_.resize(n);
    for (std::size_t a = 1; a < n; ++a) steps_[a] = findStep(a);
}

MultiIndices::Place MultiIndices::find(const Exponents& exponents) const {
    const auto at = std::ranges::find(exponents_, exponents);
    return at == exponents_.end() ? kNone : static_cast<Place>(at - exponents_.begin());
}

int MultiIndices::degree(std::size_t place) const {
    const Exponents& e = exponents_[place];
    return e[0] + e[1] + e[2];
}

MultiIndices::Step MultiIndices::findStep(std::size_t place) const {
    std::size_t axis = 0;
    while (exponents_[place][axis] == 0) ++axis;
    return {lowered_[place][axis], static_cast<std::uint8_t>(axis),
            1 / static_cast<float>(exponents_[place][axis])};
}

const MultiIndices& multiIndices(int dimension) {
    static const MultiIndices flat(2);
    static const MultiIndices solid(3);
    return dimension == 2 ? flat : solid;
}

}  // namespace undine
