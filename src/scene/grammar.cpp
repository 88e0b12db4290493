// SPDX-License-Identifier: Zlib
#include "scene/grammar.h"

#include <algorithm>

#include "core/assert.h"
#include "core/parameter_table.h"

namespace undine {

// The shape's own keys stand beside it in the file; here is what the scene adds.
template <>
std::span<const Parameter> parametersOf<SceneFill>() {
    static const Parameter table[] = {
        param<&SceneFill::fluid>("fluid", "", between(0, 1000), "Place of the fluid in its list, from 0."),
    };
    return table;
}

namespace {

template <class Settings>
SettingsTable tableOf() {
    return {parametersOf<Settings>(), std::make_shared<Settings>()};
}

struct Named {
    std::string_view name;
    std::string_view help;
};

// The alternatives of a variant get their names in its order.
template <class Variant>
struct AlternativesOf;
template <class... Settings>
struct AlternativesOf<std::variant<Settings...>> {
    static std::vector<Alternative> named(const Named (&names)[sizeof...(Settings)]) {
        std::vector<Alternative> all;
        (all.push_back({names[all.size()].name, names[all.size()].help, tableOf<Settings>()}), ...);
        return all;
    }
};

std::vector<Alternative> solverAlternatives() {
    std::vector<Alternative> all;
    for (const SolverInfo& info : solvers()) {
        SettingsTable table = std::visit(
            [](const auto& settings) { return tableOf<std::decay_t<decltype(settings)>>(); }, info.defaults);
        all.push_back({info.name, info.title, std::move(table)});
    }
    return all;
}

std::vector<Alternative> fillAlternatives() {
    return AlternativesOf<Fill>::named({{"box", "an axis-aligned box"},
                                        {"sphere", "a ball; in 2D a disc"},
                                        {"cylinder", "a cylinder; in 2D a rectangle"},
                                        {"mesh", "a closed mesh from a file, in 3D"},
                                        {"particles", "particles as they are in a file"}});
}

std::vector<Section> makeSections() {
    constexpr std::string_view kShape = "shape";
    return {
        {.key = "world", .help = "What holds for the whole simulation.", .common = tableOf<WorldSettings>()},
        {.key = "solver",
         .help = "The method and its settings. Without this section it is the first one.",
         .tag = "method",
         .tagHelp = "The method, by name.",
         .alternatives = solverAlternatives()},
        {.key = "fluids",
         .help = "The liquids; at least one. Others refer to them by their place in this list, from 0.",
         .isList = true,
         .common = tableOf<FluidSettings>()},
        {.key = "fill",
         .help =
             "Where fluid is at the start. Particles stand on a lattice of particle_spacing, half a spacing "
             "from the faces of a box; places behind walls and inside bodies are left out.",
         .isList = true,
         .common = tableOf<SceneFill>(),
         .tag = kShape,
         .tagHelp = "What is filled.",
         .alternatives = fillAlternatives()},
        {.key = "walls",
         .help = "What holds the fluid. Particles keep half a spacing from the surface.",
         .isList = true,
         .tag = kShape,
         .tagHelp = "What kind of wall.",
         .alternatives = AlternativesOf<Wall>::named({{"plane", "all beyond a plane is solid"},
                                                      {"box", "an axis-aligned box"},
                                                      {"sphere", "a sphere; in 2D a circle"}})},
        {.key = "bodies",
         .help = "What is in the fluid. A body with a density or a mass is free: the fluid moves it, and it "
                 "collides with walls and other bodies. One without follows a path of its own: velocity and "
                 "angular_velocity are steady, swing and turn go to and fro.",
         .isList = true,
         .common = tableOf<BodySettings>(),
         .tag = kShape,
         .tagHelp = "What kind of body.",
         .alternatives = AlternativesOf<BodyShape>::named(
             {{"box", "a box"},
              {"sphere", "a ball"},
              {"capsule", "a cylinder with round ends, along y"},
              {"cylinder", "a cylinder along y"},
              {"cone", "a cone that stands on its base, along y; its middle is halfway up"},
              {"mesh", "a mesh from a file, in 3D; free ones collide with other bodies as their hulls"},
              {"terrain", "hills and valleys on a grid of heights, in 3D"},
              {"hollow_box", "a box of plates around nothing"}})},
        {.key = "joints",
         .help = "What holds bodies together, or to the world. Positions and axes are those at the start.",
         .isList = true,
         .common = tableOf<JointSettings>(),
         .tag = "type",
         .tagHelp = "What the joint lets free.",
         .alternatives =
             AlternativesOf<JointKind>::named({{"hinge", "turning about an axis"},
                                               {"ball", "turning about a point"},
                                               {"slider", "sliding along an axis, without turning"},
                                               {"fixed", "nothing: the two move as one"}})},
        {.key = "contacts",
         .help = "How particles meet free bodies, and bodies that are no boxes or balls.",
         .common = tableOf<RigidContactSettings>()},
        {.key = "forces",
         .help = "Accelerations beside gravity.",
         .isList = true,
         .common = tableOf<ForceSettings>(),
         .tag = "type",
         .tagHelp = "What kind of force.",
         .alternatives =
             AlternativesOf<ForceField>::named({{"uniform", "the same everywhere in a box"},
                                                {"radial", "towards a point, or away from it"},
                                                {"swirl", "around an axis"},
                                                {"drag", "towards the velocity of a wind, in a box"}})},
        {.key = "emitters",
         .help = "Nozzles. What comes out stands on a lattice and has rest density; a place that is still "
                 "taken by fluid is left out.",
         .isList = true,
         .common = tableOf<EmitterSettings>(),
         .tag = kShape,
         .tagHelp = "Shape of the nozzle.",
         .alternatives = AlternativesOf<NozzleShape>::named({{"circle", "a round nozzle; in 2D a slit"},
                                                             {"rectangle", "a flat nozzle; in 2D a slit"},
                                                             {"points", "single jets"}})},
        {.key = "absorbers",
         .help = "Boxes that take particles out of the world, or pump them to an emitter.",
         .isList = true,
         .common = tableOf<Absorber>()},
        {.key = "freezers",
         .help = "Boxes whose fluid becomes one rigid piece for a time.",
         .isList = true,
         .common = tableOf<Freezer>()},
        {.key = "vortices",
         .help = "Vortices to begin with, for the methods vortex and vortex_sph.",
         .isList = true,
         .common = tableOf<VortexSeedSettings>(),
         .tag = kShape,
         .tagHelp = "What form its line has.",
         .alternatives =
             AlternativesOf<VortexShape>::named({{"ring", "a ring that moves along its axis, in 3D"},
                                                 {"tube", "a straight piece, in 3D"},
                                                 {"patch", "a round patch, in 2D"}})},
        {.key = "tracers",
         .help = "Points that drift with the fluid and do nothing to it.",
         .isList = true,
         .common = tableOf<TracerSettings>(),
         .tag = kShape,
         .tagHelp = "What is filled with them.",
         .alternatives = fillAlternatives()},
        {.key = "camera", .help = "From where pictures are taken.", .common = tableOf<CameraSettings>()},
        {.key = "camera_path",
         .help =
             "The way of a camera that moves: where it looks at which time, in the order of time. Between "
             "these keys it moves smoothly; before the first and after the last it stands still.",
         .isList = true,
         .common = tableOf<CameraKey>()},
        {.key = "output",
         .help = "How long the run is, and what it writes.",
         .common = tableOf<OutputSettings>()},
    };
}

}  // namespace

std::span<const Section> sceneSections() {
    static const std::vector<Section> sections = makeSections();
    return sections;
}

const Section& sceneSection(std::string_view key) {
    const auto found = std::ranges::find(sceneSections(), key, &Section::key);
    UNDINE_ASSERT(found != sceneSections().end());
    return *found;
}

std::span<const PlainKey> scenePlainKeys() {
    static const PlainKey keys[] = {
        {"$schema", "string", "For editors; not read."},
        {"version", "integer", "Version of the format: 1."},
        {"name", "string",
         "Names the output: 1 to 64 letters, digits, \"_\" or \"-\". The file's name if not given."},
        {"description", "string", "One line for `undine scenes`."},
        {"include", "string or list",
         "A built-in scene or a file, or a list of them: this scene is laid over it. Objects are merged key "
         "by "
         "key, lists and values replaced."},
        {"overrides", "object", "Changes to what was included, by path, as in {\"fluids.0.viscosity\": 20}."},
    };
    return keys;
}

}  // namespace undine
