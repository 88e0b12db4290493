// SPDX-License-Identifier: Zlib
// Where finished pictures go: one PNG, a folder of PNGs, or a film that ffmpeg encodes. Nothing appears under
// its final name before it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "undine/result.h"

namespace undine {

struct FilmSettings {
    std::filesystem::path path;  ///< What filmKindOf() knows.
    int width = 1280;
    int height = 720;
    double frameRate = 30;  ///< Pictures per second, for films.
};

/// What a path asks for: "x.png" is the last picture, an ending of filmEndings() a film; a folder has no
/// ending, or a slash at its end, or is there already. The error of any other ending names those there are.
enum class FilmKind { Picture, Folder, Film };
Result<FilmKind> filmKindOf(const std::filesystem::path& path);

class Film {
  public:
    /// Opens what is to be written, so that a missing ffmpeg or a folder one may not write to is found before
    /// any picture is drawn.
    static Result<std::unique_ptr<Film>> create(const FilmSettings& settings);

    virtual ~Film() = default;

    /// Red, green, blue, alpha of width x height pixels, rows from top to bottom. `number` names the file in
    /// a folder.
    virtual Result<void> add(std::span<const std::uint8_t> rgba, std::uint64_t number) = 0;

    /// Completes what was added so far and gives it its name. Without this call nothing is left of it.
    virtual Result<void> finish() = 0;

    /// Whether it wants only the last picture.
    virtual bool isSingle() const { return false; }
};

}  // namespace undine
