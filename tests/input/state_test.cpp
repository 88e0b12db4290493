// SPDX-License-Identifier: Zlib
// States that do not fit the world: refused with a reason, and the world stays as it was.
#include <cstring>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "core/byte_stream.h"
#include "core/particles.h"
#include "tests/support/busy_world.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

using Bytes = std::vector<std::byte>;

World makeWorld(const WorldSettings& settings, int fluids = 1) {
    World world = take(World::create(settings));
    for (int k = 0; k < fluids; ++k) take(world.addFluid({}));
    if (fluids > 0) take(world.addParticles(0, makeBlock({3, 2, 1}, {0.1F, 0.1F, 0.1F}), {1, 0, 0}));
    return world;
}

constexpr WorldSettings kSettings{.particleSpacing = 0.1F, .threads = 1};
constexpr WorldSettings kFlat{.dimension = 2, .particleSpacing = 0.1F, .threads = 1};

/// The error; it is a failure when the world changed on the way.
std::string refusal(World& world, const Bytes& state) {
    const Bytes before = world.saveState();
    const std::uint64_t hash = world.stateHash();
    const auto restored = world.restoreState(state);
    EXPECT_FALSE(restored.ok());
    EXPECT_EQ(world.saveState(), before);
    EXPECT_EQ(world.stateHash(), hash);
    return restored.error();
}

/// Where the bytes of `text` end in the state: the values of a field follow its name and type.
std::size_t after(const Bytes& state, std::string_view text) {
    for (std::size_t k = 0; k + text.size() <= state.size(); ++k) {
        if (std::memcmp(state.data() + k, text.data(), text.size()) == 0) return k + text.size();
    }
    ADD_FAILURE() << text << " is not in the state";
    return 0;
}

template <class T>
Bytes with(Bytes state, std::size_t position, T value) {
    std::memcpy(state.data() + position, &value, sizeof(value));
    return state;
}

constexpr std::size_t kType = 1;         // byte
constexpr std::size_t kSectionSize = 8;  // bytes

TEST(State, OfAnotherWorldIsRefused) {
    World world = makeWorld(kSettings);
    EXPECT_EQ(refusal(world, makeWorld(kFlat).saveState()),
              "the state is of a world with dimension 2; this one has 3");
    EXPECT_EQ(refusal(world, makeWorld({.particleSpacing = 0.2F}).saveState()),
              "the state is of a world with particle spacing 0.200000; this one has 0.100000");
    EXPECT_EQ(refusal(world, makeWorld(kSettings, 0).saveState()),
              "the state is of a world with number of fluids 0; this one has 1");
    Bytes other = world.saveState();
    const std::size_t solver = after(other, "wcsp");
    EXPECT_EQ(refusal(world, with(other, solver, 'X')),
              "the state is of a world with solver wcspX; this one has wcsph");
}

TEST(State, WithForgedParticlesIsRefused) {
    World world = makeWorld(kSettings);
    const Bytes state = world.saveState();
    const std::size_t fluid = after(state, "fluid") + kType;
    EXPECT_EQ(refusal(world, with(state, fluid, std::uint32_t{1})),
              "particles: one of fluid 1; this world has 1");
    EXPECT_EQ(refusal(world, with(state, fluid + 5 * 4, ~std::uint32_t{0})),
              "particles: one of fluid 4294967295; this world has 1");
    const std::size_t id = after(state, std::string_view("\x02\0\0\0id", 6)) + kType;
    EXPECT_EQ(refusal(world, with(state, id, std::uint64_t{6})),
              "particles: the id 6 is not below the next one, 6");
    EXPECT_EQ(refusal(world, with(state, id, std::uint64_t{3})), "particles: two have the same id");
}

TEST(State, WithForgedCountsIsRefused) {
    World world = makeWorld(kSettings);
    const Bytes state = world.saveState();
    const std::size_t count = after(state, "particles") + kSectionSize;
    EXPECT_EQ(refusal(world, with(state, count, std::uint32_t{7})),
              "particles: cut short before the field 'velocity'");
    EXPECT_EQ(refusal(world, with(state, count, std::uint32_t{0xffffffff})), "particles: more than 4e9");
    EXPECT_EQ(refusal(world, with(state, count, std::uint32_t{3999999999U})),
              "particles: the field 'position' is cut short; there are to be 3999999999 particles");
    EXPECT_EQ(refusal(world, with(state, count + 12, std::uint32_t{6})),
              "particles: 6 saved fields; this world has 5");
    const std::size_t type = after(state, "velocity");
    EXPECT_EQ(refusal(world, with(state, type, std::uint8_t{3})),
              "particles: this world's field 'velocity' is not there, or is of another type");
    EXPECT_EQ(refusal(world, with(state, type - 1, 'Y')),
              "particles: this world's field 'velocity' is not there, or is of another type");
}

TEST(State, WithAnImpossibleClockIsRefused) {
    World world = makeWorld(kSettings);
    const Bytes state = world.saveState();
    const std::size_t time = after(state, "clock") + kSectionSize;
    for (const double wrong :
         {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(refusal(world, with(state, time, wrong)), "clock: shows no time a run can have");
    }
}

TEST(State, ThatLeavesThePlaneIsRefusedInTwoDimensions) {
    World world = take(World::create(kFlat));
    take(world.addFluid({}));
    take(world.addParticles(0, std::vector<Vec3>{{0, 0, 0}}));
    const Bytes state = world.saveState();
    const std::size_t z = after(state, "position") + kType + 8;
    EXPECT_EQ(refusal(world, with(state, z, 0.5F)),
              "particles: z of position and velocity must be 0 in two dimensions");
}

/// In the middle of its life: what it holds has changed since it was made.
World makeUsedBusyWorld() {
    World world = makeBusyWorld();
    const Exchange exchange = stepUntilItEmits(world);
    EXPECT_GT(exchange.emitted, 0U);
    EXPECT_GT(exchange.absorbed, 0U);
    EXPECT_GT(world.tracerPositions().size(), 0U);
    return world;
}

TEST(State, OfABusyWorldGoesOnToTheSameBits) {
    World whole = makeUsedBusyWorld();
    const Bytes state = whole.saveState();
    World resumed = makeBusyWorld();
    take(resumed.restoreState(state));
    EXPECT_EQ(resumed.saveState(), state);
    Index emitted = 0;
    for (int k = 0; k < 100; ++k) {
        emitted += whole.step().emitted;
        resumed.step();
    }
    EXPECT_GT(emitted, 0U);
    EXPECT_EQ(resumed.stateHash(), whole.stateHash());
    EXPECT_EQ(resumed.bodies()[0].position, whole.bodies()[0].position);
}

TEST(State, IsRefusedAtEveryLengthButItsOwn) {
    World world = makeUsedBusyWorld();
    Bytes state = world.saveState();
    for (std::size_t length = 0; length < state.size(); ++length) {
        refusal(world, Bytes(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(length)));
    }
    state.push_back({});
    EXPECT_EQ(refusal(world, state), "the state goes on after its last part");
}

TEST(State, WithAnyByteChangedIsTakenOverWholeOrNotAtAll) {
    World world = makeUsedBusyWorld();
    const Bytes state = world.saveState();
    for (std::size_t k = 0; k < state.size(); ++k) {
        const Bytes changed = with(state, k, static_cast<std::byte>(~std::to_integer<unsigned>(state[k])));
        if (world.restoreState(changed)) {
            ASSERT_EQ(world.saveState(), changed) << "byte " << k;
            world.step();
            ASSERT_TRUE(world.restoreState(state).ok());
        }
        ASSERT_EQ(world.saveState(), state) << "byte " << k;
    }
}

TEST(State, HoldsOnlyTheFieldsThatAreSaved) {
    ParticleStore first;
    first.declare({"heat", "K", FieldType::Scalar});
    const auto scratch = first.declare({"scratch", "", FieldType::Scalar, false, false});
    first.add(std::vector<Vec3>{{1, 2, 3}}, {}, 0);
    first.scalar(scratch)[0] = 5;
    ByteWriter out;
    first.save(out);
    const Bytes bytes = out.take();
    ByteReader in(bytes);
    take(first.restore(in, {.fluids = 1}));
    EXPECT_EQ(first.scalar(scratch)[0], 0);

    ParticleStore second;
    ByteReader again(bytes);
    EXPECT_EQ(second.restore(again, {.fluids = 1}).error(), "particles: 6 saved fields; this world has 5");
    second.declare({"cold", "K", FieldType::Scalar});
    ByteReader third(bytes);
    EXPECT_EQ(second.restore(third, {.fluids = 1}).error(),
              "particles: this world's field 'cold' is not there, or is of another type");
}

}  // namespace
}  // namespace undine::test
