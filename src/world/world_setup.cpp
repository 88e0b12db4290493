// SPDX-License-Identifier: Zlib
#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "core/memory.h"
#include "neighbors/cell_keys.h"
#include "undine/parameters.h"
#include "world/fill.h"
#include "world/periodic.h"
#include "world/vortex_seeds.h"
#include "world/world_impl.h"

namespace undine {
namespace {

bool isFlat(Vec3 a) { return !(a.z != 0); }

}  // namespace

Result<FluidIndex> World::addFluid(const FluidSettings& settings) {
    const std::string path = "fluids." + std::to_string(impl_->fluids.size());
    if (const auto checked = checkParameters(settings, path); !checked) return Error{checked.error()};
    constexpr std::size_t kMostFluids = 256;
    if (impl_->fluids.size() >= kMostFluids) return Error{path + ": a world has at most 256 fluids"};
    const bool knowsHeat = impl_->particles.findField("temperature").has_value();
    if (!knowsHeat && (settings.temperature > 0 || settings.fuel > 0)) {
        return Error{path + (settings.fuel > 0 ? ".fuel" : ".temperature") + ": the method " +
                     std::string(impl_->entry.info.name) + " knows no heat; vortex and vortex_sph do"};
    }
    if (!impl_->solver->hasTension() && settings.surfaceTension > 0) {
        return Error{path + ".surface_tension: the method " + std::string(impl_->entry.info.name) +
                     " has no surface tension; wcsph, pbf and sph_pbd have"};
    }
    const FluidConstants constants = impl_->toWorldUnits(settings);
    std::vector<float> masses = impl_->masses;
    masses.push_back(constants.mass);
    std::vector<FluidSettings> all = impl_->fluids;
    all.push_back(settings);
    for (std::size_t k = 0; k < all.size(); ++k) all[k].particleMass = masses[k];
    if (const auto checked = impl_->solver->checkFluids(all); !checked) return Error{checked.error()};
    impl_->constants.push_back(constants);
    if (const auto checked = impl_->checkLongestStep(); !checked) {
        impl_->constants.pop_back();
        return Error{path + ": " + checked.error()};
    }
    impl_->fluids.push_back(settings);
    impl_->masses = std::move(masses);
    return static_cast<FluidIndex>(impl_->fluids.size() - 1);
}

// What would end at its first step, whatever the particles do.
Result<void> World::Impl::checkLongestStep() {
    if (settings.timeStep > 0) return {};
    const float longest = solver->longestStep(context(0));
    if (longest >= settings.minTimeStep) return {};
    const auto text = [](float value) { return describeValue(static_cast<double>(value)); };
    return Error{"its stiffness, viscosity or tension asks for time steps of at most " + text(longest) +
                 " s at a world.particle_spacing of " + text(settings.particleSpacing) +
                 " m, and world.min_time_step is " + text(settings.minTimeStep) +
                 " s: make the fluid softer or thinner, raise the spacing, or lower world.min_time_step"};
}

// Where positions cannot tell neighbours apart there are no cells.
Result<void> World::Impl::checkReach(std::span<const Vec3> positions) const {
    const float limit = cellLimit(h);
    const auto isBeyond = [&](Vec3 p) {
        return !(std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) < limit);
    };
    const auto far = std::ranges::find_if(positions, isBeyond);
    if (far == positions.end()) return {};
    return Error{"has a particle at " + describeValue(*far) + " m: coordinates must be below " +
                 describeValue(static_cast<double>(limit)) +
                 " m, 2^20 cells of the support radius; move the scene to the origin, or raise "
                 "world.particle_spacing"};
}

Result<void> World::checkVortex(const VortexSeed& seed) const {
    const std::string path = "vortices." + std::to_string(impl_->vortexSeeds);
    const float radius = impl_->solver->vortexRadius(impl_->spacing);
    if (!(radius > 0)) {
        return Error{path + ": the method " + std::string(impl_->entry.info.name) +
                     " has no vortex particles; vortex and vortex_sph have"};
    }
    if (seed.settings.fluid >= impl_->fluids.size()) {
        return Error{path + ".fluid: " + std::to_string(seed.settings.fluid) + ": the world has " +
                     std::to_string(impl_->fluids.size())};
    }
    return undine::checkVortex(seed, {impl_->spacing, radius, impl_->settings.dimension}, path);
}

Result<Index> World::addVortex(const VortexSeed& seed) {
    if (const auto checked = checkVortex(seed); !checked) return Error{checked.error()};
    const std::string path = "vortices." + std::to_string(impl_->vortexSeeds);
    const float radius = impl_->solver->vortexRadius(impl_->spacing);
    auto points = placeVortex(seed, {impl_->spacing, radius, impl_->settings.dimension}, path);
    if (!points) return Error{points.error()};
    if (const auto near = impl_->checkReach(points.value().positions); !near) {
        return Error{path + ": " + near.error()};
    }
    const auto added = addParticles(seed.settings.fluid, points.value().positions, Vec3{});
    if (!added) return Error{path + ": " + added.error()};
    const VectorSpan vorticity = impl_->particles.vector(*impl_->particles.findField("vorticity"));
    const auto count = static_cast<Index>(points.value().positions.size());
    const Index first = impl_->particles.size() - count;
    for (Index i = 0; i < count; ++i) vorticity.set(first + i, points.value().vorticity[i]);
    ++impl_->vortexSeeds;
    return count;
}

Result<void> World::addWall(const Wall& wall) { return impl_->boundary.addWall(wall); }
Result<void> World::addForce(const Force& force) {
    const std::string path = "forces." + std::to_string(impl_->forces.size());
    if (!impl_->solver->movesByForces()) {
        return Error{path + ": the method " + std::string(impl_->entry.info.name) +
                     " moves particles by their vorticity; vortex_sph takes forces too"};
    }
    auto prepared = prepareForce(force, impl_->settings.dimension, path);
    if (!prepared) return Error{prepared.error()};
    impl_->forces.push_back(std::move(prepared).value());
    return {};
}

Result<void> World::Impl::checkNozzleIsFree(const Emitter& emitter) const {
    const std::string path = "emitters." + std::to_string(emitters.size());
    // One on a body moves to and fro, and is in that body from the start.
    if (!emitter.settings.body.empty()) return refuseInPeriod(path + ".body", "a nozzle on a body");
    const auto nozzle = makeNozzle(emitter, spacing, settings.dimension, path);
    if (!nozzle) return {};  // what is wrong with it is said by others
    if (auto inside = checkNozzleInPeriod(emitter.settings, nozzle.value(), grid.period(), h, path);
        !inside) {
        return inside;
    }
    const Vec3 first = emitter.settings.position + 0.5F * spacing * nozzle.value().direction;
    const auto hidden = std::ranges::count_if(
        nozzle.value().places, [&](Vec3 place) { return isBehindWall(first + place, 0.25F * spacing); });
    if (hidden == 0) return {};
    return Error{path + ".position: " + std::to_string(hidden) + " of its " +
                 std::to_string(nozzle.value().places.size()) + " places are behind walls or in bodies"};
}

// The water in the mouth follows the body without delay, and the body answers in the next step: one that is
// lighter would be thrown to and fro.
Result<void> World::Impl::checkRecoil(const Emitter& emitter) const {
    const std::string& name = emitter.settings.body;
    const auto at = std::ranges::find_if(
        models, [&](const ModelBody& body) { return !name.empty() && body.settings.name == name; });
    const std::string path = "emitters." + std::to_string(emitters.size());
    const auto nozzle = makeNozzle(emitter, spacing, settings.dimension, path);
    if (at == models.end() || !isFree(at->settings) || !nozzle || emitter.settings.fluid >= fluids.size()) {
        return {};
    }
    const double water =
        masses[emitter.settings.fluid] * static_cast<double>(Emitters::mouthOf(nozzle.value()));
    const double mass = at->model.rigid.mass;
    if (water <= 0.5 * mass) return {};
    return Error{path + ".body: \"" + name + "\": has a mass of " + describeValue(mass) + " kg, and " +
                 describeValue(water) + " kg of fluid are in the nozzle: the body must have twice as much"};
}

Result<void> World::addEmitter(const Emitter& emitter) {
    if (auto free = impl_->checkNozzleIsFree(emitter); !free) return free;
    if (auto checked = impl_->checkRecoil(emitter); !checked) return checked;
    return impl_->emitters.add(emitter, impl_->fluids, impl_->boundary.bodies(), impl_->time);
}

Result<void> World::addAbsorber(const Absorber& absorber) {
    return impl_->absorbers.add(absorber, impl_->settings.dimension, impl_->emitters);
}

Result<void> World::addFreezer(const Freezer& freezer) {
    if (!impl_->solver->movesByForces()) {
        return Error{"freezers: the method " + std::string(impl_->entry.info.name) +
                     " moves particles by their vorticity; vortex_sph can freeze them"};
    }
    if (auto checked = impl_->refuseInPeriod("freezers", "frozen pieces"); !checked) return checked;
    return impl_->frozen.add(freezer, impl_->settings.dimension, impl_->particles);
}

bool World::Impl::isBehindWall(Vec3 p, float distance) const {
    return rigid.contains(p, distance) || std::ranges::any_of(boundary.shapes(), [&](const WallShape& wall) {
               return wallDistance(wall, p) < distance;
           });
}

Result<Index> World::addTracers(const Tracers& tracers) {
    const std::string path = "tracers." + std::to_string(impl_->tracerFills);
    if (const auto checked = checkParameters(tracers.settings, path); !checked) return Error{checked.error()};
    const float spacing = tracers.settings.spacing > 0 ? tracers.settings.spacing : impl_->spacing;
    auto points = latticePoints(tracers.shape, spacing, impl_->settings.dimension);
    if (!points) return Error{path + ": " + points.error()};
    std::erase_if(points.value(), [&](Vec3 p) { return impl_->isBehindWall(p, 0); });
    if (auto inside = checkInPeriod(points.value(), impl_->grid.period()); !inside) {
        return Error{path + ": " + inside.error()};
    }
    if (points.value().empty()) return Error{path + ": all of them would be behind walls"};
    const std::size_t all = points.value().size() + impl_->tracers.size();
    if (all > kMostParticles) return Error{path + ": more than 4e9 tracers"};
    if (const Index most = impl_->settings.maxTracers; most > 0 && all > most) {
        return Error{path + ": " + std::to_string(all) + " tracers are too many: world.max_tracers is " +
                     std::to_string(most)};
    }
    const Vec3 velocity = std::visit([](const auto& s) { return s.velocity; }, tracers.shape);
    impl_->tellTracersOfHeat();
    impl_->tracers.add(points.value(), velocity, tracers.settings.color);
    ++impl_->tracerFills;
    return static_cast<Index>(points.value().size());
}

VectorView World::tracerPositions() const { return impl_->tracers.positions(); }
std::span<const Vec3> World::tracerColors() const { return impl_->tracers.colors(); }
std::span<const float> World::tracerTemperatures() const { return impl_->tracers.temperatures(); }
std::span<const float> World::tracerSmoke() const { return impl_->tracers.smoke(); }

Result<Index> World::fill(FluidIndex fluid, const Fill& shape) {
    auto points = latticePoints(shape, impl_->spacing, impl_->settings.dimension);
    if (!points) return Error{points.error()};
    if (auto closes = checkLatticeCloses(shape, impl_->grid.period(), impl_->spacing); !closes) {
        return Error{closes.error()};
    }
    std::vector<Vec3>& x = points.value();
    std::vector<Vec3> v = ownVelocities(shape, x);
    const std::size_t wanted = x.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        // Lattice points next to a flat wall are half a spacing away from it.
        if (impl_->isBehindWall(x[i], 0.4F * impl_->spacing)) continue;
        x[kept] = x[i];
        if (!v.empty()) v[kept] = v[i];
        ++kept;
    }
    if (kept == 0) return Error{"all of its " + std::to_string(wanted) + " particles would be behind walls"};
    const std::span<const Vec3> positions(x.data(), kept);
    if (const auto near = impl_->checkReach(positions); !near) return Error{near.error()};
    const Vec3 velocity = std::visit([](const auto& s) { return s.velocity; }, shape);
    const auto added = v.empty() ? addParticles(fluid, positions, velocity)
                                 : addParticles(fluid, positions, std::span(v).first(kept));
    if (!added) return Error{added.error()};
    return static_cast<Index>(kept);
}

Result<void> World::Impl::checkRoom(std::size_t more) const {
    const std::size_t all = more + particles.size();
    if (all > kMostParticles) return Error{"more than 4e9 particles"};
    if (settings.maxParticles == 0 || all <= settings.maxParticles) return {};
    const std::string others =
        particles.size() > 0 ? " beside the " + std::to_string(particles.size()) + " there are already" : "";
    return Error{std::to_string(more) + " particles" + others + " are too many: world.max_particles is " +
                 std::to_string(settings.maxParticles)};
}

Result<ParticleId> World::addParticles(FluidIndex fluid, std::span<const Vec3> positions, Vec3 velocity) {
    if (fluid >= impl_->fluids.size()) {
        return Error{"fluid " + std::to_string(fluid) + ": the world has " +
                     std::to_string(impl_->fluids.size())};
    }
    if (auto checked = impl_->checkRoom(positions.size()); !checked) return Error{checked.error()};
    if (impl_->settings.dimension == 2) {
        const bool flat = velocity.z == 0 && std::ranges::all_of(positions, isFlat);
        if (!flat) return Error{"z of position and velocity must be 0 in two dimensions"};
    }
    if (auto inside = checkInPeriod(positions, impl_->grid.period()); !inside) return Error{inside.error()};
    return impl_->particles.add(positions, velocity, fluid);
}

Result<ParticleId> World::addParticles(FluidIndex fluid, std::span<const Vec3> positions,
                                       std::span<const Vec3> velocities) {
    if (velocities.size() != positions.size()) {
        return Error{std::to_string(velocities.size()) + " velocities for " +
                     std::to_string(positions.size()) + " positions"};
    }
    if (impl_->settings.dimension == 2 && !std::ranges::all_of(velocities, isFlat)) {
        return Error{"z of velocity must be 0 in two dimensions"};
    }
    const Index first = particleCount();
    auto added = addParticles(fluid, positions);
    if (!added) return added;
    const VectorSpan v = impl_->particles.velocity();
    for (std::size_t i = 0; i < velocities.size(); ++i) v.set(first + static_cast<Index>(i), velocities[i]);
    return added;
}

Index World::removeParticles(std::span<const ParticleId> ids) {
    const Index before = particleCount();
    const auto marks = std::make_unique<bool[]>(before);
    for (const ParticleId id : ids) {
        if (const auto i = findParticle(id)) marks[*i] = true;
    }
    impl_->particles.removeMarked(impl_->pool, {marks.get(), before});
    return before - particleCount();
}

}  // namespace undine
