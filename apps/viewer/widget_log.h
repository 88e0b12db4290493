// SPDX-License-Identifier: Zlib
// Where the window's widgets are, by name, and what it shows: written to a file as JSON for programs that
// work the window from outside, with real clicks, and look at what became of them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

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
        std::string lastPicture;     ///< The file of the last screenshot or film.
        std::string notice;          ///< What became of it, for a person.
        bool isError = false;        ///< Whether that is an error.
        std::vector<float> fluidAt;  ///< Where in the window some fluid is; empty: nowhere.
        std::map<std::string, std::vector<float>> plots;  ///< What each plot shows, from the oldest.
    };
    /// Whether there is a file, and the last writing is a tenth of a second ago; forgets the widgets else.
    bool isDue();
    /// Writes and forgets.
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
