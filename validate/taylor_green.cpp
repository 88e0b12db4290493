// SPDX-License-Identifier: Zlib
// Eddies in a square that repeats itself: their energy falls as exp(-4 nu k^2 t).
//
//   [TG37] Taylor, Green: Mechanism of the Production of Small Eddies from Large Ones, 1937
#include <algorithm>

#include "validate/cases.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr float kSide = 1;  // m, of the square: two eddies along it
constexpr double kWave = 2 * kPi / kSide;
constexpr const char* kThin = ", Re 100";

/// m^2/s. The Reynolds number is that of the largest speed, 1 m/s, and the side.
double viscosityOf(const Subject& subject) { return subject.name.ends_with(kThin) ? 0.01 : 0.1; }

Sample runTaylorGreen(const Subject& subject, int resolution) {
    const float spacing = kSide / static_cast<float>(resolution);
    World world = World::create({.dimension = 2,
                                 .particleSpacing = spacing,
                                 .supportRadius = subject.support * spacing,
                                 .gravity = {0, 0, 0},
                                 .periodic = Periodic::XY,
                                 .periodicMax = {kSide, kSide, 1}},
                                subject.solver)
                      .value();
    const double nu = viscosityOf(subject);
    const FluidIndex fluid = world
                                 .addFluid({.restDensity = kDensity,
                                            .viscosity = static_cast<float>(kDensity * nu),
                                            .stiffness = 200})  // sound at 14 m/s
                                 .value();
    static_cast<void>(
        world.fill(fluid, BoxFill{.max = {kSide, kSide, 1}, .eddySpeed = 1, .eddySize = 0.5F * kSide})
            .value());
    Sample sample = emptySample(1);
    const double rate = 4 * nu * kWave * kWave;
    const double before = world.computeStatistics().kineticEnergy;
    sample.curve.push_back({0, 1});
    constexpr int kMoments = 20;
    double left = 1;
    for (int moment = 1; moment <= kMoments; ++moment) {
        const double time = 1.0 * moment / kMoments;  // over the time of decay
        if (!advanceTo(world, time / rate, sample)) return sample;
        left = world.computeStatistics().kineticEnergy / before;
        sample.curve.push_back({time, left});
    }
    sample.errors = {std::abs(-std::log(left) - 1)};
    return sample;
}

void noteMisses(Case& about) {
    for (Subject& subject : about.subjects) {
        if (subject.name.ends_with(kThin)) {
            subject.knownMisses = {
                {"rate of decay",
                 "The lattice on which the eddies begin breaks up before they are gone, and particles "
                 "that find new places cost more energy than so little viscosity does."}};
        } else if (!subject.name.starts_with("wcsph")) {
            subject.knownMisses = {
                {"rate of decay",
                 "Corrections of positions take energy out of the eddies beside viscosity, and implicit "
                 "viscosity is not exact; the error falls with the resolution, slowly."}};
        }
    }
}

}  // namespace

Case taylorGreenCase() {
    Case about;
    about.name = "taylor_green";
    about.title = "Eddies that die away (Taylor and Green)";
    about.what =
        "Four eddies turn against each other in a square that repeats itself without end. Viscosity slows "
        "them down.";
    about.why =
        "There is no wall, no surface and no gravity: what slows the eddies down is viscosity, and whatever "
        "the method "
        "adds to it without being asked.";
    about.theory =
        "Taylor and Green (1937): the energy of motion falls as exp(-4 nu k^2 t), k being 2 pi over the "
        "side.";
    about.how =
        "The rate at which the energy falls until it should be 1/e of what it was, against that of theory. "
        "The eddies "
        "begin at 1 m/s on a lattice, with a support of 3 spacings and no artificial viscosity or smoothing; "
        "pbf and "
        "sph_pbd have implicit viscosity, which allows them their long steps. Re is the Reynolds number, by "
        "speed and "
        "side. Resolution: particles along the side.";
    about.x = {.label = "time 4 nu k^2"};
    about.y = {.label = "energy / that at the start", .from = 0.0};
    page::Series theory{"theory", {}, page::Stroke::Dashes};
    for (int k = 0; k <= 20; ++k) theory.points.push_back({0.05 * k, std::exp(-0.05 * k)});
    about.reference = {theory};
    about.quantities = {{"rate of decay", 0.05}};
    about.subjects = plainLiquids({}, {25, 50, 100});
    about.subjects[0].quick = {25, 50};
    for (Subject& subject : about.subjects) subject.name += ", Re 10";
    for (Subject thin : plainLiquids({}, {25, 50, 100})) {
        thin.name += kThin;
        about.subjects.push_back(std::move(thin));
    }
    noteMisses(about);
    about.run = runTaylorGreen;
    return about;
}

}  // namespace undine::validate
