// SPDX-License-Identifier: Zlib
#include "render/color_map.h"

#include <algorithm>

namespace undine {

Vec3 colorOf(float t) {
    static constexpr Vec3 kStops[] = {{0.16F, 0.13F, 0.42F}, {0.17F, 0.33F, 0.62F}, {0.12F, 0.52F, 0.66F},
                                      {0.17F, 0.69F, 0.56F}, {0.58F, 0.83F, 0.34F}, {0.99F, 0.93F, 0.45F}};
    constexpr int kLast = static_cast<int>(std::size(kStops)) - 1;
    const float place = (t > 0 ? std::min(t, 1.0F) : 0.0F) * static_cast<float>(kLast);  // NaN becomes 0
    const int below = std::clamp(static_cast<int>(place), 0, kLast - 1);
    const float share = place - static_cast<float>(below);
    return (1 - share) * kStops[below] + share * kStops[below + 1];
}

}  // namespace undine
