// SPDX-License-Identifier: Zlib
// The pictures of a run and of `undine render`. This header is the same for builds with and without
// undine::render; without it every question is answered with an error that says so.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "io/image.h"
#include "undine/result.h"
#include "undine/scene.h"

namespace undine::cli {

/// Whether this program was built with undine::render.
bool canDraw();

/// The names of the styles, also in a build that cannot draw.
std::vector<std::string> pictureStyles();

/// What draws here, for `undine info`; an Error when nothing does.
Result<std::string> describeRenderer();

/// A picture of a world as its scene and the flags say.
Result<Image> drawWorld(const Scene& scene, const World& world, const PictureOptions& options);

/// One picture per frame of a run, on their way to a film.
class Pictures {
  public:
    /// What is wrong with the path, if there is one, or with the options. Nothing is written yet.
    static Result<void> check(const std::optional<std::string>& path, const PictureOptions& options,
                              const World& world);

    /// Opens what is to be written at `path`.
    static Result<std::shared_ptr<Pictures>> create(const std::string& path, const PictureOptions& options,
                                                    const Scene& scene);
    virtual ~Pictures() = default;

    /// Whether only the last picture counts: then one is taken, at the end.
    virtual bool isSingle() const = 0;

    /// Copies what the picture shows; the job draws it, in any one thread.
    virtual Result<std::function<Result<void>()>> take(const World& world, std::uint64_t frame) = 0;

    /// After the last picture.
    virtual Result<void> finish() = 0;
};

}  // namespace undine::cli
