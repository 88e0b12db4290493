// SPDX-License-Identifier: Zlib
#include "world/fill.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "core/random.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"

namespace undine {
namespace {

constexpr double kBytesPerParticle = 200;

struct Lattice {
    Vec3 first;
    std::int64_t count[3];
    float spacing;
    double total() const {
        return static_cast<double>(count[0]) * static_cast<double>(count[1]) * static_cast<double>(count[2]);
    }
    Vec3 at(std::int64_t i, std::int64_t j, std::int64_t k) const {
        return {first.x + spacing * static_cast<float>(i), first.y + spacing * static_cast<float>(j),
                first.z + spacing * static_cast<float>(k)};
    }
};

/// Particles keep half a spacing from the faces of the box.
Lattice latticeOfBox(Vec3 min, Vec3 max, float spacing, int dimension) {
    const Vec3 size = max - min;
    const float half = 0.5F * spacing;
    const auto count = [&](float length) {
        const double n = std::floor(static_cast<double>(length) / spacing + 1e-3);
        return static_cast<std::int64_t>(std::clamp(n, 0.0, 1e15));
    };
    Lattice lattice{min + Vec3{half, half, half}, {count(size.x), count(size.y), count(size.z)}, spacing};
    if (dimension == 2) {
        lattice.first.z = 0;
        lattice.count[2] = 1;
    }
    return lattice;
}

Result<void> checkSize(const Lattice& lattice) {
    const double particles = lattice.total();
    const double needed = particles * kBytesPerParticle;
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (needed < memory && particles < 4e9) return {};
    char text[160];
    std::snprintf(text, sizeof(text),
                  "needs %.3g particles and about %.3g GB of memory; this machine has %.0f GB", particles,
                  needed / 1e9, memory / 1e9);
    return Error{text};
}

template <class Inside>
std::vector<Vec3> pointsOf(const Lattice& lattice, float jitter, int dimension, Inside&& inside) {
    std::vector<Vec3> points;
    const float amplitude = jitter * lattice.spacing;
    for (std::int64_t k = 0; k < lattice.count[2]; ++k) {
        for (std::int64_t j = 0; j < lattice.count[1]; ++j) {
            for (std::int64_t i = 0; i < lattice.count[0]; ++i) {
                Vec3 p = lattice.at(i, j, k);
                if (!inside(p)) continue;
                const std::uint64_t counter = 3 * points.size();
                if (jitter > 0) {
                    p = p + amplitude * Vec3{randomSigned(counter), randomSigned(counter + 1),
                                             dimension == 2 ? 0 : randomSigned(counter + 2)};
                }
                points.push_back(p);
            }
        }
    }
    return points;
}

using Points = Result<std::vector<Vec3>>;

Points fillShape(const BoxFill& box, float spacing, int dimension) {
    if (const auto checked = checkParameters(box, "box"); !checked) return Error{checked.error()};
    if (const auto checked = checkCorners(box.min, box.max, dimension, "box"); !checked) {
        return Error{checked.error()};
    }
    const Lattice lattice = latticeOfBox(box.min, box.max, spacing, dimension);
    if (lattice.total() < 1) return Error{"box: is smaller than one particle_spacing and would stay empty"};
    if (const auto fits = checkSize(lattice); !fits) return Error{"box: " + fits.error()};
    return pointsOf(lattice, box.jitter, dimension, [](Vec3) { return true; });
}

Points fillShape(const SphereFill& ball, float spacing, int dimension) {
    if (const auto checked = checkParameters(ball, "sphere"); !checked) return Error{checked.error()};
    const float r = ball.radius;
    const Lattice lattice =
        latticeOfBox(ball.center - Vec3{r, r, r}, ball.center + Vec3{r, r, r}, spacing, dimension);
    if (const auto fits = checkSize(lattice); !fits) return Error{"sphere: " + fits.error()};
    auto points = pointsOf(lattice, ball.jitter, dimension, [&](Vec3 p) {
        Vec3 d = p - ball.center;
        if (dimension == 2) d.z = 0;
        return dot(d, d) <= r * r;
    });
    if (points.empty()) return Error{"sphere: is smaller than one particle_spacing and would stay empty"};
    return points;
}

template <class Shape>
Points fillShape(const Shape& /*shape*/, float /*spacing*/, int /*dimension*/) {
    return Error{"this shape cannot be filled yet"};
}

}  // namespace

Result<std::vector<Vec3>> latticePoints(const Fill& shape, float spacing, int dimension) {
    return std::visit([&](const auto& s) { return fillShape(s, spacing, dimension); }, shape);
}

}  // namespace undine
