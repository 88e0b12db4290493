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
    png_image png = {};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGB;
    const int rowStride = 3 * image.width;
    // In memory first: libpng has only words of its own for a full disk.
    std::vector<std::byte> bytes(PNG_IMAGE_PNG_SIZE_MAX(png));
    png_alloc_size_t size = bytes.size();
    if (png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), rowStride, nullptr) == 0) {
        const Error error{path.string() + ": " + png.message};
        png_image_free(&png);
        return error;
    }
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    file.value().write(std::span(bytes).first(size));
    return file.value().commit();
}

}  // namespace undine
