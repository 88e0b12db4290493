// SPDX-License-Identifier: Zlib
#include "boundary/rigid_bodies.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/byte_stream.h"
#include "core/finite.h"
#include "undine/parameters.h"

namespace undine {
namespace {

bool isPositive(Vec3 a) { return a.x > 0 && a.y > 0 && a.z > 0; }

Result<void> checkBody(const RigidBodySettings& settings, const std::string& path) {
    if (auto checked = checkParameters(settings, path); !checked) return checked;
    if (settings.mass > 0 && !(isPositive(settings.inertia) && isFinite(settings.inertia))) {
        return Error{path + ".inertia: must be above 0 about every axis for a body with a mass"};
    }
    return {};
}

template <class... Shapes>
bool hasOnly(const RigidBodySettings& settings) {
    return std::ranges::all_of(settings.parts, [](const RigidPart& part) {
        return (std::holds_alternative<Shapes>(part.shape) || ...);
    });
}

bool actsAsWall(const RigidBodySettings& settings) {
    return !(settings.mass > 0) && hasOnly<BoxBody, SphereBody, PlaneBody>(settings);
}

Result<void> checkPlanes(const RigidBodySettings& settings, const std::string& path) {
    const bool hasPlane = std::ranges::any_of(
        settings.parts, [](const RigidPart& part) { return std::holds_alternative<PlaneBody>(part.shape); });
    if (hasPlane && !actsAsWall(settings)) {
        return Error{path +
                     ": a plane never ends: it can only be part of a body without a mass, with boxes, "
                     "balls and planes"};
    }
    return {};
}

WallShape wallOf(const SolidPart& part, const RigidBody& body) {
    const BodyPlace place = body.place();
    const RigidMotion motion = body.motion();
    WallShape wall;
    wall.center = place.toWorld(part.position);
    wall.friction = body.friction();
    wall.restitution = body.restitution();
    wall.temperature = body.temperature();
    wall.motion = {motion.position, motion.velocity, motion.angularVelocity};
    wall.moves = body.maxSpeed() > 0;
    switch (part.kind) {
        case SolidPart::Kind::Plane:
            wall.kind = WallShape::Kind::Plane;
            wall.extent = place.axes.toWorld(part.axes.y);
            break;
        case SolidPart::Kind::Sphere:
            wall.kind = WallShape::Kind::Sphere;
            wall.radius = part.extent.x;
            break;
        default:
            wall.kind = WallShape::Kind::TurnedBox;
            wall.extent = part.extent;
            wall.axes = {place.axes.toWorld(part.axes.x), place.axes.toWorld(part.axes.y),
                         place.axes.toWorld(part.axes.z)};
    }
    return wall;
}

Result<void> checkMotion(const RigidMotion& motion, int dimension, const std::string& path) {
    const Quaternion q = motion.rotation;
    const float size = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(size > 0.5F && size < 2)) return Error{path + ".rotation: must be a unit quaternion"};
    for (const auto& [value, name] :
         {std::pair{motion.position, "position"}, std::pair{motion.velocity, "velocity"},
          std::pair{motion.angularVelocity, "angular_velocity"},
          std::pair{motion.acceleration, "acceleration"},
          std::pair{motion.angularAcceleration, "angular_acceleration"}}) {
        if (!isFinite(value)) return Error{path + "." + name + ": must be finite"};
    }
    const bool flat = motion.position.z == 0 && motion.velocity.z == 0 && motion.acceleration.z == 0 &&
                      motion.angularVelocity.x == 0 && motion.angularVelocity.y == 0 &&
                      motion.angularAcceleration.x == 0 && motion.angularAcceleration.y == 0 && q.x == 0 &&
                      q.y == 0;
    if (dimension == 2 && !flat) {
        return Error{path + ": in two dimensions a body stays in the plane z = 0 and turns about z"};
    }
    return {};
}

}  // namespace

Result<RigidId> RigidBodies::add(const RigidBodySettings& settings, const RigidMotion& motion) {
    const std::string path = "bodies." + std::to_string(nextId_);
    if (auto checked = checkBody(settings, path); !checked) return Error{checked.error()};
    if (auto checked = checkMotion(motion, kernel_.dimension, path); !checked) return Error{checked.error()};
    auto solid = Solid::make(settings.parts, kernel_.dimension, path);
    if (!solid) return Error{solid.error()};
    if (auto checked = checkPlanes(settings, path); !checked) return Error{checked.error()};
    Samples samples;
    samples.isWall = actsAsWall(settings);
    if (hasPoints(samples)) {
        const auto checked = checkSampling(solid.value(), kernel_.spacing, kernel_.dimension);
        if (!checked) return Error{path + ": " + checked.error()};
    }
    RigidBody body(nextId_, settings, std::move(solid).value());
    body.setMotion(motion);
    samples.still = body.isResting();
    bodies_.push_back(std::move(body));
    samples_.push_back(std::move(samples));
    cloudsValid_ = false;
    return nextId_++;
}

std::optional<std::size_t> RigidBodies::find(RigidId id) const {
    const auto at = std::ranges::lower_bound(bodies_, id, {}, [](const RigidBody& b) { return b.id(); });
    if (at == bodies_.end() || at->id() != id) return {};
    return static_cast<std::size_t>(at - bodies_.begin());
}

bool RigidBodies::remove(RigidId id) {
    const auto at = find(id);
    if (!at) return false;
    samples_.erase(samples_.begin() + static_cast<std::ptrdiff_t>(*at));
    bodies_.erase(bodies_.begin() + static_cast<std::ptrdiff_t>(*at));
    pairs_.clear();
    cloudsValid_ = false;
    return true;
}

Result<void> RigidBodies::setMotion(RigidId id, const RigidMotion& motion) {
    const std::string path = "bodies." + std::to_string(id);
    const auto at = find(id);
    if (!at) return Error{path + ": there is no such body"};
    if (auto checked = checkMotion(motion, kernel_.dimension, path); !checked) return checked;
    RigidBody& body = bodies_[*at];
    Samples& samples = samples_[*at];
    const RigidMotion before = body.motion();
    body.setMotion(motion);
    const bool stays = motion.position == before.position && motion.rotation == before.rotation;
    if (samples.still && !(stays && body.isResting())) {
        samples.still = false;
        cloudsValid_ = false;
    }
    return {};
}

std::optional<RigidMotion> RigidBodies::motion(RigidId id) const {
    const auto at = find(id);
    if (!at) return {};
    return bodies_[*at].motion();
}

void RigidBodies::push(RigidId id, const Wrench& impulse) {
    const auto at = find(id);
    if (!at) return;
    RigidBody& body = bodies_[*at];
    body.push(Wrench{impulse.linear, impulse.angular - cross(body.position(), impulse.linear)});
}

Result<void> RigidBodies::addForce(RigidId id, Vec3 force, Vec3 at) {
    const std::string path = "bodies." + std::to_string(id);
    const auto found = find(id);
    if (!found) return Error{path + ": there is no such body"};
    if (!isFinite(force) || !isFinite(at)) return Error{path + ": a force and its place must be finite"};
    RigidBody& body = bodies_[*found];
    if (body.isFree()) body.addForce(Vec3d(force), Vec3d(at));
    return {};
}

std::optional<float> RigidBodies::mass(RigidId id) const {
    const auto at = find(id);
    if (!at) return {};
    return static_cast<float>(bodies_[*at].mass());
}

bool RigidBodies::isWall(RigidId id) const {
    const auto at = find(id);
    return at && countsAsWall(samples_[*at]);
}

Result<void> RigidBodies::setContacts(const RigidContactSettings& settings) {
    if (auto checked = checkParameters(settings, "contacts"); !checked) return checked;
    if (settings.boundaryParticles != contacts_.boundaryParticles && !bodies_.empty()) {
        return Error{"contacts.boundary_particles: must be chosen before there are bodies"};
    }
    contacts_ = settings;
    return {};
}

float RigidBodies::maxSpeed() const {
    double fastest = 0;
    for (const RigidBody& body : bodies_) fastest = std::max(fastest, body.maxSpeed());
    return static_cast<float>(fastest);
}

float RigidBodies::stepDivisor() const {
    double most = 1;
    for (const RigidBody& body : bodies_) most = std::max(most, body.stepDivisor());
    return static_cast<float>(most);
}

bool RigidBodies::contains(Vec3 p, float distance) const {
    return std::ranges::any_of(bodies_, [&](const RigidBody& body) {
        return body.solid().closest(body.place().toBody(p)).distance < distance;
    });
}

std::span<const WallShape> RigidBodies::walls() {
    walls_.clear();
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        if (!countsAsWall(samples_[k])) continue;
        for (const SolidPart& part : bodies_[k].solid().parts()) walls_.push_back(wallOf(part, bodies_[k]));
    }
    return walls_;
}

void RigidBodies::markPlaces() {
    before_.clear();
    for (const RigidBody& body : bodies_) before_.push_back(body.place());
}

void RigidBodies::move(double dt) {
    markPlaces();
    for (RigidBody& body : bodies_) body.move(dt);
}

void RigidBodies::collide(ContactPass pass, Index particles, const ThreadPool& pool) {
    if (bodies_.empty() || particles == 0) return;
    pass.before = before_;
    pass.spacing = kernel_.spacing;
    guard_.resolve(pass, contacts_, bodies_, particles, pool);
}

void RigidBodies::makeClouds(const ThreadPool& pool) {
    still_.clear();
    moving_.clear();
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        Samples& samples = samples_[k];
        if (!hasPoints(samples)) continue;
        if (samples.points.empty()) {
            samples.points = sampleSurface(bodies_[k].solid(), kernel_.spacing, kernel_.dimension).value();
            samples.volumes = sampleVolumes(samples.points, kernel_, pool);
        }
        if (!samples.still && samples.inner.empty())
            samples.inner = innerShares(bodies_[k].solid(), samples.points, kernel_, pool);
        SampleCloud& cloud = samples.still ? still_ : moving_;
        cloud.add(samples.points, samples.volumes, samples.inner, static_cast<Index>(k));
    }
    cloudsValid_ = true;
}

void RigidBodies::meet(const CellGrid& grid, const VectorSpan& x, const ThreadPool& pool) {
    if (bodies_.empty()) return;
    if (!cloudsValid_) {
        makeClouds(pool);
        if (still_.size() > 0) still_.sort(bodies_, kernel_, pool);
        pairs_.takeSamples(clouds_, kStill, kernel_, pool);
    }
    if (moving_.size() > 0) moving_.sort(bodies_, kernel_, pool);
    pairs_.takeSamples(clouds_, kMoving, kernel_, pool);
    pairs_.find(grid, x, clouds_, kernel_, pool);
}

void RigidBodies::releaseSqueezed(const VectorSpan& x, Vec3 gravity, const ThreadPool& pool) {
    constexpr float kSuspicious = 0.1F;  // the share a quarter of a spacing above a flat surface is 0.25
    constexpr float kGone = 0.1F;        // spacings
    constexpr float kUntouched = 0.22F;
    const auto release = [&](BodyPair& pair) {
        if (pair.share < kSuspicious) return;
        const RigidBody& body = bodies_[pair.body];
        const Vec3 own = body.place().toBody(x[pair.particle]);
        const float distance = body.solid().closest(own).distance / kernel_.spacing;
        if (!(distance < kUntouched)) return;
        pair.keep = std::clamp((distance - kGone) / (kUntouched - kGone), 0.0F, 1.0F);
        pairs_.computeSums(pair, x, gravity, kernel_);
    };
    pairs_.forEachBlock(pool, [&](std::span<BodyPair> block) { std::ranges::for_each(block, release); });
}

void RigidBodies::placeSamples(const ThreadPool& pool) {
    moving_.follow(bodies_, pool);
    pairs_.takeSamples(clouds_, kMoving, kernel_, pool);
}

void RigidBodies::save(ByteWriter& out) const {
    out.value(static_cast<std::uint64_t>(bodies_.size()));
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        RigidBody body = bodies_[k];
        out.value(body.id());
        out.value(static_cast<std::uint8_t>(samples_[k].still));
        body.visitState([&](const auto& field) { out.value(field); });
    }
}

Result<void> RigidBodies::restore(ByteReader& in) {
    const auto count = in.value<std::uint64_t>();
    if (!in.ok() || count != bodies_.size()) {
        return Error{"rigid bodies: the state has " + std::to_string(count) + " of them, the world " +
                     std::to_string(bodies_.size())};
    }
    std::vector<RigidBody> restored = bodies_;
    std::vector<bool> still;
    for (RigidBody& body : restored) {
        if (in.value<RigidId>() != body.id()) return Error{"rigid bodies: the state has others"};
        still.push_back(in.value<std::uint8_t>() != 0);
        body.visitState([&](auto& field) { field = in.value<std::remove_reference_t<decltype(field)>>(); });
        if (auto checked = checkMotion(body.motion(), kernel_.dimension, "rigid bodies"); !checked) {
            return checked;
        }
    }
    if (!in.ok()) return Error{"rigid bodies: cut short"};
    bodies_ = std::move(restored);
    for (std::size_t k = 0; k < samples_.size(); ++k) samples_[k].still = still[k];
    cloudsValid_ = false;
    return {};
}

}  // namespace undine
