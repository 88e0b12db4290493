// SPDX-License-Identifier: Zlib
// Walls against the same in simple words: distance and normal of each shape, and what the passes make of
// them.
#include "boundary/walls.h"

#include <algorithm>

#include "core/aligned_array.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::Random;
using test::randomPoints;

constexpr float kH = 0.2F;
constexpr float kRadius = 0.05F;

struct Surface {
    float distance;
    Vec3 normal;
};

float length(Vec3 a) { return std::sqrt(dot(a, a)); }

Surface planeAt(Vec3 point, Vec3 normal, Vec3 x) {
    const Vec3 n = (1 / length(normal)) * normal;
    return {dot(n, x - point), n};
}

Surface sphereAt(const SphereWall& wall, Vec3 x) {
    const Vec3 d = x - wall.center;
    const float side = wall.side == Side::Outside ? 1.0F : -1.0F;
    return {side * (length(d) - wall.radius), (side / length(d)) * d};
}

/// The fluid is outside: away from the nearest point of the box; inside of it: out through the nearest face.
Surface obstacleAt(const BoxWall& box, Vec3 x) {
    const Vec3 nearest{std::clamp(x.x, box.min.x, box.max.x), std::clamp(x.y, box.min.y, box.max.y),
                       std::clamp(x.z, box.min.z, box.max.z)};
    const Vec3 d = x - nearest;
    if (length(d) > 0) return {length(d), (1 / length(d)) * d};
    Surface best{-1e30F, {}};
    const auto face = [&](float distance, Vec3 normal) {
        if (distance > best.distance) best = {distance, normal};
    };
    face(box.min.x - x.x, {-1, 0, 0});
    face(x.x - box.max.x, {1, 0, 0});
    face(box.min.y - x.y, {0, -1, 0});
    face(x.y - box.max.y, {0, 1, 0});
    face(box.min.z - x.z, {0, 0, -1});
    face(x.z - box.max.z, {0, 0, 1});
    return best;
}

std::vector<Surface> surfacesAt(const Wall& wall, Vec3 x) {
    if (const auto* plane = std::get_if<PlaneWall>(&wall)) return {planeAt(plane->point, plane->normal, x)};
    if (const auto* sphere = std::get_if<SphereWall>(&wall)) return {sphereAt(*sphere, x)};
    const BoxWall& box = std::get<BoxWall>(wall);
    if (box.side == Side::Outside) return {obstacleAt(box, x)};
    return {planeAt(box.min, {1, 0, 0}, x), planeAt(box.max, {-1, 0, 0}, x),
            planeAt(box.min, {0, 1, 0}, x), planeAt(box.max, {0, -1, 0}, x),
            planeAt(box.min, {0, 0, 1}, x), planeAt(box.max, {0, 0, -1}, x)};
}

const Wall kWalls[] = {
    PlaneWall{.point = {0, -0.3F, 0}, .normal = {1, 2, -2}},
    BoxWall{.min = {-0.5F, -0.4F, -0.6F}, .max = {0.5F, 0.4F, 0.6F}, .side = Side::Inside},
    BoxWall{.min = {-0.3F, -0.2F, -0.4F}, .max = {0.2F, 0.3F, 0.1F}, .side = Side::Outside},
    SphereWall{.center = {0.1F, 0, 0}, .radius = 0.4F, .side = Side::Outside},
    SphereWall{.center = {0.1F, 0, 0}, .radius = 0.6F, .side = Side::Inside},
};

/// Particles around the walls, most of them near a surface, some beyond it.
class Walls : public testing::Test {
  protected:
    void SetUp() override {
        store_ = test::storeOf(randomPoints(997, {-0.7F, -0.7F, -0.7F}, {0.7F, 0.7F, 0.7F}));
        term_.resize(store_.size());
        density_.resize(store_.size());
        for (AlignedArray<float>& component : acceleration_) component.resize(store_.size());
    }

    void use(const Wall& wall) {
        auto made = makeWallShapes(wall, 3);
        ASSERT_TRUE(made.ok()) << made.error();
        shapes_ = made.value();
    }

    Index count() const { return store_.size(); }
    Range all() const { return {0, count()}; }
    VectorSpan a() { return {acceleration_[0].data(), acceleration_[1].data(), acceleration_[2].data()}; }
    WallPass pass() { return {.walls = shapes_, .table = &table_, .h = kH, .x = store_.position()}; }

    /// The table by linear interpolation.
    float read(const float* values, float distance) const {
        const float place = std::clamp(distance * table_.scale, 0.0F, 256.0F);
        const int k = std::min(static_cast<int>(place), 255);
        return values[k] + (place - static_cast<float>(k)) * (values[k + 1] - values[k]);
    }
    float volumeAt(float distance) const { return read(table_.volume, distance); }
    float areaAt(float distance) const { return read(table_.area, distance); }

    ParticleStore store_;
    AlignedArray<float> term_, density_, acceleration_[3];
    std::vector<WallShape> shapes_;
    HalfSpaceTable table_{Formulation::Conservative, kH, 0.1F, 3};
};

TEST_F(Walls, AddTheDensityOfTheFluidBeyond) {
    for (const Wall& wall : kWalls) {
        SCOPED_TRACE("wall " + std::to_string(&wall - kWalls));
        use(wall);
        forEachSimdTarget([&] {
            std::fill_n(density_.data(), count(), 100.0F);
            addWallDensity(pass(), all(), 1000, density_.data());
            for (Index i = 0; i < count(); ++i) {
                float open = 1;
                for (const Surface& s : surfacesAt(wall, store_.position()[i]))
                    open *= 1 - volumeAt(s.distance);
                ASSERT_NEAR(density_[i], 100 + 1000 * (1 - open), 0.02) << "particle " << i;
            }
        });
    }
}

TEST_F(Walls, PushParticlesOffWithTheirOwnPressure) {
    Random random(6);
    for (Index i = 0; i < count(); ++i) {
        term_[i] = random.between(0, 2);
        store_.writableFluid()[i] = random.below(2);
    }
    constexpr float kScale[] = {7, 3};  // by fluid
    for (const Wall& wall : kWalls) {
        SCOPED_TRACE("wall " + std::to_string(&wall - kWalls));
        use(wall);
        forEachSimdTarget([&] {
            for (Index i = 0; i < count(); ++i) a().set(i, {1, 2, 3});
            addWallPressure(pass(), all(), term_.data(), {kScale, store_.fluid()}, a());
            for (Index i = 0; i < count(); ++i) {
                Vec3 expected{1, 2, 3};
                const std::vector<Surface> surfaces = surfacesAt(wall, store_.position()[i]);
                for (std::size_t k = 0; k < surfaces.size(); ++k) {
                    float others = 1;
                    for (std::size_t l = 0; l < surfaces.size(); ++l) {
                        if (l != k) others *= 1 - volumeAt(surfaces[l].distance);
                    }
                    const float push = kScale[store_.fluid()[i]] * term_[i] * areaAt(surfaces[k].distance);
                    expected = expected + push * others * surfaces[k].normal;
                }
                const Vec3 off = a()[i] - expected;
                ASSERT_LT(length(off), 2e-4F * std::max(1.0F, length(expected))) << "particle " << i;
            }
        });
    }
}

TEST_F(Walls, TouchOnlyTheBlockTheyAreAskedFor) {
    use(kWalls[0]);
    constexpr Range kSome{5, 600};
    constexpr float kOne = 1;
    forEachSimdTarget([&] {
        std::fill_n(density_.data(), count(), 1.0F);
        addWallDensity(pass(), kSome, 1000, density_.data());
        for (const Index i : {4U, 600U, 601U, 602U, 603U, 607U, 615U}) EXPECT_EQ(density_[i], 1.0F);
        for (Index i = 0; i < count(); ++i) a().set(i, {});
        std::fill_n(term_.data(), count(), 1.0F);
        addWallPressure(pass(), kSome, term_.data(), {&kOne}, a());
        for (const Index i : {4U, 600U, 601U, 602U, 603U, 607U, 615U}) EXPECT_EQ(a()[i], Vec3{});
    });
}

// With more walls than they sort out, passes take all of them: with walls that nobody feels added the bits
// must be the same. Particles are in small groups, some deep in a wall that pushes them into the next one,
// and so on.
TEST_F(Walls, LeaveOutWallsOnlyWhereNobodyFeelsThem) {
    std::vector<WallShape> few;
    for (const Wall& wall : {Wall(PlaneWall{.point = {0, -0.5F, 0}, .normal = {0.6F, 0.8F, 0}}),
                             Wall(PlaneWall{.point = {0.5F, 0, 0}, .normal = {-0.8F, 0.6F, 0}}),
                             Wall(PlaneWall{.point = {0, 0.4F, 0}, .normal = {0, -0.6F, 0.8F}}), kWalls[0]}) {
        const std::vector<WallShape> made = makeWallShapes(wall, 3).value();
        few.insert(few.end(), made.begin(), made.end());
    }
    std::vector<WallShape> many = few;
    while (many.size() <= 16) {
        const PlaneWall farAway{.point = {0, -100, 0}, .normal = {0, 1, 0}};
        many.push_back(makeWallShapes(farAway, 3).value()[0]);
    }
    struct Outcome {
        std::vector<Vec3> values;
        std::vector<float> density;
    };
    const auto outcomeOf = [&](const std::vector<WallShape>& walls, const std::vector<Vec3>& points) {
        store_ = test::storeOf(points);
        shapes_ = walls;
        Outcome outcome;
        for (Index i = 0; i < count(); ++i) {
            a().set(i, {});
            density_[i] = 0;
            term_[i] = 1;
        }
        constexpr float kOne = 1;
        addWallDensity(pass(), all(), 1000, density_.data());
        addWallPressure(pass(), all(), term_.data(), {&kOne}, a());
        for (Index i = 0; i < count(); ++i) outcome.values.push_back(a()[i]);
        outcome.density.assign(density_.data(), density_.data() + count());
        collideWithWalls(pass(), all(), kRadius, store_.velocity());
        for (Index i = 0; i < count(); ++i) outcome.values.push_back(store_.position()[i]);
        return outcome;
    };
    forEachSimdTarget([&] {
        Random random(8);
        for (int group = 0; group < 300; ++group) {
            const Vec3 middle = {random.between(-0.9F, 0.9F), random.between(-0.9F, 0.9F),
                                 random.between(-0.9F, 0.9F)};
            const std::vector<Vec3> points =
                randomPoints(20, middle - Vec3{0.05F, 0.05F, 0.05F}, middle + Vec3{0.05F, 0.05F, 0.05F});
            const Outcome sorted = outcomeOf(few, points);
            const Outcome all = outcomeOf(many, points);
            ASSERT_EQ(sorted.values, all.values) << "group " << group;
            ASSERT_EQ(sorted.density, all.density) << "group " << group;
        }
    });
}

TEST_F(Walls, PutParticlesBackToTheirRadiusAndLeaveOthersAlone) {
    for (const Wall& wall : kWalls) {
        SCOPED_TRACE("wall " + std::to_string(&wall - kWalls));
        use(wall);
        forEachSimdTarget([&] {
            SetUp();
            ParticleStore before =
                test::storeOf(randomPoints(997, {-0.7F, -0.7F, -0.7F}, {0.7F, 0.7F, 0.7F}));
            collideWithWalls(pass(), all(), kRadius, store_.velocity());
            for (Index i = 0; i < count(); ++i) {
                float nearestBefore = 1e30F;
                for (const Surface& s : surfacesAt(wall, before.position()[i])) {
                    nearestBefore = std::min(nearestBefore, s.distance);
                }
                for (const Surface& s : surfacesAt(wall, store_.position()[i])) {
                    ASSERT_GT(s.distance, kRadius - 1e-5F) << "particle " << i;
                }
                const bool isFree = nearestBefore > kRadius + 1e-5F;
                ASSERT_TRUE(!isFree || store_.position()[i] == before.position()[i]) << "particle " << i;
            }
        });
    }
}

Vec3 velocityAfterContact(Vec3 velocity, float friction, float restitution, float height) {
    const ThreadPool pool(1);
    ParticleStore store;
    store.add(std::vector<Vec3>{{0, height, 0}}, velocity, 0);
    const HalfSpaceTable table(Formulation::Conservative, kH, 0.1F, 3);
    const auto shapes =
        makeWallShapes(PlaneWall{.friction = friction, .restitution = restitution}, 3).value();
    collideWithWalls({.walls = shapes, .table = &table, .h = kH, .x = store.position()}, {0, 1}, kRadius,
                     store.velocity());
    return store.velocity()[0];
}

TEST(WallContact, TakesTheApproachingVelocityOnly) {
    forEachSimdTarget([] {
        EXPECT_EQ(velocityAfterContact({2, -3, 1}, 0, 0, 0.01F), (Vec3{2, 0, 1}));
        EXPECT_EQ(velocityAfterContact({2, 3, 1}, 0, 0, 0.01F), (Vec3{2, 3, 1})) << "what leaves may leave";
        EXPECT_EQ(velocityAfterContact({2, -3, 1}, 0, 0, 0.06F), (Vec3{2, -3, 1})) << "no contact";
    });
}

TEST(WallContact, GivesBackByRestitutionAndSlowsByFriction) {
    forEachSimdTarget([] {
        EXPECT_EQ(velocityAfterContact({2, -4, 1}, 0, 0.5F, 0.01F), (Vec3{2, 2, 1}));
        EXPECT_EQ(velocityAfterContact({2, -4, 1}, 0, 1, -0.2F), (Vec3{2, 4, 1}));
        EXPECT_EQ(velocityAfterContact({2, -4, 1}, 0.25F, 0, 0.01F), (Vec3{1.5F, 0, 0.75F}));
        EXPECT_EQ(velocityAfterContact({2, -4, 1}, 1, 0, 0.01F), Vec3{});
    });
}

TEST(WallContact, SurvivesTheMiddleOfASphereAndTheEdgeOfABox) {
    const HalfSpaceTable table(Formulation::Conservative, kH, 0.1F, 3);
    const Wall walls[] = {SphereWall{.radius = 1, .side = Side::Outside},
                          SphereWall{.radius = 1, .side = Side::Inside},
                          BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}, .side = Side::Outside}};
    for (const Wall& wall : walls) {
        const auto shapes = makeWallShapes(wall, 3).value();
        forEachSimdTarget([&] {
            ParticleStore store =
                test::storeOf(std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}, {1, 0, 0}, {0.5F, 0.5F, 0.5F}});
            collideWithWalls({.walls = shapes, .table = &table, .h = kH, .x = store.position()}, {0, 4},
                             kRadius, store.velocity());
            for (Index i = 0; i < 4; ++i) ASSERT_TRUE(std::isfinite(length(store.position()[i]))) << i;
        });
    }
}

TEST(MakeWallShapes, RefusesWhatIsNoWall) {
    const auto refusal = [](const Wall& wall) { return makeWallShapes(wall, 3).error(); };
    EXPECT_EQ(refusal(PlaneWall{.normal = {0, 0, 0}}), "wall.normal: [0, 0, 0]: must have a length above 0");
    EXPECT_EQ(refusal(BoxWall{.min = {0, 1, 0}, .max = {1, 1, 1}}),
              "wall: min [0, 1, 0], max [1, 1, 1]: the box is empty: max must be above min in x, y and z");
    EXPECT_EQ(refusal(SphereWall{.radius = 0}), "wall.radius: 0: must be a number above 0 (m)");
    EXPECT_EQ(refusal(PlaneWall{.friction = 1.5F}),
              "wall.friction: 1.5: must be a number of at least 0 and at most 1");
    EXPECT_EQ(refusal(BoxWall{.restitution = -1}),
              "wall.restitution: -1: must be a number of at least 0 and at most 1");
}

TEST(MakeWallShapes, ForgetsTheThirdDimensionInTwo) {
    EXPECT_EQ(makeWallShapes(BoxWall{}, 3).value().size(), 6U);
    EXPECT_EQ(makeWallShapes(BoxWall{}, 2).value().size(), 4U);
    EXPECT_TRUE(makeWallShapes(BoxWall{.min = {0, 0, 0}, .max = {1, 1, 0}}, 2).ok());
    EXPECT_FALSE(makeWallShapes(PlaneWall{.normal = {0, 0, 1}}, 2).ok())
        << "it is parallel to the plane of the fluid";
    EXPECT_EQ(makeWallShapes(SphereWall{.center = {1, 2, 3}}, 2).value()[0].center, (Vec3{1, 2, 0}));
}

}  // namespace
}  // namespace undine
