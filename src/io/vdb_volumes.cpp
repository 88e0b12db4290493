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

/// The fields that have means: numbers that count or name something have none.
std::vector<const FrameField*> fieldsWithMeans(const Frame& frame) {
    std::vector<const FrameField*> fields = frame.fields();
    std::erase_if(fields, [](const FrameField* field) {
        return field->info.type != FieldType::Scalar && field->info.type != FieldType::Vector;
    });
    return fields;
}

/// The volume itself has the name "density".
std::string gridName(const FrameField& field) {
    return field.info.name == "density" ? "mass_density" : field.info.name;
}

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
                std::vector<float> room(leaves.channelCount() * kLeafVoxels);
                std::vector<float*> means;
                for (std::size_t c = 0; c < leaves.channelCount(); ++c) {
                    means.push_back(room.data() + c * kLeafVoxels);
                }
                for (Index k = block.begin; k < block.end; ++k) makeLeaves(k, means);
            },
            16);
    }

    vdb::GridPtrVec grids();

  private:
    void makeLeaves(Index k, std::span<float* const> means);
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

template <class AnyLeaf>
std::unique_ptr<AnyLeaf> emptyLeaf(const vdb::Coord& corner, const typename AnyLeaf::ValueType& background) {
    auto leaf = std::make_unique<AnyLeaf>(vdb::PartialCreate(), corner, background);
    leaf->allocate();
    return leaf;
}

void Volume::makeLeaves(Index k, std::span<float* const> means) {
    const Key key = leaves_.reached()[k];
    const vdb::Coord corner = cornerOf(leaves_, key);
    std::unique_ptr<Leaf> leaf = emptyLeaf<Leaf>(corner, outside());
    std::uint64_t isActive[kLeafSide];
    contents_[k] = fillLeaf(leaves_, key, {leaf->buffer().data(), isActive, outside(), means});
    if (contents_[k] != LeafContent::Values) return;
    for (vdb::Index word = 0; word < Leaf::NodeMaskType::WORD_COUNT; ++word) {
        leaf->getValueMask().getWord<vdb::Index64>(word) = isActive[word];
    }
    std::size_t channel = 0;
    for (FieldLeaves& made : fields_) {
        if (made.field->info.type == FieldType::Vector) {
            std::unique_ptr<VectorLeaf>& mine = made.vectors[k] = emptyLeaf<VectorLeaf>(corner, {0, 0, 0});
            const float* const x = means[channel];
            const float* const y = means[channel + 1];
            const float* const z = means[channel + 2];
            for (Index v = 0; v < kLeafVoxels; ++v) mine->buffer().data()[v] = {x[v], y[v], z[v]};
            mine->getValueMask() = leaf->getValueMask();
            channel += 3;
        } else {
            std::unique_ptr<Leaf>& mine = made.scalars[k] = emptyLeaf<Leaf>(corner, 0);
            std::copy_n(means[channel], kLeafVoxels, mine->buffer().data());
            mine->getValueMask() = leaf->getValueMask();
            ++channel;
        }
    }
    distances_[k] = std::move(leaf);
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

/// The volume first, then a grid for each field.
vdb::GridPtrVec Volume::grids() {
    const vdb::FloatGrid::Ptr volume =
        hang<vdb::FloatGrid>(distances_, outside(), isSurface() ? "surface" : "density");
    volume->setGridClass(isSurface() ? vdb::GRID_LEVEL_SET : vdb::GRID_FOG_VOLUME);
    for (std::size_t k = 0; k < contents_.size(); ++k) {
        if (contents_[k] != LeafContent::Inside) continue;
        volume->tree().addTile(Leaf::LEVEL + 1, cornerOf(leaves_, leaves_.reached()[k]), -outside(), false);
    }
    vdb::GridPtrVec grids{volume};
    for (FieldLeaves& made : fields_) {
        const std::string name = gridName(*made.field);
        if (made.field->info.type == FieldType::Vector) {
            const auto grid = hang<vdb::Vec3SGrid>(made.vectors, {0, 0, 0}, name);
            // A velocity's own kind: renderers blur by it, and a grid that is turned turns it along.
            grid->setVectorType(vdb::VEC_CONTRAVARIANT_RELATIVE);
            grids.push_back(grid);
        } else {
            grids.push_back(hang<vdb::FloatGrid>(made.scalars, 0, name));
        }
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
    return writeMadeGrids(momentOf(frame), file.path, [&] { return Volume(leaves, fields, pool).grids(); });
}

}  // namespace

Result<void> writeVdbSurface(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Surface, path}, pool);
}

Result<void> writeVdbDensity(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Density, path}, pool);
}

}  // namespace undine
