// SPDX-License-Identifier: Zlib
// The particle store as bytes: number of particles, next id, number of saved fields; then for each saved
// field its name, its type and its arrays without their padding.
//
// Reading trusts nothing. The arrays are found and checked where they lie in the input, so that memory is
// only asked for when the bytes to fill it are there.
#include <algorithm>

#include "core/byte_stream.h"
#include "core/memory.h"
#include "core/particles.h"

namespace undine {
namespace {

template <class Word>
Word wordAt(const std::byte* plane, Index i) {
    Word word{};
    std::memcpy(&word, plane + std::size_t{i} * sizeof(Word), sizeof(Word));
    return word;
}

/// The input has no alignment, so the ids are copied before they are sorted.
bool hasTwins(const std::byte* ids, Index count) {
    if (count == 0) return false;
    std::vector<ParticleId> sorted(count);
    std::memcpy(sorted.data(), ids, count * sizeof(ParticleId));
    if (!std::ranges::is_sorted(sorted)) std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) != sorted.end();
}

bool isZero(const std::byte* plane, Index count) {
    for (Index i = 0; i < count; ++i) {
        if (wordAt<float>(plane, i) != 0) return false;
    }
    return true;
}

}  // namespace

std::size_t ParticleStore::savedBytes() const {
    std::size_t total = 64;
    for (FieldIndex field = 0; field < infos_.size(); ++field) {
        if (!infos_[field].saved) continue;
        total += infos_[field].name.size() + 16;
        for (const Plane& plane : planesOf(field)) total += plane.data.size();
    }
    return total;
}

void ParticleStore::save(ByteWriter& out) const {
    out.value(size_);
    out.value(nextId_);
    out.value(static_cast<std::uint32_t>(std::ranges::count_if(infos_, &FieldInfo::saved)));
    for (FieldIndex field = 0; field < infos_.size(); ++field) {
        if (!infos_[field].saved) continue;
        out.text(infos_[field].name);
        out.value(static_cast<std::uint8_t>(infos_[field].type));
        for (const Plane& plane : planesOf(field)) out.bytes(plane.data.data(), plane.data.size());
    }
}

Result<ParticleStore::SavedState> ParticleStore::readState(ByteReader& in) const {
    SavedState state;
    state.size = in.value<Index>();
    state.nextId = in.value<ParticleId>();
    state.planes.resize(planes_.size());
    const auto fieldCount = in.value<std::uint32_t>();
    const auto mine = static_cast<std::uint32_t>(std::ranges::count_if(infos_, &FieldInfo::saved));
    if (!in.ok()) return Error{"particles: cut short"};
    if (fieldCount != mine) {
        return Error{"particles: " + std::to_string(fieldCount) + " saved fields; this world has " +
                     std::to_string(mine)};
    }
    if (state.size > kMostParticles) return Error{"particles: more than 4e9"};
    for (FieldIndex field = 0; field < infos_.size(); ++field) {
        const FieldInfo& info = infos_[field];
        if (!info.saved) continue;
        const std::string name = in.text();
        const auto type = in.value<std::uint8_t>();
        if (!in.ok()) return Error{"particles: cut short before the field '" + info.name + "'"};
        if (name != info.name || type != static_cast<std::uint8_t>(info.type)) {
            return Error{"particles: this world's field '" + info.name +
                         "' is not there, or is of another type"};
        }
        for (std::size_t k = 0; k < planesOf(field).size(); ++k) {
            const std::size_t plane = first_[field] + k;
            state.planes[plane] = in.take(state.size * planes_[plane].wordSize);
        }
        if (!in.ok()) {
            return Error{"particles: the field '" + info.name + "' is cut short; there are to be " +
                         std::to_string(state.size) + " particles"};
        }
    }
    if (!in.atEnd()) return Error{"particles: there are bytes after the last field"};
    return state;
}

// What the other code relies on: an index of a fluid that exists, ids that name one particle, a flat world.
Result<void> ParticleStore::checkState(const SavedState& state, const StateBounds& bounds) const {
    const std::byte* ids = state.planes[first_[kId]];
    const std::byte* fluids = state.planes[first_[kFluid]];
    for (Index i = 0; i < state.size; ++i) {
        const auto fluid = wordAt<FluidIndex>(fluids, i);
        if (fluid >= bounds.fluids) {
            return Error{"particles: one of fluid " + std::to_string(fluid) + "; this world has " +
                         std::to_string(bounds.fluids)};
        }
        const auto id = wordAt<ParticleId>(ids, i);
        if (id >= state.nextId) {
            return Error{"particles: the id " + std::to_string(id) + " is not below the next one, " +
                         std::to_string(state.nextId)};
        }
    }
    if (hasTwins(ids, state.size)) return Error{"particles: two have the same id"};
    const bool flat = isZero(state.planes[first_[kPosition] + 2], state.size) &&
                      isZero(state.planes[first_[kVelocity] + 2], state.size);
    if (bounds.dimension == 2 && !flat) {
        return Error{"particles: z of position and velocity must be 0 in two dimensions"};
    }
    return {};
}

Result<void> ParticleStore::restore(ByteReader& in, const StateBounds& bounds) {
    const auto read = readState(in);
    if (!read) return Error{read.error()};
    const SavedState& state = read.value();
    if (auto checked = checkState(state, bounds); !checked) return checked;

    for (Plane& plane : planes_)
        plane.data.reserve(state.size * plane.wordSize);  // may throw: before all else
    for (std::size_t k = 0; k < planes_.size(); ++k) {
        Plane& plane = planes_[k];
        plane.resize(0);  // what is not saved starts from zero
        plane.resize(state.size);
        if (state.planes[k] != nullptr && state.size > 0) {
            std::memcpy(plane.data.data(), state.planes[k], plane.data.size());
        }
        const auto isSet = [](std::byte value) { return value != std::byte{0}; };
        plane.varies = plane.varies || std::ranges::any_of(plane.data.span(), isSet);
    }
    size_ = state.size;
    nextId_ = state.nextId;
    tableValid_ = false;
    return {};
}

}  // namespace undine
