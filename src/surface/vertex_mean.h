// SPDX-License-Identifier: Zlib
#pragma once

#include "undine/types.h"

namespace undine {

/// The mean of some vertices; of those that are fixed, if there are any.
class VertexMean {
  public:
    void add(Vec3 p, bool isFixed) {
        if (isFixed && !hasFixed_) *this = VertexMean(true);
        if (isFixed != hasFixed_) return;
        sum_ = sum_ + p;
        ++count_;
    }
    VertexMean() = default;
    bool hasFixed() const { return hasFixed_; }
    Vec3 value() const { return (1.0F / static_cast<float>(count_)) * sum_; }

  private:
    explicit VertexMean(bool hasFixed) : hasFixed_(hasFixed) {}
    Vec3 sum_;
    int count_ = 0;
    bool hasFixed_ = false;
};

}  // namespace undine
