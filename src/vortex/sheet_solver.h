// SPDX-License-Identifier: Zlib
// Finds the vortex sheet on the surfaces of bodies that makes the fluid in them move as they do.
//
// A sheet of strength g on a closed surface has flow on its outside and none of it inside, when g = n x (what
// slips along the surface). Its samples are blobs of some radius, so that the jump of the velocity is spread
// over that radius. The condition is therefore asked for at points some radii below the surface, one below
// each sample, where the jump is complete:
//
//   n x (u_others + u_sheet - u_body) = 0  at these points,   u_sheet linear in g
//
// That is A g = b with A g = -n x u_sheet(g). A takes what varies over short distances for less than it is,
// the more the deeper the points are; nobody outside feels much of that either. What remains is close to a
// multiple of the identity (between 1/2 and 2/3 for a ball), and conjugate residuals [EES83] converge in a
// few rounds. Their directions get ever finer; rounds end at the first one of which A leaves too little.
//
//   [EES83] Eisenstat, Elman, Schultz: Variational Iterative Methods for Nonsymmetric Systems of Linear
//           Equations, 1983
#pragma once

#include <array>
#include <vector>

#include "core/aligned_array.h"
#include "vortex/vortex_field.h"

namespace undine {

using VectorArrays = std::array<AlignedArray<float>, 3>;

/// The samples of all bodies.
struct Sheet {
    VectorSpan x;
    VectorSpan inside;              ///< the points below the samples
    VectorSpan normal;              ///< outwards, of length 1
    const float* area = nullptr;    ///< m^2 (m in 2D)
    const float* radius = nullptr;  ///< m, of the blobs
    Index count = 0;
};

/// When the solution is good enough: residuals are compared in the mean square over the surface.
struct SheetAccuracy {
    float share = 0.02F;  ///< of the first residual
    float floor = 0;      ///< m/s
    int mostRounds = 12;
    double mostGain = 1e3;  ///< m/s of the sheet that a direction may need for 1 m/s of slip
};

/// A direction that needs more of a sheet than so much is noise: the points inside are too deep for it, or
/// those of two sides too near each other. Found by trying boxes and cylinders of 2.5 spacings: with more of
/// the unit sheets boxes drive themselves on; with less against the flow of others balls let more of it
/// through.
inline constexpr double kMostUnitGain = 5;
inline constexpr double kMostGain = 8;

class SheetSolver {
  public:
    explicit SheetSolver(int dimension) : field_(dimension) {}

    /// Adds to `gamma` (m/s, along the surface) what takes away `slip` = n x (u - u_body), and leaves in
    /// `slip` what is left of it.
    void solve(const Sheet& sheet, const VectorSpan& slip, const VectorSpan& gamma,
               const SheetAccuracy& accuracy, const ThreadPool& pool);

    /// -n x u at the points inside, of a sheet of this strength.
    void apply(const Sheet& sheet, const VectorSpan& gamma, const VectorSpan& result, const ThreadPool& pool);

    /// The mean square of a field over the surface, as a sum.
    static double product(const Sheet& sheet, const VectorSpan& a, const VectorSpan& b,
                          const ThreadPool& pool);

    std::size_t bytes() const;

  private:
    /// A direction and A times it, in one piece of memory.
    struct Round {
        AlignedArray<float> planes;
        Index stride = 0;

        void resize(Index count) {
            constexpr Index kUnit = kAlignment / sizeof(float);
            stride = (count + kUnit - 1) / kUnit * kUnit;
            planes.resizeForOverwrite(std::size_t{6} * stride);
        }
        VectorSpan direction() { return fromPlane(0); }
        VectorSpan answer() { return fromPlane(3); }

      private:
        VectorSpan fromPlane(Index plane) {
            float* const first = planes.data() + std::size_t{plane} * stride;
            return {first, first + stride, first + 2 * std::size_t{stride}};
        }
    };

    VortexField field_;
    VectorArrays strength_;
    std::vector<Round> rounds_;
};

}  // namespace undine
