// SPDX-License-Identifier: Zlib
// A 64-bit fingerprint of memory, for comparing states: fast, well mixed, not for secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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

    std::uint64_t value() const { return mix(state_); }

  private:
    static std::uint64_t mix(std::uint64_t z) {
        // The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }
    void addWord(std::uint64_t word) { state_ = mix(state_ ^ word) + 0x9e3779b97f4a7c15ULL; }

    std::uint64_t state_ = 0x243f6a8885a308d3ULL;
};

}  // namespace undine
