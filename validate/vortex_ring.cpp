// SPDX-License-Identifier: Zlib
// A ring of smoke moves at U = G/(4 pi R) (ln(8 R/a) - 0.558), and keeps circulation and impulse.
//
//   [Saf70] Saffman: The Velocity of Viscous Vortex Rings, 1970
#include <algorithm>

#include "validate/cases.h"
#include "validate/vortex_worlds.h"

namespace undine::validate {
namespace {

constexpr int kSteps = 40;

double coreOf(const Subject& subject) { return subject.name == "vortex, core 0.1" ? 0.1 : 0.2; }

Sample runVortexRing(const Subject& subject, int resolution) {
    const double core = coreOf(subject);
    const auto spacing = static_cast<float>(core / resolution);
    const float cell = spacing * spacing * spacing;
    World world = emptyAir(spacing, std::get<VortexSettings>(subject.solver));
    static_cast<void>(world.addVortex(ringAt(0, static_cast<float>(core))).value());
    Sample sample = emptySample(3);
    sample.particles = world.particleCount();
    const Vorticity before = measureVorticity(world, cell);
    const double speed = ringSpeed(1, core);
    sample.curve.push_back({0, 0});
    Vorticity now = before;
    for (int step = 0; step < kSteps; ++step) {
        const StepReport report = world.step();
        if (!report.ok()) {
            sample.trouble = world.diagnose(report);
            return sample;
        }
        now = measureVorticity(world, cell);
        sample.curve.push_back({world.time() * speed, now.height - before.height});
    }
    sample.errors = {std::abs((now.height - before.height) / (world.time() * speed) - 1),
                     std::abs(now.circulation / before.circulation - 1),
                     length(now.impulse - before.impulse) / length(before.impulse)};
    return sample;
}

}  // namespace

Case vortexRingCase() {
    Case about;
    about.name = "vortex_ring";
    about.title = "A vortex ring moves by itself";
    about.what = "A ring of whirling air, as smokers blow it, flies along its axis, driven by its own flow.";
    about.why =
        "Every piece of the ring is moved by all others, and stretching acts along it. The speed depends on "
        "how well "
        "the sum over all vortex particles, the fast tree behind it and the core are done.";
    about.theory =
        "A thin ring of radius R, with a core of radius a in which vorticity falls off like a bell curve, "
        "moves at G / "
        "(4 pi R) (ln(8 R/a) - 0.558) (Saffman 1970). Circulation G and impulse stay what they are.";
    about.how =
        "Mean speed over 40 steps, and the change of circulation and impulse. The formula is for thin cores: "
        "for a = "
        "0.2 R it is itself off by about a per cent. Resolution: particles along the radius of the core.";
    about.x = {.label = "distance by theory / R"};
    about.y = {.label = "distance / R"};
    about.reference = {{"theory", {{0, 0}, {1, 1}}, page::Stroke::Dashes}};
    about.quantities = {{"speed", 0.03}, {"circulation", 0.01}, {"impulse", 0.01}};
    const VortexSettings solver{.remeshInterval = 10};
    about.subjects = {
        {.name = "vortex, core 0.2", .solver = solver, .dimension = 3, .quick = {2}, .full = {2, 3, 4}},
        {.name = "vortex, core 0.1", .solver = solver, .dimension = 3, .quick = {}, .full = {2, 3}}};
    about.run = runVortexRing;
    return about;
}

}  // namespace undine::validate
