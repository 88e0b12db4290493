// SPDX-License-Identifier: Zlib
#include "recorder.h"

#include <fmt/format.h>

namespace undine::viewer {

std::filesystem::path Recorder::nextName(const std::string& scene, const char* extension) const {
    std::error_code ignored;  // what cannot be made cannot be written to either, and that is told
    std::filesystem::create_directories(folder_, ignored);
    for (int k = 1;; ++k) {
        auto path = folder_ / fmt::format("{}_{:03}.{}", scene, k, extension);
        if (!std::filesystem::exists(path, ignored)) return path;
    }
}

Notice Recorder::save(PictureCache& picture, const std::string& scene) {
    const auto path = nextName(scene, "png");
    if (const auto written = writePng(picture.image(), path); !written) return {written.error(), true};
    lastFile_ = path.string();
    return {"saved " + lastFile_};
}

Notice Recorder::start(const PictureCache& picture, const std::string& scene) {
    filmPath_ = nextName(scene, "mp4");
    width_ = picture.width();
    height_ = picture.height();
    auto film = Film::create({.path = filmPath_, .width = width_, .height = height_, .frameRate = kRate});
    if (!film) return {film.error(), true};
    film_ = std::move(film).value();
    startTime_ = -1;
    count_ = 0;
    return recording();
}

Notice Recorder::add(PictureCache& picture, double now) {
    if (picture.width() != width_ || picture.height() != height_) return stop();  // the window was resized
    if (startTime_ < 0) startTime_ = now;
    const auto due = static_cast<std::uint64_t>((now - startTime_) * kRate) + 1;
    if (count_ >= due) return recording();
    const auto pixels = picture.pixels();
    while (count_ < due) {
        if (const auto added = film_->add(pixels, count_++); !added) {
            film_.reset();
            return {added.error(), true};
        }
    }
    return recording();
}

Notice Recorder::stop() {
    const auto finished = film_->finish();
    film_.reset();
    if (!finished) return {finished.error(), true};
    lastFile_ = filmPath_.string();
    return {"saved " + lastFile_};
}

}  // namespace undine::viewer
