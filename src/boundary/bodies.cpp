// SPDX-License-Identifier: Zlib
#include "boundary/bodies.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/shape_checks.h"
#include "undine/parameters.h"

namespace undine {
namespace {

/// A vector a t + b (sin(2 pi (f t + phase)) - sin(2 pi phase)) and its derivative.
struct Path {
    Vec3d value;
    Vec3d rate;
};

Path pathAt(Vec3d steady, Vec3d amplitude, const BodySettings& settings, double time) {
    constexpr double kTurn = 2 * std::numbers::pi;
    const double start = kTurn * static_cast<double>(settings.phase);
    const double frequency = kTurn * static_cast<double>(settings.frequency);
    const double angle = frequency * time + start;
    return {time * steady + (std::sin(angle) - std::sin(start)) * amplitude,
            steady + (frequency * std::cos(angle)) * amplitude};
}

/// The angular velocity of the rotation by the vector theta(t), from theta and its rate:
///   w = (sin a / a) theta' + (1 - sin a / a) n (n . theta') + ((1 - cos a) / a) n x theta',
/// a = |theta|, n = theta / a. It is theta' itself when the two are parallel.
Vec3d angularVelocityOf(const Path& theta) {
    const double angle = length(theta.value);
    if (angle < 1e-9) return theta.rate;
    const Vec3d axis = (1 / angle) * theta.value;
    const double ratio = std::sin(angle) / angle;
    return ratio * theta.rate + ((1 - ratio) * dot(axis, theta.rate)) * axis +
           ((1 - std::cos(angle)) / angle) * cross(axis, theta.rate);
}

bool isZero(Vec3 a) { return a == Vec3{}; }

/// The shapes a wall like the body would have at the origin.
Result<std::vector<WallShape>> ownShapes(const BodySettings& settings, const BodyShape& shape,
                                         int dimension) {
    if (const auto* box = std::get_if<BoxBody>(&shape)) {
        return makeWallShapes(BoxWall{.min = -0.5F * box->size,
                                      .max = 0.5F * box->size,
                                      .side = box->side,
                                      .friction = settings.friction,
                                      .restitution = settings.restitution},
                              dimension);
    }
    const auto& ball = std::get<SphereBody>(shape);  // no other shape comes here
    return makeWallShapes(SphereWall{.center = {},
                                     .radius = ball.radius,
                                     .side = ball.side,
                                     .friction = settings.friction,
                                     .restitution = settings.restitution},
                          dimension);
}

/// Distance of the farthest point of the surface from the middle.
double reachOf(const BodyShape& shape, int dimension) {
    if (const auto* ball = std::get_if<SphereBody>(&shape)) return ball->radius;
    Vec3 size = std::get<BoxBody>(shape).size;
    if (dimension == 2) size.z = 0;
    return 0.5 * length(Vec3d(size));
}

double maxSpeedOf(const BodySettings& settings, double reach) {
    const double frequency = 2 * std::numbers::pi * static_cast<double>(settings.frequency);
    const double linear = length(Vec3d(settings.velocity)) + frequency * length(Vec3d(settings.swing));
    const double angular = length(Vec3d(settings.angularVelocity)) + frequency * length(Vec3d(settings.turn));
    return linear + kRadiansPerDegree * angular * reach;
}

WallShape place(const WallShape& own, const Pose& pose, bool turns) {
    WallShape placed = own;
    placed.center = (pose.position + pose.rotation.apply(Vec3d(own.center))).rounded();
    if (own.kind == WallShape::Kind::Plane) {
        placed.extent = pose.rotation.apply(Vec3d(own.extent)).rounded();
    }
    if (own.kind == WallShape::Kind::Box && turns) {
        placed.kind = WallShape::Kind::TurnedBox;
        const auto turned = [&](Vec3d axis) { return pose.rotation.apply(axis).rounded(); };
        placed.axes = {turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})};
    }
    placed.motion = {pose.position.rounded(), pose.velocity.rounded(), pose.angularVelocity.rounded()};
    placed.moves = !isZero(placed.motion.velocity) || !isZero(placed.motion.angularVelocity);
    return placed;
}

}  // namespace

Pose poseAt(const BodySettings& settings, double time) {
    const Path shift = pathAt(Vec3d(settings.velocity), Vec3d(settings.swing), settings, time);
    const Path theta = pathAt(kRadiansPerDegree * Vec3d(settings.angularVelocity),
                              kRadiansPerDegree * Vec3d(settings.turn), settings, time);
    return {Vec3d(settings.position) + shift.value,
            Rotation::byVector(theta.value) * Rotation::byDegrees(settings.rotation), shift.rate,
            angularVelocityOf(theta)};
}

Result<void> Boundary::addWall(const Wall& wall) {
    const std::string path = "walls." + std::to_string(wallCount_);
    const auto made = makeWallShapes(wall, dimension_, path);
    if (!made) return Error{made.error()};
    if (auto checked = checkAtFaces(made.value(), period_, reach_, path); !checked) return checked;
    ++wallCount_;
    shapes_.insert(shapes_.end(), made.value().begin(), made.value().end());
    return {};
}

Result<void> Boundary::check(const Body& body, const std::string& path) const {
    const BodySettings& s = body.settings;
    const auto inPlane = [&](Vec3 a, const char* key) {
        return checkInPlane(a, dimension_, path + "." + key);
    };
    const auto aboutZ = [&](Vec3 a, const char* key) { return checkAboutZ(a, dimension_, path + "." + key); };
    const Result<void> checks[] = {
        checkParameters(s, path),
        std::visit([&](const auto& shape) { return checkParameters(shape, path); }, body.shape),
        inPlane(s.position, "position"),
        inPlane(s.velocity, "velocity"),
        inPlane(s.swing, "swing"),
        aboutZ(s.rotation, "rotation"),
        aboutZ(s.angularVelocity, "angular_velocity"),
        aboutZ(s.turn, "turn"),
    };
    for (const Result<void>& checked : checks) {
        if (!checked) return checked;
    }
    const auto taken = std::ranges::find(states_, s.name, &BodyState::name);
    if (!s.name.empty() && taken != states_.end()) {
        return Error{path + ".name: \"" + s.name + "\": is the name of bodies." +
                     std::to_string(taken - states_.begin())};
    }
    return {};
}

// The shape of `body` is a box or a sphere.
Result<void> Boundary::addBody(const Body& body, double time) {
    const std::string path = nextPath();
    if (const auto checked = check(body, path); !checked) return Error{checked.error()};
    auto own = ownShapes(body.settings, body.shape, dimension_);
    if (!own) return Error{path + ": " + own.error()};

    const BodySettings& s = body.settings;
    const bool turns = !isZero(s.rotation) || !isZero(s.angularVelocity) || !isZero(s.turn);
    std::vector<WallShape> placed = own.value();
    for (WallShape& shape : placed) shape = place(shape, poseAt(s, time), turns);
    if (auto checked = checkAtFaces(placed, period_, reach_, path); !checked) return checked;
    for (WallShape& shape : own.value()) shape.temperature = s.temperature;
    const double speed = maxSpeedOf(s, reachOf(body.shape, dimension_));
    maxSpeed_ = std::max(maxSpeed_, static_cast<float>(speed));
    shapes_.insert(shapes_.begin() + static_cast<std::ptrdiff_t>(guests_ + movingShapes_),
                   own.value().begin(), own.value().end());
    movingShapes_ += own.value().size();
    moving_.push_back({s, std::move(own).value(), states_.size(), turns});
    states_.push_back(
        {.name = s.name, .position = {}, .rotation = {}, .velocity = {}, .angularVelocity = {}});
    moveTo(time);
    return {};
}

Result<std::size_t> Boundary::addGuestBody(const Body& body) {
    if (const auto checked = check(body, nextPath()); !checked) return Error{checked.error()};
    states_.push_back(
        {.name = body.settings.name, .position = {}, .rotation = {}, .velocity = {}, .angularVelocity = {}});
    return states_.size() - 1;
}

void Boundary::showBody(std::size_t number, const Pose& pose) {
    BodyState& state = states_[number];
    state.position = pose.position.rounded();
    state.rotation = pose.rotation.rounded();
    state.velocity = pose.velocity.rounded();
    state.angularVelocity = pose.angularVelocity.rounded();
}

void Boundary::setGuests(std::span<const WallShape> guests) {
    if (guests.size() != guests_) {
        shapes_.erase(shapes_.begin(), shapes_.begin() + static_cast<std::ptrdiff_t>(guests_));
        shapes_.insert(shapes_.begin(), guests.size(), {});
        guests_ = guests.size();
    }
    std::ranges::copy(guests, shapes_.begin());
}

void Boundary::moveTo(double time) {
    auto shape = shapes_.begin() + static_cast<std::ptrdiff_t>(guests_);
    for (std::size_t k = 0; k < moving_.size(); ++k) {
        const Pose pose = poseAt(moving_[k].settings, time);
        for (const WallShape& own : moving_[k].own) *shape++ = place(own, pose, moving_[k].turns);
        showBody(moving_[k].number, pose);
    }
}

}  // namespace undine
