// SPDX-License-Identifier: Zlib
// Lists of subjects, and notes of the bars they are known to miss.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "validate/case.h"

namespace undine::validate {

/// The three methods whose particles are the fluid, as they are by default: "wcsph, 2D" and so on.
inline std::vector<Subject> liquids(int dimension, const std::vector<int>& quick,
                                    const std::vector<int>& full) {
    const std::string in = dimension == 2 ? ", 2D" : ", 3D";
    std::vector<Subject> all(3);
    for (Subject& subject : all) {
        subject.dimension = dimension;
        subject.quick = quick;
        subject.full = full;
    }
    all[0].name = "wcsph" + in;
    all[0].solver = WcsphSettings{};
    all[1].name = "pbf" + in;
    all[1].solver = PbfSettings{};
    all[2].name = "sph_pbd" + in;
    all[2].solver = SphPbdSettings{};
    return all;
}

/// The same in two dimensions for viscous flows: a support of 3 spacings, and nothing that smooths but
/// viscosity.
inline std::vector<Subject> plainLiquids(const std::vector<int>& quick, const std::vector<int>& full) {
    std::vector<Subject> all = liquids(2, quick, full);
    const PairForceSettings forces{.viscosityModel = ViscosityModel::Implicit, .xsph = 0};
    all[0].solver = WcsphSettings{.artificialViscosity = 0};
    all[1].solver = PbfSettings{.pairForces = forces};
    all[2].solver = SphPbdSettings{.pairForces = forces};
    for (Subject& subject : all) subject.support = 3;
    return all;
}

inline void addSubjects(Case& about, const std::vector<Subject>& more) {
    about.subjects.insert(about.subjects.end(), more.begin(), more.end());
}

/// Notes a miss for all subjects whose name begins so.
inline void noteMiss(Case& about, std::string_view beginning, const KnownMiss& miss) {
    for (Subject& subject : about.subjects) {
        if (subject.name.starts_with(beginning)) subject.knownMisses.push_back(miss);
    }
}

}  // namespace undine::validate
