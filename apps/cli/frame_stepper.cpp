// SPDX-License-Identifier: Zlib
#include "frame_stepper.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace undine::cli {

// The length of a run is a float: what it lacks to a whole number of frames may be its rounding.
Timeline timelineOf(const OutputSettings& output) {
    const double exact = static_cast<double>(output.seconds) * output.frameRate;
    const double nearest = std::round(exact);
    const bool isWhole = std::abs(exact - nearest) <= 1e-4 + 2e-7 * nearest;
    // A last frame that is cut short by the end counts too.
    return {static_cast<int>(isWhole ? nearest : std::ceil(exact)), isWhole};
}

FrameStepper::FrameStepper(const Scene& scene, World& world)
    : scene_(scene), world_(world), timeline_(timelineOf(scene.output)) {}

// A whole frame ends at the same bit whatever the length of the run.
double FrameStepper::frameTime(int frame) const {
    return isWhole(frame) ? frame / static_cast<double>(scene_.output.frameRate)
                          : static_cast<double>(scene_.output.seconds);
}

double FrameStepper::done() const {
    return world_.time() / std::max(static_cast<double>(scene_.output.seconds), 1e-9);
}

std::string FrameStepper::stepTo(int frame, const std::function<void()>& afterStep) {
    const double tolerance = 1e-5 / static_cast<double>(scene_.output.frameRate);  // the clock adds floats
    for (double remaining = frameTime(frame) - world_.time(); remaining > tolerance;
         remaining = frameTime(frame) - world_.time()) {
        if (std::string trouble = takeStep(remaining, frame); !trouble.empty()) return trouble;
        afterStep();
    }
    return {};
}

std::string FrameStepper::takeStep(double remaining, int frame) {
    const double before = world_.time();
    const StepReport report = world_.step(static_cast<float>(remaining));
    recorder_.addStep(report);
    if (!report.ok()) {
        return fmt::format("stopped at {:.4f} s, on the way to frame {}: {}", world_.time(), frame,
                           world_.diagnose(report));
    }
    if (world_.time() > before) return {};
    return fmt::format("stopped at {:.4f} s: the time step is too small to add up", world_.time());
}

}  // namespace undine::cli
