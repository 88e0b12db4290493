// SPDX-License-Identifier: Zlib
// What forces between neighbours see of the fluid, and how they bring it into the form their passes gather
// from: records, an entry more than there are particles, the last one for nobody (NeighborLists::padding).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/aligned_array.h"
#include "core/fluid_constants.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/profiler.h"
#include "core/record.h"
#include "neighbors/neighbor_lists.h"

namespace undine {

/// Which frozen piece a particle belongs to: 1 + its number, or 0. A piece is rigid: its particles do not rub
/// against each other.
struct PieceNumbers {
    const std::uint32_t* of = nullptr;
    std::uint32_t count = 0;  ///< of pieces; 0: nothing is frozen

    bool isFrozen(Index i) const { return count > 0 && of[i] != 0; }
    bool isAnyIn(Range particles, std::uint32_t piece) const {
        return std::find(of + particles.begin, of + particles.end, piece) != of + particles.end;
    }
};

/// Particles and their neighbours, as the forces see them. All arrays are in the order of the lists.
struct Neighborhood {
    const NeighborLists& lists;
    const ThreadPool& pool;
    Profiler& profiler;
    std::span<const FluidConstants> fluids;
    VectorSpan x;
    VectorSpan v;
    const float* density = nullptr;
    const std::uint32_t* fluid = nullptr;  ///< index into `fluids`
    float h = 0;
    float spacing = 0;  ///< of a lattice at rest
    int dimension = 3;
    PieceNumbers pieces{};
    Vec3 gravity{};
    const std::uint64_t* id = nullptr;
    double time = 0;  ///< at the start of the step

    Index size() const { return lists.particleCount(); }
    float mass(Index i) const { return fluids[fluid[i]].mass; }

    /// V_i = m_i / rho_i; finite even where no density was ever computed.
    float volume(Index i) const {
        const FluidConstants& own = fluids[fluid[i]];
        return own.mass / std::max(density[i], 1e-3F * own.restDensity);
    }
};

/// What the forces gather from, kept from step to step so that nothing is allocated. Each force fills in what
/// it wants; the comment of its pass says what the fourth numbers are.
struct PairRecords {
    AlignedArray<Record> position;
    AlignedArray<Record> velocity;
    AlignedArray<Record> result;  ///< of a force's first pass, for its second
    AlignedArray<float> ofFluid;  ///< a constant of each fluid

    std::size_t bytes() const {
        return position.bytes() + velocity.bytes() + result.bytes() + ofFluid.bytes();
    }
};

/// A vector field over particles, and what nobody has of it.
struct VectorField {
    VectorSpan from;
    Index count = 0;
    Record nobody;
    std::size_t entries = 0;  ///< of the records, where they are more than particles and nobody
};

/// Writes a vector field and a weight of each particle, weightOf(i), as records.
template <class WeightOf>
void fillRecords(const VectorField& field, const ThreadPool& pool, AlignedArray<Record>& records,
                 WeightOf&& weightOf) {
    records.resizeForOverwrite(std::max(std::size_t{field.count} + 1, field.entries));
    Record* const to = records.data();
    const VectorSpan from = field.from;
    pool.forEachBlock(field.count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i)
            to[i] = {from.x[i], from.y[i], from.z[i], weightOf(i)};
    });
    to[field.count] = field.nobody;
}

/// Positions as records, nobody far away.
template <class WeightOf>
void fillPositions(const Neighborhood& around, AlignedArray<Record>& records, WeightOf&& weightOf) {
    fillRecords({around.x, around.size(), NeighborLists::padding(around.h), around.lists.recordCount()},
                around.pool, records, weightOf);
    around.lists.completePositions(records.data(), around.pool);
}

/// Velocities as records, nobody at rest.
template <class WeightOf>
void fillVelocities(const Neighborhood& around, AlignedArray<Record>& records, WeightOf&& weightOf) {
    fillRecords({around.v, around.size(), {}, around.lists.recordCount()}, around.pool, records, weightOf);
    around.lists.complete(records.data(), around.pool);
}

/// Writes valueOf(fluid) for each fluid; returns where.
template <class ValueOf>
const float* fillOfFluid(const Neighborhood& around, AlignedArray<float>& values, ValueOf&& valueOf) {
    values.resizeForOverwrite(around.fluids.size());
    for (std::size_t f = 0; f < around.fluids.size(); ++f) values[f] = valueOf(around.fluids[f]);
    return values.data();
}

/// What all passes over lists have in common. A pass works on a range of particles and writes their entries
/// only.
struct ListPass {
    const NeighborLists* lists = nullptr;
    const Record* position = nullptr;  ///< each pass says what their fourth number is
    float h = 0;
    int dimension = 3;
};

}  // namespace undine
