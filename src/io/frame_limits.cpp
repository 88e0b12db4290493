// SPDX-License-Identifier: Zlib
#include "io/frame_limits.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/read_file.h"

namespace undine {
namespace {

/// The first number above `most`, or 0.
template <class Word>
std::uint64_t firstAbove(const FrameField& field, Index count, std::uint64_t most) {
    const Word* words = field.as<Word>();
    const Word* end = words + count;
    const Word* found = std::find_if(words, end, [most](Word w) { return w > most; });
    return found == end ? 0 : *found;
}

}  // namespace

Result<void> checkCount(const Frame& frame, std::uint64_t most, const std::filesystem::path& path) {
    if (frame.size() <= most) return {};
    return fileError(path.string(),
                     fmt::format("{} particles: the format has room for {}", frame.size(), most));
}

Result<void> checkFits(const Frame& frame, std::uint64_t most, const std::filesystem::path& path) {
    for (const FrameField* field : frame.fields()) {
        std::uint64_t tooLarge = 0;
        if (field->info.type == FieldType::UInt64) {
            tooLarge = firstAbove<std::uint64_t>(*field, frame.size(), most);
        } else if (field->info.type == FieldType::UInt32) {
            tooLarge = firstAbove<std::uint32_t>(*field, frame.size(), most);
        }
        if (tooLarge == 0) continue;
        return fileError(path.string(),
                         fmt::format("field {}: {} does not fit: whole numbers must be at most {}",
                                     field->info.name, tooLarge, most));
    }
    return {};
}

}  // namespace undine
