// SPDX-License-Identifier: Zlib
#include "world/world_state.h"

#include <cmath>

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
    if (!std::isfinite(clock.time) || clock.time < 0) {
        return Error{"clock: the time must be finite and not negative"};
    }
    return clock;
}

}  // namespace undine
