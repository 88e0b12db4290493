// SPDX-License-Identifier: Zlib
#include "render/smoke_light.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine {
namespace {

constexpr float kCells = 72;       // along the longest side of the box
constexpr float kSunShare = 0.7F;  // of the smoke on the way: what it scatters on is not lost
constexpr float kSkyShare = 0.35F;
constexpr Vec3 kToSky{0.12F, 0.98F, 0.15F};  // not quite up, for the walks not to run along cells

}  // namespace

void SmokeLight::shade(std::span<RenderPuff> puffs, const Box& box) {
    if (puffs.empty() || box.isEmpty()) return;
    float most = 0;
    for (const RenderPuff& puff : puffs) most = std::max(most, puff.radius);
    layCells(box, 0.8F * most);
    for (const RenderPuff& puff : puffs) {
        if (box.holds(puff.position)) spread(puff);
    }
    const Vec3 toSun = directionToSun();
    for (RenderPuff& puff : puffs) {
        puff.sun = std::exp(-kSunShare * walk(puff.position, toSun));
        puff.sky = std::exp(-kSkyShare * walk(puff.position, kToSky));
    }
}

void SmokeLight::layCells(const Box& box, float least) {
    const Vec3 size = box.high - box.low;
    cell_ = std::max({size.x / kCells, size.y / kCells, size.z / kCells, least, 1e-9F});
    corner_ = box.low - Vec3{cell_, cell_, cell_};
    const float sides[] = {size.x, size.y, size.z};
    for (int axis = 0; axis < 3; ++axis) count_[axis] = static_cast<int>(sides[axis] / cell_) + 4;
    const auto cells = static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) *
                       static_cast<std::size_t>(count_[2]);
    thickness_.assign(cells, 0);
}

namespace {

// The eight cells around a place, and its share of each.
struct Around {
    int cell[3];
    float share[3];

    Around(Vec3 place, Vec3 corner, float width) {
        const float p[] = {(place.x - corner.x) / width, (place.y - corner.y) / width,
                           (place.z - corner.z) / width};
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = static_cast<int>(std::floor(p[axis]));
            share[axis] = p[axis] - std::floor(p[axis]);
        }
    }
    bool isIn(const int (&count)[3]) const {
        for (int axis = 0; axis < 3; ++axis) {
            if (cell[axis] < 0 || cell[axis] + 1 >= count[axis]) return false;
        }
        return true;
    }
    template <class Body>
    void forEach(const int (&count)[3], Body body) const {
        for (unsigned k = 0; k < 8; ++k) {
            std::size_t index = 0;
            float weight = 1;
            for (int axis = 2; axis >= 0; --axis) {
                const bool isUpper = (k >> static_cast<unsigned>(axis) & 1U) != 0;
                index = index * static_cast<std::size_t>(count[axis]) +
                        static_cast<std::size_t>(cell[axis] + (isUpper ? 1 : 0));
                weight *= isUpper ? share[axis] : 1 - share[axis];
            }
            body(index, weight);
        }
    }
};

}  // namespace

// The softness of a puff, (1 - r^2)^2, has the mean 1/3 over its disc.
void SmokeLight::spread(const RenderPuff& puff) {
    const Around around(puff.position, corner_, cell_);
    if (!around.isIn(count_)) return;
    const float taken = puff.opacity * std::numbers::pi_v<float> / 3 * puff.radius * puff.radius;
    around.forEach(count_, [&](std::size_t index, float weight) {
        thickness_[index] += weight * taken / (cell_ * cell_ * cell_);
    });
}

float SmokeLight::at(Vec3 place) const {
    const Around around(place, corner_, cell_);
    if (!around.isIn(count_)) return -1;
    float sum = 0;
    around.forEach(count_, [&](std::size_t index, float weight) { sum += weight * thickness_[index]; });
    return sum;
}

// The optical depth from a place to the end of the cells.
float SmokeLight::walk(Vec3 from, Vec3 direction) const {
    constexpr float kEnough = 8;
    float depth = 0;
    for (Vec3 place = from + 0.6F * cell_ * direction; depth < kEnough; place = place + cell_ * direction) {
        const float here = at(place);
        if (here < 0) break;
        depth += here * cell_;
    }
    return depth;
}

}  // namespace undine
