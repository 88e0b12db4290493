// SPDX-License-Identifier: Zlib
// Volumes as grids: the leaves of voxel_leaves.h, hung into a tree.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/vdb.h"
#include "io/vdb_file.h"
#include "io/voxel_leaves.h"

namespace undine {
namespace {

namespace vdb = openvdb;

using Key = VoxelLeaves::Key;
using Leaf = vdb::FloatTree::LeafNodeType;
using VectorLeaf = vdb::Vec3STree::LeafNodeType;
static_assert(Leaf::DIM == kLeafSide, "leaves are filled as OpenVDB has them");

vdb::Coord cornerOf(const VoxelLeaves& leaves, Key key) {
    const std::array<std::int32_t, 3> at = leaves.origin(key);
    return {at[0], at[1], at[2]};
}

/// Leaves in the order of their keys; none where there is nothing, or all is deep inside.
template <class AnyLeaf>
using Leaves = std::vector<std::unique_ptr<AnyLeaf>>;

/// A grid of means to be: those of a scalar or a vector field.
struct FieldLeaves {
    const FrameField* field;
    Leaves<Leaf> scalars;
    Leaves<VectorLeaf> vectors;
};

std::vector<const FrameField*> fieldsWithMeans(const Frame& frame) {
    std::vector<const FrameField*> fields = frame.fields();
    std::erase_if(fields, [](const FrameField* field) { return !hasMean(*field); });
    return fields;
}

/// The volume itself has the name "density".
std::string gridName(const FrameField& field) {
    return field.info.name == "density" ? "mass_density" : field.info.name;
}

/// Where a leaf is filled, before it is known whether it becomes one.
class LeafRoom {
  public:
    explicit LeafRoom(std::size_t channels) : room_((channels + 1) * kLeafVoxels) {
        for (std::size_t c = 1; c <= channels; ++c) means_.push_back(room_.data() + c * kLeafVoxels);
    }
    float* values() { return room_.data(); }
    std::span<float* const> means() const { return means_; }

  private:
    std::vector<float> room_;
    std::vector<float*> means_;
};

/// Makes the leaves of all grids with all threads. They are hung into trees later: no voxel is ever looked up
/// there.
class Volume {
  public:
    Volume(const VoxelLeaves& leaves, std::span<const FrameField* const> fields, const ThreadPool& pool)
        : leaves_(leaves), contents_(leaves.reached().size()), distances_(contents_.size()) {
        for (const FrameField* field : fields) {
            FieldLeaves& made = fields_.emplace_back(FieldLeaves{field, {}, {}});
            (field->info.type == FieldType::Vector ? made.vectors.resize(contents_.size())
                                                   : made.scalars.resize(contents_.size()));
        }
        pool.forEachBlock(
            static_cast<Index>(contents_.size()),
            [&](Range block) {
                LeafRoom room(leaves.channelCount());
                for (Index k = block.begin; k < block.end; ++k) makeLeaves(k, room);
            },
            16);
    }

    vdb::GridPtrVec grids(const ThreadPool& pool);

  private:
    void makeLeaves(Index k, LeafRoom& room);
    vdb::GridBase::Ptr volumeGrid();
    vdb::GridBase::Ptr fieldGrid(FieldLeaves& made);
    template <class Grid, class AnyLeaf>
    typename Grid::Ptr hang(Leaves<AnyLeaf>& made, const typename Grid::ValueType& background,
                            const std::string& name) const;

    bool isSurface() const { return leaves_.kind() == VolumeKind::Surface; }
    float outside() const {
        return isSurface() ? static_cast<float>(vdb::LEVEL_SET_HALF_WIDTH) * leaves_.voxelSize() : 0;
    }

    const VoxelLeaves& leaves_;
    std::vector<LeafContent> contents_;
    Leaves<Leaf> distances_;  // or shares of fluid
    std::vector<FieldLeaves> fields_;
};

/// A leaf whose values are still to be written.
template <class AnyLeaf>
std::unique_ptr<AnyLeaf> makeLeaf(const vdb::Coord& corner, const Leaf::NodeMaskType& active) {
    auto leaf = std::make_unique<AnyLeaf>(vdb::PartialCreate(), corner);
    leaf->allocate();
    leaf->setValueMask(active);
    return leaf;
}

void Volume::makeLeaves(Index k, LeafRoom& room) {
    const Key key = leaves_.reached()[k];
    std::uint64_t isActive[kLeafSide];
    contents_[k] = fillLeaf(leaves_, key, {room.values(), isActive, outside(), room.means()});
    if (contents_[k] != LeafContent::Values) return;
    Leaf::NodeMaskType active;
    for (vdb::Index word = 0; word < Leaf::NodeMaskType::WORD_COUNT; ++word) {
        active.getWord<vdb::Index64>(word) = isActive[word];
    }
    const vdb::Coord corner = cornerOf(leaves_, key);
    distances_[k] = makeLeaf<Leaf>(corner, active);
    std::copy_n(room.values(), kLeafVoxels, distances_[k]->buffer().data());
    std::size_t channel = 0;
    for (FieldLeaves& made : fields_) {
        if (made.field->info.type == FieldType::Vector) {
            made.vectors[k] = makeLeaf<VectorLeaf>(corner, active);
            const float* const x = room.means()[channel];
            const float* const y = room.means()[channel + 1];
            const float* const z = room.means()[channel + 2];
            vdb::Vec3f* const to = made.vectors[k]->buffer().data();
            for (Index v = 0; v < kLeafVoxels; ++v) to[v] = {x[v], y[v], z[v]};
            channel += 3;
        } else {
            made.scalars[k] = makeLeaf<Leaf>(corner, active);
            std::copy_n(room.means()[channel], kLeafVoxels, made.scalars[k]->buffer().data());
            ++channel;
        }
    }
}

template <class Grid, class AnyLeaf>
typename Grid::Ptr Volume::hang(Leaves<AnyLeaf>& made, const typename Grid::ValueType& background,
                                const std::string& name) const {
    typename Grid::Ptr grid = Grid::create(background);
    for (std::unique_ptr<AnyLeaf>& leaf : made) {
        if (leaf) grid->tree().addLeaf(leaf.release());
    }
    grid->setTransform(vdbVoxels(leaves_.voxelSize()));
    grid->setName(name);
    return grid;
}

vdb::GridBase::Ptr Volume::volumeGrid() {
    const auto grid = hang<vdb::FloatGrid>(distances_, outside(), isSurface() ? "surface" : "density");
    grid->setGridClass(isSurface() ? vdb::GRID_LEVEL_SET : vdb::GRID_FOG_VOLUME);
    for (std::size_t k = 0; k < contents_.size(); ++k) {
        if (contents_[k] != LeafContent::Inside) continue;
        grid->tree().addTile(Leaf::LEVEL + 1, cornerOf(leaves_, leaves_.reached()[k]), -outside(), false);
    }
    grid->addStatsMetadata();
    return grid;
}

vdb::GridBase::Ptr Volume::fieldGrid(FieldLeaves& made) {
    const std::string name = gridName(*made.field);
    if (made.field->info.type == FieldType::Scalar) return hang<vdb::FloatGrid>(made.scalars, 0, name);
    const auto grid = hang<vdb::Vec3SGrid>(made.vectors, {0, 0, 0}, name);
    // A velocity's own kind: renderers blur by it, and a grid that is turned turns it along.
    grid->setVectorType(vdb::VEC_CONTRAVARIANT_RELATIVE);
    return grid;
}

/// The volume first, then a grid for each field.
vdb::GridPtrVec Volume::grids(const ThreadPool& pool) {
    vdb::GridPtrVec grids(1 + fields_.size());
    pool.run(static_cast<Index>(grids.size()),
             [&](Index k) { grids[k] = k == 0 ? volumeGrid() : fieldGrid(fields_[k - 1]); });
    const vdb::MetaMap::Ptr statistics = grids[0]->getStatsMetadata();
    for (std::size_t k = 1; k < grids.size(); ++k) {
        // They are active where the volume is: counting once more would take as long as filling them.
        grids[k]->insertMeta(*statistics);
        grids[k]->insertMeta(vdb::GridBase::META_FILE_MEM_BYTES,
                             vdb::Int64Metadata(static_cast<std::int64_t>(grids[k]->memUsage())));
    }
    return grids;
}

struct VolumeFile {
    VolumeKind kind;
    const std::filesystem::path& path;
};
Result<void> writeVolume(const Frame& frame, const VolumeFile& file, const ThreadPool& pool) {
    // Frames come one after the other, each with buffers for all particles: new ones would cost as much as
    // sorting into them.
    static thread_local VoxelLeaves leaves;
    const std::vector<const FrameField*> fields = fieldsWithMeans(frame);
    if (const Result<void> built = leaves.build(frame, file.kind, fields, pool); !built) {
        return Error{file.path.string() + ": " + built.error()};
    }
    return writeMadeGrids(momentOf(frame), file.path, pool,
                          [&] { return Volume(leaves, fields, pool).grids(pool); });
}

}  // namespace

Result<void> writeVdbSurface(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Surface, path}, pool);
}

Result<void> writeVdbDensity(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Density, path}, pool);
}

}  // namespace undine
