// SPDX-License-Identifier: Zlib
// Pictures for tests: how they are made, read and compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <png.h>

#include "io/image.h"
#include "render/picture_maker.h"

namespace undine {

/// Whether something is here that tests need. They are left out where it is not; but UNDINE_EXPECT_ALL, which
/// ./dev test sets after it has installed everything, makes that a failure.
inline bool isHere(bool isFound, const char* what) {
    if (!isFound && std::getenv("UNDINE_EXPECT_ALL") != nullptr) ADD_FAILURE() << what << " is missing";
    return isFound;
}
inline bool hasOpenGl() { return isHere(OffscreenContext::create().ok(), "OpenGL"); }

inline std::optional<Image> readPng(const std::filesystem::path& path) {
    png_image png = {};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&png, path.c_str()) == 0) return std::nullopt;
    png.format = PNG_FORMAT_RGB;
    Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgb.resize(PNG_IMAGE_SIZE(png));
    const bool good = png_image_finish_read(&png, nullptr, image.rgb.data(), 0, nullptr) != 0;
    return good ? std::optional(std::move(image)) : std::nullopt;
}

/// How far two pictures of one size are apart, as a person sees it: squares of 4 x 4 pixels are compared by
/// their means, so that edges which fall on other pixels with another driver do not count.
struct Difference {
    double mean = 0;   ///< Of all squares, 0..255.
    double worst = 0;  ///< The square that differs most.
};

inline Difference compare(const Image& a, const Image& b) {
    constexpr int kSquare = 4;
    if (a.width != b.width || a.height != b.height) return {255, 255};
    Difference difference;
    int squares = 0;
    for (int y = 0; y + kSquare <= a.height; y += kSquare) {
        for (int x = 0; x + kSquare <= a.width; x += kSquare) {
            double apart = 0;
            for (int channel = 0; channel < 3; ++channel) {
                double sum = 0;
                for (int k = 0; k < kSquare * kSquare; ++k) {
                    const auto pixel =
                        static_cast<std::size_t>((y + k / kSquare) * a.width + x + k % kSquare);
                    const std::size_t at = 3 * pixel + static_cast<std::size_t>(channel);
                    sum += a.rgb[at] - b.rgb[at];
                }
                apart = std::max(apart, std::abs(sum) / (kSquare * kSquare));
            }
            difference.mean += apart;
            difference.worst = std::max(difference.worst, apart);
            ++squares;
        }
    }
    difference.mean /= std::max(squares, 1);
    return difference;
}

/// Whether nobody would see a difference that matters.
inline bool looksTheSame(const Difference& difference) {
    return difference.mean < 1.5 && difference.worst < 24;
}

/// A built-in scene at its start, with so much changed.
struct Staged {
    Scene scene;
    RenderScene picture;
};
inline Staged stage(const std::string& name, const std::vector<SceneOverride>& overrides,
                    const Coloring& coloring = {},
                    const RenderExtras& extras = {.surface = true, .puffs = true}) {
    Staged staged;
    staged.scene = loadScene(name, overrides).value();
    World world = createWorld(staged.scene).value();
    world.computeFields();
    SceneFiller filler(stageOf(staged.scene), coloring);
    filler.want(extras);
    EXPECT_TRUE(filler.fill(sourceOf(world), staged.picture).ok());
    return staged;
}

inline Image draw(const Staged& staged, RenderStyle style, int width = 320, int height = 180) {
    PictureSettings settings{{style, 1}, width, height, staged.scene.camera, staged.scene.cameraPath};
    return PictureMaker::create(settings).value().drawImage(staged.picture).value();
}

}  // namespace undine
