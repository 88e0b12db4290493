// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "boundary/solid.h"

namespace undine {

/// Sorts by cells of two spacings, x fastest. A million cells per side are enough order, and their numbers
/// have 60 bits together.
template <class Item>
void sortByCells(const Solid& solid, float spacing, std::vector<Item>& items) {
    constexpr auto kMost = static_cast<float>((1 << 20) - 1);
    const Vec3 size = solid.max() - solid.min();
    const float scale = std::min(0.5F / spacing, kMost / std::max({size.x, size.y, size.z}));
    std::vector<std::pair<std::uint64_t, Index>> order;
    order.reserve(items.size());
    for (const Item& item : items) {
        const Vec3 q = scale * (item.position - solid.min());
        const auto part = [kMost](float a) { return static_cast<std::uint64_t>(std::clamp(a, 0.0F, kMost)); };
        const std::uint64_t key = (part(q.z) << 40U) | (part(q.y) << 20U) | part(q.x);
        order.emplace_back(key, static_cast<Index>(order.size()));
    }
    std::sort(order.begin(), order.end());
    std::vector<Item> sorted;
    sorted.reserve(items.size());
    for (const auto& [key, index] : order) sorted.push_back(items[index]);
    items.swap(sorted);
}

}  // namespace undine
