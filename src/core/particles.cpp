// SPDX-License-Identifier: Zlib
#include "core/particles.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/hash.h"

namespace undine {
namespace {

constexpr Index kEmpty = ~Index{0};

constexpr std::size_t planeCount(FieldType type) { return type == FieldType::Vector ? 3 : 1; }

std::size_t slotOf(ParticleId id, std::size_t slots) {
    // Fibonacci hashing: consecutive ids land far apart, and the upper bits are the well mixed ones.
    return static_cast<std::size_t>((id * 0x9e3779b97f4a7c15ULL) >> 20U) & (slots - 1);
}

/// Words copied at a time: from one step to the next most particles keep their neighbours in memory.
constexpr Index kRun = 8;
constexpr std::size_t kPiecesAtOnce = 128;

/// kRun words to move.
struct Piece {
    Index from;
    Index to;
};

/// Copies kRun words even where fewer belong together: what is too much, the next piece writes over.
template <std::size_t kSize>
void copyPieces(const std::byte* from, std::byte* to, std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
        std::memcpy(to + piece.to * kSize, from + piece.from * kSize, kRun * kSize);
    }
}

/// How many of the first kRun come one after the other; without a branch, because there is no telling.
Index runLength(const Index* order) {
    Index length = 1;
    bool run = true;
    for (Index k = 1; k < kRun; ++k) {
        run &= order[k] == order[0] + k;
        length += run ? 1 : 0;
    }
    return length;
}

}  // namespace

ParticleStore::ParticleStore() {
    declare({"position", "m", FieldType::Vector});
    declare({"velocity", "m/s", FieldType::Vector});
    declare({"id", "", FieldType::UInt64});
    declare({"tag", "", FieldType::UInt64});
    declare({"fluid", "", FieldType::UInt32});
    // Most worlds have no tags and a single fluid.
    for (const FieldIndex field : {kTag, kFluid}) planesOf(field)[0].varies = false;
}

ParticleStore::FieldIndex ParticleStore::declare(const FieldInfo& info) {
    if (const auto known = findField(info.name)) {
        UNDINE_ASSERT(infos_[*known].type == info.type);
        return *known;
    }
    infos_.push_back(info);
    first_.push_back(planes_.size());
    for (std::size_t k = 0; k < planeCount(info.type); ++k) {
        Plane plane;
        plane.wordSize = info.type == FieldType::UInt64 ? 8 : 4;
        plane.resize(size_);
        planes_.push_back(std::move(plane));
    }
    return static_cast<FieldIndex>(infos_.size() - 1);
}

std::optional<ParticleStore::FieldIndex> ParticleStore::findField(std::string_view name) const {
    for (std::size_t k = 0; k < infos_.size(); ++k) {
        if (infos_[k].name == name) return static_cast<FieldIndex>(k);
    }
    return std::nullopt;
}

VectorSpan ParticleStore::vector(FieldIndex field) {
    const std::span<Plane> planes = planesOf(field);
    return {planes[0].as<float>(), planes[1].as<float>(), planes[2].as<float>()};
}

std::span<ParticleStore::Plane> ParticleStore::planesOf(FieldIndex field) {
    return {planes_.data() + first_[field], planeCount(infos_[field].type)};
}

std::span<const ParticleStore::Plane> ParticleStore::planesOf(FieldIndex field) const {
    return {planes_.data() + first_[field], planeCount(infos_[field].type)};
}

ParticleId ParticleStore::add(std::span<const Vec3> positions, Vec3 velocity, FluidIndex fluidIndex) {
    const Index old = size_;
    const ParticleId firstId = nextId_;
    const Index count = old + static_cast<Index>(positions.size());
    for (Plane& plane : planes_) plane.resize(count);  // may throw: before anything changes
    size_ = count;
    for (Index i = old; i < size_; ++i) {
        position().set(i, positions[i - old]);
        this->velocity().set(i, velocity);
        id()[i] = nextId_++;
    }
    if (fluidIndex != 0) std::fill(writableFluid() + old, writableFluid() + size_, fluidIndex);
    tableValid_ = false;
    return firstId;
}

void ParticleStore::permute(const ThreadPool& pool, std::span<const Index> order, Move move) {
    const auto count = static_cast<Index>(order.size());
    moved_.clear();
    for (FieldIndex field = 0; field < infos_.size(); ++field) {
        const bool isAsked = infos_[field].sorted || move == Move::AllFields;
        for (Plane& plane : planesOf(field)) {
            const bool moves = isAsked && plane.varies;
            plane.spare.resizeForOverwrite(moves ? plane.data.size() : 0);
            if (moves) moved_.push_back({plane.data.data(), plane.spare.data(), plane.wordSize});
        }
    }
    pool.forEachBlock(
        count, [&](Range block) { permuteBlock(block, order.data()); }, 4 * kBlockSize);
    for (Plane& plane : planes_) {
        if (plane.spare.size() > 0) plane.data.swap(plane.spare);
        plane.resize(count);
    }
    size_ = count;
    tableValid_ = false;
}

void ParticleStore::permuteBlock(Range block, const Index* order) const {
    std::array<Piece, kPiecesAtOnce> pieces;
    for (Index k = block.begin; k < block.end;) {
        std::size_t count = 0;
        for (; count < pieces.size() && k + kRun <= block.end; ++count) {
            pieces[count] = {order[k], k};
            k += runLength(order + k);
        }
        const Index single = k + kRun <= block.end ? 0 : block.end - k;  // the last ones of the block
        // Plane by plane: memory is fetched ahead for few streams at a time.
        for (const MovedPlane& plane : moved_) {
            const auto copy = plane.wordSize == 4 ? copyPieces<4> : copyPieces<8>;
            copy(plane.from, plane.to, {pieces.data(), count});
            for (Index i = k; i < k + single; ++i) {
                std::memcpy(plane.to + i * plane.wordSize, plane.from + order[i] * plane.wordSize,
                            plane.wordSize);
            }
        }
        k += single;
    }
}

void ParticleStore::removeMarked(const ThreadPool& pool, std::span<const bool> remove) {
    UNDINE_ASSERT(remove.size() == size_);
    keep_.resizeForOverwrite(size_);
    Index kept = 0;
    for (Index i = 0; i < size_; ++i) {
        keep_[kept] = i;
        kept += remove[i] ? 0 : 1;
    }
    permute(pool, keep_.span().first(kept), Move::AllFields);
}

std::optional<Index> ParticleStore::find(ParticleId wanted) const {
    const auto* ids = reinterpret_cast<const ParticleId*>(planes_[first_[kId]].data.data());
    if (!tableValid_) {
        table_.assign(std::bit_ceil(std::size_t{2} * size_ + 2), kEmpty);
        for (Index i = 0; i < size_; ++i) {
            std::size_t slot = slotOf(ids[i], table_.size());
            while (table_[slot] != kEmpty) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = i;
        }
        tableValid_ = true;
    }
    for (std::size_t slot = slotOf(wanted, table_.size()); table_[slot] != kEmpty;
         slot = (slot + 1) & (table_.size() - 1)) {
        if (ids[table_[slot]] == wanted) return table_[slot];
    }
    return std::nullopt;
}

std::uint64_t ParticleStore::hash() const {
    Hash64 hash;
    hash.add(&size_, sizeof(size_));
    for (FieldIndex field = 0; field < infos_.size(); ++field) {
        if (!infos_[field].saved) continue;
        for (const Plane& plane : planesOf(field)) hash.add(plane.data.data(), plane.data.size());
    }
    return hash.value();
}

std::size_t ParticleStore::bytes() const {
    std::size_t total = keep_.bytes() + table_.capacity() * sizeof(Index);
    for (const Plane& plane : planes_) total += plane.data.bytes() + plane.spare.bytes();
    return total;
}

}  // namespace undine
