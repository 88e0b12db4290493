// SPDX-License-Identifier: Zlib
#include "surface/inside_test.h"

#include <algorithm>

namespace undine {
namespace {

constexpr int kMostColumns = 64;  // per axis

/// Twice the area of the triangle a, b, p seen from above: positive if p is at the left of the way to b. Its
/// sign is exact: differences and products of floats are, in double.
double areaAt(Vec3 a, Vec3 b, Vec3 p) {
    const double ax = a.x, ay = a.y;
    return (b.x - ax) * (p.y - ay) - (b.y - ay) * (p.x - ax);
}

/// Whether p is at the left. A point on the line counts as if it were a tiny bit further along x, and a much
/// tinier one along y: then it is on no line.
bool isLeftOf(Vec3 a, Vec3 b, double area) {
    if (area != 0) return area > 0;
    return b.y < a.y || (b.y == a.y && b.x > a.x);
}

}  // namespace

InsideTest::InsideTest(std::span<const MeshTriangle> triangles, std::span<const Vec3> positions, float width)
    : triangles_(triangles), positions_(positions) {
    for (const MeshTriangle& t : triangles) {
        for (const Index v : t) box_.add(positions[v]);
    }
    if (box_.isEmpty()) return;
    const float extent = std::max({box_.high.x - box_.low.x, box_.high.y - box_.low.y, 1e-30F});
    side_ = static_cast<int>(std::clamp(extent / width, 1.0F, static_cast<float>(kMostColumns)));
    perMeter_ = static_cast<float>(side_) / extent;
    // Count, add up, fill: the starts then are those of the next column, and are moved back by one.
    first_.resize(static_cast<std::size_t>(side_ * side_) + 1, 0);
    for (const MeshTriangle& t : triangles) {
        forEachColumn(t, [&](std::size_t column) { ++first_[column + 1]; });
    }
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    list_.resize(first_.back());
    for (Index k = 0; k < triangles.size(); ++k) {
        forEachColumn(triangles[k], [&](std::size_t column) { list_[first_[column]++] = k; });
    }
    for (std::size_t k = first_.size() - 1; k > 0; --k) first_[k] = first_[k - 1];
    first_[0] = 0;
}

InsideTest::Column InsideTest::columnAt(Vec3 p) const {
    const auto along = [&](float x, float low) {
        return std::clamp(static_cast<int>((x - low) * perMeter_), 0, side_ - 1);
    };
    return {along(p.x, box_.low.x), along(p.y, box_.low.y)};
}

template <class Use>
void InsideTest::forEachColumn(const MeshTriangle& t, Use&& use) const {
    Box box;
    for (const Index v : t) box.add(positions_[v]);
    const Column from = columnAt(box.low);
    const Column to = columnAt(box.high);
    for (int y = from.y; y <= to.y; ++y) {
        for (int x = from.x; x <= to.x; ++x) use(slot({x, y}));
    }
}

/// What a triangle counts for a ray that goes up from p.
int InsideTest::crossing(const MeshTriangle& t, Vec3 p) const {
    bool isLeft[3];
    double area[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 a = positions_[t[k]];
        const Vec3 b = positions_[t[(k + 1) % 3]];
        area[k] = areaAt(a, b, p);
        isLeft[k] = isLeftOf(a, b, area[k]);
    }
    if (isLeft[0] != isLeft[1] || isLeft[1] != isLeft[2]) return 0;
    const double sum = area[0] + area[1] + area[2];
    if (sum == 0) return 0;
    const double above = area[1] * (positions_[t[0]].z - p.z) + area[2] * (positions_[t[1]].z - p.z) +
                         area[0] * (positions_[t[2]].z - p.z);
    if (!(above / sum > 0)) return 0;
    return isLeft[0] ? 1 : -1;
}

bool InsideTest::holds(Vec3 p) const {
    if (!box_.holds(p)) return false;
    const std::size_t column = slot(columnAt(p));
    int sum = 0;
    for (Index k = first_[column]; k < first_[column + 1]; ++k) sum += crossing(triangles_[list_[k]], p);
    return sum > 0;
}

}  // namespace undine
