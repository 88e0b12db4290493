// SPDX-License-Identifier: Zlib
// Screenshots and films of the window's picture.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "picture_cache.h"
#include "render/film.h"

namespace undine::viewer {

/// What became of a picture or a film, for a person.
struct Notice {
    std::string text;
    bool isError = false;
};

class Recorder {
  public:
    explicit Recorder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Saves the picture under a name nobody has yet.
    Notice save(PictureCache& picture, const std::string& scene);

    bool isRecording() const { return film_ != nullptr; }
    /// A film of the size the picture has now.
    Notice start(const PictureCache& picture, const std::string& scene);
    /// The film shows as much time as passed while it was recorded: pictures are added or left out.
    Notice add(PictureCache& picture, double now);
    Notice stop();

    /// The last picture or film that was saved whole; empty: none.
    const std::string& lastFile() const { return lastFile_; }

  private:
    static constexpr double kRate = 30;  // pictures per second

    Notice recording() const { return {"recording " + filmPath_.string()}; }
    std::filesystem::path nextName(const std::string& scene, const char* extension) const;

    std::filesystem::path folder_;
    std::unique_ptr<Film> film_;
    std::filesystem::path filmPath_;
    int width_ = 0;
    int height_ = 0;
    double startTime_ = -1;
    std::uint64_t count_ = 0;
    std::string lastFile_;
};

}  // namespace undine::viewer
