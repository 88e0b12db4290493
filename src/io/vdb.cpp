// SPDX-License-Identifier: Zlib
// The only file that knows OpenVDB: it takes minutes to compile.
#include "io/vdb.h"

#include <array>
#include <fstream>
#include <memory>
#include <vector>

#include <openvdb/io/Archive.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointAttribute.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointRasterizeSDF.h>
#include <openvdb/tools/VolumeToMesh.h>

#include "io/atomic_file.h"
#include "io/voxel_leaves.h"

namespace undine {
namespace {

namespace vdb = openvdb;
using vdb::points::PointDataGrid;
using vdb::tools::PointIndexGrid;

// ---- The file

/// OpenVDB's own class for files opens them itself and does not tell when the disk is full.
class Archive : public vdb::io::Archive {
  public:
    Archive() {
        // Compression would take longer than all the rest.
        setCompression(vdb::io::COMPRESS_ACTIVE_MASK);
        setGridStatsMetadataEnabled(true);
    }
    using vdb::io::Archive::write;
};

Result<void> writeGrid(const Frame& frame, vdb::GridBase& grid, const std::filesystem::path& path) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    grid.insertMeta("time", vdb::DoubleMetadata(frame.time()));
    grid.insertMeta("frame", vdb::Int64Metadata(static_cast<std::int64_t>(frame.number())));
    grid.setCreator("Undine");
    std::ofstream stream(file.value().partPath(), std::ios::binary);
    const vdb::GridCPtrVec grids{grid.copyGrid()};
    Archive().write(stream, grids, /*seekable=*/true, vdb::MetaMap());
    stream.close();
    if (!stream) return Error{path.string() + ": cannot write: the disk is full or failed"};
    return file.value().commit();
}

/// OpenVDB reports by exceptions; nothing of ours does.
template <class Make>
Result<void> writeMade(const Frame& frame, const std::filesystem::path& path, Make&& make) {
    try {
        vdb::initialize();
        return writeGrid(frame, *make(), path);
    } catch (const std::exception& error) {
        return Error{path.string() + ": OpenVDB: " + error.what()};
    }
}

vdb::math::Transform::Ptr voxelsOf(double size) { return vdb::math::Transform::createLinearTransform(size); }

// ---- Points

/// An array of a frame as OpenVDB wants to see arrays.
template <class From, class To>
struct Words {
    using value_type = To;
    const From* from;
    void get(To& value, std::size_t n) const { value = static_cast<To>(from[n]); }
    void get(To& value, std::size_t n, vdb::Index /*component*/) const { get(value, n); }
};

/// The same for three arrays.
struct Vectors {
    using PosType = vdb::Vec3f;
    using value_type = vdb::Vec3f;
    const float *x, *y, *z;
    std::size_t count;

    Vectors(const FrameField& field, Index n)
        : x(field.as<float>(0)), y(field.as<float>(1)), z(field.as<float>(2)), count(n) {}
    std::size_t size() const { return count; }
    template <class Vector>
    void getPos(std::size_t n, Vector& v) const {
        v = Vector(x[n], y[n], z[n]);
    }
    template <class Vector>
    void get(Vector& v, std::size_t n) const {
        getPos(n, v);
    }
    void get(vdb::Vec3f& v, std::size_t n, vdb::Index /*component*/) const { getPos(n, v); }
};

struct Points {
    PointIndexGrid::Ptr index;
    PointDataGrid::Ptr grid;
};

/// Positions alone, bit for bit but for the rounding of voxel coordinates.
Points makePoints(const Frame& frame) {
    const Vectors positions(frame.position(), frame.size());
    const auto transform = voxelsOf(2 * frame.particleSpacing());  // 8 particles at rest, as OpenVDB advises
    Points points;
    points.index = vdb::tools::createPointIndexGrid<PointIndexGrid>(positions, *transform);
    points.grid = vdb::points::createPointDataGrid<vdb::points::NullCodec, PointDataGrid>(
        *points.index, positions, *transform);
    return points;
}

template <class Value, class Array>
void addAttribute(const Points& points, const std::string& name, const Array& array) {
    vdb::points::appendAttribute<Value>(points.grid->tree(), name);
    vdb::points::populateAttribute(points.grid->tree(), points.index->tree(), name, array);
}

void addAttribute(const Points& points, const FrameField& field, Index count) {
    const std::string& name = field.info.name;
    switch (field.info.type) {
        case FieldType::Scalar:
            addAttribute<float>(points, name, Words<float, float>{field.as<float>()});
            break;
        case FieldType::UInt32:
            addAttribute<std::int32_t>(points, name,
                                       Words<std::uint32_t, std::int32_t>{field.as<std::uint32_t>()});
            break;
        case FieldType::UInt64:
            addAttribute<std::int64_t>(points, name,
                                       Words<std::uint64_t, std::int64_t>{field.as<std::uint64_t>()});
            break;
        case FieldType::Vector:
            addAttribute<vdb::Vec3f>(points, name == "velocity" ? "v" : name, Vectors(field, count));
            break;
    }
}

// ---- Volumes

using Leaf = vdb::FloatTree::LeafNodeType;
static_assert(Leaf::DIM == kLeafSide, "leaves are filled as OpenVDB has them");

/// A leaf of a tree, from the particles that reach it.
std::unique_ptr<Leaf> makeLeaf(const VoxelLeaves& leaves, VoxelLeaves::Key key, float outside) {
    const std::array<std::int32_t, 3> at = leaves.origin(key);
    auto leaf = std::make_unique<Leaf>(vdb::PartialCreate(), vdb::Coord(at[0], at[1], at[2]), outside);
    leaf->allocate();
    std::uint64_t isReached[kLeafSide];
    fillLeaf(leaves, key, {leaf->buffer().data(), isReached, outside});
    for (vdb::Index word = 0; word < Leaf::NodeMaskType::WORD_COUNT; ++word) {
        leaf->getValueMask().getWord<vdb::Index64>(word) = isReached[word];
    }
    return leaf;
}

/// Makes all leaves with all threads, and then hangs them into a tree: no voxel is ever looked up there.
vdb::FloatGrid::Ptr makeVolume(const VoxelLeaves& leaves, const ThreadPool& pool) {
    const bool isSurface = leaves.kind() == VolumeKind::Surface;
    const double voxel = leaves.voxelSize();
    const auto outside = static_cast<float>(isSurface ? vdb::LEVEL_SET_HALF_WIDTH * voxel : 0);
    const std::span<const VoxelLeaves::Key> keys = leaves.reached();
    std::vector<std::unique_ptr<Leaf>> made(keys.size());
    pool.forEachBlock(
        static_cast<Index>(keys.size()),
        [&](Range block) {
            for (Index k = block.begin; k < block.end; ++k) made[k] = makeLeaf(leaves, keys[k], outside);
        },
        16);
    vdb::FloatGrid::Ptr grid = vdb::FloatGrid::create(outside);
    for (std::unique_ptr<Leaf>& leaf : made) grid->tree().addLeaf(leaf.release());
    grid->setTransform(voxelsOf(voxel));
    grid->setGridClass(isSurface ? vdb::GRID_LEVEL_SET : vdb::GRID_FOG_VOLUME);
    grid->setName(isSurface ? "surface" : "density");
    return grid;
}

struct VolumeFile {
    VolumeKind kind;
    const std::filesystem::path& path;
};
Result<void> writeVolume(const Frame& frame, const VolumeFile& file, const ThreadPool& pool) {
    VoxelLeaves leaves;
    if (const Result<void> built = leaves.build(frame, file.kind, pool); !built) {
        return Error{file.path.string() + ": " + built.error()};
    }
    return writeMade(frame, file.path, [&] { return makeVolume(leaves, pool); });
}

/// The same surface by OpenVDB's own means: the distance from the mean of the particles around, less half a
/// spacing.
vdb::FloatGrid::Ptr rasterizeSurface(const Frame& frame, double voxelsPerSpacing) {
    const double spacing = frame.particleSpacing();
    const Points points = makePoints(frame);
    return vdb::points::rasterizeSmoothSpheres<PointDataGrid, vdb::FloatGrid>(
        *points.grid, 0.5 * spacing, 2 * spacing, vdb::LEVEL_SET_HALF_WIDTH,
        voxelsOf(spacing / voxelsPerSpacing));
}

}  // namespace

Result<void> writeVdbPoints(const Frame& frame, const std::filesystem::path& path,
                            const ThreadPool& /*pool*/) {
    return writeMade(frame, path, [&] {
        const Points points = makePoints(frame);
        for (const FrameField* field : frame.fields()) addAttribute(points, *field, frame.size());
        points.grid->setName("particles");
        return points.grid;
    });
}

Result<void> writeVdbSurface(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Surface, path}, pool);
}

Result<std::size_t> countVdbMeshVertices(const Frame& frame, double cellSize) {
    try {
        vdb::initialize();
        const vdb::FloatGrid::Ptr grid = rasterizeSurface(frame, 1 / cellSize);
        std::vector<vdb::Vec3s> points;
        std::vector<vdb::Vec4I> quads;
        vdb::tools::volumeToMesh(*grid, points, quads, 0);
        return points.size();
    } catch (const std::exception& error) {
        return Error{std::string("OpenVDB: ") + error.what()};
    }
}

Result<void> writeVdbDensity(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeVolume(frame, {VolumeKind::Density, path}, pool);
}

}  // namespace undine
