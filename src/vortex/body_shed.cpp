// SPDX-License-Identifier: Zlib
// What comes off bodies: see vortex/body_sheets.h.
#include <algorithm>
#include <cmath>

#include "vortex/body_inertia.h"
#include "vortex/body_sheets.h"

namespace undine {
namespace {

constexpr float kShedDistance = 0.75F;  // spacings outside
constexpr float kLeastShed = 0.05F;     // of the largest strength; samples with less keep theirs

}  // namespace

std::span<const ShedParticle> BodySheets::shed(const ShedPass& pass) {
    shed_.clear();
    if (!(pass.share > 0)) return shed_;
    float most = 0, fastest = 0;
    const VectorSpan strength = spanOf(strength_);
    for (Index i = 0; i < samples_; ++i) {
        const float size = length(strength[i]);
        most = std::max(most, size);
        fastest = std::max(fastest, size / area_[i]);
    }
    passed_ += static_cast<double>(pass.dt) * static_cast<double>(fastest);
    if (passed_ < static_cast<double>(spacing_)) return shed_;
    passed_ = 0;
    for (const Body& body : bodies_) shedFrom(body, pass, kLeastShed * most);
    return shed_;
}

void BodySheets::shedFrom(const Body& body, const ShedPass& pass, float least) {
    findLoose(body, pass.ambientDensity);
    const VectorSpan strength = spanOf(strength_), position = spanOf(x_), normal = spanOf(normal_);
    Memory& memory = memory_[body.known];
    const Vec3d middle = Vec3d(body.place.position) + ahead_ * body.velocity;
    for (Index i = body.first; i < body.first + samplesOf(body); ++i) {
        if (!(length(strength[i]) > least)) continue;
        if (shed_.size() >= pass.room) return;
        Vec3 at = position[i] + kShedDistance * spacing_ * normal[i];
        const float share = pass.shareAt(at);
        if (!(share > 0)) continue;
        const Vec3 own = (pass.share * share) * spanOf(scratch_)[i];
        shed_.push_back({at, own, body.temperature});
        memory.circulation += static_cast<double>(own.z);
        const Six impulse = impulseOf(Vec3d(at) - middle, Vec3d(own), dimension_);
        memory.momentum = memory.momentum - static_cast<double>(pass.ambientDensity) * impulse;
    }
}

// scratch_ = the strengths that may come off: all of them; of free bodies the sheet of each motion by its
// share, and all of what is left.
void BodySheets::findLoose(const Body& body, float density) {
    const VectorSpan strength = spanOf(strength_), loose = spanOf(scratch_);
    const Index first = body.first, count = samplesOf(body);
    for (Index i = first; i < first + count; ++i) loose.set(i, strength[i]);
    if (body.rigid == nullptr) return;
    const Axes axes(body.place.axes);
    const Six shares = looseShares(body, density);
    for (std::size_t k = 0; k < 6; ++k) {
        const std::vector<Vec3>& unit = body.shape->unit[k];
        if (unit.empty() || !(shares[k] < 1)) continue;
        double own = 0, all = 0;
        for (Index i = 0; i < count; ++i) {
            const Vec3d sheet = axes.toWorld(Vec3d(unit[i]));
            own += dot(sheet, Vec3d(strength[first + i]));
            all += static_cast<double>(area_[first + i]) * dot(sheet, sheet);
        }
        if (!(all > 0)) continue;
        const double stays = (1 - shares[k]) * own / all;
        for (Index i = 0; i < count; ++i) {
            const Vec3d sheet = axes.toWorld(Vec3d(unit[i]));
            const double area = area_[first + i];
            loose.set(first + i, (Vec3d(loose[first + i]) - (stays * area) * sheet).rounded());
        }
    }
}

// When the sheet of a unit motion comes off, fluid next to the body is taken along by an impulse J', and the
// body gets the opposite. A light one would be thrown back by more than it was ahead, and its next sheet more
// still: a ball of half the fluid's density was spinning to and fro ever faster. With J of the sheet on the
// surface, and a motion q of what is inside by what has come off, the slip that is left is
//
//   1 - s ((J' - q J) / (M + A) + q)
//
// after a share s of it has come off. q is not known, but between 0 and 1: s is such that for none of them
// this is below 0.
Six BodySheets::looseShares(const Body& body, float density) const {
    const SheetShape& shape = *body.shape;
    const Six mass = massOf(*body.rigid, Axes(body.place.axes));
    const SixBySix added = addedMass(shape, density);
    Six shares{};
    for (std::size_t k = 0; k < 6; ++k) {
        shares[k] = 1;
        if (shape.unit[k].empty()) continue;
        double on = 0, off = 0;
        for (std::size_t i = 0; i < shape.samples.size(); ++i) {
            const SheetShape::Sample& sample = shape.samples[i];
            const Vec3d strength(sample.area * shape.unit[k][i]);
            const Vec3 outside = sample.position + kShedDistance * spacing_ * sample.normal;
            on += impulseOf(Vec3d(sample.position), strength, dimension_)[k];
            off += impulseOf(Vec3d(outside), strength, dimension_)[k];
        }
        const double answer = static_cast<double>(density) / (mass[k] + added[k][k]);
        shares[k] = 1 / std::max({1.0, answer * off, 1 + answer * (off - on)});
    }
    return shares;
}

}  // namespace undine
