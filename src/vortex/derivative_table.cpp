// SPDX-License-Identifier: Zlib
#include "vortex/derivative_table.h"

#include <array>

namespace undine {
namespace {

DerivativeRule ruleFor(const MultiIndices& indices, std::size_t k, int power) {
    DerivativeRule rule;
    const int degree = indices.degree(k);
    const auto add = [&](std::uint8_t from, std::size_t axis, int weight, int times) {
        const int factor = (power == 0 && from == 0) ? 1 : weight;  // what stands there already is n f
        if (factor == 0) return;
        rule.terms[rule.count++] = {from, static_cast<std::uint8_t>(axis),
                                    -static_cast<float>(factor * times) / static_cast<float>(degree)};
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int exponent = indices.exponent(k, axis);
        if (exponent == 0) continue;
        const std::uint8_t once = indices.lowered(k, axis);
        add(once, axis, 2 * degree + power - 2, exponent);
        if (exponent > 1) add(indices.lowered(once, axis), 3, degree + power - 2, exponent * (exponent - 1));
    }
    return rule;
}

std::vector<DerivativeRule> allRules(int dimension, int power) {
    const MultiIndices& indices = multiIndices(dimension);
    std::vector<DerivativeRule> rules(1);
    for (std::size_t k = 1; k < indices.count(kMaxExpansionOrder); ++k) {
        rules.push_back(ruleFor(indices, k, power));
    }
    return rules;
}

}  // namespace

const std::vector<DerivativeRule>& derivativeRules(int dimension, int power) {
    static const auto tables = [] {
        std::array<std::array<std::vector<DerivativeRule>, 4>, 2> all;
        for (int k = 0; k < 4; ++k) {
            all[0][static_cast<std::size_t>(k)] = allRules(2, k);
            all[1][static_cast<std::size_t>(k)] = allRules(3, k);
        }
        return all;
    }();
    return tables[dimension == 2 ? 0 : 1][static_cast<std::size_t>(power)];
}

}  // namespace undine
