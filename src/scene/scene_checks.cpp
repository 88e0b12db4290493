// SPDX-License-Identifier: Zlib
#include "scene/scene_checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/shape_checks.h"
#include "io/formats.h"
#include "io/mesh_file.h"
#include "io/particle_file.h"
#include "scene/body_checks.h"
#include "scene/document.h"
#include "scene/scene_size.h"
#include "surface/field_blocks.h"
#include "world/fill.h"

namespace undine {
namespace {

// Where the name of an entry ends in "walls.3.normal": behind the number; 0 when it is no entry of this
// section.
std::size_t entryLength(std::string_view place, std::string_view section) {
    if (!isWithin(place, section)) return 0;
    if (place.size() == section.size()) return section.size();
    return std::min(place.find_first_not_of("0123456789", section.size() + 1), place.size());
}

// Notes what the world says of an entry, at the place the message begins with. The world counts only what it
// has accepted; the file counts all.
void tell(Refuse refuse, const std::string& entry, const std::string& message) {
    const auto colon = message.find(": ");
    const std::string place = message.substr(0, colon);
    const std::size_t length = entryLength(place, std::string_view(entry).substr(0, entry.find('.')));
    if (colon != std::string::npos && length > 0) {
        const bool isWholeSection = entry.find('.') == std::string::npos;
        refuse(isWholeSection ? place : entry + place.substr(length), message.substr(colon + 2));
    } else {
        refuse(entry, message);
    }
}

/// Adds entries to the world; calls instead(entry) for those that it refuses.
template <class Entry, class Add, class Instead>
void addAll(const std::vector<Entry>& entries, std::string_view section, Refuse refuse, Add add,
            Instead instead) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto added = add(entries[i]);
        if (added) continue;
        tell(refuse, joinPath(section, i), added.error());
        instead(entries[i]);
    }
}
template <class Entry, class Add>
void addAll(const std::vector<Entry>& entries, std::string_view section, Refuse refuse, Add add) {
    addAll(entries, section, refuse, add, [](const Entry&) {});
}

/// A stand-in for a fluid that was refused: whatever refers to it is right or wrong by itself.
void addStandIn(World& world, FluidSettings fluid) {
    constexpr float kSoftest = 1e-9F;
    fluid.surfaceTension = fluid.temperature = fluid.fuel = fluid.viscosity = 0;
    fluid.stiffness = kSoftest;
    if (world.addFluid(fluid)) return;
    FluidSettings like{.viscosity = 0, .stiffness = kSoftest};
    if (!world.fluids().empty()) like.restDensity = world.fluids()[0].restDensity;
    static_cast<void>(world.addFluid(like));
}

// Reads the file a shape names, seen from the folder of the file that names it.
template <class Content>
std::shared_ptr<const Content> readNamedFile(const std::string& file, const std::string& path,
                                             Mistakes& mistakes,
                                             Result<Content> (*read)(const std::string& path)) {
    if (file.empty()) {
        mistakes.add(path, "missing: must name a file");
        return nullptr;
    }
    Result<Content> content = read(relativeTo(mistakes.sourceOf(path), file));
    if (content) return std::make_shared<const Content>(std::move(content).value());
    mistakes.add(path, fmt::format("\"{}\": {}", printableShort(file), content.error()));
    return nullptr;
}

void readFiles(Fill& fill, const std::string& entry, Mistakes& mistakes) {
    if (mistakes.anyAt(entry)) return;
    const std::string path = joinPath(entry, "file");
    if (auto* shape = std::get_if<MeshFill>(&fill)) {
        shape->mesh = readNamedFile(shape->file, path, mistakes, &readMesh);
    } else if (auto* points = std::get_if<ParticleFill>(&fill)) {
        points->points = readNamedFile(points->file, path, mistakes, &readParticles);
    }
}

void readFiles(BodyShape& shape, const std::string& entry, Mistakes& mistakes) {
    auto* mesh = std::get_if<MeshBody>(&shape);
    if (mesh == nullptr || mistakes.anyAt(entry)) return;
    mesh->mesh = readNamedFile(mesh->file, joinPath(entry, "file"), mistakes, &readMesh);
}

void checkFills(const Scene& scene, Refuse refuse) {
    const int dimension = scene.world.dimension;
    for (std::size_t i = 0; i < scene.fills.size(); ++i) {
        const std::string path = joinPath("fill", i);
        const SceneFill& fill = scene.fills[i];
        if (fill.fluid >= scene.fluids.size()) {
            refuse(joinPath(path, "fluid"), fmt::format("{}: must be the number of a fluid, 0 to {}",
                                                        fill.fluid, scene.fluids.size() - 1));
        }
        if (const auto checked = checkFill(fill.shape, dimension, path); !checked) {
            tell(refuse, path, checked.error());
        }
    }
    for (std::size_t i = 0; i < scene.tracers.size(); ++i) {
        const std::string path = joinPath("tracers", i);
        if (const auto checked = checkFill(scene.tracers[i].shape, dimension, path); !checked) {
            tell(refuse, path, checked.error());
        }
    }
}

void checkVortices(const Scene& scene, const World& world, Refuse refuse) {
    for (std::size_t i = 0; i < scene.vortices.size(); ++i) {
        const auto checked = world.checkVortex(scene.vortices[i]);
        if (!checked) tell(refuse, joinPath("vortices", i), checked.error());
    }
}

// A scene that does not say which fields it wants gets those of the usual ones that its method has, and what
// makes the method what it is.
void chooseFields(OutputSettings& output, const World& world) {
    if (output.fields != OutputSettings{}.fields) return;
    std::erase_if(output.fields, [&](const std::string& name) { return !world.field(name); });
    for (const char* own : {"vorticity", "temperature", "smoke"}) {
        if (world.field(own)) output.fields.emplace_back(own);
    }
}

/// The first word that was there before; empty when none was.
std::string firstTwice(const std::vector<std::string>& words) {
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (std::find(words.begin(), word, *word) != word) return *word;
    }
    return {};
}

void checkOutput(const Scene& scene, const World& world, Refuse refuse) {
    if (const auto formats = findExportFormats(scene.output.formats); !formats) {
        refuse("output.formats", formats.error());
    }
    if (const auto fields = checkFields(world, scene.output.fields); !fields) {
        refuse("output.fields", fields.error());
    }
    if (const std::string twice = firstTwice(scene.output.fields); !twice.empty()) {
        refuse("output.fields", fmt::format("\"{}\" is named twice", printableShort(twice)));
    }
    if (const auto box = checkClipBox(scene.output.surface, scene.world.dimension); !box) {
        refuse("output.surface_clip_max", box.error().substr(box.error().find(": ") + 2));
    }
}

void checkCamera(const Scene& scene, Refuse refuse) {
    if (const auto direction = unitDirection(scene.camera.direction, "camera.direction"); !direction) {
        tell(refuse, "camera", direction.error());
    }
    for (std::size_t i = 0; i < scene.cameraPath.size(); ++i) {
        const std::string path = joinPath("camera_path", i);
        const CameraKey& key = scene.cameraPath[i];
        if (const auto direction = unitDirection(key.direction, path + ".direction"); !direction) {
            tell(refuse, path, direction.error());
        }
        if (i > 0 && !(key.time > scene.cameraPath[i - 1].time)) {
            refuse(joinPath(path, "time"),
                   fmt::format("{:g}: must be later than that of the key before, {:g}", key.time,
                               scene.cameraPath[i - 1].time));
        }
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
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        readFiles(scene.bodies[i].shape, joinPath("bodies", i), mistakes);
    }
    for (std::size_t i = 0; i < scene.fills.size(); ++i) {
        readFiles(scene.fills[i].shape, joinPath("fill", i), mistakes);
    }
    for (std::size_t i = 0; i < scene.tracers.size(); ++i) {
        readFiles(scene.tracers[i].shape, joinPath("tracers", i), mistakes);
    }
    const auto refuse = [&](const std::string& path, const std::string& what) {
        if (!mistakes.anyAt(entryOf(path))) mistakes.add(path, what);
    };
    const std::optional<World> world = buildEmptyWorld(scene, refuse);
    // A name and a direction are right or wrong whatever else is: at their own places they are always told.
    const auto refuseValue = [&](const std::string& path, const std::string& what) {
        if (!mistakes.anyAlong(path)) mistakes.add(path, what);
    };
    checkEngine(scene, refuse, refuseValue);
    checkNozzleBodies(scene, refuseValue);
    if (!scene.fluids.empty()) checkFills(scene, refuse);
    checkCamera(scene, refuse);
    if (world) checkVortices(scene, *world, refuse);
    if (world) chooseFields(scene.output, *world);
    if (world) checkOutput(scene, *world, refuse);
    if (!mistakes.none()) return;
    if (const auto fits = checkSceneSize(scene); !fits) mistakes.add({}, fits.error());
}

std::optional<World> buildEmptyWorld(const Scene& scene, Refuse refuse) {
    Result<World> made = World::create(scene.world, scene.solver);
    if (!made) {
        tell(refuse, "world", made.error());
        return std::nullopt;
    }
    World& world = made.value();
    addAll(
        scene.fluids, "fluids", refuse, [&](const auto& fluid) { return world.addFluid(fluid); },
        [&](const FluidSettings& fluid) { addStandIn(world, fluid); });
    addAll(scene.walls, "walls", refuse, [&](const auto& wall) { return world.addWall(wall); });
    if (const auto set = world.setRigidContacts(scene.contacts); !set) tell(refuse, "contacts", set.error());
    addAll(scene.bodies, "bodies", refuse, [&](const auto& body) { return world.addBody(body); });
    addAll(scene.forces, "forces", refuse, [&](const auto& force) { return world.addForce(force); });
    std::vector<std::string> refused;  // names that absorbers may use, all the same
    addAll(
        scene.emitters, "emitters", refuse, [&](const auto& emitter) { return world.addEmitter(emitter); },
        [&](const Emitter& emitter) { refused.push_back(emitter.settings.name); });
    addAll(scene.absorbers, "absorbers", refuse, [&](Absorber absorber) {
        if (std::ranges::find(refused, absorber.feeds) != refused.end()) absorber.feeds.clear();
        return world.addAbsorber(absorber);
    });
    addAll(scene.freezers, "freezers", refuse,
           [&](const auto& freezer) { return world.addFreezer(freezer); });
    return std::move(made).value();
}

}  // namespace undine
