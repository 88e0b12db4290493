// SPDX-License-Identifier: Zlib
// A 64-bit fingerprint of memory, for comparing states: fast, well mixed, not for secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/random.h"

namespace undine {

class Hash64 {
  public:
    void add(const void* data, std::size_t bytes) {
        const auto* p = static_cast<const unsigned char*>(data);
        for (; bytes >= 8; bytes -= 8, p += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, p, 8);
            addWord(word);
        }
        std::uint64_t rest = bytes;
        if (bytes > 0) std::memcpy(&rest, p, bytes);  // without bytes p may be null
        addWord(rest ^ (static_cast<std::uint64_t>(bytes) << 56U));
    }

    std::uint64_t value() const { return mixBits(state_); }

  private:
    void addWord(std::uint64_t word) { state_ = mixBits(state_ ^ word) + 0x9e3779b97f4a7c15ULL; }

    std::uint64_t state_ = 0x243f6a8885a308d3ULL;
};

}  // namespace undine
