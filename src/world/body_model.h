// SPDX-License-Identifier: Zlib
// A body of a scene as a rigid body: the parts of its shape, and what it weighs.
//
// A scene says where the middle of a shape is and how it is turned. A rigid body turns about its centre of
// mass, and its inertia is three numbers only along axes of its own, the principal ones. So the parts are put
// in those axes, and the model remembers where they are in the body of the scene.
#pragma once

#include <string>
#include <vector>

#include "boundary/bodies.h"
#include "undine/result.h"
#include "undine/rigid.h"
#include "undine/shapes.h"

namespace undine {

struct BodyModel {
    RigidBodySettings rigid;
    Vec3d center;   ///< of mass, in the body's own axes
    Rotation axes;  ///< the principal ones, seen from the body's own

    /// The motion of the rigid body when the body of the scene has this pose, and the other way round.
    RigidMotion motionOf(const Pose& pose) const;
    Pose poseOf(const RigidMotion& motion) const;
};

/// Whether the fluid moves it.
inline bool isFree(const BodySettings& settings) { return settings.density > 0 || settings.mass > 0; }

/// Whether a wall can do for it, which needs no samples: a box or a ball on a path.
bool isWallBody(const Body& body);

/// The shape in the body's own axes. Terrains become meshes, hollow boxes plates that overlap.
std::vector<RigidPart> bodyParts(const BodyShape& shape, int dimension);

/// Messages begin with `path` and the key that is wrong, as in "bodies.0.density".
Result<BodyModel> makeBodyModel(const Body& body, int dimension, const std::string& path);

}  // namespace undine
