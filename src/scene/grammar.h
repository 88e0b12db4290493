// SPDX-License-Identifier: Zlib
// What a scene file may hold: its sections, and the parameter tables each of them is read by. The reader, the
// reference in docs/ and the JSON schema all walk this one description.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "undine/parameters.h"
#include "undine/scene.h"

namespace undine {

/// A settings struct with its defaults, and its table.
struct SettingsTable {
    std::span<const Parameter> parameters;
    std::shared_ptr<const void> defaults;
};

/// One of the things an entry of a section can be: "box" among the shapes.
struct Alternative {
    std::string_view name;
    std::string_view help;
    SettingsTable table;
};

struct Section {
    std::string_view key;
    std::string_view help;
    bool isList = false;
    SettingsTable common{};  ///< What all alternatives have; may be empty.
    std::string_view tag{};  ///< The key that chooses an alternative; empty: there are none.
    std::string_view tagHelp{};
    std::vector<Alternative> alternatives{};  ///< In the order of the variant they are read into.
};

/// The sections, in the order of the documentation.
std::span<const Section> sceneSections();

/// The section with this key; there must be one.
const Section& sceneSection(std::string_view key);

/// Keys of a scene that are not sections: texts and numbers of their own.
struct PlainKey {
    std::string_view key;
    std::string_view type;  ///< As in a JSON schema.
    std::string_view help;
};
std::span<const PlainKey> scenePlainKeys();

/// The newest version of the format that this program reads.
inline constexpr int kSceneVersion = 1;

/// The alternative of a variant with this index, with its defaults.
template <class Variant, std::size_t kIndex = 0>
Variant defaultAlternative(std::size_t index) {
    if constexpr (kIndex + 1 < std::variant_size_v<Variant>) {
        if (index != kIndex) return defaultAlternative<Variant, kIndex + 1>(index);
    }
    return Variant(std::in_place_index<kIndex>);
}

template <>
std::span<const Parameter> parametersOf<SceneFill>();

}  // namespace undine
