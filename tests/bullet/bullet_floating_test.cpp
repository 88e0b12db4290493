// SPDX-License-Identifier: Zlib
// Bodies of Bullet in a pool: how heavy they are in it, bodies far lighter and far heavier than water, and
// runs that go on from a saved state.
#include <gtest/gtest.h>

#include "tests/bullet/bullet_world.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.04F;

struct Pool {
    explicit Pool(const SolverSettings& solver, float tank, float depth, const btVector3& half, float density,
                  float height)
        : world(makeWater(solver, kSpacing)) {
        addPlane({0, 1, 0}, 0);
        for (const btVector3& inwards : {btVector3(1, 0, 0), btVector3(0, 0, 1)}) {
            addPlane(inwards, 0);
            addPlane(-inwards, -tank);
        }
        const float mass = 8 * half.x() * half.y() * half.z() * density;
        box = &bullet.add(bullet.shape<btBoxShape>(half), mass, {tank / 2, height, tank / 2});
        coupling = std::make_unique<BulletCoupling>(world, bullet.rigid);
        take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {tank, depth, tank}}));
    }
    void addPlane(const btVector3& normal, float offset) {
        bullet.add(bullet.shape<btStaticPlaneShape>(normal, offset), 0, {0, 0, 0});
    }
    void run(int frames) {
        for (int k = 0; k < frames; ++k) {
            const BulletStep step = coupling->step(1.0F / 60);
            ASSERT_TRUE(step.ok()) << world.diagnose(step.fluid);
        }
    }
    btVector3 position() const { return box->getWorldTransform().getOrigin(); }

    BulletWorld bullet;
    World world;
    btRigidBody* box = nullptr;
    std::unique_ptr<BulletCoupling> coupling;
};

struct Sunken {
    SolverSettings solver;
    float width;  // in spacings
};

class SunkenBox : public testing::TestWithParam<Sunken> {};

TEST_P(SunkenBox, IsLighterByTheWaterItDisplaces) {
    const auto& [solver, width] = GetParam();
    const btVector3 half = 0.25F * width * kSpacing * btVector3(2, 1, 2);
    Pool pool(solver, 2 * width * kSpacing, (width / 2 + 7) * kSpacing, half, 2000,
              (width / 4 + 3.5F) * kSpacing);
    pool.run(120);
    double lift = 0;
    for (int k = 0; k < 60; ++k) {
        pool.run(1);
        lift += pool.coupling->forceOn(*pool.box).y / 60;
    }
    const double volume = 8.0 * half.x() * half.y() * half.z();
    const double weight = 2000 * volume * 9.81;
    const double expected = weight - 1000 * volume * 9.81;
    RecordProperty("apparent_weight", std::to_string((weight - lift) / expected));
    EXPECT_NEAR(pool.position().y(), half.y(), 0.25F * kSpacing) << "it lies on the ground";
    EXPECT_NEAR((weight - lift) / expected, 1, 0.1);
}
std::string widthName(const testing::TestParamInfo<Sunken>& info) {
    return std::string(shortName(info.param.solver)) + "_" +
           std::to_string(static_cast<int>(info.param.width));
}
INSTANTIATE_TEST_SUITE_P(BulletFloating, SunkenBox, testing::Values(Sunken{PbfSettings{}, 10}), widthName);
INSTANTIATE_TEST_SUITE_P(DISABLED_Long, SunkenBox,
                         testing::Values(Sunken{WcsphSettings{}, 10}, Sunken{PbfSettings{}, 20},
                                         Sunken{WcsphSettings{}, 20}),
                         widthName);

struct Extreme {
    SolverSettings solver;
    float density;
    float seconds;
};

class ExtremeDensity : public testing::TestWithParam<Extreme> {};

TEST_P(ExtremeDensity, DoesNotDisturbAPool) {
    const auto& [solver, density, seconds] = GetParam();
    const float tank = 14 * kSpacing;
    const btVector3 half = kSpacing * btVector3(3, 2, 3);
    Pool pool(solver, tank, 8 * kSpacing, half, density, 10.5F * kSpacing);
    float highest = 0;
    float fastest = 0;
    float wildest = 0;
    for (int frame = 0; frame < static_cast<int>(60 * seconds); ++frame) {
        pool.run(1);
        if (testing::Test::HasFatalFailure()) return;
        for (const Vec3 v : pool.world.velocities()) fastest = std::max(fastest, std::sqrt(dot(v, v)));
        for (const Vec3 p : pool.world.positions()) highest = std::max(highest, p.y);
        wildest = std::max(wildest, static_cast<float>(pool.box->getLinearVelocity().length()));
    }
    const btVector3 at = pool.position();
    const float still = static_cast<float>(pool.box->getLinearVelocity().length());
    RecordProperty("fastest_water", std::to_string(fastest));
    RecordProperty("fastest_body", std::to_string(wildest));
    RecordProperty("highest_water", std::to_string(highest));
    RecordProperty("height_of_body", std::to_string(at.y()));
    RecordProperty("speed_at_the_end", std::to_string(still));
    EXPECT_LT(fastest, 20) << "the heavy one squirts single drops out from under it";
    EXPECT_LT(wildest, 4);
    EXPECT_LT(highest, 1.5F);
    EXPECT_LT(std::fabs(at.x() - tank / 2), tank / 2);
    EXPECT_LT(std::fabs(at.z() - tank / 2), tank / 2);
    // The light one lies on the water, the heavy one on the ground.
    const float expected = density < 1000 ? 8 * kSpacing + half.y() : half.y();
    EXPECT_NEAR(at.y(), expected, 1.5F * kSpacing);
    EXPECT_LT(still, 0.2F);
}
std::string densityName(const testing::TestParamInfo<Extreme>& info) {
    return std::string(shortName(info.param.solver)) + (info.param.density < 1000 ? "_Light" : "_Heavy");
}
std::vector<Extreme> extremes(float seconds) {
    std::vector<Extreme> all;
    for (const SolverSettings& solver : {SolverSettings{PbfSettings{}}, SolverSettings{WcsphSettings{}}}) {
        for (const float density : {1.0F, 1e6F}) all.push_back({solver, density, seconds});
    }
    return all;
}
INSTANTIATE_TEST_SUITE_P(BulletFloating, ExtremeDensity, testing::ValuesIn(extremes(2.5F)), densityName);
INSTANTIATE_TEST_SUITE_P(DISABLED_Long, ExtremeDensity, testing::ValuesIn(extremes(20)), densityName);

// ---- Saved states

std::unique_ptr<Pool> smallPool(const SolverSettings& solver) {
    return std::make_unique<Pool>(solver, 10 * kSpacing, 6 * kSpacing, kSpacing * btVector3(2, 1, 2), 600.0F,
                                  9 * kSpacing);
}

TEST(BulletState, GoesOnToTheSameBitsAfterARestore) {
    for (const SolverInfo& solver : liquidSolvers()) {
        SCOPED_TRACE(solver.name);
        const auto first = smallPool(solver.defaults);
        first->box->setAngularVelocity({1, 2, 3});
        first->run(20);
        const std::vector<std::byte> fluid = first->world.saveState();
        const std::vector<std::byte> bodies = first->coupling->saveState();
        first->run(10);
        const auto second = smallPool(solver.defaults);
        take(second->world.restoreState(fluid));
        take(second->coupling->restoreState(bodies));
        second->run(10);
        EXPECT_EQ(first->world.stateHash(), second->world.stateHash());
        EXPECT_EQ(first->position().y(), second->position().y());
    }
}

TEST(BulletState, IsNotChangedByBeingSaved) {
    std::uint64_t hashes[2];
    for (const bool saves : {false, true}) {
        const auto pool = smallPool(PbfSettings{});
        pool->box->setAngularVelocity({1, 2, 3});
        for (int k = 0; k < 20; ++k) {
            pool->run(1);
            if (saves) static_cast<void>(pool->coupling->saveState());
        }
        hashes[saves ? 1 : 0] = pool->world.stateHash();
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(BulletState, ThatDoesNotFitIsRefused) {
    const auto pool = smallPool(PbfSettings{});
    std::vector<std::byte> state = pool->coupling->saveState();
    const float height = pool->position().y();
    state.pop_back();
    EXPECT_FALSE(pool->coupling->restoreState(state).ok());
    EXPECT_FALSE(pool->coupling->restoreState({}).ok());
    state = pool->coupling->saveState();
    for (std::size_t k = state.size() - 4; k < state.size(); ++k) state[k] = std::byte{0xFF};  // NaN
    EXPECT_FALSE(pool->coupling->restoreState(state).ok());
    EXPECT_EQ(pool->position().y(), height);
}

}  // namespace
}  // namespace undine::test
