// SPDX-License-Identifier: Zlib
// The field on a sparse grid: blocks of 8 by 8 by 8 points, only where the surface may be.
//
// Grid point (i, j, k) is at (i, j, k) times the cell size, wherever the fluid is, so that a surface that
// stays does not change its mesh from frame to frame. Blocks are found around the particles near the surface.
// Each is filled by one thread, from the particles whose kernels reach it in the order in which they are
// sorted: the bits do not depend on the number of threads.
//
// A point has a label: 0 for air, else the fluid with the largest share, counted from 1. A cell whose known
// corners differ needs them all, so the blocks of those that are missing are added, until every such cell
// is known. A cell with corners in blocks that are missing for good is within one fluid or in the air. So
// the mesh is closed whatever the blocks were at first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/aligned_array.h"
#include "surface/surface_particles.h"

namespace undine {

inline constexpr int kBlockSide = 8;
inline constexpr Index kBlockPoints = kBlockSide * kBlockSide * kBlockSide;
inline constexpr Index kNoBlock = ~Index{0};
inline constexpr float kIsoValue = 0.5F;  ///< of the sum of kernels, at the surface

/// Place of a point in its block.
constexpr Index pointIndex(int x, int y, int z) {
    return static_cast<Index>((z * kBlockSide + y) * kBlockSide + x);
}

using BlockPlace = std::array<std::int32_t, 3>;

/// One block to fill: sums of kernels at its points, per fluid.
struct FieldJob {
    VectorSpan x;
    const std::uint8_t* fluidSlot = nullptr;  ///< of each particle; null when there is one fluid
    const SurfaceParticles* particles = nullptr;
    double cellSize = 1;  ///< m
    int lastLayer = 7;    ///< 0 in two dimensions
    BlockPlace place{};
    float* values = nullptr;  ///< kBlockPoints per fluid, zero before
};
void fillBlock(const FieldJob& job);

/// The corners of the clip box must be equal, for none, or span one.
Result<void> checkClipBox(const SurfaceSettings& settings, int dimension);

class FieldBlocks {
  public:
    /// Finds the blocks and fills them. Refuses what is too far away to be numbered, or too much for the
    /// memory there is.
    Result<void> build(SurfaceParticles& particles, const SurfaceSettings& settings, int dimension,
                       const ThreadPool& pool);

    Index count() const { return static_cast<Index>(places_.size()); }

    /// The block at (x, y, z) blocks from this one, each -1, 0 or 1; kNoBlock if there is none.
    Index neighbor(Index block, int x, int y, int z) const {
        return neighbors_[block][(z + 1) * 9 + (y + 1) * 3 + x + 1];
    }
    const std::uint8_t* labels(Index block) const {
        return labels_.data() + std::size_t{block} * kBlockPoints;
    }
    /// Label of all points of a block, or kMixed.
    static constexpr int kMixed = -1;
    int uniformLabel(Index block) const { return uniform_[block]; }

    /// The sum of the kernels of one fluid at a point, by its label; of all fluids for label 0.
    float value(Index block, Index point, int label) const;

    /// The fluids there are, in the order of their labels from 1 on.
    std::span<const FluidIndex> fluids() const { return fluids_; }

    Vec3 position(Index block, Index point) const;

    /// Whether a point is cut off.
    bool isClipped(Vec3 x) const;
    bool hasClip() const { return hasClip_; }
    Vec3 clipMin() const { return clipMin_; }
    Vec3 clipMax() const { return clipMax_; }

    std::size_t bytes() const;

  private:
    using Key = std::uint64_t;
    void listFluids(SurfaceParticles& particles);
    Result<std::vector<Key>> findBlocks(SurfaceParticles& particles, const ThreadPool& pool) const;
    Result<void> checkRoomFor(std::size_t blocks) const;
    void add(const std::vector<Key>& keys, SurfaceParticles& particles, const ThreadPool& pool);
    void labelBlock(Index block);
    void findNeighbors(const ThreadPool& pool);
    std::vector<Key> missingBlocks(const ThreadPool& pool) const;
    void requestMissing(Index block, std::vector<Key>& keys) const;
    unsigned missingCorners(const std::array<Index, 27>& around, const BlockPlace& cell) const;
    void addBlocksAround(Vec3 at, double halfSide, std::vector<Key>& keys) const;
    Index find(Key key) const;

    double cellSize_ = 1;
    int dimension_ = 3;
    bool hasClip_ = false;
    Vec3 clipMin_, clipMax_;
    std::vector<FluidIndex> fluids_;
    AlignedArray<std::uint8_t> fluidSlot_;
    std::vector<BlockPlace> places_;
    std::vector<std::pair<Key, Index>> index_;  // sorted by key
    std::vector<std::array<Index, 27>> neighbors_;
    AlignedArray<float> values_;
    AlignedArray<std::uint8_t> labels_;
    std::vector<std::int16_t> uniform_;
};

}  // namespace undine
