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

struct AxisCheck {
    int dimension;
    std::string path;  // of the axis

    Result<void> operator()(const HingeJoint& joint) const {
        const auto direction = unitDirection(joint.axis, path);
        return direction ? checkAboutZ(joint.axis, dimension, path) : Error{direction.error()};
    }
    Result<void> operator()(const SliderJoint& joint) const {
        const auto direction = unitDirection(joint.axis, path);
        return direction ? checkInPlane(joint.axis, dimension, path) : Error{direction.error()};
    }
    Result<void> operator()(const BallJoint& /*joint*/) const { return {}; }
    Result<void> operator()(const FixedJoint& /*joint*/) const { return {}; }
};

struct LimitCheck {
    std::string path;  // of the joint

    template <class Kind>
    Result<void> operator()(const Kind& joint) const {
        if constexpr (requires { joint.lower; }) {
            if (joint.lower > joint.upper) {
                return Error{path + ".upper: " + describeValue(static_cast<double>(joint.upper)) +
                             ": must not be less than lower, " +
                             describeValue(static_cast<double>(joint.lower))};
            }
        }
        return {};
    }
};

// The place comes first in such messages.
void tell(Refuse refuse, const Result<void>& checked) {
    if (checked) return;
    const std::size_t colon = checked.error().find(": ");
    refuse(checked.error().substr(0, colon), checked.error().substr(colon + 2));
}

void checkJoint(const Scene& scene, const Joint& joint, const std::string& path, Refuse refuse,
                Refuse refuseValue) {
    const JointSettings& s = joint.settings;
    // What takes all values to be those of the file comes first, while nothing has been noted of them.
    const Body* body = findBody(scene, s.body);
    const Body* other = findBody(scene, s.other);
    const bool anyFree = (body != nullptr && isFreeBody(*body)) || (other != nullptr && isFreeBody(*other));
    const bool areKnown = body != nullptr && (s.other.empty() || other != nullptr);
    if (areKnown && !anyFree) {
        refuse(path + ".body",
               fmt::format("\"{}\": neither of the two has a density or a mass: nothing could "
                           "move",
                           printableShort(s.body)));
    }
    tell(refuse, std::visit(LimitCheck{path}, joint.kind));
    tell(refuseValue, std::visit(AxisCheck{scene.world.dimension, path + ".axis"}, joint.kind));
    checkName(scene, s.body, path + ".body", refuseValue);
    if (!s.other.empty()) checkName(scene, s.other, path + ".other", refuseValue);
    if (!s.body.empty() && s.body == s.other) refuseValue(path + ".other", "is the body itself");
}

}  // namespace

void checkEngine(const Scene& scene, Refuse refuse, Refuse refuseValue) {
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        checkJoint(scene, scene.joints[i], joinPath("joints", i), refuse, refuseValue);
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

void checkNozzleBodies(const Scene& scene, Refuse refuseValue) {
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
        const std::string& name = scene.emitters[i].settings.body;
        if (!name.empty()) checkName(scene, name, joinPath("emitters", i) + ".body", refuseValue);
    }
}

void attachSceneEngine([[maybe_unused]] World& world, const Scene& scene) {
    if (std::ranges::none_of(scene.bodies, isFreeBody)) return;
#if UNDINE_WITH_BULLET
    world.attachEngine(makeBulletEngine(world, {scene.walls, scene.bodies, scene.joints}));
#endif
}

}  // namespace undine
