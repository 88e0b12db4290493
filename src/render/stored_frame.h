// SPDX-License-Identifier: Zlib
// Frames that a run has written, read back: particles with all their fields from PLY or BGEO, and the bodies
// and tracers in the files beside them.
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

    /// Whether it is of two dimensions: as the file says, else whether all particles lie in the plane z = 0.
    bool isFlat() const { return isFlat_; }

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
    bool isFlat_ = false;
    std::vector<Field> fields_;
    std::vector<BodyState> bodies_;
    std::vector<Vec3> tracers_;
    std::vector<Vec3> tracerColors_;
};

/// The frames a person names: all of a folder in their order, PLY before BGEO, or single files as they are
/// listed. The error says what was looked for.
Result<std::vector<std::filesystem::path>> findFrames(std::span<const std::string> names);

/// The number in "frame_0007.ply"; none in other names.
std::optional<std::uint64_t> frameNumber(const std::filesystem::path& path);

/// The meshes of bodies beside a frame, in the order of its bodies. None: an empty list.
Result<std::vector<BodyMesh>> readBodyMeshes(const std::filesystem::path& folder);

}  // namespace undine
