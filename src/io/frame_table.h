// SPDX-License-Identifier: Zlib
// A frame that was written to a file, read back as what a surface is made of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "undine/surface.h"

namespace undine {

class FrameTable {
  public:
    /// Valid as long as this is.
    SurfaceInput input() const;
    std::span<const ParticleId> ids() const { return ids_; }
    double time() const { return time_; }  ///< s; 0 if the file does not say.

  private:
    friend class FrameTableReader;
    struct Field {
        FieldInfo info;
        std::vector<float> planes[3];
    };
    std::vector<float> x_, y_, z_;
    std::vector<std::uint32_t> fluids_;
    std::vector<ParticleId> ids_;
    std::vector<Field> fields_;
    double time_ = 0;
    float spacing_ = 0;
    int dimension_ = 3;
};

/// Reads a PLY, BGEO or CSV file. `attributes` name the fields to keep; one that the file does not have is an
/// error with those it has. Without a `spacing` the file must say it. A frame without particles is good.
Result<FrameTable> readFrameTable(const std::string& path, const std::vector<std::string>& attributes,
                                  std::optional<double> spacing);

}  // namespace undine
