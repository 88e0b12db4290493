// SPDX-License-Identifier: Zlib
#pragma once

#include "bench/report.h"

namespace undine::bench {

/// Sort, density and list build of 100,000 particles against scalar loops, and the searches of others.
void runNeighborsSuite(Report& report);

/// Table 1 of "Particle Based Fluids in Rust" with our grid as further rows; part of the neighbors suite.
void runSearchTable(Report& report);

/// A whole step of wcsph: time, phases, threads, memory.
void runWcsphSuite(Report& report);

/// Whole steps of pbf and sph_pbd: time beside published figures, phases, threads, memory, density error.
void runPbfSuite(Report& report);

/// Steps of wcsph and pbf from 1,000 to 2,000,000 particles.
void runSizesSuite(Report& report);

/// Steps of wcsph and pbf on 1 to all threads.
void runThreadsSuite(Report& report);

/// What rigid bodies cost: a pool with boxes, stepped together with Bullet, beside one without.
void runBulletSuite(Report& report);

/// Frames of 1,000,000 particles in every format, and what writing them costs a running simulation.
void runExportSuite(Report& report);

/// Meshes of 100,000 particles beside those of OpenVDB, growth to 2,000,000, memory.
void runSurfaceSuite(Report& report);

/// Vortex particles: a step with tracers, error against time, growth, and gradients of density both ways.
void runVortexSuite(Report& report);

/// Pictures per second of 100,000 particles, without a window.
void runRenderSuite(Report& report);

}  // namespace undine::bench
