// SPDX-License-Identifier: Zlib
// The one container of hot loops: 64-byte aligned, grows but never shrinks, and padded so that a loop may
// load and store a whole register at any index below size(). What the padding holds is of no meaning, but
// never a trap.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "core/assert.h"
#include "undine/types.h"

namespace undine {

inline constexpr std::size_t kAlignment = 64;  ///< bytes: a cache line, and the widest register

template <class T>
class AlignedArray {
    static_assert(std::is_trivially_copyable_v<T>);

    static constexpr std::size_t kPadding = kAlignment / sizeof(T);  // elements past the end

  public:
    AlignedArray() = default;
    explicit AlignedArray(std::size_t size) { resize(size); }

    /// Keeps the first min(old, new) elements; new ones are zero. Allocates only when `size` exceeds
    /// capacity().
    void resize(std::size_t size) {
        if (size > capacity_) grow(size);
        if (size > size_) std::memset(static_cast<void*>(data_.get() + size_), 0, (size - size_) * sizeof(T));
        size_ = size;
    }

    /// As resize(), but new elements hold anything: for arrays that are written in full before they are read.
    void resizeForOverwrite(std::size_t size) {
        if (size > capacity_) grow(size);
        size_ = size;
    }

    /// Makes room for exactly `capacity` elements, so that growing up to there moves nothing.
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) reallocate(capacity);
    }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    std::size_t bytes() const { return capacity_ == 0 ? 0 : (capacity_ + kPadding) * sizeof(T); }

    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    std::span<T> span() { return {data(), size_}; }
    std::span<const T> span() const { return {data(), size_}; }

    T& operator[](std::size_t i) {
        UNDINE_ASSERT(i < size_ + kPadding);
        return data_[i];
    }
    const T& operator[](std::size_t i) const {
        UNDINE_ASSERT(i < size_ + kPadding);
        return data_[i];
    }

    void swap(AlignedArray& other) noexcept {
        data_.swap(other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

  private:
    struct Free {
        void operator()(T* p) const { ::operator delete (p, std::align_val_t{kAlignment}); }
    };

    void grow(std::size_t size) { reallocate(capacity_ == 0 ? size : size + size / 4); }

    void reallocate(std::size_t capacity) {
        const std::size_t bytes = (capacity + kPadding) * sizeof(T);
        std::unique_ptr<T[], Free> fresh(
            static_cast<T*>(::operator new (bytes, std::align_val_t{kAlignment})));
        const std::size_t kept = size_ * sizeof(T);
        if (kept > 0) std::memcpy(static_cast<void*>(fresh.get()), data_.get(), kept);
        std::memset(static_cast<void*>(fresh.get() + size_), 0, bytes - kept);
        data_ = std::move(fresh);
        capacity_ = capacity;
    }

    std::unique_ptr<T[], Free> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace undine
