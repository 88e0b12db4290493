// SPDX-License-Identifier: Zlib
// Particles sorted into the leaves of a volume, which are cubes of 8 by 8 by 8 voxels, as OpenVDB has them.
//
// Voxel (i, j, k) is a point at (i, j, k) times the size of a voxel. A particle adds to the voxels that are
// less than `reach` away along each axis, so to those of its own leaf and of up to 26 around it. Leaves are
// filled one by one, each by one thread, from the particles that reach it, leaf by leaf in the order in which
// they are sorted: no sum depends on the number of threads, and nothing is looked up per voxel.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "io/frame.h"
#include "io/leaf_depth.h"
#include "neighbors/radix_sort.h"

namespace undine {

inline constexpr Index kLeafVoxels = kLeafSide * kLeafSide * kLeafSide;

/// What the voxels of a volume hold.
enum class VolumeKind {
    Density,  ///< The share that is fluid: each particle is divided among the eight voxels around it.
    Surface,  ///< The distance of [ZB05] from the mean of the particles within two voxels, less half a voxel.
};

/// Whether volumes can have the mean of a field: numbers that count or name something have none.
inline bool hasMean(const FrameField& field) {
    return field.info.type == FieldType::Scalar || field.info.type == FieldType::Vector;
}

class VoxelLeaves {
  public:
    using Key = std::uint64_t;  ///< Counts leaves along x, then y, then z, in the box around all of them.

    /// Sorts the particles of a frame, in voxels as large as the spacing, with what volumes can have the
    /// means of: `fields`, scalars and vectors of that frame, which has to stay. Refuses particles without a
    /// place.
    Result<void> build(const Frame& frame, VolumeKind kind, std::span<const FrameField* const> fields,
                       const ThreadPool& pool);

    VolumeKind kind() const { return kind_; }
    float reach() const { return kind_ == VolumeKind::Density ? 1.0F : 2.0F; }  ///< voxels
    float voxelSize() const { return voxelSize_; }                              ///< m

    /// The leaves that particles reach, in the order of their keys.
    std::span<const Key> reached() const { return reached_; }

    /// The first voxel of a leaf.
    std::array<std::int32_t, 3> origin(Key key) const;

    /// Particles of one leaf, seen from another one.
    struct Source {
        Range particles;
        Vec3 shift;  ///< voxels to add to their places
    };
    /// The leaves with particles among a leaf and those around it, by direction.
    using Around = std::array<Index, 27>;
    Around around(Key key) const;
    /// Where the particles that reach a leaf are; `room` holds the result.
    std::span<const Source> sources(const Around& around, std::span<Source, 27> room) const;
    /// What a surface leaves out of a leaf; for surfaces only.
    LeafDepth depth(const Around& around) const;

    /// Places of the sorted particles within their leaves, 0 to 8, in voxels.
    const float* local(int axis) const { return local_[static_cast<std::size_t>(axis)].data(); }

    /// The fields of the particles: an array for a scalar, three for a vector, in the order of the fields.
    /// They are the frame's own, which has the particles in another order: inFrame() tells where.
    std::size_t channelCount() const { return channels_.size(); }
    const float* channel(std::size_t k) const { return channels_[k]; }
    Index inFrame(Index particle) const { return inFrame_[particle]; }

  private:
    /// Rows of bits along z, for each x and y.
    using Occupied = std::array<std::array<std::uint8_t, kLeafSide>, kLeafSide>;

    bool findBox(const FrameField& position, Index count, const ThreadPool& pool);
    void placeParticles(const FrameField& position, Index count, const ThreadPool& pool);
    void findRuns(const ThreadPool& pool);
    void sortRuns(const ThreadPool& pool);
    void moveParticles(std::span<const FrameField* const> fields, const ThreadPool& pool);
    void findReached(const ThreadPool& pool);
    std::uint32_t maskOf(Range particles) const;
    Occupied occupiedBy(Range particles) const;
    std::int64_t offsetOf(int direction) const;

    VolumeKind kind_ = VolumeKind::Density;
    float voxelSize_ = 1;
    std::int64_t low_[3] = {0, 0, 0};     // leaf with the key 0, below all that is reached
    std::int64_t extent_[3] = {1, 1, 1};  // leaves
    AlignedArray<Key> keys_;              // of the leaf of each particle
    AlignedArray<Range> runs_;            // particles that follow each other in one leaf
    RadixSort<Key> sort_;                 // of the runs
    AlignedArray<Index> destinations_;    // of the sorted runs
    AlignedArray<float> unsorted_[3];
    AlignedArray<float> local_[3];
    AlignedArray<Index> inFrame_;
    std::vector<const float*> channels_;
    std::vector<Key> leaves_;           // with particles
    std::vector<Index> first_;          // of each leaf's particles, and the end
    std::vector<std::uint32_t> masks_;  // of each: the directions its particles reach, of 27
    std::vector<Occupied> occupied_;    // of each, for surfaces: the cells with particles
    std::vector<Key> reached_;
};

/// The values of a leaf, with z the fastest and x the slowest, and a bit for each that counts: that particles
/// reach and that is not deep in the fluid. The others are `outside`, or `-outside` deep in it.
struct LeafValues {
    float* values = nullptr;            ///< kLeafVoxels, in m for a surface
    std::uint64_t* isActive = nullptr;  ///< kLeafSide words
    float outside = 0;
    std::span<float* const> means = {};  ///< of each channel, kLeafVoxels: the weighted mean of the particles
                                         ///< that reach a voxel, 0 where it does not count
};
/// What came of a leaf.
enum class LeafContent {
    Nothing,  ///< Particles may come near a corner of a leaf and not reach a voxel.
    Values,
    Inside,  ///< All of it is deep in the fluid: nothing is written.
};
/// Fills a leaf from the particles that reach it.
LeafContent fillLeaf(const VoxelLeaves& leaves, VoxelLeaves::Key key, const LeafValues& out);

}  // namespace undine
