// SPDX-License-Identifier: Zlib
// Volumes against sums over all particles, voxel by voxel.
#include "io/voxel_leaves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "core/hash.h"
#include "io/formats.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/worlds.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.05F;
constexpr float kOutside = 7;

/// A restless block over the origin, spray about it, and a lone particle far away.
World splash(int dimension = 3) {
    World world = take(World::create({.dimension = dimension, .particleSpacing = kSpacing}));
    const FluidIndex water = take(world.addFluid({}));
    Random random(5);
    std::vector<Vec3> points = makeBlock({14, 9, dimension == 2 ? 1 : 11}, {kSpacing, kSpacing, kSpacing});
    for (int i = 0; i < 60; ++i) points.push_back(random.between(Vec3{-1, -1, -1}, Vec3{2, 2, 2}));
    points.push_back({-30, 12, 25});
    for (Vec3& p : points) {
        p = p + random.between(Vec3{-0.3F, -0.3F, -0.3F}, Vec3{-0.25F, -0.25F, -0.25F});
        if (dimension == 2) p.z = 0;
    }
    take(world.addParticles(water, points));
    return world;
}

struct Voxel {
    int x, y, z;

    bool operator==(const Voxel&) const = default;
};

struct VoxelHash {
    std::size_t operator()(const Voxel& v) const {
        return static_cast<std::size_t>((v.x * 1000003LL + v.y) * 1000003LL + v.z);
    }
};

template <class Value>
using VoxelMap = std::unordered_map<Voxel, Value, VoxelHash>;
using Values = VoxelMap<double>;

struct Volume {
    Values values;
    std::unordered_set<Voxel, VoxelHash> deep;  // what is left out
    int deepLeaves = 0;

    bool operator==(const Volume&) const = default;
};

Volume filled(const Frame& frame, VolumeKind kind, int threads = 2) {
    const ThreadPool pool(threads);
    VoxelLeaves leaves;
    take(leaves.build(frame, kind, {}, pool));
    Volume volume;
    for (const VoxelLeaves::Key key : leaves.reached()) {
        float values[kLeafVoxels];
        std::uint64_t isActive[kLeafSide];
        const LeafContent content = fillLeaf(leaves, key, {values, isActive, kOutside});
        const std::array<std::int32_t, 3> at = leaves.origin(key);
        bool isAny = false;
        for (int v = 0; v < static_cast<int>(kLeafVoxels); ++v) {
            const Voxel voxel{at[0] + v / 64, at[1] + v / 8 % 8, at[2] + v % 8};
            if (content != LeafContent::Inside && ((isActive[v / 64] >> (v % 64)) & 1U) != 0) {
                EXPECT_TRUE(volume.values.emplace(voxel, values[v]).second) << "a voxel comes twice";
                isAny = true;
            } else if (content == LeafContent::Inside || values[v] == -kOutside) {
                volume.deep.insert(voxel);
            } else {
                EXPECT_EQ(values[v], kOutside);
            }
        }
        EXPECT_EQ(isAny, content == LeafContent::Values);
        volume.deepLeaves += content == LeafContent::Inside ? 1 : 0;
    }
    return volume;
}

/// Calls visit(voxel, particle, way from the voxel to it, its weight there) for all voxels around each
/// particle.
template <class Visit>
void forEachShare(const Frame& frame, VolumeKind kind, Visit&& visit) {
    for (Index i = 0; i < frame.size(); ++i) {
        double at[3];
        int base[3];
        for (std::size_t k = 0; k < 3; ++k) {
            at[k] = frame.position().as<float>(k)[i] / static_cast<double>(kSpacing);
            base[k] = static_cast<int>(std::floor(at[k]));
        }
        for (int n = 0; n < 64; ++n) {
            const Voxel voxel{base[0] + n % 4 - 1, base[1] + n / 4 % 4 - 1, base[2] + n / 16 - 1};
            const std::array<double, 3> d{at[0] - voxel.x, at[1] - voxel.y, at[2] - voxel.z};
            const double squares = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            double hat = 1;
            for (const double along : d) hat *= std::max(0.0, 1 - std::fabs(along));
            const double ball = std::pow(std::max(0.0, 1 - squares / 4), 3);
            const double weight = kind == VolumeKind::Density ? hat : ball;
            if (weight != 0) visit(voxel, i, d, weight);
        }
    }
}

/// The sums by their definition.
Values expected(const Frame& frame, VolumeKind kind) {
    struct Sums {
        double weight = 0;
        std::array<double, 3> offset{};
    };
    VoxelMap<Sums> sums;
    forEachShare(frame, kind, [&](const Voxel& voxel, Index, const std::array<double, 3>& d, double weight) {
        Sums& sum = sums[voxel];
        sum.weight += weight;
        for (std::size_t k = 0; k < 3; ++k) sum.offset[k] += weight * d[k];
    });
    Values volume;
    for (const auto& [voxel, sum] : sums) {
        const double way = std::hypot(sum.offset[0], sum.offset[1], sum.offset[2]) / sum.weight;
        volume[voxel] = kind == VolumeKind::Density ? sum.weight : kSpacing * (way - 0.5);
    }
    return volume;
}

Values expectedMean(const Frame& frame, VolumeKind kind, const float* of) {
    Values weights;
    Values means;
    forEachShare(frame, kind, [&](const Voxel& voxel, Index i, const std::array<double, 3>&, double weight) {
        weights[voxel] += weight;
        means[voxel] += weight * of[i];
    });
    for (auto& [voxel, mean] : means) mean /= weights.at(voxel);
    return means;
}

Frame frameOf(const World& world) {
    Frame frame;
    take(frame.take(world, 0, {}));
    return frame;
}

TEST(Volumes, AreTheSumsOverAllParticles) {
    for (const int dimension : {2, 3}) {
        const World world = splash(dimension);
        const Frame frame = frameOf(world);
        for (const VolumeKind kind : {VolumeKind::Density, VolumeKind::Surface}) {
            const Volume made = filled(frame, kind);
            const Values right = expected(frame, kind);
            EXPECT_EQ(made.values.size() + made.deep.size(), right.size());
            for (const auto& [voxel, value] : right) {
                if (made.deep.contains(voxel)) continue;
                ASSERT_TRUE(made.values.contains(voxel));
                ASSERT_NEAR(made.values.at(voxel), value, 3e-6)
                    << voxel.x << ' ' << voxel.y << ' ' << voxel.z;
            }
            EXPECT_EQ(made.deep.empty(), kind == VolumeKind::Density || dimension == 2);
        }
    }
}

/// Channel by channel, where voxels count.
std::vector<Values> means(const Frame& frame, VolumeKind kind, int threads = 2) {
    const ThreadPool pool(threads);
    VoxelLeaves leaves;
    take(leaves.build(frame, kind, frame.fields(), pool));
    std::vector<Values> found(leaves.channelCount());
    std::vector<std::array<float, kLeafVoxels>> room(leaves.channelCount());
    std::vector<float*> channels;
    for (auto& channel : room) channels.push_back(channel.data());
    for (const VoxelLeaves::Key key : leaves.reached()) {
        float values[kLeafVoxels];
        std::uint64_t isActive[kLeafSide];
        if (fillLeaf(leaves, key, {values, isActive, kOutside, channels}) != LeafContent::Values) continue;
        const std::array<std::int32_t, 3> at = leaves.origin(key);
        for (int v = 0; v < static_cast<int>(kLeafVoxels); ++v) {
            const Voxel voxel{at[0] + v / 64, at[1] + v / 8 % 8, at[2] + v % 8};
            const bool counts = ((isActive[v / 64] >> (v % 64)) & 1U) != 0;
            for (std::size_t c = 0; c < channels.size(); ++c) {
                if (counts) {
                    found[c][voxel] = channels[c][v];
                } else {
                    EXPECT_EQ(channels[c][v], 0) << "a voxel that does not count has a mean";
                }
            }
        }
    }
    return found;
}

/// A frame with velocities that grow along y and z, and densities as they come.
Frame swirlingFrame() {
    World world = splash();
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        world.setVelocity(i, {2 * x.y, -x.z, 3});
    }
    Frame frame;
    const std::vector<std::string> fields = {"velocity", "density"};
    take(frame.take(world, 0, fields));
    return frame;
}

TEST(Volumes, HoldTheWeightedMeansOfFields) {
    const Frame frame = swirlingFrame();
    for (const VolumeKind kind : {VolumeKind::Density, VolumeKind::Surface}) {
        const std::vector<Values> made = means(frame, kind);
        const Volume volume = filled(frame, kind);
        ASSERT_EQ(made.size(), 4U);
        EXPECT_GT(made[0].size(), 1000U);
        for (std::size_t c = 0; c < 4; ++c) {
            const FrameField& field = *frame.fields()[c < 3 ? 0 : 1];
            const float* const of = field.as<float>(c < 3 ? c : 0);
            const Values right = expectedMean(frame, kind, of);
            for (const auto& [voxel, value] : right) {
                ASSERT_EQ(made[c].contains(voxel), !volume.deep.contains(voxel)) << c;
            }
            for (const auto& [voxel, value] : made[c]) {
                ASSERT_NEAR(value, right.at(voxel), 2e-5 * std::max(1.0, std::fabs(right.at(voxel)))) << c;
            }
        }
    }
}

TEST(Volumes, DensityHoldsEveryParticleOnce) {
    const World world = splash();
    double sum = 0;
    for (const auto& [voxel, value] : filled(frameOf(world), VolumeKind::Density).values) sum += value;
    EXPECT_NEAR(sum, world.particleCount(), 1e-4 * world.particleCount());
}

TEST(Volumes, HaveTheSameBitsForAnyNumberOfThreads) {
    const World world = splash();
    for (const VolumeKind kind : {VolumeKind::Density, VolumeKind::Surface}) {
        const Volume one = filled(frameOf(world), kind, 1);
        for (const int threads : {2, 3, 8}) EXPECT_EQ(filled(frameOf(world), kind, threads), one) << threads;
    }
}

/// The bytes of a file of volumes, but for its identifier, which is new each time: 36 characters behind
/// magic, versions and a flag.
std::string bytesOf(const ExportFormat& format, const Frame& frame, int threads) {
    const TemporaryFolder folder;
    take(format.write(frame, folder / "volume.vdb", ThreadPool(threads)));
    std::string bytes = readFile(folder / "volume.vdb");
    constexpr std::size_t kIdentifierAt = 21;
    EXPECT_EQ(bytes.substr(kIdentifierAt + 8, 1), "-");
    return bytes.erase(kIdentifierAt, 36);
}

// All leaves of all grids, which several threads fill, hang into trees and write.
TEST(Volumes, AreTheSameFilesForAnyNumberOfThreads) {
    const Frame frame = swirlingFrame();
    for (const char* name : {"vdb_surface", "vdb_density"}) {
        const auto format = findExportFormat(name);
        if (!format) GTEST_SKIP() << format.error();
        const std::string one = bytesOf(*format.value(), frame, 1);
        EXPECT_GT(one.size(), 100000U);
        for (const int threads : {2, 5}) {
            EXPECT_TRUE(bytesOf(*format.value(), frame, threads) == one) << name << ", " << threads;
        }
    }
}

/// A jittered cube of particles with a bubble.
World cubeWithBubble(int side, Vec3 middle, float radius) {
    World world = take(World::create({.particleSpacing = kSpacing}));
    const FluidIndex water = take(world.addFluid({}));
    Random random(11);
    std::vector<Vec3> points = makeBlock({side, side, side}, {kSpacing, kSpacing, kSpacing});
    constexpr float kJitter = 0.2F * kSpacing;
    for (Vec3& p : points)
        p = p + random.between(Vec3{-kJitter, -kJitter, -kJitter}, Vec3{kJitter, kJitter, kJitter});
    std::erase_if(points, [&](Vec3 p) { return length(p - middle) < radius; });
    take(world.addParticles(water, points));
    return world;
}

/// Says what is wrong with the deep voxels of a frame: some of them, or next to them, are outside of the
/// fluid.
std::string surfaceAtDeepVoxels(const Frame& frame, const Volume& volume) {
    const Values right = expected(frame, VolumeKind::Surface);
    for (const Voxel& deep : volume.deep) {
        for (int n = 0; n < 27; ++n) {
            const auto found = right.find({deep.x + n % 3 - 1, deep.y + n / 3 % 3 - 1, deep.z + n / 9 - 1});
            if (found == right.end() || found->second >= 0) return "a voxel is outside";
        }
    }
    return "";
}

TEST(Volumes, LeaveOutTheInside) {
    const Frame frame = frameOf(cubeWithBubble(32, {}, 0));
    const Volume volume = filled(frame, VolumeKind::Surface);
    EXPECT_EQ(surfaceAtDeepVoxels(frame, volume), "");
    EXPECT_EQ(volume.deepLeaves, 8);  // of 4 x 4 x 4, those that are not at a side
    EXPECT_NEAR(static_cast<double>(volume.deep.size()), 26 * 26 * 26, 1000);  // what is 3 from the sides
}

TEST(Volumes, SeeBubblesWhereverTheyAre) {
    constexpr int kSide = 20;
    const std::size_t whole = filled(frameOf(cubeWithBubble(kSide, {}, 0)), VolumeKind::Surface).deep.size();
    Random random(3);
    for (int k = 0; k < 8; ++k) {
        const Vec3 middle = random.between(Vec3{0.4F, 0.4F, 0.4F}, Vec3{0.6F, 0.6F, 0.6F});
        const Frame frame = frameOf(cubeWithBubble(kSide, middle, 2.6F * kSpacing));
        const Volume pierced = filled(frame, VolumeKind::Surface);
        EXPECT_EQ(surfaceAtDeepVoxels(frame, pierced), "") << k;
        EXPECT_LT(pierced.deep.size() + 200, whole) << k;
        EXPECT_GT(pierced.deep.size(), 0U) << k;
    }
}

TEST(Volumes, AreOutsideWhereAParticleHardlyReaches) {
    World world = take(World::create({.particleSpacing = 0.125F}));
    take(world.addFluid({}));
    const Vec3 lone[] = {{0.125F, 0.125F, 0.125F * 1.41421354F}};  // a corner is 2 voxels away, but for 1e-8
    take(world.addParticles(0, lone));
    int near = 0;
    for (const auto& [voxel, value] : filled(frameOf(world), VolumeKind::Surface).values) {
        const double way = std::hypot(voxel.x - 1.0, voxel.y - 1.0, voxel.z - 1.41421354);
        EXPECT_NEAR(value / 0.125, way - 0.5, 1e-5);
        ++near;
    }
    EXPECT_GT(near, 20);
}

TEST(Volumes, OfNoParticlesHaveNoLeaves) {
    World world = take(World::create({.particleSpacing = kSpacing}));
    EXPECT_TRUE(filled(frameOf(world), VolumeKind::Surface) == Volume{});
}

TEST(Volumes, RefuseWhatHasNoPlace) {
    World world = splash();
    const Vec3 far[] = {{6e5F, 0, 0}};
    take(world.addParticles(0, far));
    VoxelLeaves leaves;
    EXPECT_EQ(leaves.build(frameOf(world), VolumeKind::Density, {}, ThreadPool(1)).error(),
              "some particles are at no place: their coordinates are not finite or too large");
}

}  // namespace
}  // namespace undine::test
