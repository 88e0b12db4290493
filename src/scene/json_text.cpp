// SPDX-License-Identifier: Zlib
#include "scene/json_text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace undine {
namespace {

constexpr std::size_t kMaxDepth = 32;  // a scene needs four
constexpr std::size_t kMaxKeys = 256;  // per object; a scene needs a dozen. Keeps the search for twins short.

// Receives the parser's events and grows the document from them.
class Builder final : public nlohmann::json_sax<Json> {
  public:
    Builder(std::string_view text, Mistakes& mistakes) : text_(text), mistakes_(mistakes) {}

    Json takeRoot() { return std::move(root_); }

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
    bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override;
    bool parse_error(std::size_t position, const std::string& lastToken,
                     const nlohmann::detail::exception& error) override;

  private:
    struct Level {
        Json* container;
        std::string key;  // of the member being read, in an object
    };

    bool put(Json value) {
        place(std::move(value));
        return true;
    }
    Json* place(Json value);
    bool open(Json container);
    bool close() {
        levels_.pop_back();
        return true;
    }
    std::string path() const;

    std::string_view text_;
    Mistakes& mistakes_;
    Json root_;
    std::vector<Level> levels_;
};

// Puts a value where the parser stands. The address holds as long as nothing is added to the container around
// it.
Json* Builder::place(Json value) {
    if (levels_.empty()) {
        root_ = std::move(value);
        return &root_;
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
        level.container->push_back(std::move(value));
        return &level.container->back();
    }
    Json& member = (*level.container)[level.key];
    member = std::move(value);
    return &member;
}

bool Builder::open(Json container) {
    Json* placed = place(std::move(container));
    if (levels_.size() == kMaxDepth) {
        mistakes_.add(path(), fmt::format("nested too deep: at most {} levels are allowed", kMaxDepth));
        return false;
    }
    levels_.push_back({placed, {}});
    return true;
}

bool Builder::key(string_t& name) {
    Level& level = levels_.back();
    level.key = name;
    if (level.container->contains(name)) {
        mistakes_.add(path(), "this key appears twice in its object: keep one of them");
    }
    if (level.container->size() == kMaxKeys) {
        mistakes_.add(path(), fmt::format("too many keys: an object may have at most {}", kMaxKeys));
        return false;
    }
    return true;
}

std::string Builder::path() const {
    std::string path;
    for (const Level& level : levels_) {
        path = level.container->is_array()
                   ? joinPath(path, std::max<std::size_t>(level.container->size(), 1) - 1)
                   : joinPath(path, level.key);
    }
    return path;
}

// What nlohmann's exception says, without its code and its own idea of the place.
std::string_view reasonOf(std::string_view what) {
    for (std::string_view end : {"] ", "column "}) {
        if (const auto at = what.find(end); at != std::string_view::npos) what.remove_prefix(at + end.size());
    }
    const auto colon = what.find(": ");
    const bool numberFirst = !what.empty() && what[0] >= '0' && what[0] <= '9';
    return numberFirst && colon != std::string_view::npos ? what.substr(colon + 2) : what;
}

bool Builder::parse_error(std::size_t position, const std::string& /*lastToken*/,
                          const nlohmann::detail::exception& error) {
    const std::string_view before = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto lineStart = before.rfind('\n');
    const auto column = before.size() - (lineStart == std::string_view::npos ? 0 : lineStart + 1) + 1;
    mistakes_.add(
        {}, fmt::format("line {}, column {}: {}", line, column, printableShort(reasonOf(error.what()), 200)));
    return false;
}

}  // namespace

std::optional<Json> parseJson(std::string_view text, Mistakes& mistakes) {
    constexpr std::string_view kSpace = " \t\r\n";
    if (text.find_first_not_of(kSpace) == std::string_view::npos) {
        mistakes.add({}, "is empty");
        return std::nullopt;
    }
    Builder builder(text, mistakes);
    const bool ignoreComments = true;
    const bool whole = true;
    if (!Json::sax_parse(text.begin(), text.end(), &builder, Json::input_format_t::json, whole,
                         ignoreComments)) {
        return std::nullopt;
    }
    return builder.takeRoot();
}

std::string showValue(const Json& value) {
    constexpr std::size_t kShownEntries = 6;
    if (value.is_object()) return "an object";
    if (value.is_array()) {
        const bool simple =
            std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_primitive(); });
        if (!simple || value.size() > kShownEntries) return fmt::format("an array of {}", value.size());
    }
    return printableShort(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace undine
