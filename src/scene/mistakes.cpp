// SPDX-License-Identifier: Zlib
#include "scene/mistakes.h"

#include <algorithm>

#include <fmt/format.h>

#include "undine/parameters.h"

namespace undine {
namespace {

constexpr std::size_t kMaxLines = 40;  // a file with more mistakes is no scene; the rest is only counted

// Bytes of the UTF-8 character at the head of `text`; 0 when there is none.
std::size_t utf8Length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
    }
    return length;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        const auto byte = static_cast<unsigned char>(text[0]);
        if (length == 0 || byte < 0x20 || byte == 0x7F) {
            out += fmt::format("\\x{:02x}", byte);
            text.remove_prefix(1);
        } else {
            out += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return out;
}

std::string printableShort(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return printable(text);
    // Do not cut through a character.
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;
    return printable(text.substr(0, limit)) + "...";
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
    constexpr std::size_t kLongestWord = 100;  // nobody mistypes a key into more than this
    if (word.size() > kLongestWord) return {};
    const std::string_view nearest = nearestName(word, candidates);
    return nearest.empty() ? std::string() : fmt::format(", did you mean \"{}\"?", nearest);
}

void Mistakes::add(std::string_view path, std::string_view what) {
    if (++count_ > kMaxLines) return;
    const std::string_view origin = comesFromOverride(path) ? " (set by an override)" : "";
    lines_.push_back(path.empty()
                         ? fmt::format("{}: {}", source_, what)
                         : fmt::format("{}: {}: {}{}", source_, printableShort(path, 200), what, origin));
}

bool Mistakes::comesFromOverride(std::string_view path) const {
    return std::find(overridden_.begin(), overridden_.end(), path) != overridden_.end();
}

Error Mistakes::asError() const {
    std::string all = fmt::format("{}", fmt::join(lines_, "\n"));
    if (count_ > kMaxLines) all += fmt::format("\n{}: and {} more mistakes", source_, count_ - kMaxLines);
    return {std::move(all)};
}

std::string joinPath(std::string_view path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

std::string joinPath(std::string_view path, std::size_t index) {
    return joinPath(path, std::to_string(index));
}

}  // namespace undine
