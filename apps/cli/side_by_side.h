// SPDX-License-Identifier: Zlib
// Pictures of several worlds in one, their names above them: a film, and the last picture as PNG. This header
// is the same for builds that cannot draw; there creating one is an error that says so.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "undine/scene.h"

namespace undine::cli {

inline constexpr const char* kFilmName = "film.mp4";
inline constexpr const char* kLastPictureName = "end.png";

/// One of the worlds. What is pointed to must outlive the pictures.
struct Panel {
    std::string name;
    const Scene* scene;
    const World* world;
};

class SideBySide {
  public:
    /// What is wrong with the options, as far as one knows before anything is drawn.
    static Result<void> check(const std::vector<Panel>& panels, const PictureOptions& options);

    /// The error says what is missing to draw. Without ffmpeg there is only the last picture: see
    /// filmTrouble().
    static Result<std::unique_ptr<SideBySide>> create(const std::vector<Panel>& panels,
                                                      const PictureOptions& options,
                                                      const std::filesystem::path& folder);
    virtual ~SideBySide() = default;

    /// Draws all worlds as they are now; `notes` stand beside the names.
    virtual Result<void> add(const std::vector<std::string>& notes, int frame) = 0;

    /// Completes the film and writes the last picture.
    virtual Result<void> finish() = 0;

    /// Why there is no film; empty: there is one, after finish().
    virtual const std::string& filmTrouble() const = 0;
};

}  // namespace undine::cli
