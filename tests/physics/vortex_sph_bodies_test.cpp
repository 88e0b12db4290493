// SPDX-License-Identifier: Zlib
// Bodies among particles that are vortex particles and SPH at once. A spacing is 0.1 m, a ball four of them.
#include <cmath>
#include <numbers>
#include <optional>

#include <gtest/gtest.h>

#include "boundary/rigid_bodies.h"
#include "core/geometry.h"
#include "tests/support/rigid.h"
#include "tests/support/worlds.h"
#include "vortex/body_sheets.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.1F;
constexpr float kRadius = 0.4F;
constexpr float kDensity = 1000;

struct Options {
    float weight = 1;
    float shedding = 1;
    float viscosity = 0;
    Vec3 gravity{};
    int threads = 2;
    int dimension = 3;
    float diffusivity = 0;
    float pressure = 1;
};

World makeWorld(const Options& options) {
    VortexSphSettings solver;
    solver.vortexWeight = options.weight;
    solver.pressureWeight = options.pressure;
    solver.flow.shedding = options.shedding;
    solver.flow.ambientDensity = kDensity;
    solver.flow.eddyViscosity = 0;
    solver.flow.thermalDiffusivity = options.diffusivity;
    World world = take(World::create({.dimension = options.dimension,
                                      .particleSpacing = kSpacing,
                                      .gravity = options.gravity,
                                      .threads = options.threads},
                                     solver));
    take(world.addFluid({.restDensity = kDensity, .viscosity = options.viscosity, .stiffness = 25}));
    return world;
}

/// Fills a block around a ball at the origin, but for where there are particles already.
void fillAround(World& world, float halfWidth) {
    const std::vector<Vec3> taken(world.positions().begin(), world.positions().end());
    const int count = static_cast<int>(std::lround(2 * halfWidth / kSpacing));
    std::vector<Vec3> places;
    const bool isFlat = world.settings().dimension == 2;
    for (const Vec3 x : makeBlock({count, count, isFlat ? 1 : count}, {kSpacing, kSpacing, kSpacing})) {
        const float start = 0.5F * kSpacing - halfWidth;
        const Vec3 at = x + Vec3{start, start, isFlat ? 0 : start};
        if (length(at) < kRadius + 0.5F * kSpacing) continue;
        if (std::ranges::any_of(taken, [&](Vec3 t) { return length(t - at) < 0.9F * kSpacing; })) continue;
        places.push_back(at);
    }
    take(world.addParticles(0, places));
}

void addRing(World& world) {
    take(world.addVortex({{.circulation = 0.3F, .core = 0.15F},
                          VortexRing{.center = {-0.8F, 0, 0}, .axis = {1, 0, 0}, .radius = 0.4F}}));
}

void advance(World& world, int steps) {
    for (int k = 0; k < steps; ++k) ASSERT_TRUE(world.step().ok()) << k;
}

std::vector<Vec3> vectorsOf(const World& world, const char* name) {
    const FieldView view = *world.field(name);
    const auto at = [&](std::size_t axis, Index i) { return static_cast<const float*>(view.data[axis])[i]; };
    std::vector<Vec3> result;
    for (Index i = 0; i < view.size; ++i) result.push_back({at(0, i), at(1, i), at(2, i)});
    return result;
}

Body fixedBall(Vec3 velocity = {}) {
    Body body;
    body.settings.velocity = velocity;
    body.shape = SphereBody{.radius = kRadius};
    return body;
}

struct Vorton {
    Vec3 x;
    Vec3 strength;
};

std::vector<Vorton> vortonsOf(const World& world) {
    const std::vector<Vec3> w = vectorsOf(world, "vorticity");
    const FieldView volume = *world.field("volume");
    std::vector<Vorton> result;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const float own = static_cast<const float*>(volume.data[0])[i];
        result.push_back({world.positions()[i], own * w[i]});
    }
    return result;
}

VectorArrays arraysOf(std::size_t count) {
    VectorArrays arrays;
    for (AlignedArray<float>& axis : arrays) axis.resize(count);
    return arrays;
}

/// The flow of vortices, without any body.
class FreeFlow {
  public:
    FreeFlow(const std::vector<Vorton>& vortons, int dimension)
        : dimension_(dimension),
          x_(arraysOf(vortons.size())),
          strength_(arraysOf(vortons.size())),
          radius_(vortons.size()) {
        const auto n = static_cast<Index>(vortons.size());
        for (Index i = 0; i < n; ++i) {
            spanOf(x_).set(i, vortons[i].x);
            spanOf(strength_).set(i, vortons[i].strength);
            radius_[i] = 1.3F * kSpacing;
        }
        field_.setSources({spanOf(x_), spanOf(strength_), radius_.data(), n}, {}, pool_);
    }

    std::vector<Vec3> velocityAt(const std::vector<Vec3>& points) {
        const auto n = static_cast<Index>(points.size());
        VectorArrays x = arraysOf(n), u = arraysOf(n);
        for (Index i = 0; i < n; ++i) spanOf(x).set(i, points[i]);
        field_.velocityAt(spanOf(x), n, spanOf(u), pool_);
        std::vector<Vec3> result;
        for (Index i = 0; i < n; ++i) result.push_back(spanOf(u)[i]);
        return result;
    }

    /// Momentum of the sheet on a ball that moves like this: what a step of no length remembers.
    Vec3d momentumOfSheet(const RigidMotion& motion) {
        RigidBodies rigid({Formulation::Conservative, 2 * kSpacing, kSpacing, dimension_});
        take(rigid.add(bodyOf(SphereBody{kRadius}, kDensity, dimension_), motion));
        BodySheets sheets{dimension_};
        sheets.meet({}, rigid, kSpacing, pool_);
        sheets.place(0);
        sheets.solve(&field_, pool_);
        const double density[] = {0};
        sheets.push({.gravity = {}, .ambientDensity = kDensity, .density = density}, {}, true, pool_);
        return firstOf(sheets.momentumOf(0));
    }

  private:
    int dimension_;
    ThreadPool pool_{2};
    VortexField field_{dimension_};
    VectorArrays x_, strength_;
    AlignedArray<float> radius_;
};

/// Of the flow, over density.
Vec3d impulseOf(const std::vector<Vorton>& vortons, int dimension) {
    Six sum{};
    for (const Vorton& own : vortons)
        sum = sum + undine::impulseOf(Vec3d(own.x), Vec3d(own.strength), dimension);
    return firstOf(sum);
}

/// What a ball at the origin adds to rings about the x axis: by the sphere theorem of Butler, that of each
/// at s has its image at R^2/s, of circulation -s/R.
std::vector<Vorton> imagesOf(const std::vector<Vorton>& rings) {
    std::vector<Vorton> images;
    for (const Vorton& own : rings) {
        const float s2 = dot(own.x, own.x);
        if (length(own.strength) == 0) continue;
        images.push_back({kRadius * kRadius / s2 * own.x, -kRadius / std::sqrt(s2) * own.strength});
    }
    return images;
}

// A ring flows onto a ball at rest.
TEST(VortexSphBodies, LetNothingThrough) {
    World world = makeWorld({.shedding = 0});
    take(world.addBody(fixedBall()));
    addRing(world);
    fillAround(world, 1);
    advance(world, 1);
    const std::vector<Vorton> vortons = vortonsOf(world);
    const std::vector<Vec3> induced = vectorsOf(world, "induced_velocity");
    std::vector<Vec3> x, u;
    for (Index i = 0; i < world.particleCount(); ++i) {
        if (!(length(world.positions()[i]) < kRadius + kSpacing)) continue;
        x.push_back(world.positions()[i]);
        u.push_back(induced[i]);
    }
    ASSERT_GT(x.size(), 100U);
    const std::vector<Vec3> without = FreeFlow(vortons, 3).velocityAt(x);
    const std::vector<Vec3> images = FreeFlow(imagesOf(vortons), 3).velocityAt(x);
    double bent = 0, missing = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3 n = (1 / length(x[i])) * x[i];
        bent += std::pow(static_cast<double>(dot(n, images[i])), 2);
        missing += std::pow(static_cast<double>(dot(n, without[i] + images[i] - u[i])), 2);
    }
    EXPECT_LT(std::sqrt(missing / bent), 0.15);
}

/// What fluid does next to a ball that moves along x.
struct Layer {
    double above = 0;  ///< vorticity about z
    double below = 0;
    double slip = 0;  ///< mean of (V - u) . x at the equator
};

Layer layerOf(const World& world, Vec3 middle, float speed) {
    Layer layer;
    double count = 0;
    const std::vector<Vec3> w = vectorsOf(world, "vorticity"), u = vectorsOf(world, "induced_velocity");
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 d = world.positions()[i] - middle;
        if (!(length(d) < kRadius + kSpacing)) continue;
        (d.y > 0 ? layer.above : layer.below) += static_cast<double>(w[i].z);
        if (!(std::fabs(d.x) < kSpacing)) continue;
        layer.slip += static_cast<double>(speed - u[i].x);
        count += 1;
    }
    EXPECT_GT(count, 20);
    layer.slip /= count;
    return layer;
}

// Fluid slips along a ball in it by 3/2 V sin(theta): the impulse of that is 3/2 V times the ball's volume.
// It comes off half a spacing to two spacings outside, so that there is a little more of it.
TEST(VortexSphBodies, ShedAllThatSlipsToTheParticlesNextToThem) {
    const float speed = 0.5F;
    const double volume = 4.0 / 3 * std::numbers::pi * std::pow(kRadius, 3);
    double slip[2] = {};
    for (const int sheds : {0, 1}) {
        World world = makeWorld({.shedding = static_cast<float>(sheds)});
        take(world.addBody(fixedBall({speed, 0, 0})));
        fillAround(world, 1);
        const Index before = world.particleCount();
        ASSERT_TRUE(world.advance(0.25F).ok());
        const Layer layer = layerOf(world, {0.25F * speed, 0, 0}, speed);
        slip[sheds] = layer.slip;
        EXPECT_EQ(world.particleCount(), before);
        const double impulse = impulseOf(vortonsOf(world), 3).x / (1.5 * static_cast<double>(speed) * volume);
        if (sheds == 0) {
            EXPECT_EQ(impulse, 0);
            continue;
        }
        EXPECT_GT(impulse, 1.1);
        EXPECT_LT(impulse, 1.4);
        EXPECT_GT(layer.above, 0);
        EXPECT_NEAR(layer.below / layer.above, -1, 0.1);
    }
    EXPECT_LT(slip[1], 0.75 * slip[0]);
}

/// Momentum along x of a world with two opposite vortices on their way to a free disk.
class Meeting {
  public:
    Meeting(float weight, float shedding, float pressure = 1)
        : weight_(weight),
          world_(makeWorld({.weight = weight, .shedding = shedding, .dimension = 2, .pressure = pressure})) {
        disk_ = take(world_.addRigidBody(bodyOf(SphereBody{kRadius}, 0.5 * kDensity, 2)));
        for (const float side : {-1.0F, 1.0F}) {
            take(world_.addVortex({{.circulation = -0.3F * side, .core = 0.15F},
                                   VortexPatch{.center = {-0.8F, 0.4F * side, 0}}}));
        }
        fillAround(world_, 1.5F);
        advance(world_, 1);
    }

    void advanceTo(float time) { ASSERT_TRUE(world_.advance(time - static_cast<float>(world_.time())).ok()); }
    double disk() const {
        const RigidMotion motion = *world_.rigidMotion(disk_);
        const double sheet = FreeFlow(vortonsOf(world_), 2).momentumOfSheet(motion).x;
        return static_cast<double>(*world_.rigidMass(disk_) * motion.velocity.x) + weight_ * sheet;
    }
    double vortices() const {
        return weight_ * static_cast<double>(kDensity) * impulseOf(vortonsOf(world_), 2).x;
    }
    double pressed() const {
        const std::vector<Vec3> u = vectorsOf(world_, "induced_velocity");
        double sum = 0;
        for (Index i = 0; i < world_.particleCount(); ++i)
            sum += static_cast<double>(world_.velocities()[i].x - u[i].x);
        return sum * static_cast<double>(kDensity * kSpacing * kSpacing);
    }
    double all() const { return disk() + vortices() + pressed(); }

  private:
    double weight_;
    World world_;
    RigidId disk_ = 0;
};

// Pressure moves vorticity about, and with it momentum: 6 to 7 % of what is exchanged, also with the direct
// sum and with short steps.
TEST(VortexSphBodies, GetWhatTheFluidLoses) {
    for (const float weight : {1.0F, 0.5F}) {
        for (const float pressure : {0.0F, 1.0F}) {
            SCOPED_TRACE(testing::Message() << "weight " << weight << ", pressure " << pressure);
            Meeting meeting(weight, 0, pressure);
            const double atStart = meeting.all(), before = meeting.vortices();
            meeting.advanceTo(0.35F);
            const double lost = before - meeting.vortices();
            ASSERT_GT(std::fabs(lost), 0.003 * std::fabs(before));
            EXPECT_LT(std::fabs(meeting.all() - atStart), (pressure > 0 ? 0.08 : 0.01) * std::fabs(lost));
        }
    }
}

TEST(VortexSphBodies, GiveWhatTheyShed) {
    Meeting sheds(1, 1), keeps(1, 0);
    sheds.advanceTo(0.75F);
    keeps.advanceTo(0.75F);
    const double shed = sheds.vortices() - keeps.vortices();
    ASSERT_GT(std::fabs(shed), 0.1 * std::fabs(keeps.vortices()));
    EXPECT_LT(std::fabs(sheds.all() - keeps.all()), 0.02 * std::fabs(shed));
}

/// Upwards, 0.3 s after a ball in a block of fluid was let go.
double speedOfFloat(float weight, double density) {
    const Vec3 g{0, -1, 0};
    World world = makeWorld({.weight = weight, .shedding = 0, .gravity = g});
    RigidMotion motion;
    motion.acceleration = g;
    const RigidId ball = take(
        world.addRigidBody(bodyOf(SphereBody{kRadius}, density * static_cast<double>(kDensity)), motion));
    fillAround(world, 1);
    EXPECT_TRUE(world.advance(0.3F).ok());
    return static_cast<double>(world.rigidMotion(ball)->velocity.y);
}

// The mass that a ball moves along with it is half of what it displaces.
TEST(VortexSphBodies, FloatOrSinkWithTheMassOfTheFluidAround) {
    for (const double density : {0.1, 0.5, 3.0}) {
        const double wanted = (1 - density) / (density + 0.5) * 0.3;
        EXPECT_NEAR(speedOfFloat(1, density), wanted, 0.05 * std::fabs(wanted)) << density;
    }
    EXPECT_NEAR(speedOfFloat(1, 1), 0, 1e-3);
}

// SPH alone moves bodies faster than that: behind them its fluid does not pull. With half of each they are in
// between: what one does the other does not do again.
TEST(VortexSphBodies, FloatByAnyShareOfBoth) {
    for (const double density : {0.5, 3.0}) {
        const double vortices = speedOfFloat(1, density), pressure = speedOfFloat(0, density);
        const double both = speedOfFloat(0.5F, density);
        EXPECT_GT(both / vortices, 1) << density;
        EXPECT_LT(both / pressure, 1) << density;
    }
    EXPECT_NEAR(speedOfFloat(0.5F, 1), 0, 0.01);
    EXPECT_NEAR(speedOfFloat(0, 1), 0, 1e-3);
}

// It sheds to fewer and fewer particles on its way out, and they are heavier than itself.
TEST(VortexSphBodies, RiseStraightOutOfTheFluid) {
    const Vec3 g{0, -4, 0};
    World world = makeWorld({.viscosity = 0.05F, .gravity = g});
    RigidMotion motion;
    motion.acceleration = g;
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, 0.2 * kDensity), motion));
    fillAround(world, 0.8F);
    while (world.rigidMotion(ball)->position.y < 1.5F) {
        ASSERT_LT(world.time(), 4);
        ASSERT_TRUE(world.step().ok()) << world.time();
        const RigidMotion now = *world.rigidMotion(ball);
        ASSERT_LT(std::hypot(now.velocity.x, now.velocity.z), 0.3F) << world.time();
        ASSERT_LT(kRadius * length(now.angularVelocity), 0.5F) << world.time();
    }
}

TEST(VortexSphBodies, FloatWithoutAnyParticlesToo) {
    for (const float weight : {1.0F, 0.5F}) {
        World world = makeWorld({.weight = weight, .gravity = {0, -1, 0}});
        RigidMotion motion;
        motion.acceleration = {0, -1, 0};
        const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, 0.5 * kDensity), motion));
        ASSERT_TRUE(world.advance(0.3F).ok());
        const double added = 0.5 * static_cast<double>(weight);
        const double wanted = 0.5 / (0.5 + added) * 0.3;
        EXPECT_NEAR(world.rigidMotion(ball)->velocity.y, wanted, 0.05 * wanted) << weight;
    }
}

// It drags what is not induced: what is has vorticity shed instead.
TEST(VortexSphBodies, AreNotSlowedDownTwiceByViscosity) {
    float speed[2] = {};
    for (const int share : {0, 1}) {
        World world = makeWorld({.weight = static_cast<float>(share), .shedding = 0, .viscosity = 20});
        RigidMotion motion;
        motion.velocity = {0.3F, 0, 0};
        const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, kDensity), motion));
        fillAround(world, 1);
        ASSERT_TRUE(world.advance(0.2F).ok());
        speed[share] = world.rigidMotion(ball)->velocity.x;
    }
    EXPECT_LT(speed[0], 0.27F);
    EXPECT_NEAR(speed[1], 0.3F, 0.006F);
}

TEST(VortexSphBodies, WarmTheParticlesNextToThem) {
    World world = makeWorld({.diffusivity = 1e-3F});
    Body ball = fixedBall();
    ball.settings.temperature = 500;
    take(world.addBody(ball));
    fillAround(world, 1);
    ASSERT_TRUE(world.advance(0.5F).ok());
    const FieldView view = *world.field("temperature");
    double near = 0, count = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const float own = static_cast<const float*>(view.data[0])[i];
        const float distance = length(world.positions()[i]);
        if (distance > kRadius + 4 * kSpacing) {
            EXPECT_LT(own, 294);
        }
        if (!(distance < kRadius + kSpacing)) continue;
        near += static_cast<double>(own);
        count += 1;
    }
    ASSERT_GT(count, 100);
    EXPECT_GT(near / count, 310);
    EXPECT_LT(near / count, 500);
}

/// A ball that sinks and turns, and a box that is moved.
World wake(int threads) {
    World world =
        makeWorld({.viscosity = 0.1F, .gravity = {0, -1, 0}, .threads = threads, .diffusivity = 1e-4F});
    RigidMotion motion;
    motion.velocity = {0.5F, 0, 0};
    motion.angularVelocity = {0, 0, 1};
    motion.acceleration = {0, -1, 0};
    take(world.addRigidBody(bodyOf(SphereBody{kRadius}, 2 * kDensity), motion));
    Body box;
    box.settings.position = {0, 1.4F, 0};
    box.settings.velocity = {0.5F, 0, 0};
    box.settings.temperature = 400;
    box.shape = BoxBody{{0.5F, 0.5F, 0.5F}};
    take(world.addBody(box));
    fillAround(world, 1);
    return world;
}

TEST(VortexSphBodies, GiveTheSameBitsWithAnyNumberOfThreads) {
    std::optional<std::uint64_t> hash;
    for (const int threads : {1, 2, 4}) {
        World world = wake(threads);
        advance(world, 16);
        EXPECT_GT(impulseOf(vortonsOf(world), 3).x, 0);  // something has been shed
        if (!hash) hash = world.stateHash();
        EXPECT_EQ(world.stateHash(), *hash);
    }
}

TEST(VortexSphBodies, GoOnAsIfNothingHadHappenedWhenAWorldIsResumed) {
    World world = wake(2);
    advance(world, 8);
    const auto state = world.saveState();
    advance(world, 12);
    EXPECT_GT(impulseOf(vortonsOf(world), 3).x, 0);
    World resumed = wake(2);
    take(resumed.restoreState(state));
    advance(resumed, 12);
    EXPECT_EQ(resumed.stateHash(), world.stateHash());
    take(world.restoreState(state));
    advance(world, 12);
    EXPECT_EQ(resumed.stateHash(), world.stateHash());
}

}  // namespace
}  // namespace undine::test
