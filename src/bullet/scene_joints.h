// SPDX-License-Identifier: Zlib
#pragma once

#include <memory>

#include <btBulletDynamicsCommon.h>

#include "undine/rigid_engine.h"

namespace undine {

/// A joint between two bodies where they are now; its angle or way is that of `body` seen from `other`.
std::unique_ptr<btTypedConstraint> makeJoint(const Joint& joint, btRigidBody& body, btRigidBody& other);

}  // namespace undine
