// SPDX-License-Identifier: Zlib
#include "surface/mesh_topology.h"

#include <algorithm>

#include "core/geometry.h"
#include "surface/smoothing_factors.h"

namespace undine {
void MeshTopology::build(Index vertices, std::span<const std::span<const std::uint32_t>> triangles) {
    first_.resizeForOverwrite(0);
    first_.resize(vertices + 1);
    std::size_t corners = 0;
    for (const std::span<const std::uint32_t> list : triangles) {
        for (const std::uint32_t v : list) ++first_[v + 1];
        corners += list.size();
    }
    for (Index v = 0; v < vertices; ++v) first_[v + 1] += first_[v];
    sides_.resizeForOverwrite(corners);
    // Fills from the front; the starts then are those of the next vertex, and are moved back by one.
    for (const std::span<const std::uint32_t> list : triangles) {
        for (std::size_t t = 0; t < list.size(); t += 3) {
            const Index a = list[t];
            const Index b = list[t + 1];
            const Index c = list[t + 2];
            sides_[first_[a]++] = {b, c};
            sides_[first_[b]++] = {c, a};
            sides_[first_[c]++] = {a, b};
        }
    }
    for (Index v = vertices; v > 0; --v) first_[v] = first_[v - 1];
    first_[0] = 0;
}

/// Joins the parts of neighbouring vertices; the smaller number leads.
void MeshTopology::findParts() {
    const auto vertices = static_cast<Index>(first_.size() - 1);
    part_.resizeForOverwrite(vertices);
    for (Index v = 0; v < vertices; ++v) part_[v] = v;
    const auto leader = [&](Index v) {
        while (part_[v] != v) v = part_[v] = part_[part_[v]];
        return v;
    };
    for (Index v = 0; v < vertices; ++v) {
        for (const Side& side : around(v)) {
            const Index a = leader(v);
            const Index b = leader(side.next);
            part_[std::max(a, b)] = std::min(a, b);
        }
    }
    size_.resizeForOverwrite(0);
    size_.resize(vertices);
    for (Index v = 0; v < vertices; ++v) {
        part_[v] = leader(v);
        ++size_[part_[v]];
    }
}

void MeshTopology::weigh(std::span<const std::uint8_t> isFixed, Index small) {
    weight_.resizeForOverwrite(isFixed.size());
    for (std::size_t v = 0; v < isFixed.size(); ++v) {
        weight_[v] = isFixed[v] != 0 ? 0.0F : weightOfPart(size_[part_[v]], small);
    }
}

void MeshTopology::smooth(std::span<Vec3> positions, int passes, const ThreadPool& pool) {
    spare_.resizeForOverwrite(positions.size());
    const auto move = [&](const Vec3* from, Vec3* to, float factor) {
        pool.forEachBlock(static_cast<Index>(positions.size()), [&](Range block) {
            for (Index v = block.begin; v < block.end; ++v) {
                const std::span<const Side> sides = around(v);
                Vec3 sum;
                for (const Side& side : sides) sum = sum + from[side.next];
                const float share = 1 / static_cast<float>(sides.size());
                to[v] = weight_[v] == 0 ? from[v] : from[v] + (factor * weight_[v]) * (share * sum - from[v]);
            }
        });
    };
    for (int pass = 0; pass < passes; ++pass) {
        move(positions.data(), spare_.data(), kSmoothForth);
        move(spare_.data(), positions.data(), kSmoothBack);
    }
}

void MeshTopology::computeNormals(std::span<const Vec3> positions, std::span<Vec3> normals,
                                  const ThreadPool& pool) const {
    pool.forEachBlock(static_cast<Index>(positions.size()), [&](Range block) {
        for (Index v = block.begin; v < block.end; ++v) {
            Vec3 sum;
            for (const Side& side : around(v)) {
                sum = sum + cross(positions[side.next] - positions[v], positions[side.last] - positions[v]);
            }
            // Areas are squares of lengths: keep them from becoming too small for a float.
            const float largest = std::max({std::fabs(sum.x), std::fabs(sum.y), std::fabs(sum.z)});
            normals[v] = largest > 0 ? normalized((1 / largest) * sum) : Vec3{0, 1, 0};
        }
    });
}

}  // namespace undine
