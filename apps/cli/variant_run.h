// SPDX-License-Identifier: Zlib
// One of the simulations that `undine compare` runs in turn, frame by frame, with what is measured of it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "compare_variants.h"
#include "core/parallel.h"
#include "frame_stepper.h"
#include "run_summary.h"
#include "surface/surface_builder.h"

namespace undine::cli {

class VariantRun {
  public:
    /// The error says what the scene asks of the method that it does not have.
    static Result<std::unique_ptr<VariantRun>> create(Variant variant);

    /// Measures the initial state.
    void start();

    /// Goes to a frame, unless it has stopped before.
    void advance(int frame, const std::function<void()>& afterStep);

    /// Ends a run that was not allowed to come to its end.
    void interrupt();

    bool isRunning() const { return status_ == RunStatus::Done; }
    const Variant& variant() const { return variant_; }
    const World& world() const { return world_; }
    const FrameStepper& stepper() const { return stepper_; }

    /// At each frame that was reached: the volume inside of the surface over what as many particles fill at
    /// rest. NaN where a method has no surface.
    const std::vector<double>& volumes() const { return volumes_; }

    RunSummary summary() const;

  private:
    VariantRun(Variant variant, World world);
    void measure(int frame, double seconds);
    double occupiedVolume();

    Variant variant_;
    World world_;
    FrameStepper stepper_;
    ThreadPool pool_;
    SurfaceBuilder surface_;
    RunStatus status_ = RunStatus::Done;
    std::string message_;
    double wallSeconds_ = 0;  // of steps alone
    std::vector<FrameStatistics> statistics_;
    std::vector<double> volumes_;
};

}  // namespace undine::cli
