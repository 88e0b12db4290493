// SPDX-License-Identifier: Zlib
// State as bytes: written piece by piece, read back in the same order. The reader trusts nothing: a piece
// that is not there makes it fail, and from then on it gives only zeros, so that one question at the end is
// enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace undine {

class ByteWriter {
  public:
    template <class T>
    void value(const T& v) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&v, sizeof(T));
    }
    void text(std::string_view t) {
        value(static_cast<std::uint32_t>(t.size()));
        bytes(t.data(), t.size());
    }
    void bytes(const void* data, std::size_t count);
    /// Writes over a value that is there already, for sizes that are known only afterwards.
    template <class T>
    void overwrite(std::size_t position, const T& v) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(out_.data() + position, &v, sizeof(T));
    }
    void reserve(std::size_t count) { out_.reserve(count); }
    std::size_t size() const { return out_.size(); }
    std::vector<std::byte> take() { return std::move(out_); }

  private:
    std::vector<std::byte> out_;
};

class ByteReader {
  public:
    explicit ByteReader(std::span<const std::byte> in) : in_(in) {}

    template <class T>
    T value() {
        static_assert(std::is_trivially_copyable_v<T>);
        T v{};
        if (const std::byte* p = take(sizeof(T))) std::memcpy(&v, p, sizeof(T));
        return v;
    }
    std::string text() {
        const auto size = value<std::uint32_t>();
        const std::byte* p = take(size);
        return p == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(p), size);
    }
    /// The next `count` bytes in place; nullptr when there are not so many.
    const std::byte* take(std::size_t count) {
        if (failed_ || count > in_.size()) {
            failed_ = true;
            return nullptr;
        }
        const std::byte* p = in_.data();
        in_ = in_.subspan(count);
        return p;
    }

    std::size_t left() const { return in_.size(); }
    bool ok() const { return !failed_; }
    /// Everything was there, and nothing is left.
    bool atEnd() const { return ok() && in_.empty(); }

  private:
    std::span<const std::byte> in_;
    bool failed_ = false;
};

}  // namespace undine
