// SPDX-License-Identifier: Zlib
// A pass names its programs in a table; this compiles them all or tells the first error.
#pragma once

#include <initializer_list>
#include <string_view>

#include "render/shader.h"

namespace undine {

struct ProgramName {
    GlProgram& program;
    std::string_view vertex;
    std::string_view fragment;
};

inline Result<void> makePrograms(std::initializer_list<ProgramName> names) {
    for (const ProgramName& name : names) {
        Result<GlProgram> made = makeProgram(name.vertex, name.fragment);
        if (!made) return Error{made.error()};
        name.program = std::move(made).value();
    }
    return {};
}

}  // namespace undine
