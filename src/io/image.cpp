// SPDX-License-Identifier: Zlib
#include "io/image.h"

#include <cstring>

#include <png.h>

#include "io/atomic_file.h"

namespace undine {

Image withoutAlpha(std::span<const std::uint8_t> rgba, int width, int height) {
    Image image{width, height, {}};
    const std::size_t count = rgba.size() / 4;
    image.rgb.resize(3 * count);
    for (std::size_t k = 0; k < count; ++k) std::memcpy(&image.rgb[3 * k], &rgba[4 * k], 3);
    return image;
}

Result<void> writePng(const Image& image, const std::filesystem::path& path) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    png_image png = {};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGB;
    const int rowStride = 3 * image.width;
    const bool written =
        png_image_write_to_stdio(&png, file.value().stream(), 0, image.rgb.data(), rowStride, nullptr) != 0;
    // A full disk is found by commit(), with the system's words for it; anything else is libpng's to explain.
    Result<void> committed = written ? file.value().commit() : Error{path.string() + ": " + png.message};
    png_image_free(&png);
    return committed;
}

}  // namespace undine
