// SPDX-License-Identifier: Zlib
#include "scene/body_checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/shape_checks.h"
#include "world/body_model.h"
#if UNDINE_WITH_BULLET
#include "bullet/bullet_scene.h"
#endif

namespace undine {
namespace {

bool isFreeBody(const Body& body) { return isFree(body.settings); }

const Body* findBody(const Scene& scene, const std::string& name) {
    const auto at =
        std::ranges::find_if(scene.bodies, [&](const Body& body) { return body.settings.name == name; });
    return name.empty() || at == scene.bodies.end() ? nullptr : &*at;
}

void checkName(const Scene& scene, const std::string& name, const std::string& path, Refuse refuse) {
    if (findBody(scene, name) != nullptr) return;
    std::vector<std::string_view> names;
    for (const Body& body : scene.bodies) {
        if (!body.settings.name.empty()) names.push_back(body.settings.name);
    }
    refuse(path, fmt::format("\"{}\": must be the name of a body{}", printableShort(name),
                             suggestion(name, names)));
}

struct KindCheck {
    int dimension;
    std::string path;

    template <class WithAxis>
    Result<void> checkAxis(const WithAxis& joint) const {
        const auto direction = unitDirection(joint.axis, path + ".axis");
        if (!direction) return Error{direction.error()};
        if (joint.lower <= joint.upper) return {};
        return Error{path + ".upper: " + describeValue(static_cast<double>(joint.upper)) +
                     ": must not be less than lower, " + describeValue(static_cast<double>(joint.lower))};
    }
    Result<void> operator()(const HingeJoint& joint) const {
        const auto checked = checkAxis(joint);
        return checked ? checkAboutZ(joint.axis, dimension, path + ".axis") : checked;
    }
    Result<void> operator()(const SliderJoint& joint) const {
        const auto checked = checkAxis(joint);
        return checked ? checkInPlane(joint.axis, dimension, path + ".axis") : checked;
    }
    Result<void> operator()(const BallJoint& /*joint*/) const { return {}; }
    Result<void> operator()(const FixedJoint& /*joint*/) const { return {}; }
};

void checkJoint(const Scene& scene, const Joint& joint, const std::string& path, Refuse refuse) {
    const JointSettings& s = joint.settings;
    checkName(scene, s.body, path + ".body", refuse);
    if (!s.other.empty()) checkName(scene, s.other, path + ".other", refuse);
    if (!s.body.empty() && s.body == s.other) refuse(path + ".other", "is the body itself");
    const Body* body = findBody(scene, s.body);
    const Body* other = findBody(scene, s.other);
    const bool anyFree = (body != nullptr && isFreeBody(*body)) || (other != nullptr && isFreeBody(*other));
    if (body != nullptr && !anyFree) {
        refuse(path + ".body",
               fmt::format("\"{}\": neither of the two has a density or a mass: nothing could "
                           "move",
                           printableShort(s.body)));
    }
    const auto checked = std::visit(KindCheck{scene.world.dimension, path}, joint.kind);
    if (checked) return;
    const std::size_t colon = checked.error().find(": ");
    refuse(checked.error().substr(0, colon), checked.error().substr(colon + 2));
}

}  // namespace

void checkEngine(const Scene& scene, Refuse refuse) {
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        checkJoint(scene, scene.joints[i], joinPath("joints", i), refuse);
    }
    const auto first = std::ranges::find_if(scene.bodies, isFreeBody);
    if (first == scene.bodies.end()) return;
#if !UNDINE_WITH_BULLET
    refuse(joinPath("bodies", static_cast<std::size_t>(first - scene.bodies.begin())),
           "is free, and this program was built without Bullet, which moves free bodies: leave out density "
           "and mass");
#endif
    for (std::size_t i = 0; i < scene.walls.size(); ++i) {
        const auto* ball = std::get_if<SphereWall>(&scene.walls[i]);
        if (ball != nullptr && ball->side == Side::Inside) {
            refuse(joinPath("walls", i), "the inside of a sphere cannot hold free bodies");
        }
    }
}

void attachSceneEngine([[maybe_unused]] World& world, const Scene& scene) {
    if (std::ranges::none_of(scene.bodies, isFreeBody)) return;
#if UNDINE_WITH_BULLET
    world.attachEngine(makeBulletEngine(world, {scene.walls, scene.bodies, scene.joints}));
#endif
}

}  // namespace undine
