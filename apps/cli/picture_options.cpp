// SPDX-License-Identifier: Zlib
#if UNDINE_WITH_RENDER
#include "picture_options.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "io/printable.h"

namespace undine::cli {
namespace {

constexpr int kLeastPixels = 16;
constexpr int kMostPixels = 8192;

std::optional<int> pixelsFrom(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && value >= kLeastPixels && value <= kMostPixels ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<PictureSettings> pictureSettings(const PictureOptions& options) {
    PictureSettings settings;
    if (!options.style.empty()) {
        const Result<RenderStyle> style = findRenderStyle(options.style);
        if (!style) return Error{"--style: " + style.error()};
        settings.render.style = style.value();
    } else if (!options.color.empty()) {
        settings.render.style = RenderStyle::Spheres;  // fluid would change the colours of the legend
    }
    const std::string_view size = options.size;
    const auto cross = size.find_first_of("xX");
    const auto width = pixelsFrom(size.substr(0, cross));
    const auto height = cross == std::string_view::npos ? std::nullopt : pixelsFrom(size.substr(cross + 1));
    if (!width || !height) {
        return Error{
            fmt::format("--size: \"{}\": must be width x height in pixels, {} to {} each, as in 1280x720",
                        printableShort(size), kLeastPixels, kMostPixels)};
    }
    settings.width = *width;
    settings.height = *height;
    if (options.range.size() == 2 && !(options.range[0] < options.range[1])) {
        return Error{fmt::format("--range: {:g},{:g}: the first must be below the second", options.range[0],
                                 options.range[1])};
    }
    if (!options.range.empty() && options.color.empty()) return Error{"--range: needs --color FIELD"};
    if (options.view == std::vector<double>{0, 0, 0}) return Error{"--view: 0,0,0: must have a length"};
    return settings;
}

void useScene(PictureSettings& settings, const PictureOptions& options, const Scene& scene) {
    if (options.style.empty() && options.color.empty()) settings.render.style = usualStyle(scene);
    settings.camera = scene.camera;
    settings.path = scene.cameraPath;
    if (options.view.size() != 3) return;
    const auto at = [&](std::size_t k) { return static_cast<float>(options.view[k]); };
    settings.camera.direction = {at(0), at(1), at(2)};
    settings.path.clear();
}

SceneFiller fillerFor(Stage stage, const PictureOptions& options, RenderStyle style) {
    Coloring coloring{options.color};
    if (options.range.size() == 2) {
        coloring.range = {static_cast<float>(options.range[0]), static_cast<float>(options.range[1])};
    }
    SceneFiller filler(std::move(stage), std::move(coloring));
    filler.want(extrasOf(style));
    return filler;
}

Result<void> checkFields(const PictureSource& source, const PictureOptions& options) {
    if (options.style == renderStyleNames()[static_cast<std::size_t>(RenderStyle::Vortons)]) {
        if (Result<void> checked = checkVorticity(source); !checked)
            return Error{"--style: " + checked.error()};
    }
    if (options.color.empty()) return {};
    std::vector<float> values;
    const Result<void> read = readField(source, options.color, values);
    return read ? read : Error{"--color: " + read.error()};
}

}  // namespace undine::cli
#endif
