// SPDX-License-Identifier: Zlib
// Text to Scene. Every section is read, whatever was wrong in the one before, and all mistakes are listed at
// the end.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "scene/json_text.h"
#include "scene/mistakes.h"
#include "scene/overrides.h"
#include "scene/read_parameters.h"
#include "scene/scene_name.h"
#include "undine/parameters.h"
#include "undine/scene.h"

namespace undine {
namespace {

constexpr std::array<std::string_view, 9> kSections = {"name", "description", "world",  "solver", "fluids",
                                                       "fill", "walls",       "output", "camera"};

// A shape by the name it has in scene files, with the settings it starts from.
template <class Shape>
struct NamedShape {
    std::string_view name;
    Shape shape;
};
const std::array<NamedShape<Fill>, 2> kFills = {{{"box", BoxFill{}}, {"sphere", SphereFill{}}}};
const std::array<NamedShape<Wall>, 3> kWalls = {
    {{"plane", PlaneWall{}}, {"box", BoxWall{}}, {"sphere", SphereWall{}}}};

class SceneReader {
  public:
    SceneReader(const Json& root, Mistakes& mistakes) : root_(root), mistakes_(mistakes) {}

    Scene read(std::string_view source);

  private:
    void readName(std::string_view source);
    void readDescription();
    void readSolver();
    void readFluids();
    void readFill(const JsonPlace& place);
    void readWall(const JsonPlace& place);
    void readCamera();

    template <class Settings>
    void readSection(std::string_view key, Settings& settings) {
        if (const Json* section = find(root_, key)) {
            readParameters(settings, {*section, std::string(key)}, {}, mistakes_);
        }
    }
    template <class ReadEntry>
    void readArray(std::string_view key, ReadEntry readEntry);

    template <class Shape, std::size_t N>
    const Shape* chooseShape(const JsonPlace& place, const std::array<NamedShape<Shape>, N>& shapes);
    const std::string* readWord(const JsonPlace& place, std::string_view key,
                                std::span<const std::string_view> allowed);

    void checkBox(Vec3 min, Vec3 max, const std::string& path);
    void checkDirection(Vec3 direction, const JsonPlace& place, std::string_view key);

    static const Json* find(const Json& object, std::string_view key) {
        const auto member = object.find(key);
        return member == object.end() ? nullptr : &*member;
    }

    const Json& root_;
    Mistakes& mistakes_;
    Scene scene_;
};

Scene SceneReader::read(std::string_view source) {
    noteUnknownKeys({root_, ""}, kSections, mistakes_);
    readName(source);
    readDescription();
    readSection("world", scene_.world);
    readSolver();
    readFluids();
    readArray("fill", [this](const JsonPlace& place) { readFill(place); });
    readArray("walls", [this](const JsonPlace& place) { readWall(place); });
    readSection("output", scene_.output);
    readCamera();
    return std::move(scene_);
}

void SceneReader::readName(std::string_view source) {
    scene_.name = sceneNameFromSource(source);
    const Json* name = find(root_, "name");
    if (name == nullptr) return;
    if (!name->is_string() || !isSceneName(name->get_ref<const std::string&>())) {
        mistakes_.add("name", showValue(*name) + ": must be " + std::string(kSceneNameRule));
        return;
    }
    scene_.name = name->get<std::string>();
}

void SceneReader::readDescription() {
    const Json* description = find(root_, "description");
    if (description == nullptr) return;
    if (!description->is_string()) {
        mistakes_.add("description", showValue(*description) + ": must be text");
        return;
    }
    scene_.description = description->get<std::string>();
}

void SceneReader::readSolver() {
    const Json* solver = find(root_, "solver");
    if (solver == nullptr) return;
    const JsonPlace place{*solver, "solver"};
    std::vector<std::string_view> names;
    for (const SolverInfo& info : solvers()) names.push_back(info.name);
    const std::string* method = readWord(place, "method", names);
    if (method == nullptr) return;
    const auto info = std::find_if(solvers().begin(), solvers().end(),
                                   [&](const SolverInfo& candidate) { return candidate.name == *method; });
    scene_.solver = info->defaults;
    std::visit([&](auto& settings) { readParameters(settings, place, {"method"}, mistakes_); },
               scene_.solver);
}

void SceneReader::readFluids() {
    const Json* fluids = find(root_, "fluids");
    if (fluids == nullptr || (fluids->is_array() && fluids->empty())) {
        mistakes_.add("fluids", "missing: a scene needs at least one fluid, as in \"fluids\": [{}]");
        return;
    }
    readArray("fluids", [this](const JsonPlace& place) {
        readParameters(scene_.fluids.emplace_back(), place, {}, mistakes_);
    });
}

void SceneReader::readFill(const JsonPlace& place) {
    const Fill* start = chooseShape(place, kFills);
    if (start == nullptr) return;
    SceneFill fill{0, *start};
    std::visit([&](auto& shape) { readParameters(shape, place, {"shape", "fluid"}, mistakes_); }, fill.shape);
    if (const auto* box = std::get_if<BoxFill>(&fill.shape)) checkBox(box->min, box->max, place.path);

    if (const Json* fluid = find(place.value, "fluid")) {
        const std::size_t count = scene_.fluids.size();
        const bool known = fluid->is_number_unsigned() && fluid->get<std::uint64_t>() < count;
        if (known) {
            fill.fluid = fluid->get<FluidIndex>();
        } else if (count > 0) {
            mistakes_.add(
                joinPath(place.path, "fluid"),
                fmt::format("{}: must be the number of a fluid, 0 to {}", showValue(*fluid), count - 1));
        }
    }
    scene_.fills.push_back(fill);
}

void SceneReader::readWall(const JsonPlace& place) {
    const Wall* start = chooseShape(place, kWalls);
    if (start == nullptr) return;
    Wall wall = *start;
    std::visit([&](auto& shape) { readParameters(shape, place, {"shape"}, mistakes_); }, wall);
    if (const auto* box = std::get_if<BoxWall>(&wall)) checkBox(box->min, box->max, place.path);
    if (const auto* plane = std::get_if<PlaneWall>(&wall)) checkDirection(plane->normal, place, "normal");
    scene_.walls.push_back(wall);
}

void SceneReader::readCamera() {
    readSection("camera", scene_.camera);
    if (const Json* camera = find(root_, "camera")) {
        checkDirection(scene_.camera.direction, {*camera, "camera"}, "direction");
    }
}

template <class ReadEntry>
void SceneReader::readArray(std::string_view key, ReadEntry readEntry) {
    const Json* array = find(root_, key);
    if (array == nullptr) return;
    if (!array->is_array()) {
        mistakes_.add(key, showValue(*array) + ": must be an array [ ... ] of objects");
        return;
    }
    for (std::size_t i = 0; i < array->size(); ++i) readEntry(JsonPlace{(*array)[i], joinPath(key, i)});
}

template <class Shape, std::size_t N>
const Shape* SceneReader::chooseShape(const JsonPlace& place,
                                      const std::array<NamedShape<Shape>, N>& shapes) {
    std::array<std::string_view, N> names;
    std::transform(shapes.begin(), shapes.end(), names.begin(), [](const auto& s) { return s.name; });
    const std::string* name = readWord(place, "shape", names);
    if (name == nullptr) return nullptr;
    return &std::find_if(shapes.begin(), shapes.end(), [&](const auto& s) { return s.name == *name; })->shape;
}

// The word at `key` that decides which table reads the rest; nothing, and a mistake, when it is not an
// allowed one.
const std::string* SceneReader::readWord(const JsonPlace& place, std::string_view key,
                                         std::span<const std::string_view> allowed) {
    if (!place.value.is_object()) {
        mistakes_.add(place.path, showValue(place.value) + ": must be an object { ... }");
        return nullptr;
    }
    const std::string path = joinPath(place.path, key);
    const Json* word = find(place.value, key);
    if (word == nullptr) {
        mistakes_.add(path, fmt::format("missing: must be one of {}", fmt::join(allowed, ", ")));
        return nullptr;
    }
    const std::string* text = word->get_ptr<const std::string*>();
    if (text != nullptr && std::find(allowed.begin(), allowed.end(), *text) != allowed.end()) return text;
    mistakes_.add(path, fmt::format("{}: must be one of {}{}", showValue(*word), fmt::join(allowed, ", "),
                                    text == nullptr ? "" : suggestion(*text, allowed)));
    return nullptr;
}

void SceneReader::checkBox(Vec3 min, Vec3 max, const std::string& path) {
    const bool flat = scene_.world.dimension == 2;
    if (min.x < max.x && min.y < max.y && (flat || min.z < max.z)) return;
    mistakes_.add(
        path, fmt::format("min [{}, {}, {}], max [{}, {}, {}]: the box is empty: max must be above min in {}",
                          min.x, min.y, min.z, max.x, max.y, max.z, flat ? "x and y" : "x, y and z"));
}

void SceneReader::checkDirection(Vec3 direction, const JsonPlace& place, std::string_view key) {
    if (dot(direction, direction) > 0) return;
    mistakes_.add(joinPath(place.path, key), fmt::format("[{}, {}, {}]: must have a length above 0",
                                                         direction.x, direction.y, direction.z));
}

}  // namespace

Result<Scene> parseScene(std::string_view text, std::string_view source,
                         const std::vector<SceneOverride>& overrides) {
    Mistakes mistakes(source);
    std::optional<Json> root = parseJson(text, mistakes);
    if (!root) return mistakes.asError();
    if (!root->is_object()) {
        mistakes.add({}, showValue(*root) + ": a scene must be an object { ... }");
        return mistakes.asError();
    }
    applyOverrides(*root, overrides, mistakes);
    Scene scene = SceneReader(*root, mistakes).read(source);
    if (!mistakes.none()) return mistakes.asError();
    return scene;
}

}  // namespace undine
