// SPDX-License-Identifier: Zlib
// Bullet's shapes as the fluid sees them.
#pragma once

#include <vector>

#include "undine/result.h"
#include "undine/rigid.h"

class btCollisionShape;

namespace undine {

/// The parts of a shape in its own axes. Meshes that enclose a volume become full bodies, others thin skins.
/// The error says which shape is not known. Margins that Bullet adds around hulls and meshes are left out.
Result<std::vector<RigidPart>> partsOf(const btCollisionShape& shape);

}  // namespace undine
