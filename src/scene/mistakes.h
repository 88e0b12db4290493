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
#include "undine/result.h"

namespace undine {

/// `, did you mean "xyz"?` for the candidate nearest to `word`; empty when none is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

/// The mistakes found in one source, one line each: "source: path: what is wrong and what is allowed".
class Mistakes {
  public:
    explicit Mistakes(std::string_view source) : source_(printable(source)) {}

    /// `path` is the place in the JSON, as in "fluids.0.viscosity"; empty for the whole file.
    void add(std::string_view path, std::string_view what);

    /// Mistakes at this path are the caller's, not the file's: their lines say so.
    void noteOverride(std::string path) { overridden_.push_back(std::move(path)); }

    bool none() const { return count_ == 0; }
    Error asError() const;

  private:
    bool comesFromOverride(std::string_view path) const;

    std::string source_;
    std::vector<std::string> overridden_;
    std::vector<std::string> lines_;  // at most kMaxLines of them
    std::size_t count_ = 0;
};

/// "a.b" from "a" and "b"; "b" when `path` is empty.
std::string joinPath(std::string_view path, std::string_view key);
std::string joinPath(std::string_view path, std::size_t index);

}  // namespace undine
