// SPDX-License-Identifier: Zlib
#include "vortex/proximity.h"

#include <algorithm>
#include <cmath>

namespace undine {
namespace {

/// A ball around some points: bodies that it does not reach need not be asked.
struct Ball {
    Vec3 middle;
    float radius = 0;
};

float distanceBetween(Vec3 a, Vec3 b) { return std::sqrt(dot(a - b, a - b)); }

Ball ballAround(const VectorSpan& x, Range points) {
    Vec3 low = x[points.begin];
    Vec3 high = low;
    for (Index i = points.begin + 1; i < points.end; ++i) {
        const Vec3 p = x[i];
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    return {0.5F * (low + high), 0.5F * distanceBetween(low, high)};
}

/// Comparisons are such that what is endless or not a number is asked and not left out.
void lowerToBody(const ProximityPass& pass, Range points, const Ball& ball, const RigidBody& body) {
    const BodyPlace& place = body.place();
    const float reach = static_cast<float>(body.reach()) * 1.0001F + pass.cap;
    if (distanceBetween(ball.middle, place.position) > ball.radius + reach) return;
    for (Index i = points.begin; i < points.end; ++i) {
        const Vec3 p = pass.x[i];
        const Vec3 d = p - place.position;
        if (dot(d, d) > reach * reach) continue;
        const float distance = body.solid().closest(place.toBody(p)).distance;
        pass.proximity[i] = std::min(pass.proximity[i], distance);
    }
}

}  // namespace

void computeProximity(const ProximityPass& pass, const Obstacles& obstacles, const ThreadPool& pool) {
    const WallPass walls{.walls = obstacles.walls, .table = nullptr, .h = 0, .x = pass.x};
    const bool hasBodies = obstacles.bodies != nullptr && !obstacles.bodies->empty();
    pool.forEachBlock(pass.count, [&](Range points) {
        std::fill(pass.proximity + points.begin, pass.proximity + points.end, pass.cap);
        if (!walls.walls.empty()) lowerToWallDistance(walls, points, pass.proximity);
        if (!hasBodies) return;
        const Ball ball = ballAround(pass.x, points);
        for (const RigidBody& body : obstacles.bodies->bodies()) lowerToBody(pass, points, ball, body);
    });
}

}  // namespace undine
