// SPDX-License-Identifier: Zlib
// From errors to verdicts: how fast an error falls, whether a bar is met, and what the exit code is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "validate/case.h"

namespace undine::validate {

/// The p of error ~ spacing^p that fits best, by least squares of the logarithms. None for fewer than two
/// errors that are above 0.
std::optional<double> orderOfConvergence(std::span<const int> resolutions, std::span<const double> errors);

enum class Verdict {
    Met,
    Missed,
    KnownMiss,  ///< Missed, and the case says why.
    MetAgain,   ///< The case says that it is missed, and it is not: the note has to go.
};

/// An error that is not a number misses every bar.
Verdict judge(double error, double bar, bool isKnownMiss);

bool isMet(Verdict verdict);

/// In few words, as the report and JSON have it.
std::string_view nameOf(Verdict verdict);

/// A quantity of a subject, at all resolutions it was run at.
struct Finding {
    std::string quantity{};
    double bar = 0;
    std::vector<double> errors{};
    std::optional<double> order{};
    Verdict verdict = Verdict::Missed;
    std::string reason{};  ///< Of a known miss.
};

/// All runs of a subject.
struct SubjectResult {
    Subject subject;
    std::vector<int> resolutions{};  ///< Empty: not run, as a quick run leaves it out.
    std::vector<Sample> samples{};   ///< One for each resolution.
    std::vector<Finding> findings{};
    double seconds = 0;
};

struct CaseResult {
    Case about;
    std::vector<SubjectResult> subjects{};
    double seconds = 0;
};

/// What the samples of a subject say about each quantity; the finest resolution is judged.
std::vector<Finding> findingsOf(const Case& about, const SubjectResult& result, bool isQuick);

/// How many bars there are of each verdict.
struct Tally {
    int met = 0;
    int missed = 0;     ///< Without a note.
    int knownMiss = 0;  ///< Among those that were run.
    int notRun = 0;     ///< Bars that a quick run leaves to the full one.
};
Tally tallyOf(std::span<const CaseResult> cases);

/// Whether the command succeeds: in a full run no bar may be missed, in a quick one none that has no note.
bool passes(const Tally& tally, bool isQuick);

}  // namespace undine::validate
