// SPDX-License-Identifier: Zlib
// Two rings on one axis: the one behind slips through the one in front. The theory of thin rings, each moved
// by itself and by the other, is integrated here; what a ring induces is a matter of elliptic integrals.
//
//   [Dys93] Dyson: The Potential of an Anchor Ring, 1893
#include <algorithm>
#include <array>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/vortex_worlds.h"

namespace undine::validate {
namespace {

constexpr double kCore = 0.2;   // of both rings, over their radius of 1
constexpr double kApart = 0.7;  // at the start
constexpr double kDuration = 9;

struct ThinRing {
    double z;
    double r;
};
using Pair = std::array<ThinRing, 2>;

/// Velocity (along the axis, outwards) at a point, induced by a thin ring of circulation 1.
ThinRing induced(ThinRing at, ThinRing by) {
    const double dz = at.z - by.z;
    const double sum2 = (at.r + by.r) * (at.r + by.r) + dz * dz;
    const double difference2 = (at.r - by.r) * (at.r - by.r) + dz * dz;
    const double k = std::sqrt(4 * at.r * by.r / sum2);
    const double first = std::comp_ellint_1(k);
    const double second = std::comp_ellint_2(k);
    const double scale = 1 / (2 * kPi * std::sqrt(sum2));
    return {scale * (first + (by.r * by.r - at.r * at.r - dz * dz) / difference2 * second),
            scale * dz / at.r * (-first + (by.r * by.r + at.r * at.r + dz * dz) / difference2 * second)};
}

/// A core keeps its volume: a^2 R stays what it was.
Pair velocitiesOf(const Pair& rings) {
    Pair v{};
    for (std::size_t k = 0; k < 2; ++k) {
        v[k] = induced(rings[k], rings[1 - k]);
        v[k].z += ringSpeed(rings[k].r, kCore / std::sqrt(rings[k].r));
    }
    return v;
}

Pair moved(const Pair& from, const Pair& by, double dt) {
    return {{{from[0].z + dt * by[0].z, from[0].r + dt * by[0].r},
             {from[1].z + dt * by[1].z, from[1].r + dt * by[1].r}}};
}

/// How far the ring that starts in front is ahead, by Runge and Kutta's rule.
std::vector<page::Point> theoreticalLead() {
    Pair rings{{{0, 1}, {kApart, 1}}};
    std::vector<page::Point> lead;
    constexpr double kStep = 0.01;
    for (int step = 0; step * kStep <= kDuration; ++step) {
        if (step % 10 == 0) lead.push_back({step * kStep, rings[1].z - rings[0].z});
        const Pair a = velocitiesOf(rings);
        const Pair b = velocitiesOf(moved(rings, a, kStep / 2));
        const Pair c = velocitiesOf(moved(rings, b, kStep / 2));
        const Pair d = velocitiesOf(moved(rings, c, kStep));
        for (const auto& [slope, weight] : {std::pair{a, 1.0}, {b, 2.0}, {c, 2.0}, {d, 1.0}}) {
            rings = moved(rings, slope, weight * kStep / 6);
        }
    }
    return lead;
}

/// When a lead first becomes 0.
double passageOf(const std::vector<page::Point>& lead) {
    for (std::size_t k = 1; k < lead.size(); ++k) {
        const page::Point a = lead[k - 1];
        const page::Point b = lead[k];
        if (a.y > 0 && b.y <= 0) return a.x + (b.x - a.x) * a.y / (a.y - b.y);
    }
    return kNotReached;
}

Sample runLeapfrog(const Subject& subject, int resolution) {
    const auto spacing = static_cast<float>(kCore / resolution);
    World world = emptyAir(spacing, std::get<VortexSettings>(subject.solver));
    for (const double height : {0.0, kApart}) {
        const auto y = static_cast<float>(height);
        static_cast<void>(world.addVortex(ringAt(y, static_cast<float>(kCore))).value());
        // A tracer in the middle of the core tells where the ring is.
        static_cast<void>(
            world.addTracers({{.spacing = 0.1F},
                              BoxFill{.min = {0.95F, y - 0.05F, -0.05F}, .max = {1.05F, y + 0.05F, 0.05F}}}));
    }
    Sample sample = emptySample(1);
    const auto look = [&] {
        const VectorView x = world.tracerPositions();
        sample.curve.push_back({world.time(), static_cast<double>(x[1].y) - x[0].y});
    };
    look();
    for (int moment = 1; moment <= 90; ++moment) {
        if (!advanceTo(world, kDuration * moment / 90, sample)) return sample;
        look();
    }
    sample.errors = {std::abs(passageOf(sample.curve) / passageOf(theoreticalLead()) - 1)};
    return sample;
}

}  // namespace

Case leapfrogCase() {
    Case about;
    about.name = "leapfrog";
    about.title = "Two rings play leapfrog";
    about.what =
        "Two equal vortex rings fly one behind the other. The one in front widens and slows down, the one "
        "behind shrinks, "
        "speeds up and slips through it.";
    about.why =
        "The rings have to feel each other at the right strength, and stay whole while they are squeezed.";
    about.theory =
        "Rings with thin cores, each carried by itself and by the other (Dyson 1893); the cores keep their "
        "volume. The "
        "equations are integrated numerically for the chart.";
    about.how =
        "How far the ring that starts in front is ahead, by a tracer in each core; the error is that of the "
        "moment when "
        "they pass each other. Cores of 0.2 R are not thin when the rings are half a radius apart: the bar "
        "is 10 %. "
        "Resolution: particles along the radius of a core.";
    about.x = {.label = "time G / R^2"};
    about.y = {.label = "lead / R"};
    about.reference = {{"theory", theoreticalLead(), page::Stroke::Dashes}};
    about.quantities = {{"moment of passing", 0.10}};
    about.subjects = {{.name = "vortex, 3D",
                       .solver = VortexSettings{.remeshInterval = 10},
                       .dimension = 3,
                       .quick = {},
                       .full = {2, 3, 4}}};
    noteMiss(about, "",
             {"moment of passing",
              "The rings pass each other 12 % off the moment of thin rings, with two particles along the "
              "radius of a core. "
              "Their cores are not thin where they pass, and are drawn out of shape, which the theory leaves "
              "out."});
    about.run = runLeapfrog;
    return about;
}

}  // namespace undine::validate
