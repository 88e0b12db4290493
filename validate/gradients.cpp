// SPDX-License-Identifier: Zlib
// Gradients of a field over particles, inside and at walls, by the sums that the vortex methods use.
#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "validate/cases.h"
#include "validate/scalar_cloud.h"
#include "validate/subjects.h"
#include "validate/worlds.h"

namespace undine::validate {
namespace {

constexpr float kReach = 2.5F;  // h in spacings
constexpr Vec3 kSlope = {0.7F, -0.4F, 0};

struct Form {
    const char* name;
    GradientMethod method;
    bool isAtWalls;
    float jitter;  // in spacings
};
// A grid smooths over twice the distance, and is left out at walls, where its cells are empty by design.
constexpr Form kForms[] = {
    {"sums, lattice", GradientMethod::Particles, false, 0},
    {"sums, disorder", GradientMethod::Particles, false, 0.1F},
    {"corrected, disorder", GradientMethod::Corrected, false, 0.1F},
    {"corrected, at walls", GradientMethod::Corrected, true, 0.1F},
    {"grid, disorder", GradientMethod::Grid, false, 0.1F},
};

/// A square of `count` particles a side, 1 apart, around the middle.
std::vector<Vec3> square(int count, float jitter) {
    std::vector<Vec3> points;
    const float half = 0.5F * static_cast<float>(count - 1);
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < count; ++i) {
            const std::uint64_t seed =
                2 * (static_cast<std::uint64_t>(j) * 4096 + static_cast<std::uint64_t>(i));
            points.push_back({static_cast<float>(i) - half + jitter * randomSigned(seed),
                              static_cast<float>(j) - half + jitter * randomSigned(seed + 1), 0});
        }
    }
    return points;
}

/// RMS of the difference over the RMS of the exact gradient; at walls everywhere, else far from the rim.
template <class Field, class Exact>
double errorOf(ScalarCloud& cloud, const Form& form, float half, Field&& field, Exact&& exact) {
    cloud.set(field);
    const std::vector<Vec3> got = cloud.gradient(form.method);
    double error = 0;
    double size = 0;
    for (Index i = 0; i < cloud.size(); ++i) {
        const Vec3 x = cloud.x()[i];
        const float toRim = half - std::max(std::fabs(x.x), std::fabs(x.y));
        if (!form.isAtWalls && toRim < 2 * kReach + 1) continue;
        const Vec3 wanted = exact(x);
        const Vec3 off = got[i] - wanted;
        error += dot(off, off);
        size += dot(wanted, wanted);
    }
    return std::sqrt(error / size);
}

Sample runGradients(const Subject& subject, int resolution) {
    const Form& form = *std::ranges::find(kForms, subject.name, &Form::name);
    // Two waves along each side, and what is left out at the rim.
    const int count = 2 * resolution + (form.isAtWalls ? 0 : 12);
    ScalarCloud cloud(square(count, form.jitter), kReach, 2);
    cloud.claimProximity(form.isAtWalls ? 0 : 1e6F);
    const float half = 0.5F * static_cast<float>(count - 1);
    const float k = 2 * static_cast<float>(kPi) / static_cast<float>(resolution);
    Sample sample = emptySample(2);
    sample.particles = cloud.size();
    sample.errors[0] = errorOf(
        cloud, form, half, [](Vec3 x) { return dot(kSlope, x); }, [](Vec3) { return kSlope; });
    const auto wave = [k](Vec3 x) { return std::sin(k * x.x) * std::cos(k * x.y); };
    const auto slope = [k](Vec3 x) {
        return k * Vec3{std::cos(k * x.x) * std::cos(k * x.y), -std::sin(k * x.x) * std::sin(k * x.y), 0};
    };
    sample.errors[1] = errorOf(cloud, form, half, wave, slope);
    // Along the row next to the middle, over one wave.
    const std::vector<Vec3> got = cloud.gradient(form.method);
    for (Index i = 0; i < cloud.size(); ++i) {
        const Vec3 x = cloud.x()[i];
        if (x.y < 0 || x.y > 1 || std::fabs(k * x.x) > static_cast<float>(kPi)) continue;
        sample.curve.push_back({k * x.x / (2 * kPi), got[i].x / k / std::cos(k * x.y)});
    }
    std::ranges::sort(sample.curve, {}, &page::Point::x);
    return sample;
}

}  // namespace

Case gradientsCase() {
    Case about;
    about.name = "gradients";
    about.title = "Slopes of a field between particles";
    about.what =
        "Particles carry a number, such as the density of smoke. How fast does it change from place to "
        "place? Vortex "
        "methods need this slope to know where smoke rises.";
    about.why =
        "There is no mesh: a slope has to come out of sums over neighbours, and particles are in disorder, "
        "and half of "
        "the neighbours are missing at a wall.";
    about.theory = "A field a x + b y has the slope (a, b) everywhere; a wave has the slope of a sine.";
    about.how =
        "Root mean square of the error over that of the slope, for a straight field and for a wave, with a "
        "support of "
        "2.5 spacings. Disorder is a tenth of a spacing. Resolution: particles along one wave.";
    about.x = {.label = "x / wavelength"};
    about.y = {.label = "slope / (k amplitude)"};
    page::Series theory{"theory", {}, page::Stroke::Dashes};
    for (int i = -50; i <= 50; ++i) theory.points.push_back({i / 100.0, std::cos(2 * kPi * i / 100.0)});
    about.reference = {theory};
    about.quantities = {{"straight field", 0.03}, {"wave", 0.03}};
    for (const Form& form : kForms) {
        Subject subject;
        subject.name = form.name;
        subject.quick = {20, 40, 80};
        subject.full = {20, 40, 80, 160};
        about.subjects.push_back(subject);
    }
    for (const char* field : {"straight field", "wave"}) {
        noteMiss(about, "sums, disorder",
                 {field,
                  "The plain sum counts the value of the neighbours and not its difference to the particle's "
                  "own, so "
                  "that disorder times value becomes slope. It is there to compare with its source (Gourlay "
                  "2012); "
                  "corrected sums are the default."});
    }
    about.run = runGradients;
    return about;
}

}  // namespace undine::validate
