// SPDX-License-Identifier: Zlib
#include "thumbnails.h"

#include <algorithm>
#include <vector>

#include <png.h>

namespace undine::viewer {
namespace {

GlTexture textureOfPng(std::span<const unsigned char> bytes) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return {};
    image.format = PNG_FORMAT_RGBA;
    std::vector<unsigned char> pixels(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) return {};
    const auto width = static_cast<int>(image.width);
    const auto height = static_cast<int>(image.height);
    GlTexture texture = makeTexture(GL_RGBA8, width, height);
    glTextureSubImage2D(texture.name(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return texture;
}

}  // namespace

GLuint Thumbnails::textureOf(const std::string& scene) {
    if (const auto known = textures_.find(scene); known != textures_.end()) return known->second.name();
    const auto pictures = embeddedThumbnails();
    const auto at = std::ranges::find(pictures, std::string_view(scene), &EmbeddedPicture::scene);
    GlTexture& texture = textures_[scene];
    if (at != pictures.end()) texture = textureOfPng(at->bytes);
    return texture.name();
}

}  // namespace undine::viewer
