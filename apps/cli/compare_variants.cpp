// SPDX-License-Identifier: Zlib
#include "compare_variants.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <variant>

#include <fmt/format.h>

#include "flags.h"
#include "io/printable.h"
#include "run_setup.h"

namespace undine::cli {
namespace {

constexpr std::size_t kMostVariants = 9;  // more would be too small to see in one picture
constexpr std::size_t kLongestName = 40;
constexpr const char* kMethodPath = "solver.method";

/// A variant as the flags have it.
struct Wanted {
    std::string name;
    std::vector<SceneOverride> changes;
};

const SolverInfo& infoOf(const SolverSettings& solver) { return solvers()[solver.index()]; }

bool touchesSolver(const SceneOverride& change) {
    return change.path == "solver" || change.path.starts_with("solver.");
}

Result<void> checkMethod(const std::string& name) {
    const std::vector<std::string> names = methodNames();
    if (std::ranges::find(names, name) != names.end()) return {};
    const std::vector<std::string_view> known(names.begin(), names.end());
    return Error{fmt::format("--solvers: \"{}\": must be one of {}{}", printableShort(name),
                             fmt::join(names, ", "), suggestion(name, known))};
}

// Names stand in pictures, whose letters are few.
Result<void> checkName(const std::string& name) {
    const auto isPlain = [](char c) { return c >= ' ' && c <= 'z'; };
    if (!name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, isPlain)) return {};
    return Error{fmt::format("--variant: \"{}\": its name must have 1 to {} plain letters, digits or signs",
                             printableShort(name), kLongestName)};
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// "thick: fluids.0.viscosity=20 solver.xsph=0.1" taken apart.
Result<Wanted> readVariant(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.find('=') < colon) {
        return Error{fmt::format(
            "--variant: \"{}\": must be \"NAME: PATH=VALUE ...\", as in \"thick: fluids.0.viscosity=20\"",
            printableShort(text))};
    }
    const std::string name = trimmed(text.substr(0, colon));
    if (const Result<void> good = checkName(name); !good) return Error{good.error()};
    std::istringstream words(text.substr(colon + 1));
    std::vector<std::string> assignments;
    for (std::string word; words >> word;) assignments.push_back(word);
    const auto changes = toOverrides(assignments);
    if (!changes) return Error{fmt::format("--variant: {}: {}", name, changes.error())};
    return Wanted{name, changes.value()};
}

Result<void> checkTogether(const std::vector<Wanted>& all) {
    for (std::size_t k = 0; k < all.size(); ++k) {
        const auto isSame = [&](const Wanted& other) { return other.name == all[k].name; };
        if (std::ranges::count_if(all, isSame) > 1) {
            return Error{fmt::format("two variants are called \"{}\": give each a name of its own",
                                     printableShort(all[k].name))};
        }
    }
    if (all.size() >= 2 && all.size() <= kMostVariants) return {};
    return Error{fmt::format(
        "{} to compare: give 2 to {}, with --solvers A,B or --variant \"NAME: PATH=VALUE\"",
        all.size() == 1 ? "there is one variant" : fmt::format("there are {} variants", all.size()),
        kMostVariants)};
}

Result<std::vector<Wanted>> readFlags(const CompareOptions& options) {
    std::vector<Wanted> all;
    for (const std::string& method : options.solvers) {
        if (const Result<void> known = checkMethod(method); !known) return Error{known.error()};
        all.push_back({method, {{kMethodPath, method}}});
    }
    for (const std::string& text : options.variants) {
        Result<Wanted> variant = readVariant(text);
        if (!variant) return Error{variant.error()};
        all.push_back(std::move(variant).value());
    }
    if (const Result<void> good = checkTogether(all); !good) return Error{good.error()};
    return all;
}

// The method that a list of changes ends up with; empty: that of the scene.
std::string methodAfter(const std::vector<SceneOverride>& changes) {
    std::string method;
    for (const SceneOverride& change : changes) {
        if (change.path == kMethodPath) method = change.value;
    }
    return method;
}

// The settings of a method that are not at their defaults, each with its line of the table.
std::vector<std::pair<const Parameter*, std::string>> changedSettings(const SolverSettings& solver) {
    std::vector<std::pair<const Parameter*, std::string>> changed;
    std::visit(
        [&]<class Settings>(const Settings& settings) {
            const Settings defaults = std::get<Settings>(infoOf(solver).defaults);
            for (const Parameter& parameter : parametersOf<Settings>()) {
                const ParameterValue value = parameter.get(&settings);
                if (value != parameter.get(&defaults)) changed.emplace_back(&parameter, describeValue(value));
            }
        },
        solver);
    return changed;
}

// The same setting has the same words in both tables; one that is only called the same may mean another
// thing.
bool hasSame(const SolverSettings& solver, const Parameter& wanted) {
    return std::visit(
        [&]<class Settings>(const Settings& /*settings*/) {
            return std::ranges::any_of(parametersOf<Settings>(), [&](const Parameter& p) {
                return std::strcmp(p.key, wanted.key) == 0 && std::strcmp(p.unit, wanted.unit) == 0 &&
                       std::strcmp(p.help, wanted.help) == 0;
            });
        },
        solver);
}

// Puts another method in the place of the scene's own.
void changeMethod(const SolverSettings& own, const SolverInfo& method, Variant& variant,
                  std::vector<SceneOverride>& overrides) {
    std::string json = fmt::format("{{\"method\": \"{}\"", method.name);
    for (const auto& [parameter, value] : changedSettings(own)) {
        const bool isShared = hasSame(method.defaults, *parameter);
        (isShared ? variant.kept : variant.leftOut).emplace_back(parameter->key);
        if (isShared) json += fmt::format(", \"{}\": {}", parameter->key, value);
    }
    overrides.insert(overrides.begin(), {"solver", json + "}"});
}

Result<Variant> planOne(const CompareOptions& options, const Wanted& wanted, const SolverSettings& own,
                        const std::vector<SceneOverride>& set) {
    Variant variant{wanted.name, wanted.changes, {}, {}, {}};
    std::vector<SceneOverride> overrides = set;
    overrides.insert(overrides.end(), wanted.changes.begin(), wanted.changes.end());
    const std::string method = methodAfter(overrides);
    const auto info = std::ranges::find(solvers(), std::string_view(method), &SolverInfo::name);
    if (info != solvers().end() && info->name != infoOf(own).name) {
        changeMethod(own, *info, variant, overrides);
    }
    const auto named = [&](const std::string& error) {
        return Error{fmt::format("variant {}: {}", wanted.name, error)};
    };
    Result<Scene> scene = loadScene(options.scene, overrides);
    if (!scene) return named(scene.error());
    const RunLimits limits{options.frames, options.seconds, options.threads};
    if (const Result<void> applied = applyLimits(limits, scene.value()); !applied) {
        return Error{applied.error()};
    }
    variant.scene = std::move(scene).value();
    return variant;
}

// Pictures of the same frame stand side by side, and so they have to be of the same moment.
Result<void> checkTimes(const std::vector<Variant>& variants) {
    const OutputSettings& first = variants.front().scene.output;
    for (const Variant& variant : variants) {
        const OutputSettings& output = variant.scene.output;
        if (output.seconds == first.seconds && output.frameRate == first.frameRate) continue;
        return Error{fmt::format(
            "variant {}: runs {:g} s at {:g} frames/s, and {} runs {:g} s at {:g}: give all the same",
            variant.name, output.seconds, output.frameRate, variants.front().name, first.seconds,
            first.frameRate)};
    }
    return {};
}

}  // namespace

std::vector<std::string> methodNames() {
    std::vector<std::string> names;
    for (const SolverInfo& info : solvers()) names.emplace_back(info.name);
    return names;
}

Result<std::vector<Variant>> planVariants(const CompareOptions& options) {
    const Result<std::vector<Wanted>> wanted = readFlags(options);
    if (!wanted) return Error{wanted.error()};
    const Result<std::vector<SceneOverride>> set = toOverrides(options.set);
    if (!set) return Error{set.error()};
    // The scene without what is set of its method: that may be meant for another one.
    std::vector<SceneOverride> others = set.value();
    std::erase_if(others, touchesSolver);
    const Result<Scene> scene = loadScene(options.scene, others);
    if (!scene) return Error{scene.error()};
    std::vector<Variant> variants;
    for (const Wanted& one : wanted.value()) {
        Result<Variant> variant = planOne(options, one, scene.value().solver, set.value());
        if (!variant) return Error{variant.error()};
        variants.push_back(std::move(variant).value());
    }
    if (const Result<void> good = checkTimes(variants); !good) return Error{good.error()};
    return variants;
}

}  // namespace undine::cli
