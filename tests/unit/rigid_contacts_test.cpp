// SPDX-License-Identifier: Zlib
// What each setting of contacts does to a single particle, and which settings and motions are refused.
#include <gtest/gtest.h>

#include "boundary/rigid_contacts.h"
#include "tests/support/rigid.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.1F;
constexpr float kMass = 2;

/// A particle above the upper face, y = 0, of a box, and what a contact makes of it.
struct Meeting {
    RigidContactSettings settings{};
    float height = 0.01F;  // of the particle after its step
    Vec3 velocity{0, 0, 0};
    float bodyMass = 0;
    float friction = 0;
    float restitution = 0;
    float dt = 0.01F;
    bool pushesBodies = true;

    // After the contact.
    Vec3 x{};
    Vec3 v{};
    RigidMotion body{};
    std::size_t count = 0;

    Meeting& meet() {
        const Vec3 inertia = bodyMass > 0 ? Vec3{1e9F, 1e9F, 1e9F} : Vec3{};
        const RigidBodySettings own{.parts = {},
                                    .mass = bodyMass,
                                    .inertia = inertia,
                                    .friction = friction,
                                    .restitution = restitution};
        std::vector<RigidBody> bodies;
        bodies.emplace_back(0, own, solidOf(BoxBody{{2, 2, 2}}));
        bodies[0].setMotion({.position = {0, -1, 0}});
        const BodyPlace before[] = {bodies[0].place()};
        ParticleStore store = storeOf(std::vector<Vec3>{{0.3F, height, 0.2F}});
        store.velocity().set(0, velocity);
        const FluidConstants fluids[] = {
            {.restDensity = 1000, .mass = kMass, .viscosity = 0, .surfaceTension = 0}};
        RigidContacts contacts;
        contacts.resolve({.before = before,
                          .x = store.position(),
                          .v = store.velocity(),
                          .way = store.velocity(),
                          .wayScale = dt,
                          .dt = dt,
                          .fluids = fluids,
                          .fluid = store.fluid(),
                          .spacing = kSpacing,
                          .pushesBodies = pushesBodies},
                         settings, bodies, 1, ThreadPool(1));
        x = store.position()[0];
        v = store.velocity()[0];
        body = bodies[0].motion();
        count = contacts.count();
        return *this;
    }
};

TEST(RigidContacts, KeepParticlesTheirRadiusAway) {
    EXPECT_NEAR(Meeting{.height = 0.01F}.meet().x.y, 0.25F * kSpacing, 1e-6F);
    EXPECT_NEAR(Meeting{.height = -0.3F}.meet().x.y, 0.25F * kSpacing, 1e-6F) << "deep inside";
    EXPECT_NEAR((Meeting{.settings = {.boundaryParticles = false}}.meet().x.y), 0.5F * kSpacing, 1e-6F);
    EXPECT_NEAR((Meeting{.settings = {.particleRadius = 0.8F}}.meet().x.y), 0.8F * kSpacing, 1e-6F);
    EXPECT_EQ(Meeting{.height = 0.03F}.meet().count, 0U);
    EXPECT_EQ((Meeting{.settings = {.particleRadius = 0.4F}, .height = 0.03F}.meet().count), 1U);
}

TEST(RigidContacts, LeaveTheMarginAlone) {
    EXPECT_NEAR((Meeting{.settings = {.margin = 0.1F}, .height = 0.01F}.meet().x.y), 0.015F, 1e-6F);
    EXPECT_NEAR((Meeting{.settings = {.margin = 0.1F}, .height = 0.02F}.meet().x.y), 0.02F, 1e-6F);
    const Meeting held =
        Meeting{.settings = {.margin = 0.1F}, .height = 0.02F, .velocity = {0, -0.1F, 0}}.meet();
    EXPECT_NEAR(held.v.y, 0, 1e-6F) << "it goes no deeper";
}

TEST(RigidContacts, RemoveTheShareErpOfThePenetration) {
    EXPECT_NEAR((Meeting{.settings = {.erp = 0.4F}, .height = 0.005F}.meet().x.y), 0.013F, 1e-6F);
    EXPECT_NEAR((Meeting{.settings = {.erp = 0}, .height = 0.005F}.meet().x.y), 0.005F, 1e-6F);
}

TEST(RigidContacts, SlowParticlesDownAheadOfTheSurface) {
    Meeting meeting{.settings = {.radiusExpansion = 1}, .height = 0.075F, .velocity = {0, -20, 0}};
    meeting.dt = 1e-3F;
    meeting.meet();
    EXPECT_EQ(meeting.count, 1U);
    EXPECT_NEAR(meeting.v.y, -20, 1e-3F) << "there is time enough";
    meeting.velocity.y = -80;
    meeting.height = 0.045F;
    meeting.meet();
    EXPECT_NEAR(meeting.v.y, -20, 1e-3F) << "as fast as it reaches the surface in the next step";
    EXPECT_NEAR(meeting.x.y, 0.045F, 1e-6F) << "nothing is moved before it touches";
    meeting.settings.radiusExpansion = 0;
    EXPECT_NEAR(meeting.meet().v.y, -80, 1e-3F);
}

TEST(RigidContacts, ExchangeMomentumWithFreeBodies) {
    const Meeting meeting = Meeting{.velocity = {0, -3, 0}, .bodyMass = 4}.meet();
    EXPECT_NEAR(meeting.v.y, -1, 1e-5F) << "2 kg at 3 m/s and 4 kg at rest go on together";
    EXPECT_NEAR(meeting.body.velocity.y, -1, 1e-5F);
    const Meeting apart = Meeting{.velocity = {0, 3, 0}, .bodyMass = 4}.meet();
    EXPECT_NEAR(apart.v.y, 3, 1e-6F) << "what leaves is not held";
}

TEST(RigidContacts, LeaveBodiesAloneThatArePushedOtherwise) {
    Meeting meeting{.velocity = {1, -3, 0}, .bodyMass = 4};
    meeting.pushesBodies = false;
    meeting.meet();
    EXPECT_NEAR(meeting.v.y, 0, 1e-6F) << "the particle is stopped all the same";
    EXPECT_EQ(meeting.body.velocity, Vec3{});
}

TEST(RigidContacts, TakeTheMassTheyAreTold) {
    const Meeting meeting =
        Meeting{.settings = {.particleMass = 8}, .velocity = {0, -3, 0}, .bodyMass = 4}.meet();
    EXPECT_NEAR(meeting.body.velocity.y, -2, 1e-5F);
    EXPECT_NEAR(meeting.v.y, -2, 1e-5F);
}

TEST(RigidContacts, GiveBackWhatRestitutionSays) {
    EXPECT_NEAR((Meeting{.velocity = {0, -3, 0}, .restitution = 0.5F}.meet().v.y), 1.5F, 1e-5F);
    EXPECT_NEAR((Meeting{.velocity = {0, -3, 0}, .restitution = 1}.meet().v.y), 3, 1e-5F);
    const Meeting both = Meeting{.velocity = {0, -3, 0}, .bodyMass = 4, .restitution = 1}.meet();
    EXPECT_NEAR(kMass * both.v.y + 4 * both.body.velocity.y, -6, 1e-5F);
    EXPECT_NEAR(both.v.y - both.body.velocity.y, 3, 1e-5F);
}

TEST(RigidContacts, RubAsFrictionSays) {
    const Vec3 aslant{4, -1, 0};
    EXPECT_NEAR((Meeting{.velocity = aslant}.meet().v.x), 4, 1e-5F);
    EXPECT_NEAR((Meeting{.velocity = aslant, .friction = 0.25F}.meet().v.x), 3, 1e-5F);
    EXPECT_NEAR((Meeting{.velocity = aslant, .friction = 1}.meet().v.x), 0, 1e-5F);
    const Meeting both = Meeting{.velocity = aslant, .bodyMass = 4, .friction = 1}.meet();
    EXPECT_NEAR(both.v.x, 4 * kMass / 6, 1e-4F);
    EXPECT_NEAR(both.body.velocity.x, 4 * kMass / 6, 1e-4F);
}

// ---- What is refused

World emptyWorld(int dimension = 3) {
    World world = take(World::create({.dimension = dimension, .particleSpacing = kSpacing}, PbfSettings{}));
    take(world.addFluid({}));
    return world;
}

void expectRefused(const Result<void>& result, const std::vector<const char*>& words) {
    ASSERT_FALSE(result.ok());
    for (const char* word : words) EXPECT_NE(result.error().find(word), std::string::npos) << result.error();
}

TEST(RigidSettings, OutOfRangeAreRefusedWithKeyValueAndRange) {
    World world = emptyWorld();
    const auto set = [&](const RigidContactSettings& settings) { return world.setRigidContacts(settings); };
    expectRefused(set({.particleRadius = 1.5F}), {"contacts.particle_radius", "1.5", "0", "1"});
    expectRefused(set({.margin = 0.75F}), {"contacts.margin", "0.75", "0.5"});
    expectRefused(set({.radiusExpansion = -1}), {"contacts.radius_expansion", "-1", "0", "2"});
    expectRefused(set({.erp = 2}), {"contacts.erp", "2", "0", "1"});
    expectRefused(set({.particleMass = -3}), {"contacts.particle_mass", "-3", "0"});
    expectRefused(set({.erp = kNaN}), {"contacts.erp", "nan"});
    const auto add = [&](const RigidBodySettings& settings) -> Result<void> {
        auto added = world.addRigidBody(settings);
        if (!added) return Error{added.error()};
        return {};
    };
    const std::vector<RigidPart> box{{BoxBody{}, {}, {}}};
    expectRefused(add({.parts = box, .mass = -1}), {"bodies.0.mass", "-1", "0"});
    expectRefused(add({.parts = box, .friction = 1.5F}), {"bodies.0.friction", "1.5", "0", "1"});
    expectRefused(add({.parts = box, .restitution = -0.5F}), {"bodies.0.restitution", "-0.5", "0", "1"});
    expectRefused(add({.parts = box, .mass = 1}), {"bodies.0.inertia"});
    expectRefused(add({.parts = box, .mass = 1, .inertia = {1, kNaN, 1}}), {"bodies.0.inertia"});
    expectRefused(add({}), {"bodies.0"});
    expectRefused(add({.parts = {{SphereBody{-1}, {}, {}}}}), {"bodies.0", "radius", "-1"});
    expectRefused(add({.parts = {{PlaneBody{}, {}, {}}}, .mass = 1, .inertia = {1, 1, 1}}),
                  {"bodies.0", "plane"});
}

TEST(RigidSettings, OfSamplesAreChosenBeforeThereAreBodies) {
    World world = emptyWorld();
    const RigidId id = take(world.addRigidBody({.parts = {{BoxBody{}, {}, {}}}}));
    expectRefused(world.setRigidContacts({.boundaryParticles = false}), {"contacts.boundary_particles"});
    take(world.setRigidContacts({.margin = 0.1F}));
    EXPECT_TRUE(world.removeRigidBody(id));
    take(world.setRigidContacts({.boundaryParticles = false}));
}

TEST(RigidMotionOf, ABodyMustBeFinite) {
    World world = emptyWorld();
    const RigidId id = take(world.addRigidBody({.parts = {{BoxBody{}, {}, {}}}}, {.position = {1, 2, 3}}));
    const Vec3 bad{0, kNaN, 0};
    const Vec3 endless{0, 0, kInfinity};
    expectRefused(world.setRigidMotion(id, {.position = bad}), {"bodies.0.position"});
    expectRefused(world.setRigidMotion(id, {.velocity = endless}), {"bodies.0.velocity"});
    expectRefused(world.setRigidMotion(id, {.angularVelocity = bad}), {"bodies.0.angular_velocity"});
    expectRefused(world.setRigidMotion(id, {.acceleration = bad}), {"bodies.0.acceleration"});
    expectRefused(world.setRigidMotion(id, {.angularAcceleration = bad}), {"bodies.0.angular_acceleration"});
    expectRefused(world.setRigidMotion(id, {.rotation = {0, kNaN, 0, 1}}), {"bodies.0.rotation"});
    expectRefused(world.setRigidMotion(id, {.rotation = {0, 0, 0, 0}}), {"bodies.0.rotation"});
    EXPECT_EQ(world.rigidMotion(id)->position, (Vec3{1, 2, 3})) << "it stays where it was";
    EXPECT_FALSE(world.addRigidBody({.parts = {{BoxBody{}, {}, {}}}}, {.position = bad}).ok());
}

TEST(RigidMotionOf, ABodyStaysInThePlaneInTwoDimensions) {
    World world = emptyWorld(2);
    const RigidId id = take(world.addRigidBody(bodyOf(BoxBody{{0.5F, 0.5F, 1}}, 500, 2)));
    take(world.setRigidMotion(id, {.position = {1, 2, 0}, .angularVelocity = {0, 0, 1}}));
    expectRefused(world.setRigidMotion(id, {.position = {0, 0, 1}}), {"bodies.0", "plane"});
    expectRefused(world.setRigidMotion(id, {.angularVelocity = {1, 0, 0}}), {"bodies.0", "plane"});
    expectRefused(world.setRigidMotion(id, {.rotation = {1, 0, 0, 0}}), {"bodies.0", "plane"});
}

TEST(RigidBodiesOfAWorld, ComeAndGoWithoutDisturbingOthers) {
    World world = emptyWorld();
    std::vector<RigidId> ids;
    for (int k = 0; k < 4; ++k) {
        ids.push_back(take(
            world.addRigidBody(bodyOf(SphereBody{0.3F}, 500), {.position = {static_cast<float>(k), 0, 0}})));
    }
    take(world.fill(0, BoxFill{.min = {-0.5F, 0.35F, -0.3F}, .max = {3.5F, 0.75F, 0.3F}}));
    ASSERT_TRUE(world.step().ok());
    EXPECT_TRUE(world.removeRigidBody(ids[1]));
    EXPECT_FALSE(world.removeRigidBody(ids[1]));
    EXPECT_FALSE(world.rigidMotion(ids[1]).has_value());
    expectRefused(world.setRigidMotion(ids[1], {}), {"bodies.1", "no such body"});
    world.computeFields();
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(world.step().ok());
    EXPECT_NEAR(world.rigidMotion(ids[2])->position.x, 2, 0.1F);
    const RigidId fresh = take(world.addRigidBody(bodyOf(SphereBody{0.3F}, 500), {.position = {1, 0, 0}}));
    EXPECT_EQ(fresh, 4U) << "names are not used again";
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(world.step().ok());
    EXPECT_LT(world.rigidMotion(fresh)->velocity.y, 0) << "the water falls on it too";
}

TEST(RigidBodiesOfAWorld, InThePlaneOfTwoDimensionsFloatAndStayThere) {
    for (const SolverInfo& solver : liquidSolvers()) {
        SCOPED_TRACE(solver.name);
        World world = makeTank(solver.defaults, {.dimension = 2, .tank = {1, 2, 0}, .water = {1, 0.5F, 0}});
        const RigidId id =
            take(world.addRigidBody(bodyOf(BoxBody{{0.4F, 0.2F, 1}}, 500, 2),
                                    {.position = {0.45F, 0.7F, 0}, .acceleration = {0, -9.81F, 0}}));
        const Solid solid = solidOf(BoxBody{{0.4F, 0.2F, 1}}, 2);
        for (int frame = 0; frame < 120; ++frame) {
            const StepReport report = world.advance(1.0F / 60);
            ASSERT_TRUE(report.ok()) << world.diagnose(report);
        }
        const RigidMotion motion = *world.rigidMotion(id);
        EXPECT_NEAR(motion.position.y, 0.54F, 0.06F);
        EXPECT_EQ(motion.position.z, 0);
        EXPECT_GT(smallestDistance(world, solid, motion), 0.005F);
    }
}

TEST(RigidBodiesOfAWorld, HoldWaterAsPlanesWithoutSamples) {
    for (const bool boundaryParticles : {true, false}) {
        World world = emptyWorld();
        take(world.setRigidContacts({.boundaryParticles = boundaryParticles}));
        take(world.addRigidBody({.parts = {{PlaneBody{}, {}, {}}}}));
        take(world.fill(0, BoxFill{.min = {-0.3F, 0.3F, -0.3F}, .max = {0.3F, 0.5F, 0.3F}}));
        const StepReport report = world.advance(0.5F);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        float lowest = INFINITY;
        for (const Vec3 p : world.positions()) lowest = std::min(lowest, p.y);
        EXPECT_NEAR(lowest, 0.05F, 0.011F) << boundaryParticles;
    }
}

}  // namespace
}  // namespace undine::test
