// SPDX-License-Identifier: Zlib
// Bodies: walls that move. They follow the path their settings describe, a function of time alone, so that
// nothing of them needs to be saved: a world that is resumed at the same time has the same bits.
//
// To the passes a body is the shapes a wall like it would have (boundary/walls.h), carried along: planes and
// spheres are moved, a box that turns becomes a TurnedBox. Pose and velocities are computed in double and
// rounded once.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "boundary/face_walls.h"
#include "boundary/walls.h"
#include "core/rotation.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// Where a body is at one moment, and how it moves.
struct Pose {
    Vec3d position;
    Rotation rotation;
    Vec3d velocity;
    Vec3d angularVelocity;  ///< radians/s
};

Pose poseAt(const BodySettings& settings, double time);

/// All that holds the fluid of one world: first the shapes of the bodies, then those of the walls. In
/// contacts the walls thus have the last word, and what a body squeezes stays in the tank.
class Boundary {
  public:
    explicit Boundary(int dimension) : dimension_(dimension) {}

    /// The world repeats itself: walls and bodies that its faces would cut are refused (face_walls.h).
    void repeat(const Period& period, float reach) {
        period_ = period;
        reach_ = reach;
    }
    /// Whether no body has come to such a face since.
    bool isClearOfFaces() const {
        return moving_.empty() || !period_.any() || axisThatCuts(shapes_, period_, reach_) < 0;
    }

    Result<void> addWall(const Wall& wall);

    /// Messages begin with the body's place, as in "bodies.0.size". It appears where it is at `time`.
    Result<void> addBody(const Body& body, double time);

    /// Checks a body whose shapes somebody else knows, and gives it its place among bodies(): the number
    /// returned. showBody() says where it is.
    Result<std::size_t> addGuestBody(const Body& body);
    void showBody(std::size_t number, const Pose& pose);

    /// Puts the bodies where they are at `time`. shapes() stays where it is and changes its contents.
    void moveTo(double time);

    /// Walls that somebody else moves; they come before all others and replace those given before.
    void setGuests(std::span<const WallShape> guests);

    std::span<const WallShape> shapes() const { return shapes_; }
    std::span<const BodyState> bodies() const { return states_; }

    /// No point of a body is ever faster than this. m/s
    float maxSpeed() const { return maxSpeed_; }

  private:
    struct Moving {
        BodySettings settings;
        std::vector<WallShape> own;  // in the body's own axes, from its middle
        std::size_t number = 0;      // its place among all bodies
        bool turns = false;          // or is turned: a box is then not along the world's axes
    };

    Result<void> check(const Body& body, const std::string& path) const;
    std::string nextPath() const { return "bodies." + std::to_string(states_.size()); }

    int dimension_;
    Period period_;
    float reach_ = 0;
    std::vector<Moving> moving_;
    std::vector<BodyState> states_;
    std::vector<WallShape> shapes_;
    std::size_t guests_ = 0;        // so many of them come first
    std::size_t movingShapes_ = 0;  // then so many of bodies
    std::size_t wallCount_ = 0;     // how often walls were added
    float maxSpeed_ = 0;
};

}  // namespace undine
