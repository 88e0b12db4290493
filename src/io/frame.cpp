// SPDX-License-Identifier: Zlib
#include "io/frame.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "io/printable.h"
#include "undine/parameters.h"

namespace undine {
namespace {

/// to[k] = from[order[k]].
template <class Word>
void gather(const std::byte* from, std::span<const Index> order, std::byte* to, const ThreadPool& pool) {
    const auto* source = reinterpret_cast<const Word*>(from);
    auto* target = reinterpret_cast<Word*>(to);
    constexpr Index kRows = 16 * kBlockSize;
    pool.forEachBlock(
        static_cast<Index>(order.size()),
        [&](Range block) {
            for (Index k = block.begin; k < block.end; ++k) target[k] = source[order[k]];
        },
        kRows);
}

}  // namespace

Result<void> checkFields(const World& world, std::span<const std::string> names) {
    const std::vector<FieldInfo> infos = world.fields();
    std::vector<std::string_view> known;
    known.reserve(infos.size());
    for (const FieldInfo& info : infos) known.push_back(info.name);
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) != known.end()) continue;
        return Error{fmt::format("unknown field \"{}\"{} (known with solver {}: {})", printableShort(name),
                                 suggestion(name, known), world.solverName(), fmt::join(known, ", "))};
    }
    return {};
}

Result<void> Frame::take(const World& world, std::uint64_t number, std::span<const std::string> fields) {
    if (Result<void> known = checkFields(world, fields); !known) return known;
    number_ = number;
    time_ = world.time();
    dimension_ = world.settings().dimension;
    particleSpacing_ = world.settings().particleSpacing / world.settings().simulationScale;
    supportRadius_ = world.supportRadius();
    fluidColors_.clear();
    for (const FluidSettings& fluid : world.fluids()) fluidColors_.push_back(fluid.color);
    size_ = world.particleCount();
    bodies_.clear();
    tracerPositions_.clear();
    tracerColors_.clear();
    tracerTemperatures_.clear();
    tracerSmoke_.clear();

    copyField(kPosition, *world.field("position"));
    copyField(kId, *world.field("id"));
    wanted_.clear();
    std::size_t used = 2;
    for (const std::string& name : fields) {
        const auto has = [&](std::size_t slot) { return stored_[slot].info.name == name; };
        if (has(kPosition) || std::ranges::any_of(wanted_, has)) continue;  // once is enough
        if (has(kId)) {
            wanted_.push_back(kId);
            continue;
        }
        wanted_.push_back(used);
        copyField(used++, *world.field(name));
    }
    stored_.resize(used);
    return {};
}

void Frame::copyField(std::size_t slot, const FieldView& view) {
    if (slot >= stored_.size()) stored_.resize(slot + 1);
    FrameField& field = stored_[slot];
    field.info = view.info;
    const std::size_t bytes = view.size * field.wordSize();
    for (std::size_t k = 0; k < field.planeCount(); ++k) {
        field.planes[k].resizeForOverwrite(bytes);
        if (bytes > 0) std::memcpy(field.planes[k].data(), view.data[k], bytes);
    }
}

void Frame::setTracers(const VectorView& positions, std::span<const Vec3> colors,
                       std::span<const float> temperatures, std::span<const float> smoke) {
    UNDINE_ASSERT(positions.size() == colors.size());
    UNDINE_ASSERT(temperatures.empty() || temperatures.size() == colors.size());
    UNDINE_ASSERT(smoke.size() == temperatures.size());
    tracerPositions_.resize(positions.size());
    for (Index i = 0; i < positions.size(); ++i) tracerPositions_[i] = positions[i];
    tracerColors_.assign(colors.begin(), colors.end());
    tracerTemperatures_.assign(temperatures.begin(), temperatures.end());
    tracerSmoke_.assign(smoke.begin(), smoke.end());
}

std::vector<const FrameField*> Frame::fields() const {
    std::vector<const FrameField*> result;
    result.reserve(wanted_.size());
    for (const std::size_t slot : wanted_) result.push_back(&stored_[slot]);
    return result;
}

void FrameSorter::sort(Frame& frame, const ThreadPool& pool) {
    const std::span<const ParticleId> ids(frame.id().as<ParticleId>(), frame.size());
    if (std::is_sorted(ids.begin(), ids.end())) return;
    // Ids near each other make short keys, and short keys few passes.
    const auto [low, high] = std::minmax_element(ids.begin(), ids.end());
    const ParticleId first = *low;
    const ParticleId largest = *high - first;
    ParticleId* keys = sort_.prepare(frame.size());
    for (std::size_t i = 0; i < ids.size(); ++i) keys[i] = ids[i] - first;
    sort_.sort(largest, pool);

    const std::span<const Index> order = sort_.order().span();
    for (FrameField& field : frame.stored_) {
        for (std::size_t k = 0; k < field.planeCount(); ++k) {
            AlignedArray<std::byte>& plane = field.planes[k];
            spare_.resizeForOverwrite(plane.size());
            if (field.wordSize() == 8) {
                gather<std::uint64_t>(plane.data(), order, spare_.data(), pool);
            } else {
                gather<std::uint32_t>(plane.data(), order, spare_.data(), pool);
            }
            plane.swap(spare_);
        }
    }
}

}  // namespace undine
