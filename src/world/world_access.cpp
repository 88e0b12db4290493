// SPDX-License-Identifier: Zlib
#include <algorithm>

#include "world/diagnosis.h"
#include "world/world_impl.h"

namespace undine {

const WorldSettings& World::settings() const { return impl_->settings; }
std::string_view World::solverName() const { return impl_->entry.info.name; }
float World::supportRadius() const { return impl_->h; }
std::span<const FluidSettings> World::fluids() const { return impl_->fluids; }

double World::time() const { return impl_->time; }
std::uint64_t World::stepCount() const { return impl_->steps; }
Index World::particleCount() const { return impl_->particles.size(); }

VectorView World::positions() const {
    const VectorSpan x = impl_->particles.position();
    return {x.x, x.y, x.z, particleCount()};
}
VectorView World::velocities() const {
    const VectorSpan v = impl_->particles.velocity();
    return {v.x, v.y, v.z, particleCount()};
}
std::span<const float> World::Impl::scalars(std::string_view name) {
    const auto field = particles.findField(name);
    if (!field) return {};
    return {particles.scalar(*field), particles.size()};
}
std::span<const float> World::densities() const { return impl_->scalars("density"); }
std::span<const float> World::pressures() const { return impl_->scalars("pressure"); }
std::span<const ParticleId> World::ids() const { return {impl_->particles.id(), particleCount()}; }
std::span<const FluidIndex> World::fluidIndices() const {
    return {impl_->particles.fluid(), particleCount()};
}
std::span<UserTag> World::tags() { return {impl_->particles.tag(), particleCount()}; }

std::optional<Index> World::findParticle(ParticleId id) const { return impl_->particles.find(id); }

void World::setVelocity(Index particle, Vec3 velocity) {
    UNDINE_ASSERT(particle < particleCount());
    if (impl_->settings.dimension == 2) velocity.z = 0;
    impl_->particles.velocity().set(particle, velocity);
}

std::vector<FieldInfo> World::fields() const {
    const auto infos = impl_->particles.fields();
    return {infos.begin(), infos.end()};
}

std::optional<FieldView> World::field(std::string_view name) const {
    ParticleStore& particles = impl_->particles;
    const auto index = particles.findField(name);
    if (!index) return std::nullopt;
    FieldView view{.info = particles.fields()[*index], .size = particleCount()};
    switch (view.info.type) {
        case FieldType::Scalar:
            view.data[0] = particles.scalar(*index);
            break;
        case FieldType::UInt32:
            view.data[0] = particles.words32(*index);
            break;
        case FieldType::UInt64:
            view.data[0] = particles.words64(*index);
            break;
        case FieldType::Vector: {
            const VectorSpan arrays = particles.vector(*index);
            view.data[0] = arrays.x;
            view.data[1] = arrays.y;
            view.data[2] = arrays.z;
            break;
        }
    }
    return view;
}

std::string World::diagnose(const StepReport& report) const {
    FastBody fastest;
    for (const RigidBody& body : impl_->rigid.bodies()) {
        const double speed = body.maxSpeed();
        if (speed > fastest.speed) fastest = {body.position().rounded(), speed};
    }
    return diagnosisOf(report, impl_->settings, impl_->fluids, {impl_->entry.calmer, impl_->entry.firmer},
                       fastest);
}

namespace {

struct Sums {
    Statistics s;
    double compressed = 0;
    Sums& operator+=(const Sums& other) {
        s.kineticEnergy += other.s.kineticEnergy;
        s.potentialEnergy += other.s.potentialEnergy;
        for (int k = 0; k < 3; ++k) s.momentum[k] += other.s.momentum[k];
        s.meanDensityError += other.s.meanDensityError;
        compressed += other.compressed;
        return *this;
    }
};

}  // namespace

Statistics World::computeStatistics() const {
    ParticleStore& particles = impl_->particles;
    const VectorSpan x = particles.position();
    const VectorSpan v = particles.velocity();
    const std::uint32_t* fluid = particles.fluid();
    const std::span<const float> density = densities();
    const Vec3 g = (1 / impl_->settings.simulationScale) * impl_->settings.gravity;
    const auto total = deterministicSum<Sums>(impl_->pool, particles.size(), [&](Range block) {
        Sums sums;
        for (Index i = block.begin; i < block.end; ++i) {
            const FluidConstants& constants = impl_->constants[fluid[i]];
            const double m = constants.mass;
            sums.s.kineticEnergy += 0.5 * m * dot(v[i], v[i]);
            sums.s.potentialEnergy -= m * dot(g, x[i]);
            sums.s.momentum[0] += m * v[i].x;
            sums.s.momentum[1] += m * v[i].y;
            sums.s.momentum[2] += m * v[i].z;
            const double error = density.empty() ? 0 : density[i] / constants.restDensity - 1.0;
            sums.s.meanDensityError += std::max(error, 0.0);
            sums.compressed += error > 0 ? 1 : 0;
        }
        return sums;
    });
    Statistics statistics = total.s;
    if (total.compressed > 0) statistics.meanDensityError /= total.compressed;
    return statistics;
}

std::vector<PhaseTime> World::phaseTimes() const { return impl_->profiler.phases(); }
std::size_t World::memoryBytes() const {
    return impl_->particles.bytes() + impl_->grid.bytes() + impl_->solver->bytes() + impl_->emitters.bytes() +
           impl_->absorbers.bytes() + impl_->frozen.bytes() + impl_->tracers.bytes() + impl_->rigid.bytes();
}

}  // namespace undine
