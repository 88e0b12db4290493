// SPDX-License-Identifier: Zlib
// What lies under the mouse.
#pragma once

#include <optional>

#include "snapshot.h"
#include "tools.h"

namespace undine::viewer {

/// Where a ray meets a body.
struct PickedBody {
    std::size_t body = 0;  ///< Its place among Snapshot::bodies.
    Vec3 at;               ///< m.
    float distance = 0;    ///< m. From the ray's origin.
};

/// The first body that is met; walls are not bodies.
std::optional<PickedBody> pickBody(const Snapshot& moment, const Ray& ray);

/// The first particle that a ray passes within a spacing of.
std::optional<Vec3> pickFluid(const RenderScene& scene, const Ray& ray);

}  // namespace undine::viewer
