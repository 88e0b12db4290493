// SPDX-License-Identifier: Zlib
// Emitters without a solver: what they bring flies straight on, so that every particle can be compared with
// where it must be.
#include "world/emitters.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "world/curve.h"

namespace undine {
namespace {

constexpr float kSpacing = 0.02F;

Emitter makeJet(const EmitterSettings& settings, const NozzleShape& shape = PointsNozzle{}) {
    return {settings, shape};
}

/// A rectangle that may look down.
RectangleNozzle makeRectangle(float width, float height) {
    return {.width = width, .height = height, .up = {0, 0, 1}};
}

/// Emitters, what came out of them, and at most one body, which moves steadily.
struct Flight {
    explicit Flight(const WorldSettings& settings = {.particleSpacing = kSpacing}) : emitters(settings) {}

    void add(const Emitter& emitter) {
        const auto added = emitters.add(emitter, fluids, bodies, now);
        ASSERT_TRUE(added.ok()) << added.error();
    }
    Index advance(double dt) {
        const VectorSpan x = particles.position();
        for (Index i = 0; i < particles.size(); ++i) {
            x.set(i, x[i] + static_cast<float>(dt) * particles.velocity()[i]);
        }
        now += dt;
        for (BodyState& body : bodies) {
            body.position = body.position + static_cast<float>(dt) * body.velocity;
            body.rotation = rotationBy(static_cast<float>(dt) * body.angularVelocity) * body.rotation;
        }
        densities.resize(particles.size());
        emitters.hold(particles, pool, densities, bodies, now);
        return emitters.emit(particles, pool, bodies, now);
    }
    /// Steps of all lengths, up to several spacings.
    void advanceUnevenly(double seconds) {
        const double end = now + seconds;
        for (int k = 0; now < end; ++k) {
            advance(std::min(end - now, std::fmod(0.0031 + 0.0173 * k, 0.05)));
        }
    }
    std::vector<Vec3> positions() {
        std::vector<Vec3> all;
        for (Index i = 0; i < particles.size(); ++i) all.push_back(particles.position()[i]);
        return all;
    }

    ParticleStore particles;
    ThreadPool pool{2};
    std::vector<FluidSettings> fluids{{}};
    std::vector<BodyState> bodies;
    std::vector<float> densities;  // as a solver would have found them; 0
    Emitters emitters;
    double now = 0;
};

TEST(Curve, IsLinearBetweenKeysAndConstantBeyond) {
    const Curve curve{{1, 2}, {3, 4}};
    EXPECT_EQ(valueAt(curve, 0), 2);
    EXPECT_EQ(valueAt(curve, 2), 3);
    EXPECT_EQ(valueAt(curve, 9), 4);
    EXPECT_EQ(valueAt({}, 9), 1);
    EXPECT_DOUBLE_EQ(integrate(curve, 0, 5), 2 + 6 + 8);
    EXPECT_DOUBLE_EQ(integrate(curve, 1.5, 2.5), 3);
    EXPECT_DOUBLE_EQ(integrate(curve, 4, 6), 8);
    EXPECT_DOUBLE_EQ(integrate({}, 4, 6), 2);
}

TEST(Nozzle, HasAsManyPlacesAsItsAreaHoldsParticles) {
    for (const float radius : {0.0101F, 0.03F, 0.05F, 0.1F, 0.17F}) {
        const Nozzle nozzle =
            makeNozzle(makeJet({.direction = {1, 2, -3}}, CircleNozzle{radius}), kSpacing, 3, "e").value();
        const double area = 3.14159 * radius * radius / (kSpacing * kSpacing);
        EXPECT_NEAR(static_cast<double>(nozzle.places.size()), area, 0.05 * area + 1) << radius;
        for (const Vec3 p : nozzle.places) {
            EXPECT_NEAR(dot(p, nozzle.direction), 0, 1e-6F);
            EXPECT_LE(length(p), 1.0001F * radius);
        }
    }
    const RectangleNozzle slit{.width = 0.2F, .height = 0.06F, .up = {0, 1, 1}};
    EXPECT_EQ(makeNozzle(makeJet({.direction = {0, 0, 2}}, slit), kSpacing, 3, "e").value().places.size(),
              30U);
    EXPECT_EQ(makeNozzle(makeJet({.direction = {1, 1, 0}}, slit), kSpacing, 2, "e").value().places.size(),
              10U);
    EXPECT_EQ(makeNozzle(makeJet({}, CircleNozzle{0.1F}), kSpacing, 2, "e").value().places.size(), 10U);
}

// Whatever their order and however far out: a comparison of all pairs would not come to an end.
TEST(Nozzle, ComparesManyPointsWithTheirNeighborsOnly) {
    PointsNozzle wall{{}};
    for (int k = 0; k < 1'000'000; ++k) {
        wall.points.push_back(
            {0, kSpacing * static_cast<float>(k % 1000), kSpacing * static_cast<float>(k / 1000)});
    }
    EXPECT_EQ(makeNozzle(makeJet({}, wall), kSpacing, 3, "e").value().places.size(), 1'000'000U);
    wall.points[700'000].y += 0.5F * kSpacing;
    EXPECT_EQ(makeNozzle(makeJet({}, wall), kSpacing, 3, "e").error().find("e.points: two are 0.01 m apart"),
              0U);

    PointsNozzle far{{}};
    for (float x = 1e20F; far.points.size() < 300'000; x = std::nextafter(x, 2e20F)) {
        far.points.push_back({x, 0, 0});
    }
    EXPECT_TRUE(makeNozzle(makeJet({}, far), kSpacing, 3, "e").ok());
    far.points[200'000] = far.points[0];
    EXPECT_EQ(makeNozzle(makeJet({}, far), kSpacing, 3, "e").error().find("e.points: two are 0 m apart"), 0U);
}

TEST(Emitters, PutLayersOneSpacingApartWhateverTheTimeSteps) {
    Flight flight;
    flight.add(makeJet({.position = {1, 0, 0}, .direction = {0, 3, 0}, .speed = 1.3F}));
    flight.advanceUnevenly(2);
    const std::vector<Vec3> jet = flight.positions();
    ASSERT_EQ(jet.size(), 130U) << "one each time the fluid has travelled one spacing";
    for (std::size_t k = 0; k < jet.size(); ++k) {
        const double passed = (static_cast<double>(k) + 0.5) * kSpacing;
        EXPECT_NEAR(jet[k].y, 1.3 * 2 - passed, 1e-5);
        EXPECT_EQ(jet[k].x, 1);
    }
}

TEST(Emitters, FillLayersWithALatticeOfTheWholeNozzle) {
    Flight flight;
    flight.add(makeJet({.direction = {1, 2, 2}, .speed = 2}, makeRectangle(0.1F, 0.08F)));
    flight.advanceUnevenly(0.2);
    const std::vector<Vec3> jet = flight.positions();
    ASSERT_EQ(jet.size(), 20U * 20U);
    for (std::size_t a = 0; a < jet.size(); ++a) {
        float nearest = 1;
        for (std::size_t b = 0; b < jet.size(); ++b) {
            if (a != b) nearest = std::min(nearest, length(jet[a] - jet[b]));
        }
        EXPECT_NEAR(nearest, kSpacing, 1e-6F);
    }
}

TEST(Emitters, FollowTheirSchedule) {
    Flight flight;
    const Curve schedule{{0.5F, 0}, {0.501F, 1}, {1, 1}, {1.5F, 0}};
    flight.add(makeJet({.speed = 2, .schedule = schedule}));
    flight.advanceUnevenly(0.5);
    EXPECT_EQ(flight.particles.size(), 0U);
    flight.advanceUnevenly(0.5);
    EXPECT_EQ(flight.particles.size(), 50U) << "2 m/s for 0.5 s";
    flight.advance(1);
    EXPECT_EQ(flight.particles.size(), 75U) << "half of it";
    EXPECT_EQ(flight.advance(1), 0U) << "closed";
    // Each has the speed with which it passed, though all of the last ones came in one step.
    EXPECT_NEAR(flight.particles.velocity()[50].y, -2, 0.05F);
    EXPECT_NEAR(flight.particles.velocity()[74].y, 0, 0.3F);
}

TEST(Emitters, KeepToStartEndAndLimit) {
    Flight flight;
    flight.add(makeJet({.speed = 1, .start = 0.5F, .end = 1}));
    flight.add(makeJet({.position = {1, 0, 0}, .speed = 1, .limit = 60}, makeRectangle(0.14F, 0.1F)));
    EXPECT_EQ(flight.advance(0.0), 0U);
    flight.advanceUnevenly(5);
    EXPECT_EQ(flight.emitters.emitted(0), 25U);
    EXPECT_EQ(flight.emitters.emitted(1), 60U) << "35 places: a layer and a part of the next";
    EXPECT_EQ(flight.particles.size(), 85U);
}

TEST(Emitters, ThatAreAddedLateDoNotMakeUpForTheTimeBefore) {
    Flight flight;
    flight.advance(10);
    flight.add(makeJet({.speed = 1}));
    EXPECT_EQ(flight.advance(0.005), 0U);
    EXPECT_EQ(flight.advance(0.02), 1U);
}

TEST(Emitters, GiveTheFlowRateTheyAreSetTo) {
    Flight flight;
    const RectangleNozzle nozzle = makeRectangle(0.2F, 0.2F);
    const double rate = 0.037 * 0.2 * 0.2;  // 3.7 of 100 places
    flight.add(makeJet({.speed = 1, .flowRate = static_cast<float>(rate)}, nozzle));
    flight.advanceUnevenly(2);
    EXPECT_NEAR(flight.particles.size(), 370, 1);
    std::set<std::pair<int, int>> places;
    for (const Vec3 p : flight.positions()) {
        places.emplace(std::lround(p.x / kSpacing * 2), std::lround(p.z / kSpacing * 2));
    }
    EXPECT_GT(places.size(), 90U) << "all places have their turn";
}

TEST(Emitters, JitterWithinTheirLayers) {
    Flight still;
    Flight shaken;
    const RectangleNozzle nozzle = makeRectangle(0.2F, 0.2F);
    still.add(makeJet({.speed = 1}, nozzle));
    shaken.add(makeJet({.speed = 1, .jitter = 0.2F}, nozzle));
    still.advanceUnevenly(0.1);
    shaken.advanceUnevenly(0.1);
    const std::vector<Vec3> a = still.positions();
    const std::vector<Vec3> b = shaken.positions();
    ASSERT_EQ(a.size(), b.size());
    float largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_NEAR(a[k].y, b[k].y, 1e-6F);
        EXPECT_LE(length(a[k] - b[k]), 0.2F * 1.4143F * kSpacing);
        largest = std::max(largest, length(a[k] - b[k]));
    }
    EXPECT_GT(largest, 0.2F * kSpacing);
}

TEST(Emitters, LeaveOutPlacesThatAreTaken) {
    Flight flight;
    const std::vector<Vec3> taken{{0.01F, -0.012F, 0.01F}};
    flight.particles.add(taken, {}, 0);
    flight.add(makeJet({.speed = 1}, makeRectangle(0.2F, 0.2F)));
    EXPECT_EQ(flight.advance(0.0111), 99U);
    for (const Vec3 p : flight.positions()) {
        if (p == taken[0]) continue;
        EXPECT_GE(length(p - taken[0]), 0.9F * kSpacing);
    }
}

TEST(Emitters, InTheSamePlaceDoNotClump) {
    Flight flight;
    for (int k = 0; k < 2; ++k) flight.add(makeJet({.speed = 1}));
    flight.advanceUnevenly(1);
    EXPECT_EQ(flight.particles.size(), 50U);
}

TEST(Emitters, HoldWhatIsInTheMouthOfTheNozzle) {
    Flight flight;
    flight.add(makeJet({.direction = {0, 1, 0}, .speed = 1}));
    flight.advance(0.07);
    ASSERT_EQ(flight.particles.size(), 4U);
    const auto disturb = [&] {
        for (Index i = 0; i < 4; ++i) flight.particles.velocity().set(i, {1, -1, 0});
        flight.emitters.hold(flight.particles, flight.pool, flight.densities, flight.bodies, flight.now);
    };
    flight.densities.assign(4, 1000);
    disturb();
    EXPECT_EQ(flight.particles.velocity()[0], (Vec3{1, -1, 0}));
    EXPECT_EQ(flight.particles.velocity()[1], (Vec3{1, -1, 0}));
    EXPECT_EQ(flight.particles.velocity()[2], (Vec3{0, 1, 0}));
    EXPECT_EQ(flight.particles.velocity()[3], (Vec3{0, 1, 0}));
    flight.densities[2] = 1100;
    disturb();
    EXPECT_EQ(flight.particles.velocity()[2], (Vec3{1, -1, 0})) << "squeezed";
    EXPECT_EQ(flight.particles.velocity()[3], (Vec3{0, 1, 0}));
    flight.densities[2] = 1000;
    disturb();
    EXPECT_EQ(flight.particles.velocity()[2], (Vec3{1, -1, 0})) << "for good";
}

TEST(Emitters, LetGoWhenTheyClose) {
    Flight flight;
    flight.add(makeJet({.direction = {0, 1, 0}, .speed = 1, .end = 0.05F}));
    flight.advance(0.06);
    ASSERT_GT(flight.particles.size(), 0U);
    const Index last = flight.particles.size() - 1;
    flight.particles.velocity().set(last, {0, -3, 0});
    flight.advance(0.01);
    EXPECT_EQ(flight.particles.velocity()[last], (Vec3{0, -3, 0}));
}

TEST(Emitters, OnABodyPutEachLayerWhereItWouldBe) {
    Flight flight;
    flight.bodies.emplace_back();
    flight.bodies[0].name = "arm";
    flight.bodies[0].velocity = {0.3F, 0.4F, 0};
    flight.bodies[0].angularVelocity = {0, 0, 3};
    flight.add(makeJet({.position = {0.5F, 0, 0}, .direction = {1, 0, 0}, .speed = 1, .body = "arm"}));
    flight.advanceUnevenly(1);
    const std::vector<Vec3> jet = flight.positions();
    ASSERT_EQ(jet.size(), 50U);
    for (std::size_t k = 0; k < jet.size(); ++k) {
        const double passed = (static_cast<double>(k) + 0.5) * kSpacing;  // metres and, at 1 m/s, seconds
        const double c = std::cos(3 * passed);
        const double s = std::sin(3 * passed);
        const double left = 1 - passed;
        EXPECT_NEAR(jet[k].x, 0.3 + 0.5 * c + left * (c - 1.5 * s), 2e-5) << k;
        EXPECT_NEAR(jet[k].y, 0.4 + 0.5 * s + left * (s + 1.5 * c), 2e-5) << k;
        EXPECT_EQ(jet[k].z, 0);
    }
}

TEST(Emitters, OnABodyKeepTheirSpacingAlongTheWayOfTheBody) {
    for (const float along : {-0.9F, 0.0F, 5.0F}) {
        Flight flight;
        flight.bodies.emplace_back();
        flight.bodies[0].name = "cart";
        flight.bodies[0].velocity = {along, 0, 0};
        flight.add(makeJet({.direction = {1, 0, 0}, .speed = 1, .body = "cart"}, makeRectangle(0.1F, 0.1F)));
        flight.advanceUnevenly(0.5);
        EXPECT_EQ(flight.particles.size(), 25U * 25U) << along;
        EXPECT_NEAR(flight.particles.velocity()[0].x, 1 + along, 1e-6F);
        for (Index i = 25; i < flight.particles.size(); ++i) {
            const Vec3 step = flight.particles.position()[i - 25] - flight.particles.position()[i];
            EXPECT_NEAR(step.x, kSpacing, 1e-5F);
        }
    }
}

TEST(Emitters, OfAPumpGiveOutTheReservoirAndNoMore) {
    Flight flight;
    flight.add(makeJet({.name = "outlet", .speed = 1}, makeRectangle(0.1F, 0.1F)));
    EXPECT_EQ(flight.emitters.connectPump("outlet").value(), 0U);
    EXPECT_EQ(flight.advance(1), 0U);
    flight.emitters.feed(0, 30);
    EXPECT_EQ(flight.advance(0.02), 25U);
    EXPECT_EQ(flight.emitters.reservoir(0), 5U);
    EXPECT_EQ(flight.advance(0.02), 5U) << "a part of a layer";
    EXPECT_EQ(flight.advance(0.02), 0U);
    EXPECT_EQ(flight.emitters.connectPump("outled").error(),
              "\"outled\": there is no emitter of that name, did you mean \"outlet\"?");
}

TEST(Emitters, StopAtMaxParticlesUntilThereIsRoom) {
    Flight flight({.particleSpacing = kSpacing, .maxParticles = 110});
    flight.add(makeJet({.speed = 1}, makeRectangle(0.1F, 0.1F)));
    flight.advanceUnevenly(1);
    EXPECT_EQ(flight.particles.size(), 110U);
    const auto remove = std::make_unique<bool[]>(110);
    std::fill_n(remove.get(), 40, true);
    flight.particles.removeMarked(flight.pool, {remove.get(), 110});
    flight.advanceUnevenly(1);
    EXPECT_EQ(flight.particles.size(), 110U);
    EXPECT_EQ(flight.emitters.emitted(0), 150U);
}

TEST(Emitters, RecycleTheOldestAtMaxParticles) {
    Flight flight({.particleSpacing = kSpacing, .maxParticles = 110, .atLimit = AtLimit::RecycleOldest});
    flight.add(makeJet({.speed = 1}, makeRectangle(0.1F, 0.1F)));
    flight.advanceUnevenly(1);
    EXPECT_EQ(flight.emitters.emitted(0), 50U * 25U);
    ASSERT_EQ(flight.particles.size(), 110U);
    for (Index i = 0; i < 110; ++i) EXPECT_GE(flight.particles.id()[i], 50U * 25U - 110U);
}

TEST(Emitters, GoOnFromASavedStateToTheSameBits) {
    const auto make = [](Flight& flight) {
        const RectangleNozzle nozzle = makeRectangle(0.1F, 0.1F);
        flight.add(makeJet({.name = "a", .speed = 1.7F, .flowRate = 0.006F, .jitter = 0.1F}, nozzle));
        flight.add(makeJet({.name = "b", .position = {1, 0, 0}, .speed = 1, .limit = 333}, nozzle));
        ASSERT_TRUE(flight.emitters.connectPump("a").ok());
        flight.emitters.feed(0, 500);
    };
    Flight first;
    make(first);
    first.advanceUnevenly(0.217);
    ByteWriter writer;
    first.emitters.save(writer);
    const std::vector<std::byte> bytes = writer.take();

    Flight second;
    make(second);
    for (Index i = 0; i < first.particles.size(); ++i) {
        const std::vector<Vec3> one{first.particles.position()[i]};
        second.particles.add(one, first.particles.velocity()[i], 0);
    }
    second.now = first.now;
    ByteReader reader(bytes);
    const auto restored = second.emitters.restore(reader, second.now);
    ASSERT_TRUE(restored.ok()) << restored.error();
    EXPECT_TRUE(reader.atEnd());
    first.advanceUnevenly(0.5);
    second.advanceUnevenly(0.5);
    EXPECT_GT(first.emitters.emitted(0), 400U);
    EXPECT_EQ(first.particles.hash(), second.particles.hash());
    EXPECT_EQ(first.emitters.reservoir(0), second.emitters.reservoir(0));
}

TEST(Emitters, RefuseAStateThatDoesNotFit) {
    Flight flight;
    flight.add(makeJet({.speed = 1, .limit = 10}));
    const auto attempt = [&](std::uint64_t count, double clock, std::uint64_t emitted,
                             std::uint64_t reservoir) {
        ByteWriter writer;
        writer.value(count);
        writer.value(clock);
        writer.value(emitted);
        writer.value(reservoir);
        writer.value(std::uint64_t{0});  // in the mouth
        const std::vector<std::byte> bytes = writer.take();
        ByteReader reader(bytes);
        return flight.emitters.restore(reader, 5.0).error();
    };
    EXPECT_EQ(attempt(1, 4.99, 10, 0), "");
    EXPECT_EQ(flight.emitters.emitted(0), 10U);
    EXPECT_NE(attempt(2, 4.99, 3, 0).find("the state has 2, the world 1"), std::string::npos);
    EXPECT_NE(attempt(1, 5.01, 3, 0).find("emitters.0"), std::string::npos);
    EXPECT_NE(attempt(1, 1, 3, 0), "") << "it would bring all of four seconds at once";
    EXPECT_NE(attempt(1, std::nan(""), 3, 0), "");
    EXPECT_NE(attempt(1, 4.99, 11, 0), "");
    EXPECT_NE(attempt(1, 4.99, 3, 1), "");
    ByteReader nothing({});
    EXPECT_FALSE(flight.emitters.restore(nothing, 5.0).ok());
    EXPECT_EQ(flight.emitters.emitted(0), 10U) << "as it was";
}

}  // namespace
}  // namespace undine
