// SPDX-License-Identifier: Zlib
#include "world/diagnosis.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace undine {
namespace {

__attribute__((format(printf, 1, 2))) std::string format(const char* pattern, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(buffer, sizeof(buffer), pattern, arguments);
    va_end(arguments);
    return buffer;
}

/// What to change when particles were flung about: the time step if it was fixed, else what drives it down.
std::string advice(const WorldSettings& world, const Remedies& remedies) {
    if (world.timeStep > 0) {
        return format(
            "The time step is fixed: set world.time_step to 0 (adaptive) or well below %g s, or %s.",
            world.timeStep, remedies.calmer);
    }
    return format(
        "Look for particles that start on top of each other or far too fast, and for settings that are far "
        "from those of water; then lower solver.cfl_factor, or %s.",
        remedies.calmer);
}

/// About a body that drives what is around it, or is driven by it.
std::string aboutBody(const FastBody& body, double particleSpeed, const Remedies& remedies) {
    if (body.speed == 0 || body.speed < 0.5 * particleSpeed) return "";
    return format(
        " The rigid body at (%g, %g, %g) m is that fast itself: %g m/s. Bring its density nearer to that of "
        "the fluid, make world.particle_spacing a third of its thickness or less, or %s.",
        body.position.x, body.position.y, body.position.z, body.speed, remedies.calmer);
}

}  // namespace

std::string diagnosisOf(const StepReport& report, const WorldSettings& world,
                        std::span<const FluidSettings> fluids, const Remedies& remedies,
                        const FastBody& body) {
    if (report.ok()) return "No trouble.";
    if (contains(report.trouble, StepTrouble::BodyAtFace)) {
        return "A body has come nearer than a support radius to a face of the periodic box, beyond which it "
               "does not go on. Keep its path inside, or make it so long that it reaches beyond both faces "
               "for the whole run.";
    }
    const Offender& who = report.offender;
    if (!who.exists) {
        return format(
                   "The adaptive time step fell below world.min_time_step = %g s, and there are no "
                   "particles: "
                   "a body is far too fast.",
                   world.minTimeStep) +
               aboutBody(body, 0, remedies);
    }
    const Vec3 x = who.position;
    const Vec3 v = who.velocity;
    const double speed =
        std::hypot(static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z));
    std::string text = format("Particle %llu", static_cast<unsigned long long>(who.id));
    if (fluids.size() > 1) text += format(" of fluids.%u", who.fluid);
    text += format(" at (%g, %g, %g) m, velocity (%g, %g, %g) m/s", x.x, x.y, x.z, v.x, v.y, v.z);
    if (contains(report.trouble, StepTrouble::NotFinite)) {
        text += ": a value is not a finite number. " + advice(world, remedies);
    } else if (contains(report.trouble, StepTrouble::TooFast)) {
        text += format(": %g m/s is above the speed limit of %g m/s. ", speed, report.speedLimit) +
                advice(world, remedies) + " If such speeds are meant, raise world.max_speed.";
    } else if (contains(report.trouble, StepTrouble::TooDense)) {
        const float rest = who.fluid < fluids.size() ? fluids[who.fluid].restDensity : 1;
        text += format(": %.2f times the rest density, the limit is %g. ", who.density / rest,
                       world.maxDensityRatio);
        text += world.timeStep > 0
                    ? advice(world, remedies)
                    : format(
                          "If it sank together slowly, %s; if it started like that, look for fills that "
                          "overlap; if it is meant, raise world.max_density_ratio.",
                          remedies.firmer);
    } else if (contains(report.trouble, StepTrouble::OutOfRange)) {
        text +=
            ": it is further than 2^20 cells from the origin, where positions cannot tell neighbours apart. "
            "Add a wall that keeps the fluid, or move the scene to the origin.";
    } else {
        text +=
            format(
                ": is the fastest (%g m/s), and the adaptive time step fell below world.min_time_step = "
                "%g s. ",
                speed, world.minTimeStep) +
            format(
                "Sound (the stiffness of fluids), viscosity, strong forces and fast bodies or nozzles all "
                "ask for short steps: look for one of them that is far from that of water; else %s, or "
                "lower world.min_time_step.",
                remedies.calmer);
    }
    const bool isOfSpeed = !contains(report.trouble, StepTrouble::TooDense | StepTrouble::OutOfRange);
    return isOfSpeed ? text + aboutBody(body, speed, remedies) : text;
}

}  // namespace undine
