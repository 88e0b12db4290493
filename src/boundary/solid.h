// SPDX-License-Identifier: Zlib
// A rigid body's geometry: a union of parts in the body's own axes, that can be asked how far its surface is.
//
// Inside of a union the distance is that of the part whose surface is farthest, which is no more than the
// distance to the surface of the whole. Parts that touch with a face therefore have a surface between them:
// let them overlap.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boundary/solid_part.h"
#include "boundary/surface_point.h"
#include "undine/result.h"
#include "undine/rigid.h"

namespace undine {

/// Never changes once it is made; copies share all there is. Any number of threads may ask at once.
class Solid {
  public:
    using MassProperties = undine::MassProperties;

    /// `path` begins messages, as in "bodies.0". In two dimensions z does not matter: boxes and cylinders are
    /// endless along it, meshes are refused, and rotations must be about z.
    static Result<Solid> make(std::span<const RigidPart> parts, int dimension, const std::string& path);

    /// Exact for every part; a union takes the smallest signed distance.
    SurfacePoint closest(Vec3 p) const;

    /// The share of the way from a to b after which a ball of this radius first touches the surface from
    /// outside; none when it does not. A ball that starts inside or touching and moves away is free; one that
    /// starts touching and moves inwards touches at 0.
    std::optional<float> sweep(Vec3 a, Vec3 b, float radius) const;

    Vec3 min() const { return min_; }  ///< of the box around it; z is 0 in two dimensions
    Vec3 max() const { return max_; }

    /// The sum over the parts: where two overlap, the mass counts twice. Open meshes have none. In two
    /// dimensions per metre of depth.
    MassProperties massProperties() const;

    std::span<const SolidPart> parts() const { return *parts_; }

  private:
    Solid() = default;

    std::shared_ptr<const std::vector<SolidPart>> parts_;
    Vec3 min_{};
    Vec3 max_{};
    bool flat_ = false;
};

}  // namespace undine
