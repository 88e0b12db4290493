// SPDX-License-Identifier: Zlib
#include "picking.h"

#include <cmath>

#include "core/geometry.h"

namespace undine::viewer {
namespace {

/// How far along the ray it meets a triangle, by Cramer's rule; below 0: it does not.
float meet(const Ray& ray, Vec3 a, Vec3 b, Vec3 c) {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 p = cross(ray.direction, ac);
    const float volume = dot(ab, p);
    if (std::abs(volume) < 1e-20F) return -1;
    const Vec3 off = ray.origin - a;
    const float u = dot(off, p) / volume;
    const Vec3 q = cross(off, ab);
    const float v = dot(ray.direction, q) / volume;
    if (u < 0 || v < 0 || u + v > 1) return -1;
    return dot(ac, q) / volume;
}

}  // namespace

std::optional<PickedBody> pickBody(const Snapshot& moment, const Ray& ray) {
    std::optional<PickedBody> nearest;
    for (const RenderBody& body : moment.picture.bodies) {
        if (!body.owner) continue;
        const auto& vertices = (*moment.picture.meshes)[body.mesh].vertices;
        const Quaternion back{-body.rotation.x, -body.rotation.y, -body.rotation.z, body.rotation.w};
        const Ray own{rotate(back, ray.origin - body.position), rotate(back, ray.direction)};
        for (std::size_t k = 0; k + 2 < vertices.size(); k += 3) {
            const float distance =
                meet(own, vertices[k].position, vertices[k + 1].position, vertices[k + 2].position);
            if (distance <= 0 || (nearest && nearest->distance <= distance)) continue;
            nearest = {*body.owner, ray.origin + distance * ray.direction, distance};
        }
    }
    return nearest;
}

std::optional<Vec3> pickFluid(const RenderScene& scene, const Ray& ray) {
    std::optional<Vec3> nearest;
    float best = INFINITY;
    for (const RenderPoint& point : scene.particles) {
        const Vec3 way = point.position - ray.origin;
        const float along = dot(way, ray.direction);
        if (along <= 0 || along >= best) continue;
        const Vec3 off = way - along * ray.direction;
        if (dot(off, off) > scene.spacing * scene.spacing) continue;
        best = along;
        nearest = point.position;
    }
    return nearest;
}

}  // namespace undine::viewer
