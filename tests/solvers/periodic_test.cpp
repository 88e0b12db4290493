// SPDX-License-Identifier: Zlib
// What every method for liquids promises of a world that repeats itself, with all forces between neighbours.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

const PairForceSettings kAllForces{
    .viscosityModel = ViscosityModel::Implicit, .xsph = 0.05F, .vorticityConfinement = 2};

struct Case {
    const char* name;
    SolverSettings solver;
    FluidSettings fluid{};
};

const Case kCases[] = {
    {"Wcsph", WcsphSettings{}},
    {"WcsphMueller", WcsphSettings{.formulation = Formulation::Mueller, .artificialViscosity = 0.2F}},
    {"WcsphWithAllForces", WcsphSettings{.pairForces = kAllForces}, {.viscosity = 1, .surfaceTension = 1}},
    {"Pbf", PbfSettings{}},
    {"PbfWithAllForces", PbfSettings{.pairForces = kAllForces}, {.viscosity = 1, .surfaceTension = 1}},
    {"SphPbd", SphPbdSettings{}},
    {"SphPbdWithAllForces", SphPbdSettings{.pairForces = kAllForces}, {.viscosity = 1, .surfaceTension = 1}},
};

constexpr float kSide = 0.8F;

struct Options {
    int dimension = 3;
    Vec3 corner{};
    Vec3 velocity{};
    float jitter = 0;
    float spacing = 0.05F;
    int threads = 0;
};

/// A box full of fluid that repeats itself along all its axes, without gravity.
World makePeriodic(const Case& method, const Options& options) {
    WorldSettings settings;
    settings.dimension = options.dimension;
    settings.particleSpacing = options.spacing;
    settings.gravity = {};
    settings.periodic = options.dimension == 2 ? Periodic::XY : Periodic::XYZ;
    settings.periodicMin = options.corner;
    settings.periodicMax = options.corner + Vec3{kSide, kSide, kSide};
    settings.threads = options.threads;
    World world = take(World::create(settings, method.solver));
    take(world.addFluid(method.fluid));
    take(world.fill(0, BoxFill{.min = settings.periodicMin,
                               .max = settings.periodicMax,
                               .velocity = options.velocity,
                               .jitter = options.jitter}));
    return world;
}

/// A smooth swirl that is as periodic as the box.
void stir(World& world, float speed) {
    constexpr float kTurn = 6.2831853F / kSide;
    const Vec3 corner = world.settings().periodicMin;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i] - corner;
        world.setVelocity(i, {-speed * std::cos(kTurn * x.x) * std::sin(kTurn * x.y),
                              speed * std::sin(kTurn * x.x) * std::cos(kTurn * x.y), 0});
    }
}

class PeriodicContract : public testing::TestWithParam<Case> {};

TEST_P(PeriodicContract, FluidAtRestStaysAtRest) {
    for (const int dimension : {2, 3}) {
        World world = makePeriodic(GetParam(), {.dimension = dimension});
        std::map<ParticleId, Vec3> before;
        for (Index i = 0; i < world.particleCount(); ++i) before[world.ids()[i]] = world.positions()[i];
        for (int k = 0; k < 60; ++k) ASSERT_TRUE(world.step().ok());
        for (Index i = 0; i < world.particleCount(); ++i) {
            const Vec3 d = world.positions()[i] - before[world.ids()[i]];
            EXPECT_LT(dot(d, d), 1e-12F) << dimension << "D, particle " << world.ids()[i];
            EXPECT_NEAR(world.densities()[i], 1000, 1) << "as if there were no faces";
        }
    }
}

TEST_P(PeriodicContract, UniformMotionGoesOnForEver) {
    for (const int dimension : {2, 3}) {
        // Fast, so that it goes around before the Mueller formulation has shaken its lattice to pieces.
        const Vec3 u{15, -7, dimension == 2 ? 0.0F : 4.0F};
        World world = makePeriodic(GetParam(), {.dimension = dimension, .velocity = u});
        std::map<ParticleId, Vec3> before;
        for (Index i = 0; i < world.particleCount(); ++i) before[world.ids()[i]] = world.positions()[i];
        ASSERT_TRUE(world.advance(0.1F).ok());
        ASSERT_EQ(world.particleCount(), before.size());
        for (Index i = 0; i < world.particleCount(); ++i) {
            ASSERT_TRUE(before.contains(world.ids()[i]));
            const Vec3 v = world.velocities()[i] - u;
            EXPECT_LT(dot(v, v), 1e-6F);
            // It has been around the box about twice, and is inside.
            const Vec3 x = world.positions()[i];
            EXPECT_TRUE(x.x >= 0 && x.x < kSide && x.y >= 0 && x.y < kSide);
            const float way = x.x - before[world.ids()[i]].x - 0.1F * u.x;
            EXPECT_NEAR(way / kSide, std::round(way / kSide), 1e-3F);
        }
    }
}

TEST_P(PeriodicContract, MomentumIsKept) {
    Case method = GetParam();
    std::visit(
        [](auto& settings) {
            // Confinement is no force between pairs and keeps momentum nowhere.
            if constexpr (requires { settings.pairForces; }) settings.pairForces.vorticityConfinement = 0;
        },
        method.solver);
    for (const int dimension : {2, 3}) {
        World world =
            makePeriodic(method, {.dimension = dimension, .velocity = {1, 0.5F, 0}, .jitter = 0.2F});
        const Statistics before = world.computeStatistics();
        for (int k = 0; k < 100; ++k) ASSERT_TRUE(world.step().ok());
        const Statistics after = world.computeStatistics();
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(after.momentum[k], before.momentum[k], 5e-7 * before.momentum[0])
                << dimension << "D, axis " << k;
        }
    }
}

TEST_P(PeriodicContract, WhereTheFacesAreMakesNoDifference) {
    // The same flow, once with faces through its middle: only rounding tells them apart.
    World plain = makePeriodic(GetParam(), {.dimension = 2});
    stir(plain, 0.5F);
    WorldSettings settings = plain.settings();
    settings.periodicMin = {0.3F, -0.35F, 0};
    settings.periodicMax = {0.3F + kSide, -0.35F + kSide, 1};
    World cut = take(World::create(settings, GetParam().solver));
    take(cut.addFluid(GetParam().fluid));
    std::vector<Vec3> x;
    std::vector<Vec3> v;
    for (Index i = 0; i < plain.particleCount(); ++i) {
        const Vec3 p = plain.positions()[i];
        x.push_back({p.x < 0.3F ? p.x + kSide : p.x, p.y >= -0.35F + kSide ? p.y - kSide : p.y, 0});
        v.push_back(plain.velocities()[i]);
    }
    take(cut.addParticles(0, x, v));
    for (int k = 0; k < 6; ++k) {
        const StepReport report = plain.step();
        ASSERT_TRUE(report.ok());
        ASSERT_TRUE(cut.step(report.dt).ok());
    }
    for (Index i = 0; i < plain.particleCount(); ++i) {
        const auto other = cut.findParticle(plain.ids()[i]);
        ASSERT_TRUE(other.has_value());
        const Vec3 d = plain.velocities()[i] - cut.velocities()[*other];
        EXPECT_LT(std::sqrt(dot(d, d)), 2e-4F) << "particle " << plain.ids()[i];
    }
}

TEST_P(PeriodicContract, HasTheSameBitsForAnyNumberOfThreads) {
    const auto hashWith = [&](int threads) {
        World world = makePeriodic(GetParam(), {.jitter = 0.2F, .spacing = 0.04F, .threads = threads});
        stir(world, 1);
        for (int k = 0; k < 15; ++k) EXPECT_TRUE(world.step().ok());
        return world.stateHash();
    };
    const std::uint64_t one = hashWith(1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(hashWith(threads), one) << threads;
}

TEST_P(PeriodicContract, GoesOnFromASavedState) {
    World world = makePeriodic(GetParam(), {.dimension = 2, .jitter = 0.2F});
    stir(world, 1);
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(world.step().ok());
    const auto state = world.saveState();
    World other = makePeriodic(GetParam(), {.dimension = 2, .jitter = 0.2F});
    take(other.restoreState(state));
    for (int k = 0; k < 20; ++k) {
        ASSERT_TRUE(world.step().ok());
        ASSERT_TRUE(other.step().ok());
    }
    EXPECT_EQ(world.stateHash(), other.stateHash());
}

INSTANTIATE_TEST_SUITE_P(Solvers, PeriodicContract, testing::ValuesIn(kCases),
                         [](const auto& method) { return std::string(method.param.name); });

// --- What else is in such a world ---

WorldSettings channel() {
    return {.dimension = 2,
            .particleSpacing = 0.05F,
            .gravity = {},
            .periodic = Periodic::X,
            .periodicMin = {0, 0, 0},
            .periodicMax = {1, 1, 1}};
}

std::string refusalOf(WorldSettings settings, const SolverSettings& solver = WcsphSettings{}) {
    const auto made = World::create(settings, solver);
    return made.ok() ? "" : made.error();
}

TEST(PeriodicWorld, RefusesBoxesThatCannotRepeat) {
    WorldSettings flat = channel();
    flat.periodic = Periodic::XZ;
    EXPECT_NE(refusalOf(flat).find("world.periodic: a world of two dimensions"), std::string::npos);
    WorldSettings inverted = channel();
    inverted.periodicMax.x = 0;
    EXPECT_NE(refusalOf(inverted).find("must be above periodic_min along x"), std::string::npos);
    WorldSettings small = channel();
    small.periodicMax.x = 0.3F;
    EXPECT_NE(refusalOf(small).find("more than 3 support radii"), std::string::npos);
    small.periodicMax.x = 0.31F;
    EXPECT_EQ(refusalOf(small), "");
    WorldSettings far = channel();
    far.periodicMin.x = 1e6F;
    far.periodicMax.x = 1e6F + 1;
    EXPECT_NE(refusalOf(far).find("a million support radii"), std::string::npos);
    for (const SolverInfo& solver : solvers()) {
        const std::string refusal = refusalOf(channel(), solver.defaults);
        EXPECT_EQ(refusal.find("world without bounds") != std::string::npos,
                  solver.name == "vortex" || solver.name == "vortex_sph")
            << solver.name;
    }
}

TEST(PeriodicWorld, TakesPlatesAndRefusesWallsThatItsFacesCut) {
    World world = take(World::create(channel()));
    EXPECT_TRUE(world.addWall(PlaneWall{.point = {0, 0, 0}, .normal = {0, 1, 0}}).ok());
    EXPECT_TRUE(world.addWall(SphereWall{.center = {0.5F, 0.5F, 0}, .radius = 0.2F}).ok());
    EXPECT_TRUE(world.addWall(BoxWall{.min = {-9, 0.9F, 0}, .max = {9, 1, 1}, .side = Side::Outside}).ok());
    for (const Wall& wall : std::initializer_list<Wall>{
             PlaneWall{.normal = {0.1F, 1, 0}}, SphereWall{.center = {0.9F, 0.5F, 0}, .radius = 0.2F},
             BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}},
             BoxWall{.min = {-0.05F, 0, 0}, .max = {1.05F, 0.1F, 1}, .side = Side::Outside}}) {
        const auto added = world.addWall(wall);
        ASSERT_FALSE(added.ok());
        EXPECT_EQ(added.error().find("walls.3: the world repeats itself along x"), 0U) << added.error();
    }
}

TEST(PeriodicWorld, StopsWhenABodyComesToAFace) {
    World world = take(World::create(channel()));
    take(world.addFluid({}));
    const Body mover{{.position = {0.5F, 0.5F, 0}, .velocity = {1, 0, 0}}, SphereBody{.radius = 0.1F}};
    take(world.addBody(mover));
    Body lost = mover;
    lost.settings.position.x = 0.9F;
    EXPECT_FALSE(world.addBody(lost).ok());
    EXPECT_TRUE(world.advance(0.25F).ok());
    const StepReport report = world.advance(0.5F);
    EXPECT_EQ(report.trouble, StepTrouble::BodyAtFace);
    EXPECT_NE(world.diagnose(report).find("A body has come nearer"), std::string::npos);
}

TEST(PeriodicWorld, RefusesWhatItCannotHave) {
    World world = take(World::create(channel()));
    take(world.addFluid({}));
    EXPECT_FALSE(world.addFreezer({}).ok());
    EXPECT_FALSE(world.addBody({{.density = 500}, SphereBody{.radius = 0.1F}}).ok());
    EXPECT_FALSE(world.addRigidBody({}, {}).ok());
    Emitter emitter{{.position = {0.5F, 0.5F, 0}}, CircleNozzle{.radius = 0.1F}};
    EXPECT_TRUE(world.addEmitter(emitter).ok());
    emitter.settings.position.x = 0.15F;
    EXPECT_FALSE(world.addEmitter(emitter).ok());
}

TEST(PeriodicWorld, RefusesFluidOutsideAndLatticesThatDoNotClose) {
    World world = take(World::create(channel()));
    take(world.addFluid({}));
    const auto outside = world.fill(0, BoxFill{.min = {0.5F, 0, 0}, .max = {1.2F, 0.2F, 1}});
    ASSERT_FALSE(outside.ok());
    EXPECT_NE(outside.error().find("outside of the periodic box"), std::string::npos);
    WorldSettings odd = channel();
    odd.periodicMax.x = 1.02F;
    World other = take(World::create(odd));
    take(other.addFluid({}));
    const auto open = other.fill(0, BoxFill{.min = {0, 0, 0}, .max = {1.02F, 0.2F, 1}});
    ASSERT_FALSE(open.ok());
    EXPECT_NE(open.error().find("20 or 21 spacings"), std::string::npos) << open.error();
    EXPECT_TRUE(other.fill(0, BoxFill{.min = {0.3F, 0.5F, 0}, .max = {0.6F, 0.8F, 1}}).ok());
}

TEST(PeriodicWorld, CarriesTracersAcrossItsFaces) {
    World world = makePeriodic(kCases[0], {.dimension = 2, .velocity = {1, 0, 0}});
    take(world.addTracers({{}, BoxFill{.min = {0.6F, 0.2F, 0}, .max = {0.8F, 0.4F, 1}}}));
    std::vector<Vec3> before;
    for (const Vec3 x : world.tracerPositions()) before.push_back(x);
    ASSERT_TRUE(world.advance(0.4F).ok());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Vec3 x = world.tracerPositions()[static_cast<Index>(i)];
        EXPECT_NEAR(x.x, before[i].x + 0.4F - kSide, 1e-4F);
        EXPECT_NEAR(x.y, before[i].y, 1e-4F);
    }
}

TEST(PeriodicWorld, FlowsBetweenPlates) {
    // Driven along the plates the fluid goes around and around; nothing leaves, and nothing piles up.
    WorldSettings settings = channel();
    settings.gravity = {1, 0, 0};
    World world = take(World::create(settings, WcsphSettings{}));
    take(world.addFluid({.viscosity = 10}));
    take(world.addWall(PlaneWall{.point = {0, 0, 0}, .normal = {0, 1, 0}, .friction = 1}));
    take(world.addWall(PlaneWall{.point = {0, 0.5F, 0}, .normal = {0, -1, 0}, .friction = 1}));
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {1, 0.5F, 1}}));
    ASSERT_TRUE(world.advance(2).ok());
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        EXPECT_TRUE(x.x >= 0 && x.x < 1 && x.y > 0.02F && x.y < 0.48F);
        EXPECT_NEAR(world.densities()[i], 1000, 50);
        // Friction may have stopped the layers next to the plates.
        EXPECT_GE(world.velocities()[i].x, std::abs(x.y - 0.25F) < 0.2F ? 1e-3F : 0.0F);
    }
}

}  // namespace
}  // namespace undine::test
