// SPDX-License-Identifier: Zlib
// Reads exported OpenVDB files with OpenVDB itself; no other program here reads points grids.
//     undine_interop_vdb FOLDER
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/points/PointRasterizeSDF.h>
#include <openvdb/tools/LevelSetMeasure.h>

namespace {

using openvdb::points::PointDataGrid;

int failures = 0;

void check(const char* what, bool agrees) {
    std::printf("vdb: %s: %s\n", what, agrees ? "ok" : "FAILED");
    failures += agrees ? 0 : 1;
}

template <class Grid>
typename Grid::Ptr read(const std::string& path, const char* name) {
    openvdb::io::File file(path);
    file.open();
    return openvdb::gridPtrCast<Grid>(file.readGrid(name));
}

// The values of expected.json.
const openvdb::Vec3d kMin(0.025, 0.025, 0.025);
const openvdb::Vec3d kMax(0.375, 0.175, 0.275);
constexpr int kCount = 192;

void checkPoints(const std::string& folder) {
    const auto grid = read<PointDataGrid>(folder + "/frame_0000.vdb", "particles");
    check("points: count", openvdb::points::pointCount(grid->tree()) == kCount);
    openvdb::BBoxd box;
    std::int64_t idSum = 0;
    bool hasVelocity = true;
    for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
        const openvdb::points::AttributeHandle<openvdb::Vec3f> position(leaf->constAttributeArray("P"));
        const openvdb::points::AttributeHandle<openvdb::Vec3f> velocity(leaf->constAttributeArray("v"));
        const openvdb::points::AttributeHandle<std::int64_t> id(leaf->constAttributeArray("id"));
        for (auto index = leaf->beginIndexOn(); index; ++index) {
            const openvdb::Vec3d voxel = index.getCoord().asVec3d();
            box.expand(grid->indexToWorld(position.get(*index) + voxel));
            hasVelocity &= velocity.get(*index) == openvdb::Vec3f(0.5F, 0, 0);
            idSum += id.get(*index);
        }
    }
    check("points: min", (box.min() - kMin).length() < 1e-5);
    check("points: max", (box.max() - kMax).length() < 1e-5);
    check("points: velocity", hasVelocity);
    check("points: ids", idSum == kCount * (kCount - 1) / 2);
}

void checkSurface(const std::string& folder) {
    const auto grid = read<openvdb::FloatGrid>(folder + "/surface_0000.vdb", "surface");
    check("surface: class", grid->getGridClass() == openvdb::GRID_LEVEL_SET);
    const auto values = grid->getConstAccessor();
    const auto at = [&](const openvdb::Vec3d& p) {
        return values.getValue(grid->transform().worldToIndexCellCentered(p));
    };
    check("surface: inside", at(0.5 * (kMin + kMax)) < 0);
    check("surface: outside", at(kMax + openvdb::Vec3d(0.1)) > 0);
    const openvdb::Vec3d side(0.4, 0.1, 0.15);  // the block ends half a spacing beyond its particles
    check("surface: at the side", std::abs(at(side)) < 0.5 * 0.05);
}

/// The level set must be the one that OpenVDB makes of the same points, voxel by voxel.
void checkSameSurface(const std::string& folder, const std::string& frame) {
    const auto points = read<PointDataGrid>(folder + "/frame_" + frame + ".vdb", "particles");
    const auto ours = read<openvdb::FloatGrid>(folder + "/surface_" + frame + ".vdb", "surface");
    constexpr double kSpacing = 0.05;
    const auto theirs = openvdb::points::rasterizeSmoothSpheres<PointDataGrid, openvdb::FloatGrid>(
        *points, 0.5 * kSpacing, 2 * kSpacing, openvdb::LEVEL_SET_HALF_WIDTH, ours->transform().copy());
    check("surface: background as OpenVDB's own", ours->background() == theirs->background());
    const auto values = ours->getConstAccessor();
    double furthest = 0;
    double inside = 0;  // voxels, for the volume
    double insideTheirs = 0;
    openvdb::Index64 leftOut = 0;
    bool isInside = true;
    for (auto value = theirs->cbeginValueOn(); value; ++value) {
        const float here = values.getValue(value.getCoord());
        inside += here < 0 ? 1 : 0;
        insideTheirs += *value < 0 ? 1 : 0;
        if (values.isValueOn(value.getCoord())) {
            furthest = std::max(furthest, static_cast<double>(std::abs(*value - here)));
        } else {  // deep inside
            ++leftOut;
            isInside &= here == -ours->background() && *value < 0;
        }
    }
    std::printf("vdb: surface %s: %llu active voxels and %llu inside, at most %.1e spacings off\n",
                frame.c_str(), static_cast<unsigned long long>(ours->activeVoxelCount()),
                static_cast<unsigned long long>(leftOut), furthest / kSpacing);
    check("surface: active voxels as OpenVDB's own",
          ours->activeVoxelCount() + leftOut == theirs->activeVoxelCount());
    check("surface: values as OpenVDB's own", furthest < 1e-4 * kSpacing);
    check("surface: what is left out is inside", isInside);
    check("surface: volume as OpenVDB's own", std::abs(inside - insideTheirs) <= 1);
}

void checkDensity(const std::string& folder) {
    const auto grid = read<openvdb::FloatGrid>(folder + "/density_0000.vdb", "density");
    check("density: class", grid->getGridClass() == openvdb::GRID_FOG_VOLUME);
    double sum = 0;
    for (auto value = grid->cbeginValueOn(); value; ++value) sum += *value;
    check("density: amount", std::abs(sum - kCount) < 1e-3);
    const auto middle = grid->transform().worldToIndexCellCentered(0.5 * (kMin + kMax));
    check("density: inside", std::abs(grid->getConstAccessor().getValue(middle) - 1) < 1e-3);
}

/// Each field of the particles has a grid beside the volume, active where that is. What would take the name
/// of the volume has another one, and ids have no mean. All particles move alike at first.
void checkFields(const std::string& folder, const std::string& volume) {
    const std::string first = folder + "/" + volume + "_0000.vdb";
    openvdb::io::File file(first);
    file.open();
    std::set<std::string> names;
    for (auto name = file.beginName(); name != file.endName(); ++name) names.insert(*name);
    check("fields: names", names == std::set<std::string>{volume, "mass_density", "pressure", "velocity"});

    const auto velocity = read<openvdb::Vec3SGrid>(first, "velocity");
    check("fields: kind of vector", velocity->getVectorType() == openvdb::VEC_CONTRAVARIANT_RELATIVE);
    bool isRight = velocity->activeVoxelCount() > 0;
    for (auto value = velocity->cbeginValueOn(); value; ++value) {
        isRight &= (*value - openvdb::Vec3f(0.5F, 0, 0)).length() < 1e-6F;
    }
    check("fields: velocity", isRight);

    const std::string last = folder + "/" + volume + "_0002.vdb";
    const auto density = read<openvdb::FloatGrid>(last, "mass_density");
    isRight = density->activeVoxelCount() > 0;
    for (auto value = density->cbeginValueOn(); value; ++value) isRight &= *value > 300 && *value < 1300;
    check("fields: density", isRight);
    const auto base = read<openvdb::FloatGrid>(last, volume.c_str());
    check("fields: active where the volume is", density->tree().hasSameTopology(base->tree()));
}

/// Two meshes side by side, of 0.2 x 0.2 x 0.3 m each.
void checkMeshes(const std::string& folder) {
    constexpr double kVolume = 0.012;
    double sum = 0;
    for (const char* fluid : {"0", "1"}) {
        const std::string path = folder + "/two_fluids/meshes.vdb";
        const std::string behind = *fluid == '0' ? "" : "_" + std::string(fluid);
        const auto surface = read<openvdb::FloatGrid>(path, ("surface" + behind).c_str());
        check("meshes: class", surface->getGridClass() == openvdb::GRID_LEVEL_SET);
        const double volume = openvdb::tools::levelSetVolume(*surface);
        std::printf("vdb: mesh of fluid %s: %.6f m3 of %.6f\n", fluid, volume, kVolume);
        sum += volume;
        const auto density = read<openvdb::FloatGrid>(path, ("density" + behind).c_str());
        check("meshes: fog", density->getGridClass() == openvdb::GRID_FOG_VOLUME);
        const openvdb::Vec3d middle(*fluid == '0' ? 0.1 : 0.3, 0.1, 0.15);
        const auto voxel = density->transform().worldToIndexCellCentered(middle);
        check("meshes: fog inside", density->getConstAccessor().getValue(voxel) == 1);
        check("meshes: fog outside", density->getConstAccessor().getValue(openvdb::Coord(-9)) == 0);
    }
    // The meshes have it to a thousandth; voxels of an eighth of a side round it.
    check("meshes: volume", std::abs(sum - 2 * kVolume) < 0.05 * 2 * kVolume);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    try {
        openvdb::initialize();
        checkPoints(argv[1]);
        checkSurface(argv[1]);
        for (const char* frame : {"0000", "0002"}) checkSameSurface(argv[1], frame);
        checkSameSurface(std::string(argv[1]) + "/large", "0000");
        checkDensity(argv[1]);
        for (const char* volume : {"surface", "density"}) checkFields(argv[1], volume);
        checkMeshes(argv[1]);
    } catch (const std::exception& error) {
        std::printf("vdb: FAILED: %s\n", error.what());
        ++failures;
    }
    std::printf("vdb: %s\n", failures > 0 ? "some checks failed" : "all checks passed");
    return failures > 0 ? 1 : 0;
}
