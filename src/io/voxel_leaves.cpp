// SPDX-License-Identifier: Zlib
#include "io/voxel_leaves.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>

#include "core/assert.h"
#include "neighbors/cell_keys.h"

namespace undine {
namespace {

constexpr double kFurthest = 1 << 20;     // leaves from the origin: three such numbers fit in a key
constexpr float kBelowSide = 7.9999995F;  // the largest float below kLeafSide
constexpr Index kRows = 16 * kBlockSize;
constexpr Index kNone = ~Index{0};  // no leaf

/// A coordinate as a leaf and a place within it.
struct Place {
    std::int32_t leaf;
    float local;
};
Place placeOf(float x, double voxelsPerMeter) {
    const double voxels = x * voxelsPerMeter;
    const double leaves = voxels * (1.0 / kLeafSide);
    auto leaf = static_cast<std::int32_t>(leaves);
    leaf -= static_cast<double>(leaf) > leaves ? 1 : 0;  // conversions round towards 0
    const auto local = static_cast<float>(voxels - static_cast<double>(leaf) * kLeafSide);
    return {leaf, std::min(local, kBelowSide)};
}

/// The leaves at all sides of one, and itself, have numbers from 0 to 26, in the order of their keys.
constexpr std::array<int, 3> stepOf(int direction) {
    return {direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
}

}  // namespace

Result<void> VoxelLeaves::build(const Frame& frame, VolumeKind kind,
                                std::span<const FrameField* const> fields, const ThreadPool& pool) {
    kind_ = kind;
    voxelSize_ = frame.particleSpacing();
    if (!findBox(frame.position(), frame.size(), pool)) {
        return Error{"some particles are at no place: their coordinates are not finite or too large"};
    }
    placeParticles(frame.position(), frame.size(), pool);
    findRuns(pool);
    sortRuns(pool);
    moveParticles(fields, pool);
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

void VoxelLeaves::placeParticles(const FrameField& position, Index count, const ThreadPool& pool) {
    const double voxelsPerMeter = 1 / static_cast<double>(voxelSize_);
    keys_.resizeForOverwrite(count);
    for (AlignedArray<float>& axis : unsorted_) axis.resizeForOverwrite(count);
    for (AlignedArray<float>& axis : local_) axis.resizeForOverwrite(count);
    pool.forEachBlock(
        count,
        [&](Range block) {
            for (std::size_t k = 3; k-- > 0;) {
                const float* const x = position.as<float>(k);
                for (Index i = block.begin; i < block.end; ++i) {
                    const Place place = placeOf(x[i], voxelsPerMeter);
                    const Key above = k == 2 ? 0 : keys_[i] * static_cast<Key>(extent_[k]);
                    keys_[i] = above + static_cast<Key>(place.leaf - low_[k]);
                    unsorted_[k][i] = place.local;
                }
            }
        },
        kRows);
}

/// Finds where the leaf changes from one particle to the next. A world has them in the order of its cells, so
/// that runs are tens of particles long and far fewer have to be sorted.
void VoxelLeaves::findRuns(const ThreadPool& pool) {
    const auto count = static_cast<Index>(keys_.size());
    const auto begins = [&](Index i) { return i % kRows == 0 || keys_[i] != keys_[i - 1]; };
    std::vector<Index> first(blockCount(count, kRows) + 1, 0);
    pool.forEachBlock(
        count,
        [&](Range block) {
            Index found = 0;
            for (Index i = block.begin; i < block.end; ++i) found += begins(i) ? 1 : 0;
            first[block.begin / kRows + 1] = found;
        },
        kRows);
    std::partial_sum(first.begin(), first.end(), first.begin());
    runs_.resizeForOverwrite(first.back());
    Key* const keys = sort_.prepare(first.back());
    pool.forEachBlock(
        count,
        [&](Range block) {
            Index at = first[block.begin / kRows];
            for (Index i = block.begin; i < block.end; ++i) {
                if (!begins(i)) continue;
                if (i > block.begin) runs_[at - 1].end = i;
                keys[at] = keys_[i];
                runs_[at++].begin = i;
            }
            runs_[at - 1].end = block.end;
        },
        kRows);
}

/// Puts the runs in the order of their leaves, and finds where each leaf begins.
void VoxelLeaves::sortRuns(const ThreadPool& pool) {
    const std::int64_t last = extent_[0] * extent_[1] * extent_[2] - 1;
    sort_.sort(static_cast<Key>(last), pool);
    const std::span<const Key> keys = sort_.keys().span();
    const AlignedArray<Index>& order = sort_.order();
    leaves_.clear();
    first_.clear();
    destinations_.resizeForOverwrite(keys.size());
    Index place = 0;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (k == 0 || keys[k] != keys[k - 1]) {
            leaves_.push_back(keys[k]);
            first_.push_back(place);
        }
        const Range run = runs_[order[k]];
        destinations_[k] = place;
        place += run.end - run.begin;
    }
    first_.push_back(place);
}

/// Puts the particles in the order of their leaves. Fields stay where they are: few of a surface's are read.
void VoxelLeaves::moveParticles(std::span<const FrameField* const> fields, const ThreadPool& pool) {
    channels_.clear();
    for (const FrameField* field : fields) {
        for (std::size_t k = 0; k < field->planeCount(); ++k) channels_.push_back(field->as<float>(k));
    }
    inFrame_.resizeForOverwrite(keys_.size());
    const AlignedArray<Index>& order = sort_.order();
    pool.forEachBlock(static_cast<Index>(order.size()), [&](Range block) {
        for (Index k = block.begin; k < block.end; ++k) {
            const Range run = runs_[order[k]];
            const Index to = destinations_[k];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float* const from = unsorted_[axis].data();
                std::copy(from + run.begin, from + run.end, local_[axis].data() + to);
            }
            std::iota(inFrame_.data() + to, inFrame_.data() + to + (run.end - run.begin), run.begin);
        }
    });
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

/// From the key of a leaf to that of the one in a direction.
std::int64_t VoxelLeaves::offsetOf(int direction) const {
    const std::array<int, 3> step = stepOf(direction);
    return (step[2] * extent_[1] + step[1]) * extent_[0] + step[0];
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

VoxelLeaves::Around VoxelLeaves::around(Key key) const {
    Around found;
    found.fill(kNone);
    for (int direction = 0; direction < 27; direction += 3) {
        // Leaves next to each other along x have successive keys.
        const Key first = key + static_cast<Key>(offsetOf(direction));
        const auto at = std::ranges::lower_bound(leaves_, first);
        for (auto next = at; next != leaves_.end() && *next - first < 3; ++next) {
            found[static_cast<std::size_t>(direction) + (*next - first)] =
                static_cast<Index>(next - leaves_.begin());
        }
    }
    return found;
}

std::span<const VoxelLeaves::Source> VoxelLeaves::sources(const Around& around,
                                                          std::span<Source, 27> room) const {
    std::size_t found = 0;
    for (int direction = 0; direction < 27; ++direction) {
        const Index k = around[static_cast<std::size_t>(direction)];
        if (k == kNone) continue;
        const auto back = static_cast<unsigned>(26 - direction);
        if (((masks_[k] >> back) & 1U) == 0) continue;
        const std::array<int, 3> step = stepOf(direction);
        constexpr auto kSide = static_cast<float>(kLeafSide);
        const Vec3 shift{kSide * static_cast<float>(step[0]), kSide * static_cast<float>(step[1]),
                         kSide * static_cast<float>(step[2])};
        room[found++] = {{first_[k], first_[k + 1]}, shift};
    }
    return room.first(found);
}

LeafDepth VoxelLeaves::depth(const Around& around) const {
    UNDINE_ASSERT(kind_ == VolumeKind::Surface);
    constexpr int kSide = LeafDepth::kSide;
    LeafDepth::Cells cells{};
    for (int direction = 0; direction < 27; ++direction) {
        const Index k = around[static_cast<std::size_t>(direction)];
        if (k == kNone) continue;
        std::array<int, 3> at = stepOf(direction);  // its first cell
        for (int& a : at) a = a * kLeafSide + LeafDepth::kBelow;
        for (int i = std::max(at[0], 0); i < std::min(at[0] + kLeafSide, kSide); ++i) {
            for (int j = std::max(at[1], 0); j < std::min(at[1] + kLeafSide, kSide); ++j) {
                const std::uint32_t row =
                    occupied_[k][static_cast<std::size_t>(i - at[0])][static_cast<std::size_t>(j - at[1])];
                cells[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] |=
                    at[2] < 0 ? row >> static_cast<unsigned>(-at[2]) : row << static_cast<unsigned>(at[2]);
            }
        }
    }
    return LeafDepth(cells);
}

}  // namespace undine
