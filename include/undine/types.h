// SPDX-License-Identifier: Zlib
// The few plain types every other header speaks. SI units, y up, right-handed.
#pragma once

#include <cstdint>
#include <vector>

namespace undine {

/// Counts and addresses particles. An index is a place in the arrays, not an identity: particles are
/// re-sorted at every step. Keep a ParticleId to find one again.
using Index = std::uint32_t;

/// The identity of a particle: given at birth, never used again, the same through sorting and removal.
using ParticleId = std::uint64_t;

/// A number of the caller's own that travels with its particle (an address fits).
using UserTag = std::uint64_t;

/// Names a fluid of a world: the value World::addFluid returned.
using FluidIndex = std::uint32_t;

/// Three floats. In two dimensions z is 0.
struct Vec3 {
    float x = 0;
    float y = 0;
    float z = 0;

    friend bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(float s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return s * a; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// A rotation as a unit quaternion.
struct Quaternion {
    float x = 0;
    float y = 0;
    float z = 0;
    float w = 1;

    friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// A value that changes over time: linear between its keys, constant before the first and after the last.
struct CurveKey {
    float time = 0;  ///< s.
    float value = 0;

    friend bool operator==(const CurveKey&, const CurveKey&) = default;
};
using Curve = std::vector<CurveKey>;  ///< Keys in the order of time.

}  // namespace undine
