// SPDX-License-Identifier: Zlib
#include "render/crowd.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace undine {
namespace {

constexpr std::size_t kFewOf = 200;  // of so many particles one may be a straggler
constexpr float kNear = 2;           // sizes of the crowd: a splash that goes so far belongs to it
constexpr float kLeast = 20;         // spacings: the same for a crowd of a few particles

// The least and the largest number when a few at either end are left out.
std::pair<float, float> middleOf(std::vector<float>& numbers) {
    const std::size_t few = std::max<std::size_t>(numbers.size() / kFewOf, 1);
    const auto low = numbers.begin() + static_cast<std::ptrdiff_t>(few);
    const auto high = numbers.end() - static_cast<std::ptrdiff_t>(few) - 1;
    std::nth_element(numbers.begin(), low, numbers.end());
    std::nth_element(low, high, numbers.end());
    return {*low, *high};
}

// What reaches as far around the middle as a straggler does not.
Box wholeCrowd(std::span<const RenderPoint> points, float spacing) {
    Box middle;
    std::vector<float> numbers(points.size());
    for (float Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        std::ranges::transform(points, numbers.begin(),
                               [&](const RenderPoint& p) { return p.position.*axis; });
        std::tie(middle.low.*axis, middle.high.*axis) = middleOf(numbers);
    }
    const Vec3 size = middle.high - middle.low;
    const float reach = kNear * std::max({size.x, size.y, size.z}) + kLeast * spacing;
    return {middle.low - Vec3{reach, reach, reach}, middle.high + Vec3{reach, reach, reach}};
}

}  // namespace

Crowd findCrowd(std::span<const RenderPoint> points, float spacing) {
    Crowd crowd;
    Box all;
    for (const RenderPoint& point : points) all.add(point.position);
    crowd.box = all;
    if (points.size() < 3) return crowd;
    const Box near = wholeCrowd(points, spacing);
    if (near.holds(all.low) && near.holds(all.high)) return crowd;
    crowd.box = {};
    for (const RenderPoint& point : points) {
        if (near.holds(point.position)) {
            crowd.box.add(point.position);
        } else {
            ++crowd.stragglers;
        }
    }
    return crowd;
}

}  // namespace undine
