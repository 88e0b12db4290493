// SPDX-License-Identifier: Zlib
// Volumes as grids: the leaves of voxel_leaves.h, hung into a tree.
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "io/vdb.h"
#include "io/vdb_file.h"
#include "io/voxel_leaves.h"

namespace undine {
namespace {

namespace vdb = openvdb;

using Leaf = vdb::FloatTree::LeafNodeType;
static_assert(Leaf::DIM == kLeafSide, "leaves are filled as OpenVDB has them");

/// A leaf, or else a tile that is inside or nothing at all.
struct Piece {
    LeafContent content = LeafContent::Nothing;
    std::unique_ptr<Leaf> leaf;
};
Piece makePiece(const VoxelLeaves& leaves, VoxelLeaves::Key key, float outside) {
    const std::array<std::int32_t, 3> at = leaves.origin(key);
    auto leaf = std::make_unique<Leaf>(vdb::PartialCreate(), vdb::Coord(at[0], at[1], at[2]), outside);
    leaf->allocate();
    std::uint64_t isActive[kLeafSide];
    const LeafContent content = fillLeaf(leaves, key, {leaf->buffer().data(), isActive, outside});
    if (content != LeafContent::Values) return {content, nullptr};
    for (vdb::Index word = 0; word < Leaf::NodeMaskType::WORD_COUNT; ++word) {
        leaf->getValueMask().getWord<vdb::Index64>(word) = isActive[word];
    }
    return {content, std::move(leaf)};
}

/// Makes all leaves with all threads, and then hangs them into a tree: no voxel is ever looked up there.
vdb::FloatGrid::Ptr makeVolume(const VoxelLeaves& leaves, const ThreadPool& pool) {
    const bool isSurface = leaves.kind() == VolumeKind::Surface;
    const double voxel = leaves.voxelSize();
    const auto outside = static_cast<float>(isSurface ? vdb::LEVEL_SET_HALF_WIDTH * voxel : 0);
    const std::span<const VoxelLeaves::Key> keys = leaves.reached();
    std::vector<Piece> pieces(keys.size());
    pool.forEachBlock(
        static_cast<Index>(keys.size()),
        [&](Range block) {
            for (Index k = block.begin; k < block.end; ++k) pieces[k] = makePiece(leaves, keys[k], outside);
        },
        16);
    vdb::FloatGrid::Ptr grid = vdb::FloatGrid::create(outside);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        if (pieces[k].leaf) grid->tree().addLeaf(pieces[k].leaf.release());
        if (pieces[k].content == LeafContent::Inside) {
            const std::array<std::int32_t, 3> at = leaves.origin(keys[k]);
            grid->tree().addTile(Leaf::LEVEL + 1, vdb::Coord(at[0], at[1], at[2]), -outside, false);
        }
    }
    grid->setTransform(vdbVoxels(voxel));
    grid->setGridClass(isSurface ? vdb::GRID_LEVEL_SET : vdb::GRID_FOG_VOLUME);
    grid->setName(isSurface ? "surface" : "density");
    return grid;
}

struct VolumeFile {
    VolumeKind kind;
    const std::filesystem::path& path;
};
Result<void> writeVolume(const Frame& frame, const VolumeFile& file, const ThreadPool& pool) {
    // Frames come one after the other, each with buffers for all particles: new ones would cost as much as
    // sorting into them.
    static thread_local VoxelLeaves leaves;
    if (const Result<void> built = leaves.build(frame, file.kind, pool); !built) {
        return Error{file.path.string() + ": " + built.error()};
    }
    return writeMadeGrids(momentOf(frame), file.path,
                          [&] { return vdb::GridPtrVec{makeVolume(leaves, pool)}; });
}

}  // namespace

Result<void> writeVdbSurface(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Surface, path}, pool);
}

Result<void> writeVdbDensity(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Density, path}, pool);
}

}  // namespace undine
