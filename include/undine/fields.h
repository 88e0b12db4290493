// SPDX-License-Identifier: Zlib
// Per-particle data. A field is declared once; sorting, removal, checkpoints and exporters then know it.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "undine/types.h"

namespace undine {

enum class FieldType {
    Scalar,  ///< one float
    Vector,  ///< three floats, each in an array of its own
    UInt32,
    UInt64,
};

/// What the world knows of a field.
struct FieldInfo {
    std::string name;  ///< For example "velocity".
    std::string unit;  ///< For example "m/s".
    FieldType type = FieldType::Scalar;
    bool sorted = true;  ///< Travels with its particle. Scratch that every step computes anew need not.
    bool saved = true;   ///< Part of a checkpoint and of the state hash.
};

/// A declared field and its arrays: three for a vector, one for all else. Valid until the next step.
struct FieldView {
    FieldInfo info;
    const void* data[3] = {};
    Index size = 0;
};

/// A read-only vector field: three arrays, seen as a range of Vec3.
class VectorView {
  public:
    VectorView(const float* x, const float* y, const float* z, Index size)
        : x_(x), y_(y), z_(z), size_(size) {}

    Index size() const { return size_; }
    Vec3 operator[](Index i) const { return {x_[i], y_[i], z_[i]}; }
    std::span<const float> x() const { return {x_, size_}; }
    std::span<const float> y() const { return {y_, size_}; }
    std::span<const float> z() const { return {z_, size_}; }

    class Iterator {
      public:
        using value_type = Vec3;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(const VectorView* view, Index i) : view_(view), i_(i) {}
        Vec3 operator*() const { return (*view_)[i_]; }
        Iterator& operator++() {
            ++i_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++i_;
            return before;
        }
        bool operator==(const Iterator& other) const { return i_ == other.i_; }

      private:
        const VectorView* view_ = nullptr;
        Index i_ = 0;
    };
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size_}; }

  private:
    const float* x_;
    const float* y_;
    const float* z_;
    Index size_;
};

}  // namespace undine
