// SPDX-License-Identifier: Zlib
// The particle store: a structure of arrays. Fields are declared once, by name, unit and type; sorting,
// removal, the state hash and exporters then handle them without knowing what they mean.
//
// Particles are re-sorted by cell at every step, so an index says where a particle is now and nothing else.
// What stays with it is its id, given at birth and never given again, and a tag that belongs to the user.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "undine/fields.h"
#include "undine/result.h"

namespace undine {

class ByteReader;
class ByteWriter;

/// A vector field as three arrays to write to.
struct VectorSpan {
    float* x = nullptr;
    float* y = nullptr;
    float* z = nullptr;

    Vec3 operator[](Index i) const { return {x[i], y[i], z[i]}; }
    void set(Index i, Vec3 a) const {
        x[i] = a.x;
        y[i] = a.y;
        z[i] = a.z;
    }
};

/// The same of three arrays.
inline VectorSpan spanOf(std::array<AlignedArray<float>, 3>& arrays) {
    return {arrays[0].data(), arrays[1].data(), arrays[2].data()};
}

/// What a world can hold: a saved state is refused when it has anything else.
struct StateBounds {
    std::size_t fluids = 0;
    int dimension = 3;
};

class ParticleStore {
  public:
    ParticleStore();

    /// Handle of a field, valid for the life of the store.
    using FieldIndex = std::uint32_t;

    /// Declares a field and fills it with zeros. Declaring a name twice with the same type gives the same
    /// field.
    FieldIndex declare(const FieldInfo& info);
    std::optional<FieldIndex> findField(std::string_view name) const;
    std::span<const FieldInfo> fields() const { return infos_; }

    Index size() const { return size_; }

    // The fields every particle has.
    VectorSpan position() { return vector(kPosition); }
    VectorSpan velocity() { return vector(kVelocity); }
    ParticleId* id() { return words64(kId); }
    const std::uint32_t* fluid() { return words32(kFluid); }

    // Whoever asks for these may write to them: from then on they are moved as well.
    UserTag* tag() {
        planesOf(kTag)[0].varies = true;
        return words64(kTag);
    }
    std::uint32_t* writableFluid() {
        planesOf(kFluid)[0].varies = true;
        return words32(kFluid);
    }

    float* scalar(FieldIndex field) { return planes_[first_[field]].as<float>(); }
    VectorSpan vector(FieldIndex field);
    std::uint32_t* words32(FieldIndex field) { return planes_[first_[field]].as<std::uint32_t>(); }
    std::uint64_t* words64(FieldIndex field) { return planes_[first_[field]].as<std::uint64_t>(); }

    /// Appends particles at rest; returns the first new id. Other ids follow in the order of `positions`.
    ParticleId add(std::span<const Vec3> positions, Vec3 velocity, FluidIndex fluid);

    /// Which fields a permutation moves.
    enum class Move { SortedFields, AllFields };

    /// New particle k is old particle order[k]. A shorter order removes particles.
    void permute(const ThreadPool& pool, std::span<const Index> order, Move move = Move::SortedFields);

    /// Removes the particles whose `remove` entry is true, keeping the order of the others.
    void removeMarked(const ThreadPool& pool, std::span<const bool> remove);

    /// Where the particle with this id is now. Builds a table on first use after a change of order.
    std::optional<Index> find(ParticleId id) const;

    /// Fingerprint of all saved fields in their present order.
    std::uint64_t hash() const;

    /// The id the next particle will get.
    ParticleId nextId() const { return nextId_; }

    /// All saved fields in their present order, and the next id.
    void save(ByteWriter& out) const;

    /// Bytes that save() writes, about.
    std::size_t savedBytes() const;

    /// Takes over what save() wrote, from a store with the same saved fields, up to the end of `in`.
    /// Everything is checked before anything changes. Fields that are not saved are zero afterwards.
    Result<void> restore(ByteReader& in, const StateBounds& bounds);

    std::size_t bytes() const;

  private:
    static constexpr FieldIndex kPosition = 0;
    static constexpr FieldIndex kVelocity = 1;
    static constexpr FieldIndex kId = 2;
    static constexpr FieldIndex kTag = 3;
    static constexpr FieldIndex kFluid = 4;

    /// One array of a field, of words of 4 or of 8 bytes.
    struct Plane {
        AlignedArray<std::byte> data;
        AlignedArray<std::byte> spare;  // takes the permuted words and then changes places with data
        std::size_t wordSize = 4;
        bool varies = true;  // false: all words are zero, and there is nothing to permute

        template <class Word>
        Word* as() {
            UNDINE_ASSERT(sizeof(Word) == wordSize);
            return reinterpret_cast<Word*>(data.data());
        }
        void resize(Index n) { data.resize(n * wordSize); }
    };

    /// What permute() moves of a plane, from where to where.
    struct MovedPlane {
        const std::byte* from;
        std::byte* to;
        std::size_t wordSize;
    };

    std::span<Plane> planesOf(FieldIndex field);
    std::span<const Plane> planesOf(FieldIndex field) const;
    void permuteBlock(Range block, const Index* order) const;

    /// A saved state where it lies in the input: read and checked, not yet taken over.
    struct SavedState {
        Index size = 0;
        ParticleId nextId = 0;
        std::vector<const std::byte*> planes;  // as planes_; nullptr for those that are not saved
    };
    Result<SavedState> readState(ByteReader& in) const;
    Result<void> checkState(const SavedState& state, const StateBounds& bounds) const;

    std::vector<FieldInfo> infos_;
    std::vector<std::size_t> first_;  // field -> its first plane
    std::vector<Plane> planes_;
    std::vector<MovedPlane> moved_;  // by the permute() that runs
    AlignedArray<Index> keep_;
    Index size_ = 0;
    ParticleId nextId_ = 0;

    // Open-addressed table from id to index, made on demand.
    mutable std::vector<Index> table_;
    mutable bool tableValid_ = false;
};

}  // namespace undine
