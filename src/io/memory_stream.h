// SPDX-License-Identifier: Zlib
// A stream into memory that stays, for libraries that write to streams. std::ostringstream starts anew each
// time, and new memory costs more than what is written to it.
#pragma once

#include <algorithm>
#include <ostream>
#include <span>
#include <streambuf>
#include <vector>

namespace undine {

/// The bytes of a stream that can go back. Clearing it keeps its memory.
class MemoryBuffer : public std::streambuf {
  public:
    void clear() { at_ = end_ = 0; }
    std::span<const std::byte> bytes() const { return std::as_bytes(std::span(memory_.data(), end_)); }

  protected:
    std::streamsize xsputn(const char* from, std::streamsize count) override {
        const auto size = static_cast<std::size_t>(count);
        if (at_ + size > memory_.size()) memory_.resize(std::max(at_ + size, 2 * memory_.size()));
        std::copy_n(from, size, memory_.data() + at_);
        at_ += size;
        end_ = std::max(end_, at_);
        return count;
    }
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);  // no character
        const char byte = traits_type::to_char_type(c);
        xsputn(&byte, 1);
        return c;
    }
    pos_type seekoff(off_type offset, std::ios_base::seekdir from,
                     std::ios_base::openmode /*which*/) override {
        const off_type base = from == std::ios_base::beg   ? 0
                              : from == std::ios_base::cur ? static_cast<off_type>(at_)
                                                           : static_cast<off_type>(end_);
        return seekpos(base + offset, {});
    }
    pos_type seekpos(pos_type to, std::ios_base::openmode /*which*/) override {
        const auto place = static_cast<off_type>(to);
        if (place < 0 || place > static_cast<off_type>(end_)) return pos_type(off_type(-1));
        at_ = static_cast<std::size_t>(place);
        return to;
    }

  private:
    std::vector<char> memory_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
};

/// A stream into a buffer that throws where writing or going back fails. By itself a stream only remembers
/// that memory ran out, and what was cut short would count as whole.
class MemoryStream : public std::ostream {
  public:
    explicit MemoryStream(MemoryBuffer& buffer) : std::ostream(&buffer) {
        exceptions(std::ios::badbit | std::ios::failbit);
    }
};

}  // namespace undine
