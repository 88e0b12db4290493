// SPDX-License-Identifier: Zlib
// A case of the validation: something of which theory or an experiment knows how it goes, and the methods
// that are held against it. A new case is one file with a function that returns a Case, and a line in
// cases.cpp.
//
// A case has quantities, each with an error and a bar, and subjects: a method in two or three dimensions.
// Each subject is run at several resolutions. The finest of them is judged; all of them tell how the error
// falls.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/page/chart.h"
#include "undine/settings.h"

namespace undine::validate {

/// What is measured, as a relative error: 0.03 is 3 %.
struct Quantity {
    std::string name;  ///< "pressure"
    double bar;        ///< The error may be no larger.
};

/// A bar that is known to be missed, and why. It stays red; only a quick run does not fail by it.
struct KnownMiss {
    std::string quantity;
    std::string reason;
    bool alsoQuick = true;  ///< False: at the resolutions of a quick run the bar is met, and has to be.
};

/// Who is tested.
struct Subject {
    std::string name;         ///< "wcsph, 2D"; unique in its case.
    SolverSettings solver{};  ///< Not used by cases that test a part of a method.
    int dimension = 2;
    float support = 2;         ///< h in spacings.
    std::vector<int> quick{};  ///< Resolutions of a quick run, rising; none: it is left to the full one.
    std::vector<int> full{};   ///< Resolutions of a full run, rising: spacings along the length of the case.
    std::vector<KnownMiss> knownMisses{};
};

/// What one subject gave at one resolution.
struct Sample {
    Index particles = 0;
    std::vector<double> errors{};  ///< One for each quantity; not a number when the run did not get there.
    std::vector<page::Point> curve{};  ///< As in the chart of the case.
    std::string trouble{};             ///< Why the run ended early; empty when it did not.
};

struct Case {
    std::string name;    ///< As on the command line: "still_tank".
    std::string title;   ///< "Water at rest in a tank"
    std::string what;    ///< What happens, for a reader who has never seen it.
    std::string why;     ///< What it tells about a method.
    std::string theory;  ///< What is known, and from whom.
    std::string how;     ///< What is measured, and what resolution means here.
    page::Axis x{};      ///< Of the curves.
    page::Axis y{};
    std::vector<page::Series> reference{};  ///< What theory or experiment says, in the same chart.
    std::vector<Quantity> quantities{};
    std::vector<Subject> subjects{};
    std::function<Sample(const Subject& subject, int resolution)> run{};
};

}  // namespace undine::validate
