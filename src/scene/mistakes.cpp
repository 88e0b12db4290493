// SPDX-License-Identifier: Zlib
#include "scene/mistakes.h"

#include <algorithm>

#include <fmt/format.h>

#include "undine/parameters.h"

namespace undine {
namespace {

constexpr std::size_t kMaxLines = 40;  // a file with more mistakes is no scene; the rest is only counted

}  // namespace

void Mistakes::add(std::string_view path, std::string_view what) {
    paths_.emplace_back(path);
    if (paths_.size() > kMaxLines) return;
    const std::string source = printable(sourceOf(path));
    const std::string why = printable(what);  // names from files may be in it
    const bool overridden = std::ranges::find(overridden_, path) != overridden_.end();
    lines_.push_back(path.empty() ? fmt::format("{}: {}", source, why)
                                  : fmt::format("{}: {}: {}{}", source, printableShort(path, 200), why,
                                                overridden ? " (set by an override)" : ""));
}

void Mistakes::append(const Mistakes& part) {
    paths_.insert(paths_.end(), part.paths_.begin(), part.paths_.end());
    lines_.insert(lines_.end(), part.lines_.begin(), part.lines_.end());
    if (lines_.size() > kMaxLines) lines_.resize(kMaxLines);
}

void Mistakes::noteOrigin(std::string path, std::string source) {
    std::erase_if(origins_, [&](const Origin& older) { return isWithin(older.path, path); });
    if (sourceOf(path) != source) origins_.push_back({std::move(path), std::move(source)});
}

const std::string& Mistakes::sourceOf(std::string_view path) const {
    const Origin* nearest = nullptr;
    for (const Origin& origin : origins_) {
        const bool nearer = nearest == nullptr || origin.path.size() > nearest->path.size();
        if (nearer && isWithin(path, origin.path)) nearest = &origin;
    }
    return nearest == nullptr ? source_ : nearest->source;
}

bool Mistakes::anyAt(std::string_view path) const {
    return std::ranges::any_of(paths_, [&](const std::string& noted) { return isWithin(noted, path); });
}

bool Mistakes::anyAlong(std::string_view path) const {
    return anyAt(path) || std::ranges::any_of(paths_, [&](const std::string& noted) {
               return !noted.empty() && isWithin(path, noted);
           });
}

Error Mistakes::asError() const {
    std::string all = fmt::format("{}", fmt::join(lines_, "\n"));
    if (paths_.size() > kMaxLines) {
        all += fmt::format("\n{}: and {} more mistakes", printable(source_), paths_.size() - kMaxLines);
    }
    return {std::move(all)};
}

std::string joinPath(std::string_view path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

std::string joinPath(std::string_view path, std::size_t index) {
    return joinPath(path, std::to_string(index));
}

bool isWithin(std::string_view path, std::string_view ancestor) {
    return path.starts_with(ancestor) &&
           (path.size() == ancestor.size() || ancestor.empty() || path[ancestor.size()] == '.');
}

}  // namespace undine
