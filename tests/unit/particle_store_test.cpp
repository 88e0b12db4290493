// SPDX-License-Identifier: Zlib
#include "core/byte_stream.h"
#include "core/particles.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::Random;
using test::storeOf;

/// Where a particle is born, so that a test can recognise it by its position.
Vec3 birthplace(ParticleId id) { return {static_cast<float>(id), 0.5F * static_cast<float>(id), -1}; }

std::vector<Vec3> birthplaces(ParticleId first, Index count) {
    std::vector<Vec3> points;
    for (Index k = 0; k < count; ++k) points.push_back(birthplace(first + k));
    return points;
}

std::vector<Index> shuffled(Index n, std::uint32_t seed) {
    std::vector<Index> order(n);
    std::iota(order.begin(), order.end(), 0U);
    Random random(seed);
    for (Index i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

/// Every particle is at its birthplace, has its own tag, and is found by its id.
void expectConsistent(ParticleStore& store) {
    for (Index i = 0; i < store.size(); ++i) {
        const ParticleId id = store.id()[i];
        ASSERT_EQ(store.position()[i], birthplace(id));
        ASSERT_EQ(store.tag()[i], 1000 + id);
        ASSERT_EQ(store.find(id), i);
    }
}

ParticleStore makeStore(Index n) {
    ParticleStore store = storeOf(birthplaces(0, n));
    for (Index i = 0; i < n; ++i) store.tag()[i] = 1000 + store.id()[i];
    return store;
}

void remove(ParticleStore& store, const ThreadPool& pool, const std::set<ParticleId>& ids) {
    const auto marks = std::make_unique<bool[]>(store.size());
    for (Index i = 0; i < store.size(); ++i) marks[i] = ids.contains(store.id()[i]);
    store.removeMarked(pool, {marks.get(), store.size()});
}

TEST(ParticleStore, GivesIdsInOrderAndNeverTwice) {
    const ThreadPool pool(1);
    ParticleStore store;
    EXPECT_EQ(store.add(birthplaces(0, 3), {}, 0), 0U);
    EXPECT_EQ(store.add(birthplaces(3, 2), {}, 0), 3U);
    remove(store, pool, {3, 4});
    EXPECT_EQ(store.add(birthplaces(5, 1), {}, 0), 5U);
    EXPECT_FALSE(store.find(4).has_value());
    EXPECT_EQ(store.find(5), 3U);
}

TEST(ParticleStore, PutsNewParticlesWhereTheyWereAskedFor) {
    ParticleStore store = storeOf(birthplaces(0, 2));
    store.add(birthplaces(2, 1), {1, 2, 3}, 7);
    EXPECT_EQ(store.size(), 3U);
    EXPECT_EQ(store.position()[2], birthplace(2));
    EXPECT_EQ(store.velocity()[2], (Vec3{1, 2, 3}));
    EXPECT_EQ(store.velocity()[1], Vec3{});
    EXPECT_EQ(store.fluid()[2], 7U);
    EXPECT_EQ(store.tag()[2], 0U);
}

TEST(ParticleStore, KeepsIdTagAndPositionTogetherThroughSortAddAndRemove) {
    const ThreadPool pool(2);
    constexpr Index kCount = 20000;
    ParticleStore store = makeStore(kCount);
    expectConsistent(store);

    store.permute(pool, shuffled(kCount, 3));
    expectConsistent(store);

    store.add(birthplaces(kCount, 10), {}, 0);
    for (Index i = kCount; i < kCount + 10; ++i) store.tag()[i] = 1000 + store.id()[i];
    expectConsistent(store);

    remove(store, pool, {0, 7, 4711, kCount + 3});
    EXPECT_EQ(store.size(), kCount + 6);
    for (const ParticleId gone : {ParticleId{0}, ParticleId{7}, ParticleId{4711}, ParticleId{kCount + 3}}) {
        EXPECT_FALSE(store.find(gone).has_value());
    }
    expectConsistent(store);

    store.permute(pool, shuffled(store.size(), 4));
    expectConsistent(store);
}

TEST(ParticleStore, RemovesAllAndStartsAnew) {
    const ThreadPool pool(2);
    ParticleStore store = makeStore(3);
    remove(store, pool, {0, 1, 2});
    EXPECT_EQ(store.size(), 0U);
    EXPECT_FALSE(store.find(1).has_value());
    EXPECT_EQ(store.add(birthplaces(3, 1), {}, 0), 3U);
    EXPECT_EQ(store.find(3), 0U);
}

TEST(ParticleStore, KeepsTheOrderOfThoseNotRemoved) {
    const ThreadPool pool(1);
    ParticleStore store = makeStore(6);
    store.permute(pool, std::array<Index, 6>{5, 4, 3, 2, 1, 0});
    remove(store, pool, {4, 1});
    const std::vector<ParticleId> ids(store.id(), store.id() + store.size());
    EXPECT_EQ(ids, (std::vector<ParticleId>{5, 3, 2, 0}));
}

TEST(ParticleStore, CarriesFieldsOfEveryTypeThroughASort) {
    const ThreadPool pool(1);
    ParticleStore store = makeStore(3);
    const auto heat = store.declare({"heat", "K", FieldType::Scalar});
    const auto spin = store.declare({"spin", "1/s", FieldType::Vector});
    const auto kind = store.declare({"kind", "", FieldType::UInt32});
    const auto owner = store.declare({"owner", "", FieldType::UInt64});
    for (Index i = 0; i < 3; ++i) {
        EXPECT_EQ(store.scalar(heat)[i], 0) << "fields declared after particles were added start as zero";
        store.scalar(heat)[i] = static_cast<float>(i);
        store.vector(spin).set(i, {static_cast<float>(i), 1, 2});
        store.words32(kind)[i] = i;
        store.words64(owner)[i] = (std::uint64_t{i} << 40U) + 1;
    }
    store.permute(pool, std::array<Index, 3>{2, 0, 1});
    for (const auto& [to, from] : {std::pair{0U, 2U}, std::pair{1U, 0U}, std::pair{2U, 1U}}) {
        EXPECT_EQ(store.scalar(heat)[to], static_cast<float>(from));
        EXPECT_EQ(store.vector(spin)[to], (Vec3{static_cast<float>(from), 1, 2}));
        EXPECT_EQ(store.words32(kind)[to], from);
        EXPECT_EQ(store.words64(owner)[to], (std::uint64_t{from} << 40U) + 1);
    }
}

TEST(ParticleStore, LeavesUnsortedFieldsWhereTheyAre) {
    const ThreadPool pool(1);
    ParticleStore store = makeStore(4);
    const auto scratch = store.declare({"scratch", "", FieldType::Scalar, false, false});
    for (Index i = 0; i < 4; ++i) store.scalar(scratch)[i] = static_cast<float>(10 + i);
    store.permute(pool, std::array<Index, 4>{3, 2, 1, 0});
    for (Index i = 0; i < 4; ++i) EXPECT_EQ(store.scalar(scratch)[i], static_cast<float>(10 + i));
}

TEST(ParticleStore, DeclaresAFieldOnlyOnce) {
    ParticleStore store;
    const std::size_t before = store.fields().size();
    const auto first = store.declare({"heat", "K", FieldType::Scalar});
    EXPECT_EQ(store.declare({"heat", "K", FieldType::Scalar}), first);
    EXPECT_EQ(store.findField("heat"), first);
    EXPECT_EQ(store.fields().size(), before + 1);
    EXPECT_FALSE(store.findField("cold").has_value());
}

// As long as all are 0 they are not moved.
TEST(ParticleStore, MovesTagsAndFluidsFromWhenTheyAreSet) {
    const ThreadPool pool(1);
    const std::vector<Index> turned{2, 1, 0};
    ParticleStore store = storeOf(birthplaces(0, 3));
    store.permute(pool, turned);
    for (Index i = 0; i < 3; ++i) store.tag()[i] = 10 + store.id()[i];
    store.permute(pool, turned);
    for (Index i = 0; i < 3; ++i) EXPECT_EQ(store.tag()[i], 10 + store.id()[i]);

    const std::vector<Vec3> more{{1, 2, 3}, {4, 5, 6}};
    const ParticleId first = store.add(more, {}, 1);
    store.permute(pool, std::vector<Index>{4, 0, 3, 1, 2});
    for (Index i = 0; i < 5; ++i) EXPECT_EQ(store.fluid()[i], store.id()[i] >= first ? 1U : 0U);

    ByteWriter out;
    store.save(out);
    const std::vector<std::byte> saved = out.take();
    ParticleStore restored;
    ByteReader in(saved);
    ASSERT_TRUE(restored.restore(in, {.fluids = 2}).ok());
    restored.permute(pool, std::vector<Index>{3, 4, 2, 0, 1});  // before anybody asks for its tags
    for (Index i = 0; i < 5; ++i) {
        const ParticleId id = restored.id()[i];
        EXPECT_EQ(restored.fluid()[i], id >= first ? 1U : 0U);
        const Index before = store.find(id).value();
        EXPECT_EQ(restored.tag()[i], store.tag()[before]);
    }
}

TEST(ParticleStore, ChangesItsHashWithAnyBitOfTheSavedState) {
    ParticleStore store = makeStore(5);
    const auto scratch = store.declare({"scratch", "", FieldType::Scalar, true, false});
    std::set<std::uint64_t> hashes{store.hash()};
    const auto flip = [&](auto* word, unsigned bit) {
        using Bits = std::conditional_t<sizeof(*word) == 8, std::uint64_t, std::uint32_t>;
        auto* bits = reinterpret_cast<Bits*>(word);
        *bits ^= Bits{1} << bit;
        hashes.insert(store.hash());
        *bits ^= Bits{1} << bit;
    };
    for (Index i = 0; i < 5; ++i) {
        for (const unsigned bit : {0U, 13U, 31U}) {
            flip(store.position().x + i, bit);
            flip(store.position().y + i, bit);
            flip(store.position().z + i, bit);
            flip(store.velocity().x + i, bit);
            flip(store.velocity().y + i, bit);
            flip(store.velocity().z + i, bit);
            flip(store.writableFluid() + i, bit);
            flip(store.id() + i, bit + 32);
            flip(store.tag() + i, bit);
        }
    }
    EXPECT_EQ(hashes.size(), 1U + 5 * 3 * 9);
    const std::uint64_t before = store.hash();
    store.scalar(scratch)[0] = 1;
    EXPECT_EQ(store.hash(), before) << "what is not saved is not part of the state";
}

TEST(ParticleStore, HasAHashWithoutParticles) {
    const ThreadPool pool(1);
    const ParticleStore fresh;
    ParticleStore emptied = makeStore(2);
    remove(emptied, pool, {0, 1});
    EXPECT_EQ(fresh.hash(), emptied.hash());
    EXPECT_NE(fresh.hash(), makeStore(1).hash());
}

TEST(ParticleStore, ChangesItsHashWithTheOrder) {
    const ThreadPool pool(1);
    ParticleStore store = makeStore(2);
    const std::uint64_t before = store.hash();
    store.permute(pool, std::array<Index, 2>{1, 0});
    EXPECT_NE(store.hash(), before);
    store.permute(pool, std::array<Index, 2>{1, 0});
    EXPECT_EQ(store.hash(), before);
}

}  // namespace
}  // namespace undine
