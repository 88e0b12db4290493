// SPDX-License-Identifier: Zlib
#include "world/world_state.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "world/world_impl.h"

namespace undine {
namespace {

Error differs(const std::string& what, const std::string& its, const std::string& mine) {
    return {"the state is of a world with " + what + " " + its + "; this one has " + mine};
}

}  // namespace

void saveIdentity(ByteWriter& out, const WorldIdentity& identity) {
    out.text(identity.solver);
    out.value(static_cast<std::int32_t>(identity.dimension));
    out.value(identity.spacing);
    out.value(static_cast<std::uint64_t>(identity.fluids));
}

Result<void> checkIdentity(ByteReader& in, const WorldIdentity& mine) {
    const std::string solver = in.text();
    const auto dimension = in.value<std::int32_t>();
    const auto spacing = in.value<float>();
    const auto fluids = in.value<std::uint64_t>();
    if (!in.ok()) return Error{"world: cut short"};
    if (solver != mine.solver) return differs("solver", solver, std::string(mine.solver));
    if (dimension != mine.dimension) {
        return differs("dimension", std::to_string(dimension), std::to_string(mine.dimension));
    }
    if (spacing != mine.spacing) {
        return differs("particle spacing", std::to_string(spacing), std::to_string(mine.spacing));
    }
    if (fluids != mine.fluids) {
        return differs("number of fluids", std::to_string(fluids), std::to_string(mine.fluids));
    }
    return {};
}

void saveClock(ByteWriter& out, const Clock& clock) {
    out.value(clock.time);
    out.value(clock.steps);
}

Result<Clock> readClock(ByteReader& in) {
    Clock clock;
    clock.time = in.value<double>();
    clock.steps = in.value<std::uint64_t>();
    if (!in.ok()) return Error{"clock: cut short"};
    constexpr double kLongest = 1e9;  // s: thirty years
    if (!(clock.time >= 0 && clock.time <= kLongest)) return Error{"clock: shows no time a run can have"};
    return clock;
}

WorldIdentity World::Impl::identity() const {
    return {.solver = entry.info.name,
            .dimension = settings.dimension,
            .spacing = spacing,
            .fluids = fluids.size()};
}

Result<void> World::Impl::restoreClock(ByteReader& in) {
    const auto clock = readClock(in);
    if (!clock) return Error{clock.error()};
    time = clock.value().time;
    steps = clock.value().steps;
    return {};
}

Result<void> World::Impl::restoreTracers(ByteReader& in) {
    tellTracersOfHeat();
    return tracers.restore(in, emitters.tracers().empty() ? 0 : tracerLimit().most, pool);
}

// In this order: a part finds those before it restored.
std::vector<StatePart> World::Impl::partsBesideParticles() {
    std::vector<StatePart> parts = {{"world", [this](ByteWriter& out) { saveIdentity(out, identity()); },
                                     [this](ByteReader& in) { return checkIdentity(in, identity()); }},
                                    {"clock",
                                     [this](ByteWriter& out) {
                                         saveClock(out, {time, steps});
                                     },
                                     [this](ByteReader& in) { return restoreClock(in); }},
                                    {"rigid_bodies", [this](ByteWriter& out) { rigid.save(out); },
                                     [this](ByteReader& in) { return rigid.restore(in); }},
                                    {"emitters", [this](ByteWriter& out) { emitters.save(out); },
                                     [this](ByteReader& in) { return emitters.restore(in, time); }},
                                    {"tracers", [this](ByteWriter& out) { tracers.save(out); },
                                     [this](ByteReader& in) { return restoreTracers(in); }}};
    const bool hasBodies = !rigid.empty() || std::ranges::any_of(boundary.shapes(), [](const WallShape& s) {
        return s.kind != WallShape::Kind::Plane;
    });
    if (hasBodies && solver->hasMemory()) {
        parts.push_back({"solver", [this](ByteWriter& out) { solver->save(out); },
                         [this](ByteReader& in) { return solver->restore(in); }});
    }
    if (!frozen.empty()) {
        parts.push_back({"freezers", [this](ByteWriter& out) { frozen.save(out); },
                         [this](ByteReader& in) { return frozen.restore(in); }});
    }
    if (engine) parts.push_back(enginePart());
    return parts;
}

std::vector<StatePart> World::Impl::allParts() {
    std::vector<StatePart> parts = partsBesideParticles();
    parts.push_back({"particles", [this](ByteWriter& out) { particles.save(out); },
                     [this](ByteReader& in) {
                         return particles.restore(in,
                                                  {.fluids = fluids.size(), .dimension = settings.dimension});
                     }});
    return parts;
}

std::uint64_t World::stateHash() const {
    Hash64 hash;
    const std::uint64_t particles[] = {impl_->particles.hash(), impl_->particles.nextId()};
    hash.add(particles, sizeof(particles));
    const std::vector<std::byte> others = saveParts(impl_->partsBesideParticles(), 0);
    hash.add(others.data(), others.size());
    return hash.value();
}

std::vector<std::byte> World::saveState() const {
    return saveParts(impl_->allParts(), impl_->particles.savedBytes() + 4096);
}

Result<void> World::restoreState(std::span<const std::byte> state) {
    Result<void> restored = restoreParts(impl_->allParts(), state);
    impl_->boundary.moveTo(impl_->time);  // bodies follow from the clock
    impl_->placeRigidWalls();
    impl_->placeModels();
    return restored;
}

}  // namespace undine
