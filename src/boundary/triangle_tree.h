// SPDX-License-Identifier: Zlib
// The nearest point of a mesh, found in a tree of boxes around its triangles.
//
// Whether a place is inside of a closed mesh follows from the normal at the nearest point of the surface
// [BA05]: that of the triangle, the sum of both triangles' on an edge, and at a vertex the sum of the normals
// of all triangles there, each weighted with its angle. The normal of just one of the triangles would be
// wrong beyond sharp edges.
//
// An open mesh has no inside. Its distances are at least 0, and its normals point to the side they are asked
// from.
//
// [BA05] Baerentzen, Aanaes: Signed Distance Computation Using the Angle Weighted Pseudonormal, 2005
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "boundary/surface_point.h"
#include "core/rotation.h"
#include "undine/shapes.h"
#include "undine/types.h"

namespace undine {

class TriangleTree {
  public:
    /// All indices must exist, all vertices be finite and all triangles have an area.
    TriangleTree(const TriangleMesh& mesh, bool open);

    SurfacePoint closest(Vec3 p) const;

    bool isOpen() const { return open_; }
    Vec3 min() const { return min_; }
    Vec3 max() const { return max_; }

    std::size_t triangleCount() const { return triangles_.size(); }

    /// a, b and c are the corners of the triangle, counter-clockwise seen from outside.
    struct Corners {
        Vec3 a;
        Vec3 b;
        Vec3 c;
    };
    Corners corners(std::size_t triangle) const;

  private:
    struct Triangle {
        Vec3 a;
        Vec3 ab;
        Vec3 ac;
        Vec3 normal;
    };
    /// Normals where the triangle meets others: edge k goes from corner k to corner k + 1.
    struct Rims {
        Vec3 edge[3];
        Vec3 corner[3];
    };
    /// Four boxes and what is in them: another node, or ~(8 first + count) for some triangles. The boxes are
    /// stored axis by axis, so that the compiler measures the distances of all four at once.
    struct Node {
        float min[3][4];
        float max[3][4];
        std::int32_t child[4];
    };
    class Builder;
    class Search;

    SurfacePoint describe(std::uint32_t triangle, Vec3 p) const;

    std::vector<Node> nodes_;
    std::vector<Triangle> triangles_;
    std::vector<Rims> rims_;
    std::int32_t root_ = 0;
    Vec3 min_{};
    Vec3 max_{};
    bool open_;
};

}  // namespace undine
