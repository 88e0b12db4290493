// SPDX-License-Identifier: Zlib
// What the window knows of a simulation: a copy of one moment, which the simulation no longer touches.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/render_scene.h"
#include "undine/scene.h"

namespace undine::viewer {

/// Time of the steps that went into one phase, on the average since the last change of a setting.
struct PhaseShare {
    const char* name;
    float milliseconds;  ///< per step
};

struct Snapshot {
    std::shared_ptr<const Scene> scene;  ///< As it is now, changed settings included; none before the first.
    std::uint64_t sceneNumber = 0;       ///< Counts the scenes that were loaded.
    std::uint64_t momentNumber = 0;      ///< Counts the moments: another one means another picture.
    RenderScene picture;
    std::vector<std::string> colorFields;  ///< What particles can be coloured by.
    std::string colorField;                ///< What they are coloured by; empty: their fluid.
    std::vector<BodyState> bodies;

    bool isPlaying = false;
    double time = 0;  ///< s.
    std::uint64_t steps = 0;
    Index particles = 0;
    float stepMilliseconds = 0;  ///< Wall time of the last step.
    Statistics statistics;
    std::vector<PhaseShare> phases;
    std::string message;  ///< What last went wrong, for a person; empty: nothing.
};

}  // namespace undine::viewer
