// SPDX-License-Identifier: Zlib
// The exponents of the monomials x^i y^j z^k, in the order of their degree i + j + k: the vocabulary of
// Taylor expansions in several variables. Arrays of coefficients, of moments and of derivatives are numbered
// by their place in this list, so that an expansion of lower order is the beginning of a longer one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace undine {

inline constexpr int kMaxExpansionOrder = 6;  ///< derivatives of 1/r beyond this overflow in deep trees

class MultiIndices {
  public:
    using Place = std::uint8_t;
    static constexpr Place kNone = 255;
    static constexpr std::size_t kMost = 84;  ///< in three dimensions, up to the largest order

    explicit MultiIndices(int dimension);

    /// How many there are of degree 0 … order.
    std::size_t count(int order) const { return counts_[static_cast<std::size_t>(order) + 1]; }
    /// Where those of this degree begin.
    std::size_t first(int order) const { return counts_[static_cast<std::size_t>(order)]; }

    /// The exponent of an axis.
    int exponent(std::size_t place, std::size_t axis) const { return exponents_[place][axis]; }
    int degree(std::size_t place) const;

    /// The place of the sum of two; kNone when it is beyond the largest order.
    Place plus(std::size_t a, std::size_t b) const { return sums_[a][b]; }
    const Place* sumsWith(std::size_t a) const { return sums_[a].data(); }

    /// The place with one more, or one less, of an axis; kNone when there is none.
    Place raised(std::size_t place, std::size_t axis) const { return raised_[place][axis]; }
    Place lowered(std::size_t place, std::size_t axis) const { return lowered_[place][axis]; }

    /// How x^n / n! follows from one of lower degree: by a factor x_axis / n_axis. Not for the first place.
    struct Step {
        Place from = 0;
        std::uint8_t axis = 0;
        float factor = 1;
    };
    const Step& step(std::size_t place) const { return steps_[place]; }

  private:
    using Exponents = std::array<std::uint8_t, 3>;
    Place find(const Exponents& exponents) const;
    Step findStep(std::size_t place) const;

    std::vector<Exponents> exponents_;
    std::array<std::size_t, kMaxExpansionOrder + 2> counts_{};
    std::vector<std::array<Place, kMost>> sums_;
    std::vector<std::array<Place, 3>> raised_;
    std::vector<std::array<Place, 3>> lowered_;
    std::vector<Step> steps_;
};

/// The list for two or three dimensions.
const MultiIndices& multiIndices(int dimension);

}  // namespace undine
