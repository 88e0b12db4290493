// SPDX-License-Identifier: Zlib
// A reader does not stop at the first mistake: it notes them all, and the person who wrote the file sees them
// at once.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/printable.h"
#include "undine/parameters.h"
#include "undine/result.h"

namespace undine {

/// The mistakes found in a scene, one line each: "source: path: what is wrong and what is allowed". A path is
/// the place in the JSON, as in "fluids.0.viscosity"; empty for the whole file.
class Mistakes {
  public:
    explicit Mistakes(std::string_view source) : source_(source) {}

    void add(std::string_view path, std::string_view what);

    /// Takes over the mistakes of a part that was read on its own.
    void append(const Mistakes& part);

    /// What stands at this path and below came from another source than the scene itself.
    void noteOrigin(std::string path, std::string source);

    /// What stands at this path was set by an override: its lines say so.
    void noteOverride(std::string path) { overridden_.push_back(std::move(path)); }

    /// Where the value at this path was written.
    const std::string& sourceOf(std::string_view path) const;

    /// Whether a mistake was noted at this path or below.
    bool anyAt(std::string_view path) const;
    /// Whether one was noted there, or at what this path is in.
    bool anyAlong(std::string_view path) const;
    bool none() const { return paths_.empty(); }
    Error asError() const;

  private:
    struct Origin {
        std::string path;
        std::string source;
    };

    std::string source_;
    std::vector<Origin> origins_;
    std::vector<std::string> overridden_;
    std::vector<std::string> paths_;  // of all mistakes
    std::vector<std::string> lines_;  // of the first kMaxLines
};

/// "a.b" from "a" and "b"; "b" when `path` is empty.
std::string joinPath(std::string_view path, std::string_view key);
std::string joinPath(std::string_view path, std::size_t index);

/// Whether `path` is `ancestor` or below it.
bool isWithin(std::string_view path, std::string_view ancestor);

}  // namespace undine
