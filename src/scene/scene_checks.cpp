// SPDX-License-Identifier: Zlib
#include "scene/scene_checks.h"

#include <fmt/format.h>

#include "io/formats.h"
#include "scene/document.h"

namespace undine {
namespace {

// What the world says of an entry, without the place it may have put in front.
std::string withoutPath(const std::string& message, const std::string& path) {
    return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
}

// "walls.0" and "normal: must …" are one place, "walls.0.normal".
void tell(Refuse refuse, const std::string& path, const std::string& message) {
    if (isWithin(std::string_view(message).substr(0, message.find(':')), path)) {
        const auto colon = message.find(": ");
        refuse(message.substr(0, colon), message.substr(colon + 2));
    } else {
        refuse(path, withoutPath(message, path));
    }
}

template <class Entry, class Add>
void addAll(const std::vector<Entry>& entries, std::string_view section, Refuse refuse, Add add) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto added = add(entries[i]);
        if (!added) tell(refuse, joinPath(section, i), added.error());
    }
}

// The error of the first of `names` that `find` does not know, told at `path`.
void checkOutput(const Scene& scene, const World& world, Refuse refuse) {
    if (const auto formats = findExportFormats(scene.output.formats); !formats) {
        refuse("output.formats", formats.error());
    }
    if (const auto fields = checkFields(world, scene.output.fields); !fields) {
        refuse("output.fields", fields.error());
    }
}

// "fluids.0" of "fluids.0.viscosity": the entry a place belongs to.
std::string_view entryOf(std::string_view path) {
    const auto first = path.find('.');
    if (first == std::string_view::npos) return path;
    return path.substr(0, path.find('.', first + 1));
}

}  // namespace

void checkScene(Scene& scene, Mistakes& mistakes) {
    const auto refuse = [&](const std::string& path, const std::string& what) {
        if (!mistakes.anyAt(entryOf(path))) mistakes.add(path, what);
    };
    const std::optional<World> world = buildEmptyWorld(scene, refuse);
    if (dot(scene.camera.direction, scene.camera.direction) == 0) {
        refuse("camera.direction", "[0, 0, 0]: must have a length above 0");
    }
    if (world) checkOutput(scene, *world, refuse);
}

std::optional<World> buildEmptyWorld(const Scene& scene, Refuse refuse) {
    Result<World> made = World::create(scene.world, scene.solver);
    if (!made) {
        tell(refuse, "world", made.error());
        return std::nullopt;
    }
    World& world = made.value();
    addAll(scene.fluids, "fluids", refuse, [&](const auto& fluid) { return world.addFluid(fluid); });
    addAll(scene.walls, "walls", refuse, [&](const auto& wall) { return world.addWall(wall); });
    addAll(scene.bodies, "bodies", refuse, [&](const auto& body) { return world.addBody(body); });
    addAll(scene.forces, "forces", refuse, [&](const auto& force) { return world.addForce(force); });
    addAll(scene.emitters, "emitters", refuse,
           [&](const auto& emitter) { return world.addEmitter(emitter); });
    addAll(scene.absorbers, "absorbers", refuse,
           [&](const auto& absorber) { return world.addAbsorber(absorber); });
    return std::move(made).value();
}

}  // namespace undine
