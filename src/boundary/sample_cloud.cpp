// SPDX-License-Identifier: Zlib
#include "boundary/sample_cloud.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"
#include "kernels/half_space.h"

namespace undine {

std::vector<float> sampleVolumes(std::span<const SurfaceSample> samples, const SampleKernel& kernel,
                                 const ThreadPool& pool) {
    const float d = kernel.spacing;
    const auto layerAt = [&](float distance) {
        return layerDensity(kernel.formulation, kernel.h, d, kernel.dimension, distance);
    };
    const double missing = missingAtWall(kernel.formulation, kernel.h, d, kernel.dimension);
    ParticleStore store;
    std::vector<Vec3> positions;
    for (const SurfaceSample& sample : samples) positions.push_back(sample.position);
    store.add(positions, {}, 0);
    CellGrid grid;
    grid.build(store, kernel.h, kernel.dimension, pool);
    const VectorSpan x = store.position();
    const double flat = layerAt(0);
    std::vector<float> volumes(samples.size());
    pool.forEachBlock(grid.cellCount(), [&](Range cells) {
        for (Index c = cells.begin; c < cells.end; ++c) {
            for (Index i = grid.cell(c).begin; i < grid.cell(c).end; ++i) {
                double crowd = 0;
                for (const Range row : grid.rows(c)) {
                    for (Index j = row.begin; j < row.end; ++j) {
                        const float r = length(x[i] - x[j]);
                        if (r < kernel.h) {
                            crowd += densityKernel(kernel.formulation, kernel.h, kernel.dimension, r);
                        }
                    }
                }
                const Index sample = grid.order()[i];
                const double here = missing / layerAt(0.5F * d + samples[sample].depth);
                volumes[sample] = static_cast<float>(here * flat / crowd);
            }
        }
    });
    return volumes;
}

SampleCloud::SampleCloud()
    : own_(store_.declare({"own_position", "m", FieldType::Vector, true, false})),
      volume_(store_.declare({"volume", "m^3", FieldType::Scalar, true, false})),
      inner_(store_.declare({"inner_share", "", FieldType::Scalar, true, false})),
      outer_(store_.declare({"outer_share", "", FieldType::Scalar, false, false})) {}

void SampleCloud::add(std::span<const SurfaceSample> samples, std::span<const float> volumes,
                      std::span<const float> inner, Index body) {
    for (std::size_t k = 0; k < samples.size(); ++k) {
        samples_.push_back({samples[k].position, volumes[k], inner.empty() ? 0 : inner[k], body});
    }
}

void SampleCloud::takeOver(const ThreadPool& pool) {
    if (store_.size() != size()) {
        store_.permute(pool, {}, ParticleStore::Move::AllFields);
        const std::vector<Vec3> anywhere(samples_.size());
        store_.add(anywhere, {}, 0);
    }
    const VectorSpan own = store_.vector(own_);
    float* volume = store_.scalar(volume_);
    float* inner = store_.scalar(inner_);
    std::uint32_t* body = store_.writableFluid();
    pool.forEachBlock(size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            own.set(i, samples_[i].own);
            volume[i] = samples_[i].volume;
            inner[i] = samples_[i].inner;
            body[i] = samples_[i].body;
        }
    });
}

void SampleCloud::follow(std::span<const RigidBody> bodies, const ThreadPool& pool) {
    const VectorSpan own = store_.vector(own_);
    const VectorSpan x = store_.position();
    const std::uint32_t* body = store_.fluid();
    pool.forEachBlock(size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) x.set(i, bodies[body[i]].place().toWorld(own[i]));
    });
}

void SampleCloud::sort(std::span<const RigidBody> bodies, const SampleKernel& kernel,
                       const ThreadPool& pool) {
    takeOver(pool);
    follow(bodies, pool);
    grid_.build(store_, kernel.h, kernel.dimension, pool);
    findMask();
}

void SampleCloud::findMask() {
    const VectorSpan x = store_.position();
    CellPlace low{{INT64_MAX, INT64_MAX, INT64_MAX}};
    CellPlace high{{INT64_MIN, INT64_MIN, INT64_MIN}};
    const auto cellAt = [&](Index c) { return grid_.cellAt(x[grid_.cell(c).begin]); };
    // Samples of bodies that have left the world are in the last of the cells, which is nowhere.
    Index cells = grid_.cellCount();
    if (cells > 0 && !grid_.hasCellAt(x[grid_.cell(cells - 1).begin])) --cells;
    for (Index c = 0; c < cells; ++c) {
        const CellPlace cell = cellAt(c);
        for (int k = 0; k < 3; ++k) {
            low.c[k] = std::min(low.c[k], cell.c[k] - 1);
            high.c[k] = std::max(high.c[k], cell.c[k] + 1);
        }
    }
    cells > 0 ? mask_.reset(low, high) : mask_.reset({}, {});
    for (Index c = 0; c < cells; ++c) mask_.markAround(cellAt(c));
}

void SampleCloud::writeRecords(Record* records, const ThreadPool& pool) {
    const VectorSpan x = store_.position();
    const float* volume = store_.scalar(volume_);
    pool.forEachBlock(size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) records[i] = {x.x[i], x.y[i], x.z[i], volume[i]};
    });
}

}  // namespace undine
