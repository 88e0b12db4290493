// SPDX-License-Identifier: Zlib
// The bodies of a world, and the engine that moves some of them. A box or a ball on a path is a wall, which
// the Boundary moves; all others are rigid bodies. Those on a path are put where it has them after each step:
// within a step they fly on with the velocity they have.
#include <algorithm>
#include <cmath>

#include "world/world_impl.h"

namespace undine {
namespace {

bool isMoving(const BodySettings& s) {
    constexpr Vec3 kNone{};
    return s.velocity != kNone || s.angularVelocity != kNone || s.swing != kNone || s.turn != kNone;
}

}  // namespace

Result<void> World::addBody(const Body& body) {
    return isWallBody(body) ? impl_->boundary.addBody(body, impl_->time) : impl_->addModel(body);
}

std::span<const BodyState> World::bodies() const { return impl_->boundary.bodies(); }

std::optional<RigidId> World::rigidIdOf(std::size_t body) const {
    const auto at = std::ranges::find(impl_->models, body, &Impl::ModelBody::number);
    if (at == impl_->models.end()) return {};
    return at->id;
}

Result<void> World::Impl::addModel(const Body& body) {
    const std::string path = "bodies." + std::to_string(boundary.bodies().size());
    const char* const what = "free bodies, and others than boxes and balls,";
    if (auto checked = refuseInPeriod(path, what); !checked) return checked;
    auto model = makeBodyModel(body, settings.dimension, path);
    if (!model) return Error{model.error()};
    RigidMotion motion = model.value().motionOf(poseAt(body.settings, time));
    if (isFree(body.settings)) motion.acceleration = (1 / settings.simulationScale) * settings.gravity;
    const auto id = rigid.add(model.value().rigid, motion);
    if (!id) return Error{id.error()};
    const auto number = boundary.addGuestBody(body);
    if (!number) {
        rigid.remove(id.value());
        return Error{number.error()};
    }
    models.push_back({number.value(), id.value(), body.settings, std::move(model).value()});
    placeRigidWalls();
    placeModels();
    return {};
}

void World::Impl::placeModels() {
    bool anyPlaced = false;
    for (const ModelBody& body : models) {
        if (!isFree(body.settings) && isMoving(body.settings)) {
            const Pose pose = poseAt(body.settings, time);
            static_cast<void>(rigid.setMotion(body.id, body.model.motionOf(pose)));
            boundary.showBody(body.number, pose);
            anyPlaced = true;
        } else {
            boundary.showBody(body.number, body.model.poseOf(*rigid.motion(body.id)));
        }
    }
    if (anyPlaced) placeRigidWalls();
}

void World::Impl::applyRecoils() {
    for (const Recoil& recoil : emitters.recoils()) {
        const auto at = std::ranges::find(models, recoil.body, &ModelBody::number);
        if (at == models.end() || !isFree(at->settings)) continue;
        const double mass = masses[recoil.fluid];
        rigid.push(at->id, {(-mass) * recoil.velocity, (-mass) * recoil.moment});
    }
}

// ---- Rigid bodies of others

Result<RigidId> World::addRigidBody(const RigidBodySettings& settings, const RigidMotion& motion) {
    if (auto checked = impl_->refuseInPeriod("rigid body", "bodies with a mass"); !checked) {
        return Error{checked.error()};
    }
    auto added = impl_->rigid.add(settings, motion);
    impl_->placeRigidWalls();
    return added;
}

bool World::removeRigidBody(RigidId body) {
    if (std::ranges::count(impl_->models, body, &Impl::ModelBody::id) > 0) return false;  // it is in bodies()
    const bool removed = impl_->rigid.remove(body);
    impl_->placeRigidWalls();
    return removed;
}

Result<void> World::setRigidMotion(RigidId body, const RigidMotion& motion) {
    auto set = impl_->rigid.setMotion(body, motion);
    if (impl_->rigid.isWall(body)) impl_->placeRigidWalls();
    return set;
}

Result<void> World::addRigidForce(RigidId body, Vec3 force, Vec3 at) {
    return impl_->rigid.addForce(body, force, at);
}

std::optional<float> World::rigidMass(RigidId body) const { return impl_->rigid.mass(body); }

std::optional<RigidMotion> World::rigidMotion(RigidId body) const { return impl_->rigid.motion(body); }

Result<void> World::setRigidContacts(const RigidContactSettings& settings) {
    return impl_->rigid.setContacts(settings);
}

// ---- The engine

void World::attachEngine(std::unique_ptr<RigidEngine> engine) {
    impl_->engine = std::move(engine);
    impl_->isInInterval = false;
    impl_->intervalLeft = 0;
}

void World::Impl::beginInterval(World& world) {
    if (!engine || isInInterval) return;
    engine->begin(world);
    isInInterval = true;
    intervalLeft += engine->stepLength();
}

float World::Impl::limitToInterval(float limit) const {
    if (!engine) return limit;
    const auto left = static_cast<float>(intervalLeft);
    return limit > 0 && std::isfinite(limit) ? std::min(limit, left) : left;
}

void World::Impl::endInterval(World& world, float dt) {
    if (!engine || !(dt > 0)) return;
    intervalLeft -= dt;
    // Frames and intervals end at the same moment but for rounding, which adds up: a step of a millionth of a
    // second for what is left would make speed out of rounded positions.
    if (intervalLeft > 1e-2 * static_cast<double>(engine->stepLength())) return;
    engine->end(world);
    isInInterval = false;
    placeModels();
}

StatePart World::Impl::enginePart() {
    return {"engine",
            [this](ByteWriter& out) {
                out.value(static_cast<std::uint8_t>(isInInterval));
                out.value(intervalLeft);
                const std::vector<std::byte> state = engine->saveState();
                out.bytes(state.data(), state.size());
            },
            [this](ByteReader& in) { return restoreEngine(in); }};
}

Result<void> World::Impl::restoreEngine(ByteReader& in) {
    const bool isIn = in.value<std::uint8_t>() != 0;
    const auto left = in.value<double>();
    if (!in.ok() || !(std::abs(left) <= 1)) return Error{"engine: cut short, or in an interval of no length"};
    const std::size_t size = in.left();
    if (auto restored = engine->restoreState({in.take(size), size}); !restored) return restored;
    isInInterval = isIn;
    intervalLeft = left;
    return {};
}

}  // namespace undine
