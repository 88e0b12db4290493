// SPDX-License-Identifier: Zlib
// What moves the free bodies of a world beside the fluid: contacts between them, joints, motors. An engine
// for rigid bodies takes steps of a fixed length; the fluid takes as many of its own as fit into each.
//
// Here is also what joints are, for engines and scenes; undine::scene brings an engine that uses Bullet.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "undine/export.h"
#include "undine/result.h"
#include "undine/types.h"

namespace undine {

class World;

/// An engine that a world steps along with itself: World::attachEngine.
class UNDINE_API RigidEngine {
  public:
    virtual ~RigidEngine() = default;

    /// s, > 0. Always the same.
    virtual float stepLength() const = 0;

    /// An interval of stepLength() begins: tells the world how its rigid bodies are to fly through it.
    virtual void begin(World& world) = 0;

    /// It is over: takes over where they have got to, and puts right what collides.
    virtual void end(World& world) = 0;

    /// All that the next interval, or the rest of this one, depends on.
    virtual std::vector<std::byte> saveState() const = 0;

    /// Takes a saved state over, or changes nothing and says why.
    virtual Result<void> restoreState(std::span<const std::byte> state) = 0;
};

/// What all joints have. Places and directions are those of the world at the start.
struct JointSettings {
    std::string body{};    ///< Name of a body.
    std::string other{};   ///< Name of the one it is joined to; empty: the world.
    Vec3 position{};       ///< m.
    bool collide = false;  ///< Whether the two still collide with each other.
};

/// The body turns about an axis.
struct HingeJoint {
    Vec3 axis{0, 0, 1};       ///< Direction; need not have length 1.
    float lower = 0;          ///< degrees, -180..180, from the start.
    float upper = 0;          ///< degrees, -180..180. As `lower`: no limits.
    float motorSpeed = 0;     ///< degrees/s.
    float motorStrength = 0;  ///< N m, >= 0. 0: no motor.
};

/// The body turns about a point.
struct BallJoint {};

/// The body slides along an axis and does not turn.
struct SliderJoint {
    Vec3 axis{1, 0, 0};       ///< Direction; need not have length 1.
    float lower = 0;          ///< m, from the start.
    float upper = 0;          ///< m. As `lower`: no limits.
    float motorSpeed = 0;     ///< m/s.
    float motorStrength = 0;  ///< N, >= 0. 0: no motor.
};

/// The two move as one.
struct FixedJoint {};

/// One of the kinds of joints.
using JointKind = std::variant<HingeJoint, BallJoint, SliderJoint, FixedJoint>;

struct Joint {
    JointSettings settings;
    JointKind kind;
};

}  // namespace undine
