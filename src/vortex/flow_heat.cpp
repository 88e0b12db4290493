// SPDX-License-Identifier: Zlib
// Heat and fire: see vortex/vortex_flow.h.
#include <algorithm>
#include <cmath>

#include "vortex/exchange.h"
#include "vortex/vortex_flow.h"

namespace undine {

void VortexFlow::advanceHeat(const FlowContext& context, float dt) {
    const Profiler::Zone zone(context.profiler, "vortex.heat");
    if (settings_.thermalDiffusivity > 0) spreadHeat(context, dt);
    ParticleStore& particles = context.particles;
    float* temperature = particles.scalar(temperature_);
    float* fuel = particles.scalar(fuel_);
    float* smoke = particles.scalar(smoke_);
    float* density = particles.scalar(density_);
    const float* coldDensity = particles.scalar(coldDensity_);
    const float stays = std::exp(-settings_.cooling * dt);
    const float unburnt = std::exp(-settings_.burnRate * dt);
    const float ambient = settings_.ambientTemperature;
    context.pool.forEachBlock(particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const float excess = temperature[i] - ambient;
            temperature[i] = excess == 0 ? ambient : ambient + stays * excess;
            if (fuel[i] > 0 && temperature[i] >= settings_.ignitionTemperature) {
                const float burnt = fuel[i] * (1 - unburnt);
                fuel[i] -= burnt;
                smoke[i] += burnt;
                temperature[i] += settings_.flameHeat * burnt;
            }
            density[i] = coldDensity[i] * ambient / temperature[i];
        }
    });
}

// kappa c sum_j V_j (T_j - T_i) K; particles without neighbours keep their heat.
void VortexFlow::spreadHeat(const FlowContext& context, float dt) {
    const Index n = context.particles.size();
    float* temperature = context.particles.scalar(temperature_);
    const float* volume = context.particles.scalar(volume_);
    const float ambient = settings_.ambientTemperature;
    values_.resizeForOverwrite(std::size_t{n} + 1);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            values_[i] = {volume[i] * (temperature[i] - ambient), 0, 0, volume[i]};
        }
    });
    exchange(context, context.particles.position());
    const float c =
        dt * settings_.thermalDiffusivity * exchangeConstant(context.h, context.spacing, context.dimension);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const float excess = temperature[i] - ambient;
            temperature[i] = ambient + excess + c * (sums_[i].x - excess * sums_[i].w);
        }
    });
}

}  // namespace undine
