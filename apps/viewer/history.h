// SPDX-License-Identifier: Zlib
// The last values of a figure, for a plot.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace undine::viewer {

class History {
  public:
    static constexpr std::size_t kLength = 300;

    void add(float value) {
        values_[next_] = value;
        next_ = (next_ + 1) % kLength;
        count_ = std::min(count_ + 1, kLength);
    }
    void clear() { next_ = count_ = 0; }

    std::size_t size() const { return count_; }
    /// 0 is the oldest.
    float operator[](std::size_t k) const { return values_[(next_ + kLength - count_ + k) % kLength]; }
    float last() const { return count_ == 0 ? 0 : (*this)[count_ - 1]; }
    std::vector<float> values() const {
        std::vector<float> all(count_);
        for (std::size_t k = 0; k < count_; ++k) all[k] = (*this)[k];
        return all;
    }
    float largest() const {
        float most = 0;
        for (std::size_t k = 0; k < count_; ++k) most = std::max(most, (*this)[k]);
        return most;
    }

  private:
    std::array<float, kLength> values_{};
    std::size_t next_ = 0;
    std::size_t count_ = 0;
};

}  // namespace undine::viewer
