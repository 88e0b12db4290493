// SPDX-License-Identifier: Zlib
// Nothing gets through a surface, however thin it is and however fast particles or bodies are.
#include <gtest/gtest.h>

#include "tests/support/meshes.h"
#include "tests/support/rigid.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

constexpr float kThickness = 1e-3F;
constexpr float kSpacing = 0.02F;

struct Plate {
    const char* name;
    RigidShape shape;
    float mass;
};
const Plate kPlates[] = {
    {"StaticBox", BoxBody{{2, kThickness, 2}}, 0},
    {"FreeBox", BoxBody{{2, kThickness, 2}}, 50},
    {"StaticSkin", meshBody(squareMesh(), true), 0},
    {"FreeSkin", meshBody(squareMesh(), true), 50},
};

class FastParticles : public testing::TestWithParam<std::tuple<Plate, int, bool>> {};

World worldWithoutGravity(const SolverSettings& solver, float timeStep) {
    World world = take(World::create({.particleSpacing = kSpacing,
                                      .gravity = {0, 0, 0},
                                      .timeStep = timeStep,
                                      .maxSpeed = 1000,
                                      .threads = 2},
                                     solver));
    take(world.addFluid({}));
    return world;
}

/// A thousand particles, far from each other, that fly down at 100 m/s, somewhat aslant.
void addShower(World& world) {
    Random random(3);
    std::vector<Vec3> places;
    std::vector<Vec3> velocities;
    for (const Vec3 p : makeBlock({32, 1, 32}, {0.055F, 0, 0.055F})) {
        places.push_back(p + Vec3{-0.85F, random.between(0.2F, 3.0F), -0.85F});
        const Vec3 aslant = random.between(Vec3{-2, 0, -2}, Vec3{2, 0, 2});
        velocities.push_back(Vec3{0, -100, 0} + aslant);
    }
    take(world.addParticles(0, places, velocities));
}

TEST_P(FastParticles, AreStoppedByAPlate) {
    const auto& [plate, method, boundaryParticles] = GetParam();
    for (const float timeStep : {1.0F / 60, 1.0F / 240}) {
        SCOPED_TRACE(timeStep);
        World world = worldWithoutGravity(solvers()[static_cast<std::size_t>(method)].defaults, timeStep);
        take(world.setRigidContacts({.boundaryParticles = boundaryParticles}));
        RigidBodySettings settings{.parts = {{plate.shape, {}, {}}}, .mass = plate.mass};
        if (plate.mass > 0) settings.inertia = (plate.mass / 3) * Vec3{1, 2, 1};
        const RigidId id = take(world.addRigidBody(settings));
        addShower(world);
        while (world.time() < 0.05) {
            const StepReport report = world.step();
            ASSERT_TRUE(report.ok()) << world.diagnose(report);
        }
        // Seen from the plate, where it is by then. Those that left it over its edge may be anywhere.
        const RigidMotion motion = *world.rigidMotion(id);
        int through = 0;
        int met = 0;
        for (const Vec3 p : world.positions()) {
            const Vec3d from = Vec3d(p) - Vec3d(motion.position);
            const Vec3d own = Rotation::of(motion.rotation).inverse().apply(from);
            if (std::fabs(own.x) > 0.99 || std::fabs(own.z) > 0.99) continue;
            through += own.y < 0 ? 1 : 0;
            ++met;
        }
        EXPECT_EQ(through, 0);
        EXPECT_GT(met, 900);
    }
}

std::string plateName(const testing::TestParamInfo<FastParticles::ParamType>& info) {
    const auto& [plate, method, boundaryParticles] = info.param;
    return std::string(plate.name) + "_" + shortName(solvers()[static_cast<std::size_t>(method)].defaults) +
           (boundaryParticles ? "_Samples" : "_Contacts");
}
INSTANTIATE_TEST_SUITE_P(Rigid, FastParticles,
                         testing::Combine(testing::ValuesIn(kPlates), testing::Values(0, 1, 2),
                                          testing::Bool()),
                         plateName);

class FastBody : public testing::TestWithParam<int> {};

TEST_P(FastBody, LosesSpeedInWaterAndCatchesNoParticle) {
    const SolverSettings solver = solvers()[static_cast<std::size_t>(GetParam())].defaults;
    World world = worldWithoutGravity(solver, 0);
    const Vec3 size{0.1F, 0.1F, 0.1F};
    take(world.fill(0, BoxFill{.min = {0, -0.2F, -0.2F}, .max = {0.3F, 0.2F, 0.2F}}));
    const RigidId id = take(world.addRigidBody(bodyOf(BoxBody{size}, 5000),
                                               {.position = {-0.1F, 0, 0}, .velocity = {100, 0, 0}}));
    const Solid solid = solidOf(BoxBody{size});
    while (world.rigidMotion(id)->position.x < 0.6F && world.time() < 0.02) {
        const StepReport report = world.step();
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        ASSERT_GT(smallestDistance(world, solid, *world.rigidMotion(id)), 0.1F * kSpacing) << world.time();
    }
    const RigidMotion motion = *world.rigidMotion(id);
    RecordProperty("speed", std::to_string(motion.velocity.x));
    EXPECT_GE(motion.position.x, 0.6F) << "it is through";
    EXPECT_LT(motion.velocity.x, 95);
    EXPECT_GT(motion.velocity.x, 20);
    const double lost = 0.5 * 5 * (1e4 - motion.velocity.x * motion.velocity.x);
    EXPECT_LT(world.computeStatistics().kineticEnergy, 1.05 * lost) << "no energy out of nothing";
}
INSTANTIATE_TEST_SUITE_P(Rigid, FastBody, testing::Values(0, 1, 2), [](const auto& method) {
    return std::string(shortName(solvers()[static_cast<std::size_t>(method.param)].defaults));
});

}  // namespace
}  // namespace undine::test
