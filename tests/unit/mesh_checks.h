// SPDX-License-Identifier: Zlib
// What tests of surfaces ask of a mesh.
#pragma once

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry.h"
#include "surface/enclosed.h"

namespace undine::test {

/// Particles with what a SurfaceInput of them needs.
class Cloud {
  public:
    explicit Cloud(float spacing = 1, int dimension = 3) : spacing_(spacing), dimension_(dimension) {}

    void add(Vec3 p, std::uint32_t fluid = 0) {
        x_.push_back(p.x);
        y_.push_back(p.y);
        z_.push_back(p.z);
        fluids_.push_back(fluid);
    }
    std::size_t size() const { return x_.size(); }
    double volume() const {
        return static_cast<double>(x_.size()) * std::pow(static_cast<double>(spacing_), dimension_);
    }
    Vec3 operator[](std::size_t i) const { return {x_[i], y_[i], z_[i]}; }
    SurfaceInput input() const {
        SurfaceInput input;
        input.positions = VectorView(x_.data(), y_.data(), z_.data(), static_cast<Index>(x_.size()));
        input.spacing = spacing_;
        input.dimension = dimension_;
        input.fluids = fluids_;
        return input;
    }

  private:
    float spacing_;
    int dimension_;
    std::vector<float> x_, y_, z_;
    std::vector<std::uint32_t> fluids_;
};

/// What keeps a mesh from being closed and manifold, or nothing: every edge must be used by two triangles in
/// opposite directions, and the triangles of each vertex must be one ring.
inline std::string openness(const SurfaceMesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        third;  // edge -> the triangle's other corner
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = mesh.triangles[t + k];
            const std::uint32_t b = mesh.triangles[t + (k + 1) % 3];
            if (a == b || a >= mesh.positions.size()) return "a triangle without corners";
            if (!third.emplace(std::pair(a, b), mesh.triangles[t + (k + 2) % 3]).second) {
                return "an edge is used twice in the same direction";
            }
        }
    }
    std::map<std::uint32_t, std::size_t> triangles;  // of each vertex
    for (const auto& [edge, corner] : third) {
        if (!third.contains({edge.second, edge.first})) return "an edge is used once";
        ++triangles[edge.first];
    }
    if (triangles.size() != mesh.positions.size()) return "a vertex is in no triangle";
    // Walk around each vertex: from the edge a b over the triangle a b c to the edge a c.
    std::set<std::uint32_t> seen;
    for (const auto& [edge, corner] : third) {
        if (!seen.insert(edge.first).second) continue;
        std::size_t steps = 1;
        for (std::uint32_t at = corner; at != edge.second; at = third.at({edge.first, at})) ++steps;
        if (steps != triangles[edge.first]) return "two sheets meet at a vertex";
    }
    return {};
}

}  // namespace undine::test
