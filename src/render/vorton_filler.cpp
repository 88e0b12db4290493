// SPDX-License-Identifier: Zlib
#include "render/vorton_filler.h"

#include <algorithm>
#include <cmath>

#include "core/finite.h"
#include "render/color_map.h"

namespace undine {
namespace {

constexpr const char* kVorticity = "vorticity";
constexpr float kWeak = 0.04F;     // beside the strongest: not shown
constexpr float kLongest = 2.4F;   // in spacings
constexpr float kBall = 0.2F;      // radius in spacings, of the strongest
constexpr float kFlatBall = 0.5F;  // in 2D arrows point at the eye, and balls show the strength

}  // namespace

Result<void> checkVorticity(const PictureSource& source) {
    const FieldView* field = source.find(kVorticity);
    if (field != nullptr && field->info.type == FieldType::Vector) return {};
    return Error{
        "style vortons needs particles with the field vorticity: those of the methods vortex and vortex_sph"};
}

Result<void> VortonFiller::fill(const PictureSource& source, bool isColored, RenderScene& scene) {
    scene.vortons.clear();
    if (Result<void> checked = checkVorticity(source); !checked) return checked;
    const FieldView* positions = source.find("position");
    if (positions == nullptr) return {};
    if (Result<void> read = readField(source, kVorticity, strength_); !read) return read;
    for (const float strength : strength_) {
        if (std::isfinite(strength)) strongest_ = std::max(strongest_, strength);
    }
    std::size_t drawn = 0;
    for (Index i = 0; i < positions->size && drawn < scene.particles.size(); ++i) {
        const Vec3 place = vectorAt(*positions, i), vorticity = vectorAt(*source.find(kVorticity), i);
        if (!(place == scene.particles[drawn].position)) continue;  // left out: it is nowhere
        const RenderPoint& particle = scene.particles[drawn++];
        const float share = strongest_ > 0 ? strength_[i] / strongest_ : 0;
        if (!(share >= kWeak) || !isFinite(vorticity)) continue;
        const float ball = (scene.isFlat ? kFlatBall : kBall) * std::sqrt(share);
        scene.vortons.push_back({.position = place,
                                 .radius = ball * scene.spacing,
                                 .color = isColored ? particle.color : packColor(colorOf(share)),
                                 .arrow = (kLongest * scene.spacing / strongest_) * vorticity});
    }
    if (!isColored) scene.legend = {kVorticity, fieldUnit(source, kVorticity), 0, strongest_};
    return {};
}

}  // namespace undine
