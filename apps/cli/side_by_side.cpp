// SPDX-License-Identifier: Zlib
#include "side_by_side.h"

#include <algorithm>

#include <fmt/format.h>

#include "pictures.h"

#if UNDINE_WITH_RENDER
#include "picture_options.h"
#include "render/legend.h"
#include "render/picture_maker.h"
#endif

namespace undine::cli {

#if UNDINE_WITH_RENDER

namespace {

constexpr std::uint8_t kPaper = 255;
constexpr int kGap = 4;  // pixels between pictures

/// Where the pictures stand: rows of equal length, as near to a square as that can be.
struct Layout {
    int width, height;  // of one picture
    int textScale, labelHeight;
    int columns, rows;

    Layout(std::size_t panels, int pictureWidth, int pictureHeight)
        : width(pictureWidth),
          height(pictureHeight),
          textScale(std::max(1, pictureHeight / 180)),
          labelHeight(13 * textScale),
          columns(panels <= 3   ? static_cast<int>(panels)
                  : panels == 4 ? 2
                                : 3),
          rows((static_cast<int>(panels) + columns - 1) / columns) {}

    int fullWidth() const { return columns * width + (columns - 1) * kGap; }
    int fullHeight() const { return rows * (height + labelHeight) + (rows - 1) * kGap; }
    int left(std::size_t panel) const { return static_cast<int>(panel) % columns * (width + kGap); }
    int top(std::size_t panel) const {
        return static_cast<int>(panel) / columns * (height + labelHeight + kGap);
    }
};

/// Red, green, blue, alpha, rows from top to bottom.
class Canvas {
  public:
    Canvas(int width, int height)
        : width_(width),
          pixels_(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), kPaper) {}

    std::uint8_t* at(int x, int y) { return &pixels_[4 * static_cast<std::size_t>(y * width_ + x)]; }
    std::span<const std::uint8_t> pixels() const { return pixels_; }

    void put(std::span<const std::uint8_t> rgba, int width, int left, int top) {
        const std::size_t rowBytes = 4 * static_cast<std::size_t>(width);
        const int height = static_cast<int>(rgba.size() / rowBytes);
        for (int y = 0; y < height; ++y) {
            std::copy_n(&rgba[static_cast<std::size_t>(y) * rowBytes], rowBytes, at(left, top + y));
        }
    }

    /// An overlay has its lowest row first, and is empty where it has no opacity.
    void put(const Overlay& overlay, int left, int top) {
        for (int y = 0; y < overlay.height; ++y) {
            for (int x = 0; x < overlay.width; ++x) {
                const std::size_t from =
                    4 * static_cast<std::size_t>((overlay.height - 1 - y) * overlay.width + x);
                std::uint8_t* pixel = at(left + x, top + y);
                for (std::size_t k = 0; k < 3; ++k) {
                    pixel[k] = overlay.rgba[from + 3] == 0 ? kPaper : overlay.rgba[from + k];
                }
            }
        }
    }

  private:
    int width_;
    std::vector<std::uint8_t> pixels_;
};

/// What draws one of the worlds.
struct Painter {
    Panel panel;
    SceneFiller filler;
    PictureMaker maker;
};

class DrawnSideBySide : public SideBySide {
  public:
    DrawnSideBySide(std::vector<Painter> painters, Layout layout, std::filesystem::path folder)
        : painters_(std::move(painters)),
          layout_(layout),
          folder_(std::move(folder)),
          canvas_(layout.fullWidth(), layout.fullHeight()) {
        const double rate = painters_.front().panel.scene->output.frameRate;
        Result<std::unique_ptr<Film>> film =
            Film::create({folder_ / kFilmName, layout.fullWidth(), layout.fullHeight(), rate});
        if (film) {
            film_ = std::move(film).value();
        } else {
            filmTrouble_ = film.error();
        }
    }

    Result<void> add(const std::vector<std::string>& notes, int frame) override {
        for (std::size_t k = 0; k < painters_.size(); ++k) {
            if (Result<void> drawn = draw(k, notes[k]); !drawn) return drawn;
        }
        if (!film_) return {};
        if (const Result<void> added = film_->add(canvas_.pixels(), static_cast<std::uint64_t>(frame));
            !added) {
            giveUpFilm(added.error());
        }
        return {};
    }

    Result<void> finish() override {
        if (film_) {
            if (const Result<void> ended = film_->finish(); !ended) giveUpFilm(ended.error());
        }
        return writePng(withoutAlpha(canvas_.pixels(), layout_.fullWidth(), layout_.fullHeight()),
                        folder_ / kLastPictureName);
    }

    const std::string& filmTrouble() const override { return filmTrouble_; }

  private:
    Result<void> draw(std::size_t k, const std::string& note) {
        Painter& painter = painters_[k];
        if (Result<void> filled = painter.filler.fill(sourceOf(*painter.panel.world), scene_); !filled) {
            return filled;
        }
        const Result<std::span<const std::uint8_t>> pixels = painter.maker.draw(scene_);
        if (!pixels) return Error{pixels.error()};
        const int left = layout_.left(k);
        const int top = layout_.top(k);
        label_.resize(layout_.width, layout_.labelHeight);
        drawText(label_, painter.panel.name + (note.empty() ? "" : "   " + note),
                 {3 * layout_.textScale, 3 * layout_.textScale, layout_.textScale});
        canvas_.put(label_, left, top);
        canvas_.put(pixels.value(), layout_.width, left, top + layout_.labelHeight);
        return {};
    }

    void giveUpFilm(const std::string& why) {
        filmTrouble_ = why;
        film_.reset();
    }

    std::vector<Painter> painters_;
    Layout layout_;
    std::filesystem::path folder_;
    Canvas canvas_;
    Overlay label_;
    RenderScene scene_;
    std::unique_ptr<Film> film_;
    std::string filmTrouble_;
};

Result<Painter> makePainter(const Panel& panel, const PictureOptions& options) {
    Result<PictureSettings> settings = pictureSettings(options);
    if (!settings) return Error{settings.error()};
    useScene(settings.value(), options, *panel.scene);
    SceneFiller filler = fillerFor(stageOf(*panel.scene), options, settings.value().render.style);
    Result<PictureMaker> maker = PictureMaker::create(std::move(settings).value());
    if (!maker) return Error{maker.error()};
    return Painter{panel, std::move(filler), std::move(maker).value()};
}

}  // namespace

Result<void> SideBySide::check(const std::vector<Panel>& panels, const PictureOptions& options) {
    if (!options.color.empty() && options.range.empty()) {
        return Error{"--color: needs --range MIN,MAX, so that colours mean the same in all pictures"};
    }
    for (const Panel& panel : panels) {
        if (Result<void> good = Pictures::check(std::nullopt, options, *panel.world); !good) return good;
    }
    return {};
}

Result<std::unique_ptr<SideBySide>> SideBySide::create(const std::vector<Panel>& panels,
                                                       const PictureOptions& options,
                                                       const std::filesystem::path& folder) {
    std::vector<Painter> painters;
    const Result<PictureSettings> settings = pictureSettings(options);
    if (!settings) return Error{settings.error()};
    for (const Panel& panel : panels) {
        Result<Painter> painter = makePainter(panel, options);
        if (!painter) return Error{painter.error()};
        painters.push_back(std::move(painter).value());
    }
    const Layout layout(panels.size(), settings.value().width, settings.value().height);
    return std::unique_ptr<SideBySide>(
        std::make_unique<DrawnSideBySide>(std::move(painters), layout, folder));
}

#else

Result<void> SideBySide::check(const std::vector<Panel>& /*panels*/, const PictureOptions& /*options*/) {
    return {};
}

Result<std::unique_ptr<SideBySide>> SideBySide::create(const std::vector<Panel>& /*panels*/,
                                                       const PictureOptions& /*options*/,
                                                       const std::filesystem::path& /*folder*/) {
    return Error{describeRenderer().error()};
}

#endif

}  // namespace undine::cli
