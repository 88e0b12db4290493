// SPDX-License-Identifier: Zlib
#include "io/voxel_leaves.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <string>

#include "neighbors/cell_keys.h"

namespace undine {
namespace {

constexpr double kFurthest = 1 << 20;     // leaves from the origin: three such numbers fit in a key
constexpr float kBelowSide = 7.9999995F;  // the largest float below kLeafSide
constexpr Index kRows = 16 * kBlockSize;

/// A coordinate as a leaf and a place within it.
struct Place {
    std::int64_t leaf;
    float local;
};
Place placeOf(float x, double voxelsPerMeter) {
    const double voxels = x * voxelsPerMeter;
    const double leaves = voxels * (1.0 / kLeafSide);
    auto leaf = static_cast<std::int64_t>(leaves);
    if (static_cast<double>(leaf) > leaves) --leaf;  // conversions round towards 0
    const auto local = static_cast<float>(voxels - static_cast<double>(leaf * kLeafSide));
    return {leaf, std::min(local, kBelowSide)};
}

/// Which leaf, of this one and those at both sides, as a number from 0 to 26, in the order of their keys.
constexpr int directionOf(int x, int y, int z) { return (z + 1) * 9 + (y + 1) * 3 + x + 1; }

}  // namespace

Result<void> VoxelLeaves::build(const Frame& frame, VolumeKind kind, const ThreadPool& pool) {
    kind_ = kind;
    voxelSize_ = frame.particleSpacing();
    if (!findBox(frame.position(), frame.size(), pool)) {
        return Error{"some particles are at no place: their coordinates are not finite or too large"};
    }
    sort_.prepare(frame.size());
    if (frame.size() > 0) sortParticles(frame.position(), pool);
    findLeaves();
    findReached(pool);
    return {};
}

/// Finds the box of leaves around all particles, with a layer more at each side.
bool VoxelLeaves::findBox(const FrameField& position, Index count, const ThreadPool& pool) {
    const double leavesPerMeter = 1 / (kLeafSide * static_cast<double>(voxelSize_));
    const auto limit = static_cast<float>(std::min((kFurthest - 4) / leavesPerMeter, 3e38));
    const auto bounds = deterministicSum<PositionBounds>(
        pool, count,
        [&](Range block) {
            PositionBounds part;
            for (int k = 0; k < 3; ++k) {
                const float* const x = position.as<float>(static_cast<std::size_t>(k));
                float low = INFINITY;
                float high = -INFINITY;
                Index misplaced = 0;
                for (Index i = block.begin; i < block.end; ++i) {
                    low = x[i] < low ? x[i] : low;
                    high = x[i] > high ? x[i] : high;
                    misplaced += std::fabs(x[i]) < limit ? 0 : 1;
                }
                part.low[k] = low;
                part.high[k] = high;
                part.outOfRange += misplaced;
            }
            return part;
        },
        kRows);
    for (int k = 0; k < 3; ++k) {
        const bool isEmpty = !(bounds.low[k] <= bounds.high[k]) || bounds.outOfRange > 0;
        const double voxelsPerMeter = kLeafSide * leavesPerMeter;
        low_[k] = isEmpty ? 0 : placeOf(bounds.low[k], voxelsPerMeter).leaf - 1;
        extent_[k] = isEmpty ? 1 : placeOf(bounds.high[k], voxelsPerMeter).leaf + 2 - low_[k];
    }
    return bounds.outOfRange == 0;
}

void VoxelLeaves::sortParticles(const FrameField& position, const ThreadPool& pool) {
    const auto count = static_cast<Index>(sort_.keys().size());
    const double voxelsPerMeter = 1 / static_cast<double>(voxelSize_);
    Key* const keys = sort_.prepare(count);
    for (AlignedArray<float>& axis : unsorted_) axis.resizeForOverwrite(count);
    for (AlignedArray<float>& axis : local_) axis.resizeForOverwrite(count);
    pool.forEachBlock(
        count,
        [&](Range block) {
            for (std::size_t k = 3; k-- > 0;) {
                const float* const x = position.as<float>(k);
                for (Index i = block.begin; i < block.end; ++i) {
                    const Place place = placeOf(x[i], voxelsPerMeter);
                    const Key above = k == 2 ? 0 : keys[i] * static_cast<Key>(extent_[k]);
                    keys[i] = above + static_cast<Key>(place.leaf - low_[k]);
                    unsorted_[k][i] = place.local;
                }
            }
        },
        kRows);
    const std::int64_t last = extent_[0] * extent_[1] * extent_[2] - 1;
    sort_.sort(static_cast<int>(std::bit_width(static_cast<Key>(last))), pool);
    const AlignedArray<Index>& order = sort_.order();
    pool.forEachBlock(
        count,
        [&](Range block) {
            for (std::size_t k = 0; k < 3; ++k) {
                for (Index i = block.begin; i < block.end; ++i) local_[k][i] = unsorted_[k][order[i]];
            }
        },
        kRows);
}

/// Finds where each leaf begins.
void VoxelLeaves::findLeaves() {
    leaves_.clear();
    first_.clear();
    const std::span<const Key> keys = sort_.keys().span();
    for (auto at = keys.begin(); at != keys.end();) {
        leaves_.push_back(*at);
        first_.push_back(static_cast<Index>(at - keys.begin()));
        // Gallops: a leaf has hundreds of particles, or a few.
        std::ptrdiff_t step = 1;
        auto next = at;
        while (keys.end() - next > step && next[step] == *at) {
            next += step;
            step *= 2;
        }
        at = std::upper_bound(next, next + std::min(step + 1, keys.end() - next), *at);
    }
    first_.push_back(static_cast<Index>(keys.size()));
}

/// The directions in which some of these particles reach beyond their leaf.
std::uint32_t VoxelLeaves::maskOf(Range particles) const {
    const float below = reach() - 1;          // reaches voxel -1
    const float above = kLeafSide - reach();  // reaches voxel 8
    std::uint32_t mask = 0;
    for (Index i = particles.begin; i < particles.end; ++i) {
        // Three bits for each axis: the leaf below, this one, the one above.
        unsigned side[3];
        for (std::size_t k = 0; k < 3; ++k) {
            side[k] = 2U | (local_[k][i] < below ? 1U : 0U) | (local_[k][i] > above ? 4U : 0U);
        }
        unsigned plane = 0;
        for (unsigned y = 0; y < 3; ++y) plane |= ((side[1] >> y) & 1U) * (side[0] << (3 * y));
        for (unsigned z = 0; z < 3; ++z) mask |= ((side[2] >> z) & 1U) * (plane << (9 * z));
    }
    return mask;
}

VoxelLeaves::Occupied VoxelLeaves::occupiedBy(Range particles) const {
    Occupied occupied{};
    const auto voxelAt = [&](std::size_t axis, Index i) { return static_cast<std::size_t>(local_[axis][i]); };
    for (Index i = particles.begin; i < particles.end; ++i) {
        occupied[voxelAt(0, i)][voxelAt(1, i)] |= static_cast<std::uint8_t>(1U << voxelAt(2, i));
    }
    return occupied;
}

/// The place of a leaf with particles among all of them; their number if it has none.
std::size_t VoxelLeaves::find(Key key) const {
    const auto at = std::ranges::lower_bound(leaves_, key);
    const bool isThere = at != leaves_.end() && *at == key;
    return static_cast<std::size_t>((isThere ? at : leaves_.end()) - leaves_.begin());
}

bool VoxelLeaves::isDeep(Key key) const {
    // Rows of cells, each with its voxel as the lowest corner: those of the leaf, and those that reach it or
    // the voxels around it, three below and two above.
    constexpr int kBelow = 3;
    constexpr int kSide = kBelow + kLeafSide + 2;
    std::uint32_t rows[kSide][kSide] = {};
    for (int direction = 0; direction < 27; ++direction) {
        const std::size_t k = find(key + static_cast<Key>(offsetOf(direction)));
        if (k == leaves_.size()) return false;
        const int x = (direction % 3 - 1) * kLeafSide + kBelow;
        const int y = (direction / 3 % 3 - 1) * kLeafSide + kBelow;
        const int z = (direction / 9 - 1) * kLeafSide + kBelow;
        for (int i = std::max(x, 0); i < std::min(x + kLeafSide, kSide); ++i) {
            for (int j = std::max(y, 0); j < std::min(y + kLeafSide, kSide); ++j) {
                const std::uint32_t row =
                    occupied_[k][static_cast<std::size_t>(i - x)][static_cast<std::size_t>(j - y)];
                rows[i][j] |= z < 0 ? row >> static_cast<unsigned>(-z) : row << static_cast<unsigned>(z);
            }
        }
    }
    constexpr std::uint32_t kAll = (1U << (kSide - 1)) - 1;
    for (int i = 0; i + 1 < kSide; ++i) {
        for (int j = 0; j + 1 < kSide; ++j) {
            const std::uint32_t row = rows[i][j] | rows[i][j + 1] | rows[i + 1][j] | rows[i + 1][j + 1];
            if (((row | row >> 1U) & kAll) != kAll) return false;
        }
    }
    return true;
}

/// From the key of a leaf to that of the one in a direction.
std::int64_t VoxelLeaves::offsetOf(int direction) const {
    const std::int64_t x = direction % 3 - 1;
    const std::int64_t y = direction / 3 % 3 - 1;
    const std::int64_t z = direction / 9 - 1;
    return (z * extent_[1] + y) * extent_[0] + x;
}

void VoxelLeaves::findReached(const ThreadPool& pool) {
    const auto count = static_cast<Index>(leaves_.size());
    masks_.resize(count);
    occupied_.resize(kind_ == VolumeKind::Surface ? count : 0);
    pool.forEachBlock(
        count,
        [&](Range block) {
            for (Index k = block.begin; k < block.end; ++k) {
                const Range particles{first_[k], first_[k + 1]};
                masks_[k] = maskOf(particles);
                if (!occupied_.empty()) occupied_[k] = occupiedBy(particles);
            }
        },
        16);
    // The leaves in one direction are sorted as those they are seen from.
    reached_.clear();
    std::vector<Key> some;
    std::vector<Key> united;
    for (int direction = 0; direction < 27; ++direction) {
        some.clear();
        for (Index k = 0; k < count; ++k) {
            const bool isReached = ((masks_[k] >> static_cast<unsigned>(direction)) & 1U) != 0;
            if (isReached) some.push_back(leaves_[k] + static_cast<Key>(offsetOf(direction)));
        }
        united.clear();
        std::ranges::set_union(reached_, some, std::back_inserter(united));
        reached_.swap(united);
    }
}

std::array<std::int32_t, 3> VoxelLeaves::origin(Key key) const {
    std::array<std::int32_t, 3> first{};
    auto rest = static_cast<std::int64_t>(key);
    for (std::size_t k = 0; k < 3; ++k) {
        first[k] = static_cast<std::int32_t>((rest % extent_[k] + low_[k]) * kLeafSide);
        rest /= extent_[k];
    }
    return first;
}

std::span<const VoxelLeaves::Source> VoxelLeaves::sources(Key key, std::span<Source, 27> room) const {
    std::size_t found = 0;
    const int last = reach() > 1 ? 1 : 0;  // what reaches one voxel only adds to the next ones
    for (int z = -1; z <= last; ++z) {
        for (int y = -1; y <= last; ++y) {
            for (int x = -1; x <= last; ++x) {
                const Key from = key + static_cast<Key>(offsetOf(directionOf(x, y, z)));
                const std::size_t k = find(from);
                if (k == leaves_.size()) continue;
                const auto towards = static_cast<unsigned>(directionOf(-x, -y, -z));
                if (((masks_[k] >> towards) & 1U) == 0) continue;
                constexpr auto kSide = static_cast<float>(kLeafSide);
                const Vec3 shift{kSide * static_cast<float>(x), kSide * static_cast<float>(y),
                                 kSide * static_cast<float>(z)};
                room[found++] = {{first_[k], first_[k + 1]}, shift};
            }
        }
    }
    return room.first(found);
}

}  // namespace undine
