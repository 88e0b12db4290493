// SPDX-License-Identifier: Zlib
#include "surface/surface_particles.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "core/geometry.h"

namespace undine {
namespace {

// Lengths in spacings.
constexpr float kBall = 2;          // radius of a kernel within the fluid
constexpr float kWidest = 3;        // longest half axis of an ellipsoid; also the radius of the covariance
constexpr float kFlattest = 0.35F;  // shortest half axis, relative to the longest: sheets keep their volume
constexpr float kBulkVariance = 1 / 7.0F;  // of neighbours all around along an axis, in kWidest squared
constexpr float kLone = 1;                 // radius of the kernel of a particle without neighbours
constexpr float kFurthestMove = 0.5F;      // of a centre that is smoothed

// A particle whose ball's sum is below this, or whose neighbours' middle is further away, or whose neighbours
// are nearer in the mean square (in balls; it is 0.27 within the fluid, 0.2 in two dimensions), is near the
// surface. The last are clumps: five particles at one place have the sum of a full fluid around them.
// Of a dam break that has run, 98 of 100 particles deep within have sums of 0.986 to 1.022, and those of the
// layer on the floor 0.786 to 0.858.
constexpr float kFullSupport = 0.93F;
constexpr float kCentered = 0.1F;
constexpr float kClumped = 0.1F;

/// Constants of the kernel (1 - q^2)^3.
struct KernelConstants {
    float unit;         // 1 / its integral at radius 1
    float lineSupport;  // the ball's sum for a line of particles; in two dimensions, for one that ends
    float loneScale;    // what makes the level set of a lone particle as large as a particle
    float loneSupport() const { return unit / volume; }
    float volume;  // of the ball's radius to the power of the dimension
};
constexpr KernelConstants kIn2D{4 / std::numbers::pi_v<float>, 0.6F, 1.239F, kBall* kBall};
constexpr KernelConstants kIn3D{315 / (64 * std::numbers::pi_v<float>), 0.44F, 1.372F, kBall* kBall* kBall};

const KernelConstants& constantsFor(int dimension) { return dimension == 2 ? kIn2D : kIn3D; }

float blend(float a, float b, float t) { return a + (b - a) * t; }

}  // namespace

float SurfaceParticles::reach() const { return (kWidest + kFurthestMove) * spacing_; }

Result<void> SurfaceParticles::prepare(const SurfaceInput& input, const SurfaceSettings& settings,
                                       const ThreadPool& pool) {
    spacing_ = input.spacing;
    dimension_ = input.dimension;
    sort(input);
    const CellGrid::Misplaced misplaced = grid_.build(store_, kWidest * spacing_, dimension_, pool);
    if (misplaced.count() > 0) {
        return Error{std::to_string(misplaced.count()) +
                     " particles are at no place: their coordinates are not finite or too large"};
    }
    computeSupport(pool);
    listNearSurface(pool);
    computeMoments(pool);
    shapes_.resizeForOverwrite(nearSurface_.size() + 1);
    shapes_[0] = ball(1, 1);
    pool.forEachBlock(static_cast<Index>(nearSurface_.size()), [&](Range block) {
        for (Index k = block.begin; k < block.end; ++k) {
            shapes_[k + 1] = shapeFor(nearSurface_[k], settings.kernel);
        }
    });
    if (settings.centerSmoothing > 0) smoothCenters(settings.centerSmoothing, pool);
    return {};
}

void SurfaceParticles::sort(const SurfaceInput& input) {
    store_ = ParticleStore();
    const Index n = input.positions.size();
    std::vector<Vec3> positions(n);
    for (Index i = 0; i < n; ++i) positions[i] = input.positions[i];
    store_.add(positions, {}, 0);
    if (!input.fluids.empty()) std::copy(input.fluids.begin(), input.fluids.end(), store_.writableFluid());
}

void SurfaceParticles::computeSupport(const ThreadPool& pool) {
    const float h = kBall * spacing_;
    support_.resizeForOverwrite(0);
    support_.resize(size());
    spread_.resizeForOverwrite(0);
    spread_.resize(size());
    for (AlignedArray<float>& axis : offset_) {
        axis.resizeForOverwrite(0);
        axis.resize(size());
    }
    isNear_.resizeForOverwrite(size());
    const VectorSpan offset = spanOf(offset_);
    const float scale = constantsFor(dimension_).loneSupport();
    grid_.forEachBlockOfCells(pool, [&](Range cells) {
        addSupport(grid_, cells, h, {positions(), support_.data(), spread_.data(), offset});
        const Range particles = grid_.particlesOf(cells);
        for (Index i = particles.begin; i < particles.end; ++i) {
            const Vec3 middle = (kBall / support_[i]) * offset[i];
            const bool isClump = spread_[i] < kClumped * support_[i];
            support_[i] *= scale;
            const bool isNear =
                isClump || support_[i] < kFullSupport || dot(middle, middle) > kCentered * kCentered;
            isNear_[i] = isNear ? 1.0F : 0.0F;
            offset.set(i, isNear ? middle : Vec3{});
        }
    });
}

void SurfaceParticles::listNearSurface(const ThreadPool& pool) {
    const Index blocks = blockCount(size());
    firstOfBlock_.resizeForOverwrite(blocks);
    pool.run(blocks, [&](Index b) {
        const Range block = blockRange(b, size());
        Index count = 0;
        for (Index i = block.begin; i < block.end; ++i) count += isNear_[i] > 0 ? 1 : 0;
        firstOfBlock_[b] = count;
    });
    Index total = 0;
    for (Index b = 0; b < blocks; ++b) total += std::exchange(firstOfBlock_[b], total);
    nearSurface_.resizeForOverwrite(total);
    slotOf_.resizeForOverwrite(size());
    pool.run(blocks, [&](Index b) {
        const Range block = blockRange(b, size());
        Index at = firstOfBlock_[b];
        for (Index i = block.begin; i < block.end; ++i) {
            slotOf_[i] = 0;
            if (isNear_[i] == 0) continue;
            nearSurface_[at] = i;
            slotOf_[i] = ++at;
        }
    });
}

void SurfaceParticles::computeMoments(const ThreadPool& pool) {
    moments_.resizeForOverwrite(0);
    moments_.resize(nearSurface_.size() + 1);
    const MomentJob job{positions(), isNear_.data(), spanOf(offset_), slotOf_.data(), moments_.data()};
    grid_.forEachBlockOfCells(pool, [&](Range cells) { addMoments(grid_, cells, kWidest * spacing_, job); });
}

KernelShape SurfaceParticles::ball(float width, float amplification) const {
    const float radius = kBall * width;
    const float inverse = 1 / (radius * radius);
    const float volume = dimension_ == 2 ? radius * radius : radius * radius * radius;
    return {.m = {inverse, inverse, inverse, 0, 0, 0},
            .amplitude = amplification * constantsFor(dimension_).unit / volume,
            .extent = {radius, radius, radius}};
}

KernelShape SurfaceParticles::shapeFor(Index i, SurfaceKernel kernel) const {
    const KernelConstants& constants = constantsFor(dimension_);
    const float lone = constants.loneSupport();
    const float company = std::clamp((support_[i] - lone) / (constants.lineSupport - lone), 0.0F, 1.0F);
    const float amplification = blend(constants.loneScale, 1, company);
    if (kernel == SurfaceKernel::Spherical) return ball(blend(kLone / kBall, 1, company), amplification);

    const Moments& sums = moments_[slotOf_[i]];
    const float scale = 1 / sums.weight;
    const Vec3 mean = scale * Vec3{sums.x, sums.y, sums.z};
    const Eigen axes = eigenOf({scale * sums.xx - mean.x * mean.x, scale * sums.yy - mean.y * mean.y,
                                scale * sums.zz - mean.z * mean.z, scale * sums.xy - mean.x * mean.y,
                                scale * sums.xz - mean.x * mean.z, scale * sums.yz - mean.y * mean.z});
    KernelShape shape;
    shape.amplitude = amplification * constants.unit;
    float squares[3] = {};  // of the half sides of the box around the ellipsoid
    for (int k = 0; k < 3; ++k) {
        const float relative = std::sqrt(std::max(axes.value[k], 0.0F) / kBulkVariance);
        const float radius = blend(kLone, kWidest * std::clamp(relative, kFlattest, 1.0F), company);
        const Vec3 e = axes.vector[k];
        const float inverse = 1 / (radius * radius);
        const bool isAcross = dimension_ == 2 && std::fabs(e.z) > 0.5F;  // the axis that is not there
        if (!isAcross) shape.amplitude /= radius;
        shape.m.xx += inverse * e.x * e.x, shape.m.yy += inverse * e.y * e.y;
        shape.m.zz += inverse * e.z * e.z, shape.m.xy += inverse * e.x * e.y;
        shape.m.xz += inverse * e.x * e.z, shape.m.yz += inverse * e.y * e.z;
        squares[0] += radius * radius * e.x * e.x;
        squares[1] += radius * radius * e.y * e.y;
        squares[2] += radius * radius * e.z * e.z;
    }
    shape.extent = {std::sqrt(squares[0]), std::sqrt(squares[1]), std::sqrt(squares[2])};
    return shape;
}

void SurfaceParticles::smoothCenters(float amount, const ThreadPool& pool) {
    const VectorSpan x = positions();
    const VectorSpan offset = spanOf(offset_);
    pool.forEachBlock(static_cast<Index>(nearSurface_.size()), [&](Range block) {
        for (Index k = block.begin; k < block.end; ++k) {
            const Index i = nearSurface_[k];
            const Moments& sums = moments_[k + 1];
            const Vec3 drift = (1 / sums.nearWeight) * Vec3{sums.driftX, sums.driftY, sums.driftZ};
            const Vec3 move = amount * (offset[i] - drift);
            const float shorter = std::min(1.0F, kFurthestMove / std::max(length(move), 1e-6F));
            x.set(i, x[i] + (shorter * spacing_) * move);
        }
    });
}

std::size_t SurfaceParticles::bytes() const {
    return store_.bytes() + grid_.bytes() + support_.bytes() + spread_.bytes() + isNear_.bytes() +
           3 * offset_[0].bytes() + nearSurface_.bytes() + firstOfBlock_.bytes() + slotOf_.bytes() +
           moments_.bytes() + shapes_.bytes();
}

}  // namespace undine
