// SPDX-License-Identifier: Zlib
// The surface of a body as vortex particles see it, in the body's own axes: samples that carry a vortex
// sheet, and cells of its inside that carry the vorticity of its rotation.
//
// Samples are about one spacing apart; each has the area, the normal and the middle of the part of the
// surface that is nearest to it, found by counting places that are spread evenly over the surface. So the
// areas add up to that of the body, and an edge has a normal between those of its faces.
//
// A body that moves in fluid at rest has a sheet that is a sum of six, one for each unit of velocity and of
// angular velocity: they never change in the body's axes and are found once. Their impulses are its added
// mass.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "boundary/solid.h"
#include "core/parallel.h"
#include "vortex/sheet_solver.h"

namespace undine {

/// Velocity and angular velocity, force and torque, or the like: three numbers each.
using Six = std::array<double, 6>;
using SixBySix = std::array<Six, 6>;

struct SheetShape {
    struct Sample {
        Vec3 position;
        Vec3 normal;
        Vec3 inside;  ///< a point below it, where the jump of the velocity is complete
        float area;   ///< m^2 (m in 2D)
    };
    struct Cell {
        Vec3 position;
        float volume;
    };

    std::vector<Sample> samples;
    std::vector<Cell> cells;
    float radius = 0;  ///< m, of the blobs of samples and cells
    /// The sheet (m/s) of each unit motion. In two dimensions those out of the plane are empty.
    std::array<std::vector<Vec3>, 6> unit;
    /// The sheet (m/s) of a circulation of 1 that does not move what is inside; only in two dimensions.
    std::vector<Vec3> ring;
    /// Impulse and angular impulse over density, about the origin, of each unit motion with its cells.
    SixBySix impulse{};
    /// The same of what is inside.
    SixBySix displaced{};
    double volume = 0;
    Vec3d center;  ///< of the volume
    int dimension = 3;
};

/// More samples than that are refused: the sheet is to be cheap beside the flow.
inline constexpr double kMostSheetSamples = 20000;

/// nullptr for a solid without an inside (an open mesh, a plane), and for one of too many samples.
std::shared_ptr<const SheetShape> makeSheetShape(const Solid& solid, float spacing, int dimension,
                                                 const ThreadPool& pool);

/// Impulse and angular impulse about the origin, over density, of vorticity times volume at a place.
Six impulseOf(Vec3d x, Vec3d strength, int dimension);

Six operator*(const SixBySix& m, const Six& v);
Six operator+(const Six& a, const Six& b);
Six operator-(const Six& a, const Six& b);
Six operator*(double s, const Six& a);
inline Six sixOf(Vec3d a, Vec3d b) { return {a.x, a.y, a.z, b.x, b.y, b.z}; }
inline Vec3d firstOf(const Six& a) { return {a[0], a[1], a[2]}; }
inline Vec3d secondOf(const Six& a) { return {a[3], a[4], a[5]}; }

}  // namespace undine
