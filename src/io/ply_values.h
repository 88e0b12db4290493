// SPDX-License-Identifier: Zlib
// The values of a PLY file, after its header.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "io/ply_header.h"

namespace undine {

class PlyValues {
  public:
    PlyValues(std::string_view data, PlyFormat format) : data_(data), format_(format) {}

    /// The next value of a property; nothing at the end of the file, or when a word of a text file is no
    /// number. Of a list it is the length, and its entries replace those of `list`.
    std::optional<double> next(const PlyProperty& property, std::vector<double>& list);

    /// How many elements the rest of the file can hold at most; their lists may be empty.
    std::uint64_t roomFor(const PlyElement& element) const;

  private:
    std::optional<double> nextValue(PlyType type);
    std::optional<double> nextWord();
    template <class Value>
    std::optional<double> take();

    std::string_view data_;
    PlyFormat format_;
};

/// For an element whose property could not be read, or is not what it should be.
Error plyErrorAt(const PlyElement& element, std::uint64_t number, std::string_view property);

/// Passes over all of an element.
Result<void> skipElement(PlyValues& values, const PlyElement& element);

}  // namespace undine
