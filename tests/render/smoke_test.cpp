// SPDX-License-Identifier: Zlib
// Puffs and vortons: what is made of tracers, particles and their fields, before anything is drawn.

#include "tests/render/pictures.h"

namespace undine {
namespace {

/// A cube of tracers, `n` along each side.
struct Smoke {
    std::vector<Vec3> tracers;
    std::vector<Vec3> colors;
    float origin = 0;

    explicit Smoke(int n) {
        const float spacing = 1 / static_cast<float>(n);
        for (int k = 0; k < n * n * n; ++k) {
            tracers.push_back(spacing * Vec3{static_cast<float>(k % n), static_cast<float>(k / n % n),
                                             static_cast<float>(k / n / n)});
        }
        colors.assign(tracers.size(), {0.8F, 0.8F, 0.8F});
    }
    PictureSource source() const {
        PictureSource source;
        source.fields = {{{"position", "m", FieldType::Vector}, {&origin, &origin, &origin}, 1}};
        source.tracers = tracers;
        source.tracerColors = colors;
        return source;
    }
};

SceneFiller fillerOfPuffs() {
    Stage stage;
    stage.spacing = 0.1F;
    SceneFiller filler(stage);
    filler.want({.puffs = true});
    return filler;
}

// What all puffs hide together, in square metres.
double hiddenBy(const std::vector<RenderPuff>& puffs) {
    double sum = 0;
    for (const RenderPuff& puff : puffs) {
        sum -= std::log1p(-static_cast<double>(puff.opacity)) * puff.radius * puff.radius;
    }
    return sum;
}

TEST(Smoke, OfMoreTracersIsFinerAndNotThicker) {
    RenderScene coarse, fine;
    ASSERT_TRUE(fillerOfPuffs().fill(Smoke(8).source(), coarse).ok());
    ASSERT_TRUE(fillerOfPuffs().fill(Smoke(16).source(), fine).ok());
    ASSERT_EQ(fine.puffs.size(), 8 * coarse.puffs.size());
    EXPECT_NEAR(fine.puffs[0].radius, 0.5F * coarse.puffs[0].radius, 1e-4F);
    EXPECT_NEAR(hiddenBy(fine.puffs), hiddenBy(coarse.puffs), 1e-3 * hiddenBy(coarse.puffs));
}

TEST(Smoke, KeepsTheSizeOfItsPuffsThroughAFilm) {
    Smoke smoke(8);
    SceneFiller filler = fillerOfPuffs();
    RenderScene scene;
    ASSERT_TRUE(filler.fill(smoke.source(), scene).ok());
    const RenderPuff before = scene.puffs[0];
    for (Vec3& p : smoke.tracers) p = 3 * p;
    ASSERT_TRUE(filler.fill(smoke.source(), scene).ok());
    EXPECT_EQ(scene.puffs[0].radius, before.radius);
    EXPECT_EQ(scene.puffs[0].opacity, before.opacity);
}

TEST(Smoke, IsDarkerBehindSmoke) {
    RenderScene scene;
    ASSERT_TRUE(fillerOfPuffs().fill(Smoke(12).source(), scene).ok());
    const Vec3 toSun = directionToSun();
    const auto isFurther = [&](const RenderPuff& a, const RenderPuff& b) {
        return dot(toSun, a.position) < dot(toSun, b.position);
    };
    const auto [behind, before] = std::ranges::minmax_element(scene.puffs, isFurther);
    EXPECT_GT(before->sun, 0.7F);
    EXPECT_LT(behind->sun, 0.3F * before->sun);
    EXPECT_GT(behind->sun, 0);
}

/// Three particles with what a fire gives them: fuel, flame, smoke.
struct Gas {
    std::vector<float> x{0, 1, 2}, zero{0, 0, 0}, smoke{0, 0.5F, 1}, fuel{1, 0.5F, 0},
        temperature{300, 1400, 320};

    PictureSource source() const {
        PictureSource source;
        source.fields = {
            {{"position", "m", FieldType::Vector}, {x.data(), zero.data(), zero.data()}, 3},
            {{"smoke", "", FieldType::Scalar}, {smoke.data()}, 3},
            {{"fuel", "", FieldType::Scalar}, {fuel.data()}, 3},
            {{"temperature", "K", FieldType::Scalar}, {temperature.data()}, 3},
        };
        return source;
    }
};

TEST(Smoke, OfAFireIsThickWhereItHasBurntAndHotWhereItBurns) {
    RenderScene scene;
    ASSERT_TRUE(fillerOfPuffs().fill(Gas().source(), scene).ok());
    const std::size_t parts = scene.puffs.size() / 3;
    ASSERT_GT(parts, 0U);
    const RenderPuff &fuel = scene.puffs[0], &flame = scene.puffs[parts], &smoke = scene.puffs[2 * parts];
    EXPECT_EQ(fuel.opacity, 0);
    EXPECT_GT(smoke.opacity, flame.opacity);
    EXPECT_EQ(flame.temperature, 1400);
    EXPECT_LT(scene.daylight, 1);
}

TEST(Smoke, WithoutFireIsPlain) {
    Gas gas;
    gas.smoke = gas.fuel = gas.zero;
    RenderScene scene;
    ASSERT_TRUE(fillerOfPuffs().fill(gas.source(), scene).ok());
    for (const RenderPuff& puff : scene.puffs) {
        EXPECT_GT(puff.opacity, 0);
        EXPECT_EQ(puff.temperature, 0) << "hot air does not glow";
    }
    EXPECT_EQ(scene.daylight, 1);
}

TEST(Smoke, OfTracersInAFireIsAsThickAndHotAsTheyAre) {
    Smoke smoke(4);
    std::vector<float> temperatures(smoke.tracers.size(), 300.0F), share(smoke.tracers.size(), 0.0F);
    share[1] = 0.5F, share[2] = 1, temperatures[1] = 1400;
    PictureSource source = smoke.source();
    source.tracerTemperatures = temperatures;
    source.tracerSmoke = share;
    RenderScene scene;
    ASSERT_TRUE(fillerOfPuffs().fill(source, scene).ok());
    EXPECT_EQ(scene.puffs[0].opacity, 0);
    EXPECT_GT(scene.puffs[2].opacity, 1.5F * scene.puffs[1].opacity);
    EXPECT_EQ(scene.puffs[1].temperature, 1400);
    EXPECT_LT(scene.daylight, 1);
    EXPECT_GT(scene.flame, 0);

    std::ranges::fill(share, 0.0F);
    ASSERT_TRUE(fillerOfPuffs().fill(source, scene).ok());
    EXPECT_GT(scene.puffs[0].opacity, 0) << "nothing burns: all of them are smoke";
    EXPECT_EQ(scene.puffs[1].temperature, 0);
}

TEST(Smoke, OfTracersThatEmittersBringIsAsThickAsTheParticlesTheyCameWith) {
    Stage stage;
    stage.spacing = 0.1F;
    stage.tracerSpacing = 0.05F;
    stage.bringsTracers = true;
    const auto opacityWith = [&](const PictureSource& source) {
        SceneFiller filler(stage);
        filler.want({.puffs = true});
        RenderScene scene;
        EXPECT_TRUE(filler.fill(source, scene).ok());
        return scene.puffs.at(0).opacity;
    };
    const float few = opacityWith(Smoke(2).source());
    EXPECT_EQ(opacityWith(Smoke(8).source()), few) << "it does not matter how many there are yet";
    Gas gas;
    gas.smoke = gas.fuel = gas.zero;
    EXPECT_FLOAT_EQ(opacityWith(gas.source()), few) << "eight of them make a particle";
}

TEST(Vortons, PointAlongTheVorticityAndLeaveOutWhatIsWeak) {
    const std::vector<float> x{0, 1, 2}, zero{0, 0, 0}, up{10, -5, 0.01F};
    PictureSource source;
    source.fields = {{{"position", "m", FieldType::Vector}, {x.data(), zero.data(), zero.data()}, 3},
                     {{"vorticity", "1/s", FieldType::Vector}, {zero.data(), up.data(), zero.data()}, 3}};
    Stage stage;
    stage.spacing = 0.5F;
    SceneFiller filler(stage);
    filler.want({.vortons = true});
    RenderScene scene;
    ASSERT_TRUE(filler.fill(source, scene).ok());
    ASSERT_EQ(scene.vortons.size(), 2U);
    EXPECT_GT(scene.vortons[0].arrow.y, 0);
    EXPECT_FLOAT_EQ(scene.vortons[1].arrow.y, -0.5F * scene.vortons[0].arrow.y);
    EXPECT_EQ(scene.legend.title, "vorticity");
    EXPECT_EQ(scene.legend.high, 10);
}

TEST(Vortons, NeedVorticity) {
    Stage stage;
    SceneFiller filler(stage);
    filler.want({.vortons = true});
    RenderScene scene;
    const Result<void> filled = filler.fill(Gas().source(), scene);
    ASSERT_FALSE(filled.ok());
    EXPECT_NE(filled.error().find("needs particles with the field vorticity"), std::string::npos);
}

TEST(UsualStyle, IsSmokeForGasesAndFluidForLiquids) {
    EXPECT_EQ(usualStyle(loadScene("vortex_ring").value()), RenderStyle::Smoke);
    EXPECT_EQ(usualStyle(loadScene("heavy_drop").value()), RenderStyle::Fluid);
    EXPECT_EQ(usualStyle(loadScene("dam_break").value()), RenderStyle::Fluid);
}

}  // namespace
}  // namespace undine
