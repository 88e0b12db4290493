// SPDX-License-Identifier: Zlib
// Checks for the values of flags: the message names the value and what is allowed, as for scene files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "undine/result.h"
#include "undine/scene.h"

namespace undine::cli {

CLI::Validator wholeNumber(long long min, long long max);
CLI::Validator number(double min, double max);
/// So many numbers, with commas between them.
CLI::Validator numbers(std::size_t count, double min, double max);
CLI::Validator notEmpty();
CLI::Validator oneOf(const std::vector<std::string>& words);

/// "1,-0.5,0" taken apart; empty if something in it is no number.
std::vector<double> numbersIn(std::string_view text);

/// The words of lists with commas; empty ones too, for whoever reads them to refuse.
std::vector<std::string> wordsIn(const std::vector<std::string>& lists);

/// "fluids.0.viscosity=0.1" taken apart.
Result<std::vector<SceneOverride>> toOverrides(const std::vector<std::string>& assignments);

}  // namespace undine::cli
