// SPDX-License-Identifier: Zlib
// Meshes have the same bits for any number of threads, and nearly the same for any instruction set.
#include <cstring>

#include <gtest/gtest.h>

#include "core/hash.h"
#include "tests/unit/mesh_checks.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

/// A restless block with spray above, of two fluids.
Cloud splash() {
    Cloud cloud(0.02F);
    Random random(11);
    for (int k = 0; k < 16; ++k) {
        for (int j = 0; j < 16; ++j) {
            for (int i = 0; i < 24; ++i) {
                const Vec3 p{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                cloud.add(0.02F * (p + random.between(Vec3{-0.3F, -0.3F, -0.3F}, Vec3{0.3F, 0.3F, 0.3F})),
                          i < 9 ? 1 : 0);
            }
        }
    }
    for (int i = 0; i < 500; ++i) cloud.add(random.between(Vec3{0, 0.33F, 0}, Vec3{0.5F, 0.6F, 0.3F}));
    return cloud;
}

std::uint64_t hashOf(const std::vector<SurfaceMesh>& meshes) {
    Hash64 hash;
    for (const SurfaceMesh& mesh : meshes) {
        hash.add(mesh.positions.data(), mesh.positions.size() * sizeof(Vec3));
        hash.add(mesh.normals.data(), mesh.normals.size() * sizeof(Vec3));
        hash.add(mesh.triangles.data(), mesh.triangles.size() * sizeof(std::uint32_t));
        hash.add(mesh.nearest.data(), mesh.nearest.size() * sizeof(Index));
        for (const SurfaceAttribute& a : mesh.attributes)
            hash.add(a.values.data(), a.values.size() * sizeof(float));
    }
    return hash.value();
}

TEST(SurfaceDeterminism, MeshesHaveTheSameBitsForAnyNumberOfThreads) {
    const Cloud cloud = splash();
    SurfaceInput input = cloud.input();
    input.wantsNearest = true;
    const VectorView x = input.positions;
    input.fields.push_back(
        {{"at", "m", FieldType::Vector}, {x.x().data(), x.y().data(), x.z().data()}, x.size()});
    for (const SurfaceKernel kernel : {SurfaceKernel::Spherical, SurfaceKernel::Anisotropic}) {
        const SurfaceSettings settings{.kernel = kernel, .decimation = 0.3F};
        const std::uint64_t expected = hashOf(makeSurface(input, settings, 1).value());
        for (const int threads : {2, 3, 8, 1}) {
            EXPECT_EQ(hashOf(makeSurface(input, settings, threads).value()), expected)
                << threads << " threads";
        }
    }
}

TEST(SurfaceDeterminism, InstructionSetsAgreeOnVolumeAndVertices) {
    const Cloud cloud = splash();
    const auto reference = makeSurface(cloud.input()).value();
    forEachSimdTarget([&] {
        const auto meshes = makeSurface(cloud.input()).value();
        ASSERT_EQ(meshes.size(), reference.size());
        for (std::size_t f = 0; f < meshes.size(); ++f) {
            EXPECT_EQ(openness(meshes[f]), "");
            EXPECT_NEAR(volumeOf(meshes[f]) / volumeOf(reference[f]), 1, 1e-4);
            const auto count = static_cast<double>(reference[f].positions.size());
            EXPECT_NEAR(static_cast<double>(meshes[f].positions.size()), count, 0.001 * count);
        }
    });
}

}  // namespace
}  // namespace undine::test
