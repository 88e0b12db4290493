// SPDX-License-Identifier: Zlib
// The vortex sheet of a body that moves in fluid at rest, against what is known of the flow around it.
#include "vortex/sheet_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/geometry.h"

namespace undine {
namespace {

constexpr float kBall = 10;  // radius, in spacings

std::shared_ptr<const SheetShape> shapeOf(const RigidShape& shape, int dimension = 3) {
    const RigidPart part{shape, {}, {}};
    const ThreadPool pool(2);
    const auto solid = Solid::make({&part, 1}, dimension, "body");
    return solid ? makeSheetShape(solid.value(), 1, dimension, pool) : nullptr;
}

/// The velocity of one of the unit motions at some places.
std::vector<Vec3> velocityOf(const SheetShape& shape, std::size_t unit, const std::vector<Vec3>& places) {
    const auto n = static_cast<Index>(shape.samples.size());
    const bool turns = unit >= 3;
    const auto all = n + (turns ? static_cast<Index>(shape.cells.size()) : 0);
    VectorArrays x, strength, at, u;
    for (VectorArrays* arrays : {&x, &strength}) {
        for (AlignedArray<float>& axis : *arrays) axis.resize(all);
    }
    for (VectorArrays* arrays : {&at, &u}) {
        for (AlignedArray<float>& axis : *arrays) axis.resize(places.size());
    }
    AlignedArray<float> radius(all);
    Six motion{};
    motion[unit] = 1;
    for (Index i = 0; i < all; ++i) {
        radius[i] = shape.radius;
        if (i < n) {
            spanOf(x).set(i, shape.samples[i].position);
            spanOf(strength).set(i, shape.samples[i].area * shape.unit[unit][i]);
        } else {
            const SheetShape::Cell& cell = shape.cells[i - n];
            spanOf(x).set(i, cell.position);
            spanOf(strength).set(i, 2 * cell.volume * secondOf(motion).rounded());
        }
    }
    for (Index i = 0; i < places.size(); ++i) spanOf(at).set(i, places[i]);
    const ThreadPool pool(2);
    VortexField field(shape.dimension);
    field.setSources({spanOf(x), spanOf(strength), radius.data(), all}, {}, pool);
    field.velocityAt(spanOf(at), static_cast<Index>(places.size()), spanOf(u), pool);
    std::vector<Vec3> result;
    for (Index i = 0; i < places.size(); ++i) result.push_back(spanOf(u)[i]);
    return result;
}

/// Directions that cover the sphere evenly; the circle in two dimensions.
std::vector<Vec3> directions(int dimension) {
    std::vector<Vec3> result;
    constexpr int kCount = 200;
    for (int i = 0; i < kCount; ++i) {
        const float c = -1 + 2 * (static_cast<float>(i) + 0.5F) / kCount;
        const float turn = 2.399963F * static_cast<float>(i);
        const float s = std::sqrt(1 - c * c);
        result.push_back(dimension == 2 ? Vec3{std::cos(turn), std::sin(turn), 0}
                                        : Vec3{c, s * std::cos(turn), s * std::sin(turn)});
    }
    return result;
}

std::vector<Vec3> scaled(const std::vector<Vec3>& places, float factor) {
    std::vector<Vec3> result;
    for (const Vec3 p : places) result.push_back(factor * p);
    return result;
}

/// Of a ball, or a disk, that moves along x with velocity 1 (a dipole).
Vec3 potentialFlow(Vec3 direction, float radii, int dimension) {
    const float strength = dimension == 2 ? 1 / (radii * radii) : 0.5F / (radii * radii * radii);
    return strength * (static_cast<float>(dimension) * direction.x * direction - Vec3{1, 0, 0});
}

TEST(SheetShape, ABallThatMovesHasTheFlowOfADipoleAroundIt) {
    for (const int dimension : {2, 3}) {
        const auto shape = shapeOf(SphereBody{kBall}, dimension);
        ASSERT_TRUE(shape);
        const std::vector<Vec3> around = directions(dimension);
        for (const float radii : {1.2F, 1.5F, 2.0F, 4.0F}) {
            const auto u = velocityOf(*shape, 0, scaled(around, radii * kBall));
            for (std::size_t i = 0; i < around.size(); ++i) {
                const Vec3 error = u[i] - potentialFlow(around[i], radii, dimension);
                EXPECT_LT(length(error), 0.05F * length(potentialFlow({1, 0, 0}, radii, dimension)));
            }
        }
    }
}

TEST(SheetShape, NothingFlowsThroughTheSurfaceOfABallThatMoves) {
    const auto shape = shapeOf(SphereBody{kBall});
    ASSERT_TRUE(shape);
    const std::vector<Vec3> around = directions(3);
    const auto u = velocityOf(*shape, 0, scaled(around, kBall));
    float sum = 0;
    for (std::size_t i = 0; i < around.size(); ++i) {
        const float through = dot(around[i], u[i] - Vec3{1, 0, 0});
        sum += through * through;
    }
    EXPECT_LT(std::sqrt(sum / static_cast<float>(around.size())), 0.05F);
}

TEST(SheetShape, WhatIsInsideMovesAsTheBodyDoes) {
    const RigidShape shapes[] = {SphereBody{8}, BoxBody{{16, 12, 10}}, CylinderBody{6, 14}, CapsuleBody{5, 8},
                                 ConeBody{8, 14}};
    for (const RigidShape& kind : shapes) {
        const auto shape = shapeOf(kind);
        ASSERT_TRUE(shape);
        const std::vector<Vec3> places = {{0, 0, 0}, {1, -1, 1}, {-1, 0.5F, 0}};
        for (std::size_t k = 0; k < 3; ++k) {
            Six motion{};
            motion[k] = 1;
            for (const Vec3 u : velocityOf(*shape, k, places)) {
                EXPECT_LT(length(u - firstOf(motion).rounded()), 0.05F) << kind.index() << " axis " << k;
            }
        }
        const std::vector<Vec3> arms = {{2, 0, 0}, {0, 0, 2}};
        const auto turned = velocityOf(*shape, 4, arms);
        EXPECT_LT(length(turned[0] - Vec3{0, 0, -2}), 0.2F) << kind.index();
        EXPECT_LT(length(turned[1] - Vec3{2, 0, 0}), 0.2F) << kind.index();
    }
}

TEST(SheetShape, TheAddedMassOfABallIsHalfOfWhatItDisplaces) {
    const auto ball = shapeOf(SphereBody{kBall});
    ASSERT_TRUE(ball);
    for (std::size_t k = 0; k < 3; ++k) {
        const double added = ball->impulse[k][k] / ball->displaced[k][k] - 1;
        EXPECT_NEAR(added, 0.5, 0.05);
        EXPECT_NEAR(ball->impulse[k + 3][k + 3] / ball->displaced[k + 3][k + 3], 1, 0.02);
    }
    const auto disk = shapeOf(SphereBody{kBall}, 2);
    ASSERT_TRUE(disk);
    EXPECT_NEAR(disk->impulse[0][0] / disk->displaced[0][0] - 1, 1, 0.1);
}

// The added mass of a cube is 0.67 of what it displaces.
TEST(SheetShape, ABoxOfFewSpacingsHasTheAddedMassOfALargeOne) {
    const std::pair<float, double> cases[] = {{10.0F, 0.03}, {5.0F, 0.07}, {2.5F, 0.15}};
    for (const auto& [size, tolerance] : cases) {
        const auto box = shapeOf(BoxBody{{size, size, size}});
        ASSERT_TRUE(box);
        const auto scale = [size = size](std::size_t k) { return k < 3 ? 1.0 : static_cast<double>(size); };
        for (std::size_t k = 0; k < 6; ++k) {
            for (std::size_t row = 0; row < 6; ++row) {
                const double added =
                    (box->impulse[row][k] - box->displaced[row][k]) / (box->volume * scale(row) * scale(k));
                if (row != k) {
                    EXPECT_NEAR(added, 0, 0.06) << size << ": " << row << " and " << k;
                } else if (k < 3) {
                    EXPECT_NEAR(added, 0.67, tolerance) << size;
                } else {
                    EXPECT_GT(added, 0) << size;
                }
            }
        }
    }
}

TEST(SheetShape, ABallThatTurnsMovesNothingOutside) {
    const auto shape = shapeOf(SphereBody{kBall});
    ASSERT_TRUE(shape);
    for (const Vec3 u : velocityOf(*shape, 5, scaled(directions(3), 1.3F * kBall))) {
        EXPECT_LT(length(u), 0.03F * kBall);
    }
}

TEST(SheetShape, AreasAddUpToTheSurface) {
    const auto shape = shapeOf(BoxBody{{12, 8, 6}});
    ASSERT_TRUE(shape);
    double area = 0;
    Vec3d closed;
    for (const SheetShape::Sample& sample : shape->samples) {
        area += static_cast<double>(sample.area);
        closed = closed + static_cast<double>(sample.area) * Vec3d(sample.normal);
    }
    EXPECT_NEAR(area, 2 * (96 + 48 + 72), 1);
    EXPECT_LT(length(closed), 0.02 * area);
}

}  // namespace
}  // namespace undine
