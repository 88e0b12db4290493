// SPDX-License-Identifier: Zlib
// A frame: what one moment of a world leaves behind for exporters. Taking one is a plain copy of arrays into
// buffers that are used again, so that the simulation goes on at once; sorting and writing happen in the
// thread of FrameQueue.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "neighbors/radix_sort.h"
#include "undine/fields.h"
#include "undine/report.h"
#include "undine/result.h"
#include "undine/surface.h"
#include "undine/world.h"

namespace undine {

/// One field of a frame: three arrays for a vector, one for all else.
struct FrameField {
    FieldInfo info;
    AlignedArray<std::byte> planes[3];

    std::size_t planeCount() const { return info.type == FieldType::Vector ? 3 : 1; }
    std::size_t wordSize() const { return info.type == FieldType::UInt64 ? 8 : 4; }
    const std::byte* data(std::size_t plane = 0) const { return planes[plane].data(); }

    template <class Word>
    const Word* as(std::size_t plane = 0) const {
        UNDINE_ASSERT(sizeof(Word) == wordSize());
        return reinterpret_cast<const Word*>(data(plane));
    }
};

class Frame {
  public:
    /// Copies particles with the named fields; position and id are always there. Bodies and tracers of an
    /// earlier moment are forgotten. An unknown name is an error, as checkFields() words it.
    Result<void> take(const World& world, std::uint64_t number, std::span<const std::string> fields);

    void setBodies(std::span<const BodyState> bodies) { bodies_.assign(bodies.begin(), bodies.end()); }

    /// Tracers: a color for each position, red, green, blue in 0..1; their heat where they know of it.
    void setTracers(const VectorView& positions, std::span<const Vec3> colors,
                    std::span<const float> temperatures = {}, std::span<const float> smoke = {});

    /// How exporters of surfaces make them.
    void setSurface(const SurfaceSettings& settings) { surface_ = settings; }
    const SurfaceSettings& surface() const { return surface_; }

    std::uint64_t number() const { return number_; }
    double time() const { return time_; }                       ///< s.
    int dimension() const { return dimension_; }                ///< 2 or 3.
    float particleSpacing() const { return particleSpacing_; }  ///< m, in the world.
    float supportRadius() const { return supportRadius_; }      ///< m, in the world.
    std::span<const Vec3> fluidColors() const { return fluidColors_; }

    Index size() const { return size_; }
    const FrameField& position() const { return stored_[kPosition]; }
    const FrameField& id() const { return stored_[kId]; }

    /// The fields that were asked for beside the position, in that order.
    std::vector<const FrameField*> fields() const;

    std::span<const BodyState> bodies() const { return bodies_; }
    std::span<const Vec3> tracerPositions() const { return tracerPositions_; }
    std::span<const Vec3> tracerColors() const { return tracerColors_; }
    std::span<const float> tracerTemperatures() const { return tracerTemperatures_; }  ///< K; may be empty.
    std::span<const float> tracerSmoke() const { return tracerSmoke_; }  ///< 0..1; may be empty.

  private:
    friend class FrameSorter;
    static constexpr std::size_t kPosition = 0;
    static constexpr std::size_t kId = 1;

    void copyField(std::size_t slot, const FieldView& view);

    std::uint64_t number_ = 0;
    double time_ = 0;
    int dimension_ = 3;
    float particleSpacing_ = 0;
    float supportRadius_ = 0;
    std::vector<Vec3> fluidColors_;
    Index size_ = 0;
    std::vector<FrameField> stored_ = std::vector<FrameField>(2);  // position, id, then the others
    std::vector<std::size_t> wanted_;                              // places in stored_
    std::vector<BodyState> bodies_;
    std::vector<Vec3> tracerPositions_;
    std::vector<Vec3> tracerColors_;
    std::vector<float> tracerTemperatures_;
    std::vector<float> tracerSmoke_;
    SurfaceSettings surface_;
};

/// Whether the world has all these fields. The error names the first it does not have, the nearest it has,
/// and all it has.
Result<void> checkFields(const World& world, std::span<const std::string> names);

/// Puts the particles of frames in the order of their ids, so that the n-th of a file is the same particle in
/// every frame as long as none is removed. Keeps its buffers from frame to frame.
class FrameSorter {
  public:
    void sort(Frame& frame, const ThreadPool& pool);

  private:
    RadixSort<std::uint64_t> sort_;
    AlignedArray<std::byte> spare_;
};

}  // namespace undine
