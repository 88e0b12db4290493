// SPDX-License-Identifier: Zlib
// Frames that a run has written, read back: particles with all their fields, and the bodies and tracers in
// the files beside them.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/body_mesh.h"
#include "render/picture_source.h"

namespace undine {

class StoredFrame {
  public:
    /// The error names the file and what is wrong with it.
    static Result<StoredFrame> read(const std::filesystem::path& path);

    /// Views of this frame.
    PictureSource source() const;

    /// As dimensionOf() has it from the file.
    std::optional<int> dimension() const { return dimension_; }
    bool isFlat() const { return dimension_ == 2; }

    /// m, between particles at rest. 0 if the file does not say.
    float spacing() const { return spacing_; }

  private:
    friend class StoredFrameReader;
    struct Field {
        FieldInfo info;
        std::vector<float> planes[3];
        std::vector<std::uint32_t> numbers;  // of a field of whole numbers
    };

    double time_ = 0;
    Index size_ = 0;
    float spacing_ = 0;
    std::optional<int> dimension_;
    std::vector<Field> fields_;
    std::vector<BodyState> bodies_;
    std::vector<Vec3> tracers_;
    std::vector<Vec3> tracerColors_;
    std::vector<float> tracerTemperatures_;
    std::vector<float> tracerSmoke_;
};

/// The meshes of bodies beside a frame, in the order of its bodies. None: an empty list.
Result<std::vector<BodyMesh>> readBodyMeshes(const std::filesystem::path& folder);

}  // namespace undine
