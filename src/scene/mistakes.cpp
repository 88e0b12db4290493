// SPDX-License-Identifier: Zlib
#include "scene/mistakes.h"

#include <algorithm>

#include <fmt/format.h>

#include "undine/parameters.h"

namespace undine {
namespace {

constexpr std::size_t kMaxLines = 40;  // a file with more mistakes is no scene; the rest is only counted

}  // namespace

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
