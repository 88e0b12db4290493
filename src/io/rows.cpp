// SPDX-License-Identifier: Zlib
#include "io/rows.h"

#include "core/aligned_array.h"

namespace undine {

void writeRows(AtomicFile& file, std::span<const RowPart> parts, Index count, const ThreadPool& pool) {
    std::size_t stride = 0;
    for (const RowPart& part : parts) stride += part.size;
    // A piece stays in the second-level caches; a block of it, in the first.
    constexpr Index kPiece = 32 * kBlockSize;
    AlignedArray<std::byte> buffer;
    for (Index begin = 0; begin < count; begin += std::min(kPiece, count - begin)) {
        const Index rows = std::min(kPiece, count - begin);
        buffer.resizeForOverwrite(rows * stride);
        pool.forEachBlock(rows, [&](Range block) {
            std::byte* to = buffer.data() + block.begin * stride;
            for (const RowPart& part : parts) {
                part.put(part.from, {begin + block.begin, begin + block.end}, to, stride);
                to += part.size;
            }
        });
        file.write(std::as_bytes(buffer.span()));
    }
}

}  // namespace undine
