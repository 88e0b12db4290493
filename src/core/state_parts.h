// SPDX-License-Identifier: Zlib
// A state made of named parts. Each part writes its own bytes and reads them again; here they get a name and
// a size around them, so that a part that is missing or not known is called by its name, and no part can
// read beyond its own bytes.
//
//     number of parts, then for each: name, size in bytes, the bytes
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/byte_stream.h"
#include "undine/result.h"

namespace undine {

struct StatePart {
    std::string_view name;
    std::function<void(ByteWriter&)> save;
    /// Takes its bytes over, or changes nothing and says why.
    std::function<Result<void>(ByteReader&)> restore;
};

/// Writes all parts. `sizeHint` is what they will need, about.
std::vector<std::byte> saveParts(std::span<const StatePart> parts, std::size_t sizeHint);

/// Restores the parts in their order, all of them or none: what was taken over before an error is put back.
/// For this all parts but the last are saved first. So the largest comes last, and has to refuse bytes that
/// are left over before it changes anything.
Result<void> restoreParts(std::span<const StatePart> parts, std::span<const std::byte> state);

}  // namespace undine
