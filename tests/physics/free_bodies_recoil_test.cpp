// SPDX-License-Identifier: Zlib
// Nozzles on free bodies, moved by Bullet: what leaves the one throws back the other.
#include <cmath>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "core/rotation.h"
#include "tests/support/worlds.h"
#include "undine/scene.h"

namespace undine::test {
namespace {

constexpr double kBodyMass = 0.24 * 0.6 * 0.24 * 1000;
constexpr double kParticleMass = 1000 * 0.04 * 0.04 * 0.04;

/// A rocket in empty space, with a nozzle.
Result<Scene> rocketScene(const std::string& nozzle, const std::string& velocity = "[0, 0, 0]") {
    const std::string text = R"({
        "world": { "particle_spacing": 0.04, "gravity": [0, 0, 0] },
        "solver": { "method": "pbf" },
        "fluids": [{}],
        "bodies": [{ "shape": "box", "name": "rocket", "size": [0.24, 0.6, 0.24], "density": 1000,
                     "velocity": )" +
                             velocity + R"( }],
        "emitters": [{ "shape": "circle", "body": "rocket", "radius": 0.06, "speed": 2, )" +
                             nozzle + "}]}";
    return parseScene(text, "rocket.json");
}
World makeRocket(const std::string& nozzle, const std::string& velocity = "[0, 0, 0]") {
    return take(createWorld(take(rocketScene(nozzle, velocity))));
}
constexpr const char* kBelow = R"("position": [0, -0.34, 0], "direction": [0, -1, 0])";

struct Flight {
    Vec3d water;   // momentum, kg m/s
    Vec3d body;    // momentum
    Vec3d aboard;  // momentum that the water had when it was still on board
    Index emitted = 0;
};

Flight fly(World& world, float seconds, Vec3 nozzle = {0, -0.34F, 0}) {
    Flight flight;
    const double end = world.time() + static_cast<double>(seconds);
    while (world.time() < end - 1e-6) {
        const BodyState& body = world.bodies()[0];
        const Vec3d before(body.velocity + cross(body.angularVelocity, rotate(body.rotation, nozzle)));
        const StepReport report = world.step(static_cast<float>(end - world.time()));
        EXPECT_TRUE(report.ok()) << world.diagnose(report);
        if (!report.ok()) break;
        flight.emitted += report.emitted;
        flight.aboard = flight.aboard + (kParticleMass * report.emitted) * before;
    }
    for (const Vec3 v : world.velocities()) flight.water = flight.water + kParticleMass * Vec3d(v);
    flight.body = kBodyMass * Vec3d(world.bodies()[0].velocity);
    return flight;
}

TEST(FreeBodiesRecoil, KeepsTheMomentumOfBodyAndWater) {
    World world = makeRocket(kBelow);
    const Flight flight = fly(world, 0.5F);
    EXPECT_GT(flight.emitted, 80U);
    EXPECT_LT(flight.water.y, -5);
    EXPECT_GT(world.bodies()[0].velocity.y, 0.2F);
    EXPECT_LT(length(flight.water + flight.body - flight.aboard), 0.01 * length(flight.water));
    EXPECT_NEAR(world.bodies()[0].velocity.x, 0, 0.02) << "straight up";
}

// Nobody can tell how fast the whole world flies.
TEST(FreeBodiesRecoil, IsTheSameForWhoeverFliesAlong) {
    World still = makeRocket(kBelow);
    World flying = makeRocket(kBelow, "[0, 1.5, 0]");
    fly(still, 0.4F);
    fly(flying, 0.4F);
    EXPECT_NEAR(flying.bodies()[0].velocity.y - 1.5F, still.bodies()[0].velocity.y,
                0.03F * still.bodies()[0].velocity.y);
}

TEST(FreeBodiesRecoil, TurnsABodyWhoseNozzleIsAtItsSide) {
    World world = makeRocket(R"("position": [0.16, 0.2, 0], "direction": [1, 0, 0])");
    const Flight flight = fly(world, 0.2F, {0.16F, 0.2F, 0});
    EXPECT_LT(world.bodies()[0].velocity.x, -0.05F);
    EXPECT_GT(world.bodies()[0].angularVelocity.z, 0.2F) << "pushed to -x above its middle";
    EXPECT_NEAR(flight.body.x + flight.water.x, flight.aboard.x, 0.02 * flight.water.x);
}

TEST(FreeBodiesRecoil, IsResumedToTheSameBits) {
    World whole = makeRocket(kBelow);
    fly(whole, 0.123F);
    const std::vector<std::byte> state = whole.saveState();
    World resumed = makeRocket(kBelow);
    take(resumed.restoreState(state));
    fly(whole, 0.1F);
    fly(resumed, 0.1F);
    EXPECT_EQ(resumed.stateHash(), whole.stateHash());
}

TEST(FreeBodiesRecoil, IsRefusedForABodyThatIsTooLight) {
    const auto scene = parseScene(R"({
        "world": { "particle_spacing": 0.04 }, "fluids": [{}],
        "bodies": [{ "shape": "box", "name": "leaf", "size": [0.2, 0.1, 0.2], "mass": 1 }],
        "emitters": [{ "shape": "circle", "body": "leaf", "radius": 0.1 }]})",
                                  "leaf.json");
    ASSERT_FALSE(scene.ok());
    EXPECT_NE(scene.error().find("emitters.0.body: \"leaf\": has a mass of 1 kg, and 2.69"),
              std::string::npos)
        << scene.error();
}

}  // namespace
}  // namespace undine::test
