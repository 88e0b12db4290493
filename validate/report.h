// SPDX-License-Identifier: Zlib
// The report of a validation: a page for people, and JSON for programs.
#pragma once

#include <span>
#include <string>

#include "validate/verdict.h"

namespace undine::validate {

struct Report {
    bool isQuick = false;
    bool isComplete = false;           ///< False while cases are still to come.
    std::vector<std::string> asked{};  ///< The cases of this run, by name.
    std::vector<CaseResult> cases{};   ///< Those that are done.
};

/// One HTML file with charts, that needs no network.
std::string toHtml(const Report& report);
std::string toJson(const Report& report);

/// An error for people: "2.1 %".
std::string percent(double error);

}  // namespace undine::validate
