// SPDX-License-Identifier: Zlib
#include "render/film.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/atomic_file.h"
#include "io/file_names.h"
#include "io/image.h"
#include "io/printable.h"
#include "io/read_file.h"
#include "render/encoder.h"

namespace undine {
namespace {

// The last picture counts; it is written at the end.
class SinglePicture : public Film {
  public:
    explicit SinglePicture(FilmSettings settings) : settings_(std::move(settings)) {}

    Result<void> add(std::span<const std::uint8_t> rgba, std::uint64_t /*number*/) override {
        last_ = withoutAlpha(rgba, settings_.width, settings_.height);
        return {};
    }
    Result<void> finish() override {
        if (last_.rgb.empty()) return Error{settings_.path.string() + ": there was no frame to draw"};
        return writePng(last_, settings_.path);
    }
    bool isSingle() const override { return true; }

  private:
    FilmSettings settings_;
    Image last_;
};

class PictureFolder : public Film {
  public:
    explicit PictureFolder(FilmSettings settings) : settings_(std::move(settings)) {}

    Result<void> add(std::span<const std::uint8_t> rgba, std::uint64_t number) override {
        return writePng(withoutAlpha(rgba, settings_.width, settings_.height),
                        settings_.path / numberedName({"frame", "png"}, number));
    }
    Result<void> finish() override { return {}; }

  private:
    FilmSettings settings_;
};

class EncodedFilm : public Film {
  public:
    EncodedFilm(FilmSettings settings, AtomicFile file, Encoder encoder)
        : settings_(std::move(settings)), file_(std::move(file)), encoder_(std::move(encoder)) {}

    Result<void> add(std::span<const std::uint8_t> rgba, std::uint64_t /*number*/) override {
        const Result<void> written = encoder_.write(rgba);
        return written ? written : named(written);
    }
    Result<void> finish() override {
        if (const Result<void> ended = encoder_.finish(); !ended) return named(ended);
        return file_.commit();
    }

  private:
    Result<void> named(const Result<void>& result) const {
        return Error{settings_.path.string() + ": " + result.error()};
    }

    FilmSettings settings_;
    AtomicFile file_;  // holds the temporary name that ffmpeg writes to
    Encoder encoder_;
};

Result<std::unique_ptr<Film>> createFolder(const FilmSettings& settings) {
    std::error_code error;
    std::filesystem::create_directories(settings.path, error);
    const std::string name = settings.path.string();
    if (error) return Error{fmt::format("{}: cannot make the folder: {}", name, error.message())};
    // A file that is not kept shows whether one may write there.
    const Result<AtomicFile> probe = AtomicFile::create(settings.path / "frame_0000.png");
    if (!probe) return Error{probe.error()};
    return std::unique_ptr<Film>(std::make_unique<PictureFolder>(settings));
}

Result<std::unique_ptr<Film>> createEncoded(const FilmSettings& settings) {
    Result<AtomicFile> file = AtomicFile::create(settings.path);
    if (!file) return Error{file.error()};
    Result<Encoder> encoder = Encoder::create({.path = file.value().partPath(),
                                               .container = extensionOf(settings.path.string()),
                                               .width = settings.width,
                                               .height = settings.height,
                                               .frameRate = settings.frameRate});
    if (!encoder) return Error{settings.path.string() + ": " + encoder.error()};
    return std::unique_ptr<Film>(
        std::make_unique<EncodedFilm>(settings, std::move(file).value(), std::move(encoder).value()));
}

}  // namespace

Result<FilmKind> filmKindOf(const std::filesystem::path& path) {
    const std::string ending = extensionOf(path.string());
    std::error_code ignored;
    if (ending.empty() || std::filesystem::is_directory(path, ignored)) return FilmKind::Folder;
    if (ending == "png") return FilmKind::Picture;
    const std::vector<std::string> films = filmEndings();
    if (std::ranges::find(films, ending) != films.end()) return FilmKind::Film;
    return fileError(path.string(),
                     fmt::format("pictures are not written to files that end in .{}: a film ends in .{}, the "
                                 "picture of the last frame in .png, and a folder of pictures in a slash or "
                                 "in nothing",
                                 printableShort(ending), fmt::join(films, ", .")));
}

Result<std::unique_ptr<Film>> Film::create(const FilmSettings& settings) {
    const Result<FilmKind> kind = filmKindOf(settings.path);
    if (!kind) return Error{kind.error()};
    if (kind.value() == FilmKind::Film) return createEncoded(settings);
    if (kind.value() == FilmKind::Folder) return createFolder(settings);
    const Result<AtomicFile> probe = AtomicFile::create(settings.path);
    if (!probe) return Error{probe.error()};
    return std::unique_ptr<Film>(std::make_unique<SinglePicture>(settings));
}

}  // namespace undine
