// SPDX-License-Identifier: Zlib
// Grids of points, and OpenVDB's own way from them to a mesh.
#include <vector>

#include <openvdb/points/PointAttribute.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointRasterizeSDF.h>
#include <openvdb/tools/VolumeToMesh.h>

#include "io/vdb.h"
#include "io/vdb_file.h"

namespace undine {
namespace {

namespace vdb = openvdb;
using vdb::points::PointDataGrid;
using vdb::tools::PointIndexGrid;

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
    const auto transform = vdbVoxels(2 * frame.particleSpacing());  // 8 particles at rest, as OpenVDB advises
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

/// The level set of a surface by OpenVDB's own means: the distance from the mean of the particles around,
/// less half a spacing.
vdb::FloatGrid::Ptr rasterizeSurface(const Frame& frame, double voxelsPerSpacing) {
    const double spacing = frame.particleSpacing();
    const Points points = makePoints(frame);
    return vdb::points::rasterizeSmoothSpheres<PointDataGrid, vdb::FloatGrid>(
        *points.grid, 0.5 * spacing, 2 * spacing, vdb::LEVEL_SET_HALF_WIDTH,
        vdbVoxels(spacing / voxelsPerSpacing));
}

}  // namespace

Result<void> writeVdbPoints(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return writeMadeGrids(momentOf(frame), path, pool, [&] {
        const Points points = makePoints(frame);
        for (const FrameField* field : frame.fields()) addAttribute(points, *field, frame.size());
        points.grid->setName("particles");
        points.grid->addStatsMetadata();
        return vdb::GridPtrVec{points.grid};
    });
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

}  // namespace undine
