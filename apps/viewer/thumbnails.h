// SPDX-License-Identifier: Zlib
// Small pictures of the built-in scenes, for their list. They are compiled into the program;
// scripts/gallery.py makes them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "render/gl_object.h"

namespace undine::viewer {

/// A PNG.
struct EmbeddedPicture {
    std::string_view scene;
    std::span<const unsigned char> bytes;
};
std::span<const EmbeddedPicture> embeddedThumbnails();

/// As textures of the window.
class Thumbnails {
  public:
    static constexpr int kWidth = 128;  ///< pixels
    static constexpr int kHeight = 72;

    /// 0 for a scene without one.
    GLuint textureOf(const std::string& scene);

  private:
    std::map<std::string, GlTexture, std::less<>> textures_;
};

}  // namespace undine::viewer
