// SPDX-License-Identifier: Zlib
#include "io/csv.h"

#include <charconv>

#include "io/atomic_file.h"
#include "io/columns.h"

namespace undine {
namespace {

constexpr std::size_t kLongest = 24;  // characters of a number and what follows it

template <class Word>
char* putWord(const Column& column, Index i, char* to) {
    const Word word = reinterpret_cast<const Word*>(column.data)[i];
    return std::to_chars(to, to + kLongest, word).ptr;
}

char* putCell(const Column& column, Index i, char* to) {
    switch (column.type) {
        case FieldType::UInt32:
            return putWord<std::uint32_t>(column, i, to);
        case FieldType::UInt64:
            return putWord<std::uint64_t>(column, i, to);
        default:
            return putWord<float>(column, i, to);
    }
}

std::string linesOf(const std::vector<Column>& columns, Range rows) {
    std::string text((rows.end - rows.begin) * columns.size() * kLongest, '\0');
    char* to = text.data();
    for (Index i = rows.begin; i < rows.end; ++i) {
        for (const Column& column : columns) {
            to = putCell(column, i, to);
            *to++ = ',';
        }
        to[-1] = '\n';
    }
    text.resize(static_cast<std::size_t>(to - text.data()));
    return text;
}

}  // namespace

Result<void> writeCsv(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    const std::vector<Column> columns = columnsOf(frame);
    std::string names;
    for (const Column& column : columns) names += column.name + ',';
    names.back() = '\n';
    file.value().write(names);

    // Lines differ in length: every block has a text of its own, and the texts are written in their order.
    constexpr Index kBlocks = 64;
    std::vector<std::string> texts(kBlocks);
    const Index blocks = blockCount(frame.size());
    for (Index first = 0; first < blocks; first += kBlocks) {
        const Index count = std::min(kBlocks, blocks - first);
        pool.run(count, [&](Index k) { texts[k] = linesOf(columns, blockRange(first + k, frame.size())); });
        for (Index k = 0; k < count; ++k) file.value().write(texts[k]);
    }
    return file.value().commit();
}

}  // namespace undine
