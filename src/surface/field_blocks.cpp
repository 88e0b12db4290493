// SPDX-License-Identifier: Zlib
#include "surface/field_blocks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/geometry.h"
#include "core/memory.h"

namespace undine {
namespace {

constexpr int kAxisBits = 21;
constexpr std::int64_t kFurthest = (std::int64_t{1} << (kAxisBits - 1)) - 2;  // blocks from the origin
constexpr std::uint8_t kUnknown = 255;
constexpr float kMargin = 1;  // spacings. The surface is never further from a particle near it

std::uint64_t keyOf(const BlockPlace& place) {
    std::uint64_t key = 0;
    for (int k = 2; k >= 0; --k) {
        const auto part = static_cast<std::uint64_t>(place[k] + (std::int64_t{1} << (kAxisBits - 1)));
        key = (key << kAxisBits) | part;
    }
    return key;
}

BlockPlace placeOf(std::uint64_t key) {
    BlockPlace place;
    for (int k = 0; k < 3; ++k) {
        const std::uint64_t part = (key >> (kAxisBits * k)) & ((std::uint64_t{1} << kAxisBits) - 1);
        place[k] =
            static_cast<std::int32_t>(static_cast<std::int64_t>(part) - (std::int64_t{1} << (kAxisBits - 1)));
    }
    return place;
}

void sortAndUnite(std::vector<std::uint64_t>& keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

/// In two dimensions z does not count.
bool isClipBox(const SurfaceSettings& settings, int dimension) {
    const Vec3 low = settings.clipMin;
    const Vec3 high = settings.clipMax;
    return low.x < high.x && low.y < high.y && (dimension == 2 || low.z < high.z);
}

}  // namespace

Result<void> checkClipBox(const SurfaceSettings& settings, int dimension) {
    const Vec3 low = settings.clipMin;
    const Vec3 high = settings.clipMax;
    const bool isNone = low.x == high.x && low.y == high.y && (dimension == 2 || low.z == high.z);
    if (isNone || isClipBox(settings, dimension)) return {};
    return Error{"surface.clip_max: " + describeValue(ParameterValue(high)) +
                 ": must be above clip_min in every axis, which is " + describeValue(ParameterValue(low)) +
                 ", or equal to it for no box"};
}

Result<void> FieldBlocks::build(SurfaceParticles& particles, const SurfaceSettings& settings, int dimension,
                                const ThreadPool& pool) {
    dimension_ = dimension;
    cellSize_ = static_cast<double>(settings.cellSize) * static_cast<double>(particles.spacing());
    clipMin_ = settings.clipMin;
    clipMax_ = settings.clipMax;
    hasClip_ = isClipBox(settings, dimension);
    places_.clear();
    index_.clear();
    uniform_.clear();
    values_.resizeForOverwrite(0);
    labels_.resizeForOverwrite(0);
    listFluids(particles);
    if (fluids_.size() > kUnknown - 1U) return Error{"a surface can be made of at most 254 fluids"};

    Result<std::vector<Key>> keys = findBlocks(particles, pool);
    if (!keys) return Error{keys.error()};
    while (!keys.value().empty()) {
        if (Result<void> fits = checkRoomFor(places_.size() + keys.value().size()); !fits) return fits;
        add(keys.value(), particles, pool);
        findNeighbors(pool);
        keys = missingBlocks(pool);
    }
    return {};
}

void FieldBlocks::listFluids(SurfaceParticles& particles) {
    const std::span<const std::uint32_t> all(particles.fluids(), particles.size());
    fluids_.clear();
    for (const std::uint32_t fluid : all) {
        if (fluids_.empty() ||
            (fluids_.back() != fluid && std::ranges::find(fluids_, fluid) == fluids_.end())) {
            fluids_.push_back(fluid);
        }
        if (fluids_.size() >= kUnknown) return;
    }
    std::ranges::sort(fluids_);
    fluidSlot_.resizeForOverwrite(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto at = std::ranges::lower_bound(fluids_, all[i]) - fluids_.begin();
        fluidSlot_[i] = static_cast<std::uint8_t>(at);
    }
}

/// Adds the keys of the blocks that meet the cube of this half side around a point.
void FieldBlocks::addBlocksAround(Vec3 at, double halfSide, std::vector<Key>& keys) const {
    const double inverseBlock = 1 / (cellSize_ * kBlockSide);
    const auto blockAt = [&](double x) {
        const auto block = static_cast<std::int64_t>(std::floor(x * inverseBlock));
        return static_cast<std::int32_t>(std::clamp(block, -kFurthest - 1, kFurthest + 1));
    };
    const double axes[3] = {at.x, at.y, at.z};
    BlockPlace low;
    BlockPlace high;
    for (int k = 0; k < 3; ++k) {
        low[k] = blockAt(axes[k] - halfSide);
        high[k] = blockAt(axes[k] + halfSide);
    }
    if (dimension_ == 2) low[2] = high[2] = 0;
    for (std::int32_t z = low[2]; z <= high[2]; ++z) {
        for (std::int32_t y = low[1]; y <= high[1]; ++y) {
            for (std::int32_t x = low[0]; x <= high[0]; ++x) {
                const Key key = keyOf({x, y, z});
                if (keys.empty() || keys.back() != key) keys.push_back(key);
            }
        }
    }
}

/// The blocks with a point within a margin of a particle near the surface.
Result<std::vector<FieldBlocks::Key>> FieldBlocks::findBlocks(SurfaceParticles& particles,
                                                              const ThreadPool& pool) const {
    const std::span<const Index> near = particles.nearSurface();
    const VectorSpan x = particles.positions();
    const double margin = static_cast<double>(kMargin * particles.spacing()) + cellSize_;
    const auto count = static_cast<Index>(near.size());
    std::vector<std::vector<Key>> parts(blockCount(count));
    pool.run(blockCount(count), [&](Index b) {
        const Range block = blockRange(b, count);
        for (Index k = block.begin; k < block.end; ++k) addBlocksAround(x[near[k]], margin, parts[b]);
        sortAndUnite(parts[b]);
    });
    std::vector<Key> all;
    for (const std::vector<Key>& part : parts) all.insert(all.end(), part.begin(), part.end());
    sortAndUnite(all);
    for (const Key key : all) {
        const BlockPlace place = placeOf(key);
        const bool isFar = std::ranges::any_of(place, [](std::int64_t c) { return std::abs(c) > kFurthest; });
        if (isFar) return Error{"a particle is too far from the origin for cells this small"};
    }
    return all;
}

/// Every block has a value for each fluid at each of its points, and the numbers of vertices there: many
/// fluids need much memory even where there are few particles.
Result<void> FieldBlocks::checkRoomFor(std::size_t blocks) const {
    const std::size_t fluids = fluids_.size();
    const std::size_t ranks = (fluids > 1 ? 6 : 3) * sizeof(std::uint16_t);
    const std::size_t perPoint = fluids * sizeof(float) + sizeof(std::uint8_t) + ranks;
    const std::uint64_t bytes = std::uint64_t{blocks} * kBlockPoints * perPoint;
    const std::uint64_t available = availableMemory();
    if (bytes <= available) return {};
    char text[200];
    std::snprintf(text, sizeof(text),
                  "a surface of %zu fluids with cells this small needs about %.3g GB of memory; this machine "
                  "has %.3g GB: take larger cells, or fewer fluids",
                  fluids, static_cast<double>(bytes) / 1e9, static_cast<double>(available) / 1e9);
    return Error{text};
}

void FieldBlocks::add(const std::vector<Key>& keys, SurfaceParticles& particles, const ThreadPool& pool) {
    const Index first = count();
    const auto added = static_cast<Index>(keys.size());
    for (const Key key : keys) {
        index_.emplace_back(key, count());
        places_.push_back(placeOf(key));
    }
    std::ranges::sort(index_);
    const std::size_t points = places_.size() * kBlockPoints;
    values_.resize(points * fluids_.size());
    labels_.resizeForOverwrite(points);
    uniform_.resize(places_.size());
    pool.run(added, [&](Index k) {
        const Index block = first + k;
        fillBlock({.x = particles.positions(),
                   .fluidSlot = fluids_.size() > 1 ? fluidSlot_.data() : nullptr,
                   .particles = &particles,
                   .cellSize = cellSize_,
                   .lastLayer = dimension_ == 2 ? 0 : kBlockSide - 1,
                   .place = places_[block],
                   .values = values_.data() + std::size_t{block} * kBlockPoints * fluids_.size()});
        labelBlock(block);
    });
}

void FieldBlocks::labelBlock(Index block) {
    const std::size_t fluids = fluids_.size();
    const float* const values = values_.data() + std::size_t{block} * kBlockPoints * fluids;
    std::uint8_t* const labels = labels_.data() + std::size_t{block} * kBlockPoints;
    for (Index point = 0; point < kBlockPoints; ++point) {
        float total = 0;
        float most = -1;
        std::uint8_t label = 0;
        for (std::size_t f = 0; f < fluids; ++f) {
            const float value = values[f * kBlockPoints + point];
            total += value;
            if (value > most) {
                most = value;
                label = static_cast<std::uint8_t>(f + 1);
            }
        }
        const bool isAir = total < kIsoValue || (hasClip_ && isClipped(position(block, point)));
        labels[point] = isAir ? 0 : label;
    }
    const auto isOther = [&](std::uint8_t label) { return label != labels[0]; };
    const bool isMixed = std::any_of(labels, labels + kBlockPoints, isOther);
    uniform_[block] = isMixed ? static_cast<std::int16_t>(kMixed) : labels[0];
}

bool FieldBlocks::isClipped(Vec3 x) const {
    const bool isBetween = x.x > clipMin_.x && x.x < clipMax_.x && x.y > clipMin_.y && x.y < clipMax_.y;
    return !isBetween || (dimension_ == 3 && !(x.z > clipMin_.z && x.z < clipMax_.z));
}

Index FieldBlocks::find(Key key) const {
    const auto found = std::ranges::lower_bound(index_, key, {}, &std::pair<Key, Index>::first);
    return found != index_.end() && found->first == key ? found->second : kNoBlock;
}

void FieldBlocks::findNeighbors(const ThreadPool& pool) {
    neighbors_.resize(places_.size());
    pool.forEachBlock(
        count(),
        [&](Range blocks) {
            for (Index b = blocks.begin; b < blocks.end; ++b) {
                std::size_t slot = 0;
                for (int z = -1; z <= 1; ++z) {
                    for (int y = -1; y <= 1; ++y) {
                        for (int x = -1; x <= 1; ++x) {
                            const BlockPlace p = places_[b];
                            const bool isFlat = dimension_ == 2 && z != 0;
                            neighbors_[b][slot++] =
                                isFlat ? kNoBlock : find(keyOf({p[0] + x, p[1] + y, p[2] + z}));
                        }
                    }
                }
            }
        },
        64);
}

std::vector<FieldBlocks::Key> FieldBlocks::missingBlocks(const ThreadPool& pool) const {
    std::vector<std::vector<Key>> parts(blockCount(count(), 64));
    pool.run(static_cast<Index>(parts.size()), [&](Index part) {
        const Range blocks = blockRange(part, count(), 64);
        for (Index b = blocks.begin; b < blocks.end; ++b) requestMissing(b, parts[part]);
    });
    std::vector<Key> keys;
    for (const std::vector<Key>& part : parts) keys.insert(keys.end(), part.begin(), part.end());
    sortAndUnite(keys);
    return keys;
}

/// Looks at the cells across the sides of a block. One with corners that differ, and others in blocks that
/// are not there, asks for those.
void FieldBlocks::requestMissing(Index block, std::vector<Key>& keys) const {
    const std::array<Index, 27>& around = neighbors_[block];
    const bool isFlat = dimension_ == 2;
    bool isComplete = true;
    for (std::size_t slot = 0; slot < 27; ++slot) {
        isComplete &= around[slot] != kNoBlock || (isFlat && slot / 9 != 1);
    }
    if (isComplete) return;

    constexpr int kLast = kBlockSide;
    unsigned missing = 0;  // bits: slots
    for (int z = isFlat ? 0 : -1; z < (isFlat ? 1 : kLast); ++z) {
        for (int y = -1; y < kLast; ++y) {
            // Cells within the block have all their corners there.
            const bool isInner = y >= 0 && y < kLast - 1 && (isFlat || (z >= 0 && z < kLast - 1));
            for (int x = -1; x < kLast; x += isInner && x == -1 ? kLast : 1) {
                missing |= missingCorners(around, {x, y, z});
            }
        }
    }
    const BlockPlace p = places_[block];
    for (int slot = 0; slot < 27; ++slot) {
        if (((missing >> slot) & 1U) == 0) continue;
        keys.push_back(keyOf({p[0] + slot % 3 - 1, p[1] + slot / 3 % 3 - 1, p[2] + slot / 9 - 1}));
    }
}

/// The slots of missing blocks that a cell has corners in, as bits; none when its known corners are alike.
unsigned FieldBlocks::missingCorners(const std::array<Index, 27>& around, const BlockPlace& cell) const {
    const auto sideOf = [](int c) { return c < 0 ? 0 : c < kBlockSide ? 1 : 2; };
    int seen = kUnknown;
    bool differs = false;
    unsigned missing = 0;
    for (int corner = 0; corner < (dimension_ == 2 ? 4 : 8); ++corner) {
        const int x = cell[0] + (corner & 1);
        const int y = cell[1] + ((corner >> 1) & 1);
        const int z = cell[2] + (corner >> 2);
        const int slot = sideOf(z) * 9 + sideOf(y) * 3 + sideOf(x);
        if (around[slot] == kNoBlock) {
            missing |= 1U << slot;
            continue;
        }
        const int label = labels(around[slot])[pointIndex(x & 7, y & 7, z & 7)];
        differs |= seen != kUnknown && label != seen;
        seen = label;
    }
    return differs ? missing : 0;
}

float FieldBlocks::value(Index block, Index point, int label) const {
    const std::size_t fluids = fluids_.size();
    const float* const values = values_.data() + std::size_t{block} * kBlockPoints * fluids + point;
    if (label > 0) return values[static_cast<std::size_t>(label - 1) * kBlockPoints];
    float total = 0;
    for (std::size_t f = 0; f < fluids; ++f) total += values[f * kBlockPoints];
    return total;
}

Vec3 FieldBlocks::position(Index block, Index point) const {
    const BlockPlace& p = places_[block];
    const auto along = [&](int axis, Index step) {
        return static_cast<float>(static_cast<double>(p[axis] * std::int64_t{kBlockSide} + step) * cellSize_);
    };
    return {along(0, point % 8), along(1, point / 8 % 8), along(2, point / 64)};
}

std::size_t FieldBlocks::bytes() const {
    return fluidSlot_.bytes() + values_.bytes() + labels_.bytes() + index_.capacity() * sizeof(index_[0]) +
           neighbors_.capacity() * sizeof(neighbors_[0]) + places_.capacity() * sizeof(places_[0]);
}

}  // namespace undine
