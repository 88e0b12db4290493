// SPDX-License-Identifier: Zlib
// Shapes of a scene as Bullet's: the way back from bullet_shapes.h.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "undine/rigid.h"

namespace undine {

/// A shape of Bullet with all that it is made of.
class OwnedShape {
  public:
    btCollisionShape* get() const { return top_; }

    template <class Shape, class... Arguments>
    Shape* make(Arguments&&... arguments) {
        auto made = std::make_shared<Shape>(std::forward<Arguments>(arguments)...);
        Shape* plain = made.get();
        parts_.push_back(std::move(made));
        return plain;
    }
    void setTop(btCollisionShape* top) { top_ = top; }

  private:
    std::vector<std::shared_ptr<void>> parts_;
    btCollisionShape* top_ = nullptr;
};

/// What Bullet has to know beside the parts.
struct ShapeSettings {
    bool isFree = false;  ///< Meshes of free bodies collide as their hulls, others as they are.
    float margin = 0;     ///< m. Around hulls and meshes.
};

OwnedShape bulletShape(std::span<const RigidPart> parts, const ShapeSettings& settings);

/// Slabs around a box: a tank from inside. In two dimensions there are none in front and behind.
OwnedShape tankShape(Vec3 size, int dimension);

}  // namespace undine
