// SPDX-License-Identifier: Zlib
// From a structure of arrays to rows in a file: most formats want all words of a particle next to each other.
// A row is made of parts; each part knows how to put its word in place, be it copied, converted or with its
// bytes reversed. Rows are made by many threads, a piece of the file at a time, and written in large pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/parallel.h"
#include "io/atomic_file.h"

namespace undine {

struct RowPart {
    std::size_t size;       ///< bytes in the row
    const std::byte* from;  ///< the array of the part
    /// Puts the part of the rows `rows` at to, to + stride, to + 2 stride …
    void (*put)(const std::byte* from, Range rows, std::byte* to, std::size_t stride);
};

/// A part of which `convert` makes a word of the file from a word of the array.
template <class From, auto convert>
RowPart rowPart(const std::byte* from) {
    using To = decltype(convert(From{}));
    return {sizeof(To), from, [](const std::byte* words, Range rows, std::byte* to, std::size_t stride) {
                for (Index i = rows.begin; i < rows.end; ++i, to += stride) {
                    From word;
                    std::memcpy(&word, words + std::size_t{i} * sizeof(From), sizeof(From));
                    const To out = convert(word);
                    std::memcpy(to, &out, sizeof(To));
                }
            }};
}

/// A part that is copied as it is.
template <class Word>
RowPart rowPart(const std::byte* from) {
    return rowPart<Word, [](Word word) { return word; }>(from);
}

void writeRows(AtomicFile& file, std::span<const RowPart> parts, Index count, const ThreadPool& pool);

}  // namespace undine
