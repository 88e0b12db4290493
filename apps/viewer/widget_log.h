// SPDX-License-Identifier: Zlib
// Where the window's widgets are, by name, and what it shows: written to a file as JSON for programs that
// work the window from outside, with real clicks, and look at what became of them.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "snapshot.h"

namespace undine::viewer {

class WidgetLog {
  public:
    /// An empty path: nothing is written.
    explicit WidgetLog(std::filesystem::path file) : file_(std::move(file)) {}

    /// The widget that was just made.
    void note(const std::string& name);

    struct Extra {
        double framesPerSecond = 0;
        std::string style;
        std::string lastPicture;  ///< The file of the last screenshot.
    };
    /// Writes and forgets; at most every tenth of a second.
    void write(const Snapshot& moment, const Extra& extra);

  private:
    struct Place {
        float x, y, width, height;
    };
    std::filesystem::path file_;
    std::map<std::string, Place> places_;
    double nextTime_ = 0;
};

}  // namespace undine::viewer
