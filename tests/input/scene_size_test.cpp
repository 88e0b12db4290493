// SPDX-License-Identifier: Zlib
// Scenes that would not fit are refused before anything is allocated.
#include <gtest/gtest.h>

#include "scene/scene_size.h"

namespace undine {
namespace {

Scene smallScene() {
    Scene scene;
    scene.world.particleSpacing = 0.1F;
    scene.fluids.resize(1);
    scene.fills.push_back({0, BoxFill{.max = {1, 1, 1}}});
    scene.output.seconds = 2;
    return scene;
}

Emitter wideNozzle() {
    Emitter emitter;
    emitter.settings.speed = 3;
    emitter.shape = RectangleNozzle{1, 0.5F, {}};
    return emitter;
}

void expectFragment(const std::string& message, const std::string& fragment) {
    EXPECT_NE(message.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << message;
}

TEST(SceneSize, SumsFillsAndTracers) {
    Scene scene = smallScene();
    EXPECT_EQ(estimateParticles(scene), 1000U);
    scene.fills.push_back(scene.fills[0]);
    scene.tracers.push_back({{.spacing = 0.2F}, BoxFill{.max = {1, 1, 1}}});
    EXPECT_EQ(estimateParticles(scene), 2125U);
    EXPECT_EQ(estimateBytes(10), 3920U);
    EXPECT_EQ(estimateSamples(scene), 0U);
    scene.bodies.emplace_back().shape = BoxBody{{1, 1, 1}};
    EXPECT_EQ(estimateSamples(scene), 0U);  // a wall
    scene.bodies.back().settings.density = 500;
    EXPECT_NEAR(static_cast<double>(estimateSamples(scene)), 600, 1);
    scene.bodies.clear();
    // Twice the scale: half the spacing in the world.
    scene = smallScene();
    scene.world.simulationScale = 2;
    EXPECT_EQ(estimateParticles(scene), 8000U);
}

TEST(SceneSize, CountsWhatEmittersGive) {
    Scene scene = smallScene();
    scene.emitters.push_back(wideNozzle());  // 1.5 m^3/s for 2 s
    const auto emitted = [&] { return static_cast<double>(estimateParticles(scene)) - 1000; };
    EXPECT_NEAR(emitted(), 3000, 2);
    EmitterSettings& settings = scene.emitters[0].settings;
    settings.schedule = {{0, 0}, {1, 0.5F}};
    EXPECT_NEAR(emitted(), 1500, 2);
    settings.start = 1;
    settings.end = 1.5F;
    EXPECT_NEAR(emitted(), 375, 2);
    settings.flowRate = 0.2F;
    EXPECT_NEAR(emitted(), 50, 2);
    settings.schedule = {{0, 2}};  // the flow rate is that at the speed of the settings
    EXPECT_NEAR(emitted(), 200, 2);
    settings.limit = 60;
    EXPECT_NEAR(emitted(), 60, 2);
    scene.world.maxParticles = 1010;
    EXPECT_NEAR(emitted(), 10, 1e-9);
    scene.world.maxParticles = 500;  // never below what is filled
    EXPECT_NEAR(emitted(), 0, 1e-9);
}

TEST(SceneSize, CountsTracersThatEmittersBring) {
    Scene scene = smallScene();
    scene.emitters.push_back(wideNozzle());  // 3000 particles
    scene.emitters[0].settings.tracers = 4;
    const auto brought = [&] { return static_cast<double>(estimateParticles(scene)) - 1000; };
    EXPECT_NEAR(brought(), 15000, 10);
    scene.world.maxParticles = 1000;
    EXPECT_NEAR(brought(), 12000, 10) << "they outlive the particles they came with";
    scene.world.maxTracers = 500;
    EXPECT_NEAR(brought(), 500, 1e-9);
    scene.tracers.push_back({{.spacing = 0.2F}, BoxFill{.max = {1, 1, 1}}});  // 125
    EXPECT_NEAR(brought(), 500, 1e-9);
    scene.world.maxTracers = 0;
    scene.world.maxParticles = 0;
    scene.emitters[0].settings.speed = 1e4F;
    scene.output.seconds = 86400;
    expectFragment(createWorld(scene).error(),
                   "for emitters.0.tracers: raise world.particle_spacing or set world.max_tracers");
}

TEST(SceneSize, KnowsThatAPumpMakesNothing) {
    Scene scene = smallScene();
    scene.emitters.push_back(wideNozzle());
    scene.emitters[0].settings.name = "jet";
    scene.absorbers.push_back({.feeds = "jet"});
    EXPECT_EQ(estimateParticles(scene), 1000U);
}

TEST(SceneSize, RefusesWhatTheMachineCannotHold) {
    Scene scene = smallScene();
    scene.fills[0].shape = BoxFill{.max = {1000, 1000, 1000}};
    scene.world.particleSpacing = 0.01F;
    const std::string message = createWorld(scene).error();
    expectFragment(message,
                   "the scene needs 1e+15 particles and about 3.92e+08 GB of memory; this machine has ");
    expectFragment(message, " GB; most of it would be for fill.0: raise world.particle_spacing");
    EXPECT_EQ(message.find("max_particles"), std::string::npos);
    scene.fills[0].shape = BoxFill{.max = {1e6F, 1e6F, 1e6F}};
    scene.world.particleSpacing = 1e-6F;
    scene.world.minTimeStep = 1e-9F;
    for (int k = 0; k < 100; ++k) scene.fills.push_back(scene.fills[0]);
    expectFragment(createWorld(scene).error(), "needs 1e+16 particles");
}

TEST(SceneSize, RefusesToFillInMoreThanMaxParticles) {
    Scene scene = smallScene();
    scene.world.maxParticles = 1000;
    EXPECT_TRUE(createWorld(scene).ok());
    scene.fills.push_back({0, BoxFill{.min = {2, 0, 0}, .max = {2.5F, 1, 1}}});
    expectFragment(createWorld(scene).error(),
                   "fill.1: 500 particles beside the 1000 there are already are too many: "
                   "world.max_particles is 1000");
    scene.world.maxParticles = 999;
    expectFragment(createWorld(scene).error(),
                   "fill.0: 1000 particles are too many: world.max_particles is 999");
    // What is behind walls is not filled in, and does not count.
    scene.walls.emplace_back(PlaneWall{.point = {0, 0.5F, 0}, .normal = {0, 1, 0}});
    scene.world.maxParticles = 750;
    EXPECT_TRUE(createWorld(scene).ok());
}

TEST(SceneSize, RefusesMoreTracersThanMaxTracersAndNamesTheirPlaceOnce) {
    Scene scene = smallScene();
    scene.tracers.push_back({{.spacing = 0.1F}, BoxFill{.max = {1, 1, 1}}});
    scene.world.maxTracers = 1000;
    EXPECT_TRUE(createWorld(scene).ok());
    scene.world.maxTracers = 999;
    const std::string message = createWorld(scene).error();
    expectFragment(message, "tracers.0: 1000 tracers are too many: world.max_tracers is 999");
    EXPECT_EQ(message.find("tracers.0: tracers.0"), std::string::npos);
    scene.world.maxTracers = 0;
    scene.tracers[0].settings.spacing = 1e-5F;
    expectFragment(createWorld(scene).error(), "for tracers.0: raise tracers.0.spacing");
}

TEST(SceneSize, SaysHowToLimitEmitters) {
    Scene scene = smallScene();
    scene.emitters.push_back(wideNozzle());
    scene.emitters[0].settings.speed = 1e4F;
    scene.output.seconds = 86400;
    expectFragment(createWorld(scene).error(),
                   "for emitters.0: raise world.particle_spacing or set world.max_particles");
}

}  // namespace
}  // namespace undine
