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

bool isWall(const RigidBodySettings& settings) {
    return !(settings.mass > 0) && hasOnly<BoxBody, SphereBody, PlaneBody>(settings);
}

Result<void> checkPlanes(const RigidBodySettings& settings, const std::string& path) {
    const bool hasPlane = std::ranges::any_of(
        settings.parts, [](const RigidPart& part) { return std::holds_alternative<PlaneBody>(part.shape); });
    if (hasPlane && !isWall(settings)) {
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

Result<RigidId> RigidBodies::add(const RigidBodySettings& settings, const RigidMotion& motion,
                                 const ThreadPool& pool) {
    const std::string path = "bodies." + std::to_string(nextId_);
    if (auto checked = checkBody(settings, path); !checked) return Error{checked.error()};
    if (auto checked = checkMotion(motion, kernel_.dimension, path); !checked) return Error{checked.error()};
    auto solid = Solid::make(settings.parts, kernel_.dimension, path);
    if (!solid) return Error{solid.error()};
    if (auto checked = checkPlanes(settings, path); !checked) return Error{checked.error()};
    Samples samples;
    samples.isWall = isWall(settings);
    if (contacts_.boundaryParticles && !samples.isWall) {
        auto points = sampleSurface(solid.value(), kernel_.spacing, kernel_.dimension);
        if (!points) return Error{path + ": " + points.error()};
        samples.points = std::move(points).value();
        samples.volumes = sampleVolumes(samples.points, kernel_, pool);
    }
    RigidBody body(nextId_, settings, std::move(solid).value());
    body.setMotion(motion);
    samples.still = body.isResting();
    bodies_.push_back(std::move(body));
    samples_.push_back(std::move(samples));
    cloudsValid_ = false;
    return nextId_++;
}

RigidBody* RigidBodies::find(RigidId id) {
    const auto at = std::ranges::lower_bound(bodies_, id, {}, [](const RigidBody& b) { return b.id(); });
    return at != bodies_.end() && at->id() == id ? &*at : nullptr;
}

bool RigidBodies::remove(RigidId id) {
    RigidBody* body = find(id);
    if (body == nullptr) return false;
    samples_.erase(samples_.begin() + (body - bodies_.data()));
    bodies_.erase(bodies_.begin() + (body - bodies_.data()));
    pairs_.clear();
    cloudsValid_ = false;
    return true;
}

Result<void> RigidBodies::setMotion(RigidId id, const RigidMotion& motion) {
    const std::string path = "bodies." + std::to_string(id);
    RigidBody* body = find(id);
    if (body == nullptr) return Error{path + ": there is no such body"};
    if (auto checked = checkMotion(motion, kernel_.dimension, path); !checked) return checked;
    Samples& samples = samples_[static_cast<std::size_t>(body - bodies_.data())];
    const RigidMotion before = body->motion();
    body->setMotion(motion);
    const bool stays = motion.position == before.position && motion.rotation == before.rotation;
    if (samples.still && !(stays && body->isResting())) {
        samples.still = false;
        cloudsValid_ = false;
    }
    return {};
}

std::optional<RigidMotion> RigidBodies::motion(RigidId id) const {
    const RigidBody* body = const_cast<RigidBodies*>(this)->find(id);
    if (body == nullptr) return {};
    return body->motion();
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
        if (!samples_[k].isWall || !contacts_.boundaryParticles) continue;
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

void RigidBodies::makeClouds() {
    still_.clear();
    moving_.clear();
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        SampleCloud& cloud = samples_[k].still ? still_ : moving_;
        cloud.add(samples_[k].points, samples_[k].volumes, static_cast<Index>(k));
    }
    cloudsValid_ = true;
}

void RigidBodies::meet(const CellGrid& grid, const VectorSpan& x, const ThreadPool& pool) {
    if (bodies_.empty()) return;
    if (!cloudsValid_) {
        makeClouds();
        if (still_.size() > 0) still_.sort(bodies_, kernel_, pool);
    }
    if (moving_.size() > 0) moving_.sort(bodies_, kernel_, pool);
    placeSamples(pool);
    pairs_.find(grid, x, clouds_, kernel_, pool);
}

void RigidBodies::dropSqueezed(const VectorSpan& x, Vec3 gravity, const ThreadPool& pool) {
    constexpr float kSuspicious = 0.33F;  // the share a quarter of a spacing above a flat surface is 0.25
    const float inside = 0.1F * kernel_.spacing;
    bool dropped = false;
    markPlaces();
    for (BodyPair& pair : pairs_.all()) {
        if (pair.share < kSuspicious) continue;
        const Vec3 own = before_[pair.body].toBody(x[pair.particle]);
        if (!(bodies_[pair.body].solid().closest(own).distance < inside)) continue;
        pair.count = 0;
        dropped = true;
    }
    if (dropped) computeSums(x, gravity, pool);
}

void RigidBodies::placeSamples(const ThreadPool& pool) {
    pairs_.placeSamples(clouds_, bodies_, kernel_, pool);
}

void RigidBodies::forEachSealedSample(const SealPass& pass,
                                      FunctionRef<void(RigidBody&, Vec3d, Vec3d)> push) {
    const float touching = 0.75F * kernel_.spacing;  // samples are half a spacing below the surface
    around_.clear();
    for (const RigidBody& body : bodies_) {
        const auto isNear = [&](const WallShape& wall) {
            return wallDistance(wall, body.position().rounded()) < body.reach() + kernel_.spacing;
        };
        around_.push_back({.isNearWall = body.isFree() && std::ranges::any_of(pass.walls, isNear)});
    }
    measureAround(pass);
    for (Index k = 0; k < moving_.size(); ++k) {
        const Around& around = around_[moving_.bodyOf(k)];
        if (!(around.weight > 0)) continue;
        RigidBody& body = bodies_[moving_.bodyOf(k)];
        const Vec3 at = moving_.positionOf(k);
        const double height = dot(Vec3d(pass.gravity), Vec3d(at) - body.position());
        const double pressure = (around.pressure + around.density * height) / around.weight;
        if (!(pressure > 0)) continue;
        const double area = moving_.volumeOf(k) / (kSampleShare * kernel_.spacing);
        Vec3 pushed[3] = {};  // a sample in a corner touches three walls; one wall may be there twice
        std::size_t count = 0;
        for (const WallShape& wall : pass.walls) {
            const SurfacePoint point = wallPoint(wall, at);
            const auto isKnown = [&](Vec3 normal) { return dot(normal, point.normal) > 0.7F; };
            if (!(point.distance < touching) || count == 3 || std::any_of(pushed, pushed + count, isKnown)) {
                continue;
            }
            pushed[count++] = point.normal;
            push(body, (pressure * area) * Vec3d(point.normal), Vec3d(at));
        }
    }
}

// The deeper the better: pressures near the surface are small, noisy, and never below 0. Next to a wall they
// are those of a particle that carries its neighbours' weight too.
void RigidBodies::measureAround(const SealPass& pass) {
    const Vec3d g(pass.gravity);
    for (const BodyPair& pair : pairs_.all()) {
        Around& around = around_[pair.body];
        const Index i = pair.particle;
        if (!around.isNearWall || !(pass.pressure[i] > 0)) continue;
        const auto isNextTo = [&](const WallShape& wall) {
            return wallDistance(wall, pass.x[i]) < kernel_.spacing;
        };
        if (std::ranges::any_of(pass.walls, isNextTo)) continue;
        const double density = pass.fluids[pass.fluid[i]].restDensity;
        const double depth = dot(g, Vec3d(pass.x[i]) - bodies_[pair.body].position());
        const double weight = pair.share * std::max(depth, 0.0);
        around.weight += weight;
        around.pressure += weight * (pass.share * pass.pressure[i] - density * depth);
        around.density += weight * density;
    }
}

// dv_i = -(mu / rho0) grip u dt, u against the body; implicitly, and less for a body that is light beside the
// fluid that drags it. Samples are half a spacing below the surface, where a fluid that sticks to it would
// have twice the difference.
void RigidBodies::drag(const ContactPass& pass) {
    const auto viscosityOf = [&](const FluidConstants& f) {
        return f.viscosity + pass.artificial * f.restDensity * std::sqrt(f.stiffness);
    };
    const bool isViscous =
        std::ranges::any_of(pass.fluids, [&](const FluidConstants& f) { return viscosityOf(f) > 0; });
    if (!isViscous || pairs_.all().empty()) return;
    const auto shareOf = [&](const BodyPair& pair) {
        const FluidConstants& fluid = pass.fluids[pass.fluid[pair.particle]];
        const double rate = 2.0 * pass.dt * viscosityOf(fluid) / fluid.restDensity * pair.grip;
        return rate / (1 + rate);
    };
    const auto massOf = [&](const BodyPair& pair) {
        return static_cast<double>(pass.fluids[pass.fluid[pair.particle]].mass);
    };
    grips_.assign(bodies_.size(), 0);
    for (const BodyPair& pair : pairs_.all()) grips_[pair.body] += massOf(pair) * shareOf(pair);
    for (const BodyPair& pair : pairs_.all()) {
        RigidBody& body = bodies_[pair.body];
        constexpr double kTurning =
            2.5;  // a push at a corner moves a body this much more than one at the middle
        const double answer = body.isFree() ? kTurning * grips_[pair.body] / body.mass() : 0;
        const Vec3d at(pass.x[pair.particle]);
        const Vec3d v(pass.v[pair.particle]);
        const Vec3d change = (-shareOf(pair) / (1 + answer)) * (v - body.velocityAt(at));
        pass.v.set(pair.particle, (v + change).rounded());
        body.push((-massOf(pair)) * change, at);
    }
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
