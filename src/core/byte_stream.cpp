// SPDX-License-Identifier: Zlib
#include "core/byte_stream.h"

namespace undine {

// Not inline: where gcc 12 knows the capacity it warns of an overflow that growing prevents.
void ByteWriter::bytes(const void* data, std::size_t count) {
    const auto* p = static_cast<const std::byte*>(data);
    if (count > 0) out_.insert(out_.end(), p, p + count);  // without bytes data may be null
}

}  // namespace undine
