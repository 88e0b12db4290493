// SPDX-License-Identifier: Zlib
// Fluid and free bodies together keep momentum, and bodies float as deep as Archimedes says.
#include <gtest/gtest.h>

#include "kernels/half_space.h"
#include "tests/support/rigid.h"

namespace undine::test {
namespace {

const SolverSettings kSolvers[] = {WcsphSettings{}, PbfSettings{}, SphPbdSettings{}};

struct Motion {
    Vec3d linear;   // kg m/s
    Vec3d angular;  // kg m^2/s, about the origin
};

Motion motionOf(const World& world, double particleMass) {
    Motion sum;
    const VectorView x = world.positions();
    const VectorView v = world.velocities();
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3d momentum = particleMass * Vec3d(v[i]);
        sum.linear = sum.linear + momentum;
        sum.angular = sum.angular + cross(Vec3d(x[i]), momentum);
    }
    return sum;
}

Motion motionOf(const RigidBodySettings& body, const RigidMotion& motion) {
    const Rotation turn = Rotation::of(motion.rotation);
    const Vec3d own = turn.inverse().apply(Vec3d(motion.angularVelocity));
    const Vec3d spin = turn.apply({body.inertia.x * own.x, body.inertia.y * own.y, body.inertia.z * own.z});
    const Vec3d momentum = static_cast<double>(body.mass) * Vec3d(motion.velocity);
    return {momentum, spin + cross(Vec3d(motion.position), momentum)};
}

struct Collision {
    SolverSettings solver;
    bool boundaryParticles;
    double density;  // of the body
};

class MomentumWithBodies : public testing::TestWithParam<Collision> {};

TEST_P(MomentumWithBodies, IsKeptWhenABoxHitsABlobOfWater) {
    const auto& [solver, boundaryParticles, density] = GetParam();
    World world = makeFreeBlock(solver, 3, {});
    take(world.setRigidContacts({.boundaryParticles = boundaryParticles}));
    const RigidBodySettings box = bodyOf(BoxBody{{0.3F, 0.25F, 0.2F}}, density);
    const RigidId id = take(world.addRigidBody(
        box, {.position = {-0.5F, 0.1F, 0.03F}, .velocity = {2, 0, 0}, .angularVelocity = {0, 0, 1}}));
    world.computeFields();
    const double particleMass = 1000 / latticeDensity(Formulation::Conservative, 0.1F, 0.05F, 3, 1);
    const auto all = [&] {
        const Motion fluid = motionOf(world, particleMass);
        const Motion body = motionOf(box, *world.rigidMotion(id));
        return Motion{fluid.linear + body.linear, fluid.angular + body.angular};
    };
    const Motion before = all();
    for (int k = 0; k < 1000; ++k) {
        const StepReport report = world.step(2e-3F);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
    }
    const Motion after = all();
    EXPECT_LT(world.rigidMotion(id)->velocity.x, 1.9F) << "there was a collision";
    const double lost = length(after.linear - before.linear) / length(before.linear);
    // By the angular momentum that the box would have if it flew past at half a metre.
    const double turned = length(after.angular - before.angular) / (0.5 * length(before.linear));
    RecordProperty("momentum_lost", std::to_string(lost));
    RecordProperty("angular_momentum_lost", std::to_string(turned));
    EXPECT_LT(lost, 1e-4);
    EXPECT_LT(turned, 0.1);
}

std::string collisionName(const testing::TestParamInfo<Collision>& info) {
    return std::string(shortName(info.param.solver)) +
           (info.param.boundaryParticles ? "_Samples_" : "_Contacts_") +
           std::to_string(static_cast<int>(info.param.density));
}
std::vector<Collision> collisions() {
    std::vector<Collision> all;
    for (const SolverSettings& solver : kSolvers) {
        for (const bool boundaryParticles : {true, false}) {
            for (const double density : {20.0, 500.0}) {
                all.push_back({solver, boundaryParticles, density});
            }
        }
    }
    return all;
}
INSTANTIATE_TEST_SUITE_P(Rigid, MomentumWithBodies, testing::ValuesIn(collisions()), collisionName);

// ---- Floating

constexpr float kSpacing = 0.04F;

/// The level of the water by its pressure, rho g (level - y), on the average over particles between a box
/// with this bottom and the floor that are near neither. (The highest particles say less: those of the
/// surface have no neighbours above and sink in by a fifth of a spacing.)
float levelByPressure(const World& world, float tank, float bottom) {
    const float edge = 2.5F * kSpacing;
    const auto isInside = [&](float at, float end) { return at > edge && at < end - edge; };
    const VectorView x = world.positions();
    double sum = 0;
    int count = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 p = x[i];
        if (!isInside(p.x, tank) || !isInside(p.z, tank) || !isInside(p.y, bottom)) continue;
        sum += p.y + world.pressures()[i] / (1000 * 9.81F);
        ++count;
    }
    return static_cast<float>(sum / count);
}

class FloatingBox : public testing::TestWithParam<SolverSettings> {};

TEST_P(FloatingBox, OfHalfTheDensityIsHalfInTheWaterAndLevel) {
    const float tank = 20 * kSpacing;
    const Vec3 size = kSpacing * Vec3{10, 5, 10};
    const float depth = 10 * kSpacing;
    World world = take(World::create({.particleSpacing = kSpacing, .threads = 2}, GetParam()));
    take(world.addFluid({.viscosity = 1}));
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {tank, 3, tank}}));
    const RigidId id =
        take(world.addRigidBody(bodyOf(BoxBody{size}, 500), {.position = {tank / 2, depth, tank / 2},
                                                             .acceleration = world.settings().gravity}));
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {tank, depth, tank}}));
    double share = 0;
    int samples = 0;
    float steepest = 0;
    for (int frame = 0; frame < 210; ++frame) {
        const StepReport report = world.advance(1.0F / 60);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        if (frame < 150) continue;
        const RigidMotion motion = *world.rigidMotion(id);
        const float bottom = motion.position.y - size.y / 2;
        share += (levelByPressure(world, tank, bottom) - bottom) / size.y;
        ++samples;
        const Vec3d up = Rotation::of(motion.rotation).apply({0, 1, 0});
        steepest = std::max(steepest, static_cast<float>(std::acos(std::min(up.y, 1.0)) * 57.3));
    }
    share /= samples;
    RecordProperty("share_in_water", std::to_string(share));
    EXPECT_NEAR(share, 0.5, 0.03);
    EXPECT_LT(steepest, 3) << "degrees";
    EXPECT_LT(std::fabs(world.rigidMotion(id)->velocity.y), 0.05F) << "at rest";
}
INSTANTIATE_TEST_SUITE_P(Rigid, FloatingBox, testing::ValuesIn(kSolvers),
                         [](const auto& solver) { return std::string(shortName(solver.param)); });

}  // namespace
}  // namespace undine::test
