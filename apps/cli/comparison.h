// SPDX-License-Identifier: Zlib
// What `undine compare` found: a table, a page with charts, JSON.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/page/page.h"
#include "compare_variants.h"
#include "run_summary.h"

namespace undine::cli {

/// How one variant went.
struct Outcome {
    Variant variant;
    RunSummary summary;
    std::vector<double> volumes;  // of each frame, see VariantRun

    double wallPerSecond() const;              // s of wall time per simulated one, steps alone
    double iterationsPerStep() const;          // of the pressure solver
    double meanDensityError() const;           // over all frames after the first
    double energyAt(std::size_t frame) const;  // J, kinetic and potential
    double energyChange() const;               // from the first frame to the last
};

struct Comparison {
    std::string scene;
    std::string description;
    std::vector<Outcome> outcomes;
    std::vector<std::string> notes;  // what is missing, in sentences
};

/// A column per variant.
page::Table tableOf(const Comparison& comparison);
void printTable(const page::Table& table, std::FILE* stream);

/// The page; film or picture are those in the folder, and become part of it.
Result<std::string> pageOf(const Comparison& comparison, const std::filesystem::path& folder);

nlohmann::ordered_json toJson(const Comparison& comparison);

}  // namespace undine::cli
