// SPDX-License-Identifier: Zlib
// Table 1 of Mijalkovic, "Particle Based Fluids in Rust": 5,000 particles at random places, all neighbours of
// all of them, the search structure built anew each time.
#include <cmath>
#include <optional>

#include "bench/cloud.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "neighbors/brute_force.h"
#include "neighbors/neighbor_lists.h"
#include "neighbors/octree.h"

namespace undine::bench {
namespace {

constexpr Index kCount = 5000;
constexpr float kH = 0.12F;  // about 30 neighbours in a box of 1 m, less at its faces

VectorView positionsOf(ParticleStore& store) {
    const VectorSpan x = store.position();
    return {x.x, x.y, x.z, store.size()};
}

struct Row {
    const char* name;
    const char* metric;
    int threads;
    std::optional<double> publishedMs;
};

}  // namespace

void runSearchTable(Report& report) {
    const ThreadPool one(1);
    const ThreadPool many;
    ParticleStore store;
    {
        std::vector<Vec3> points(kCount);
        Random random(7);
        for (Vec3& p : points) p = 0.5F * random.nextVector();
        store.add(points, {}, 0);
    }
    ParticleStore sorted;  // the grid's own copy, shuffled before each build so that no order helps it
    for (Index i = 0; i < kCount; ++i) sorted.add(std::vector<Vec3>{store.position()[i]}, {}, 0);
    const std::vector<Index> order = randomOrder(kCount);
    const VectorView x = positionsOf(store);
    CellGrid grid;
    NeighborLists lists;
    NeighborTable table;
    const auto shuffle = [&] { sorted.permute(one, order); };
    const auto naive = [&](const ThreadPool& pool) { table = findNeighborsByBruteForce(x, kH, pool); };
    const auto octree = [&](const ThreadPool& pool) { table = Octree(x).findNeighbors(kH, pool); };
    const auto cells = [&](const ThreadPool& pool) {
        grid.build(sorted, kH, 3, pool);
        static_cast<void>(lists.build(grid, sorted.position(), kH, pool));
    };
    const std::vector<Samples> times = timeInTurn({{[&] { naive(one); }},
                                                   {[&] { naive(many); }},
                                                   {[&] { octree(one); }},
                                                   {[&] { octree(many); }},
                                                   {[&] { cells(one); }, shuffle},
                                                   {[&] { cells(many); }, shuffle}},
                                                  3);
    const int threads = many.threadCount();
    const Row rows[] = {{"naive", "naive_1_thread", 1, 93.320},     {"naive", "naive", threads, 102.34},
                        {"octree", "octree_1_thread", 1, 50.646},   {"octree", "octree", threads, 20.318},
                        {"grid and lists", "grid_1_thread", 1, {}}, {"grid and lists", "grid", threads, {}}};
    report.print("\n5,000 particles, {:.1f} neighbours: Table 1 of \"Particle Based Fluids in Rust\"\n",
                 static_cast<double>(lists.totalCount()) / kCount);
    report.print("(his means, on another machine: a 13\" MacBook Pro of 2016)\n");
    report.print("{:<26} {:>7} {:>10} {:>10}\n", "search", "threads", "ms", "his ms");
    for (std::size_t k = 0; k < std::size(rows); ++k) {
        const Row& row = rows[k];
        report.print("{:<26} {:>7} {:>10.3f} {:>10}\n", row.name, row.threads, median(times[k]),
                     row.publishedMs ? fmt::format("{:.1f}", *row.publishedMs) : "-");
        report.metric(fmt::format("search_5k.{}.ms", row.metric), median(times[k]));
    }
    if (lists.totalCount() != table.entries.size()) report.print("THE SEARCHES DISAGREE\n");
}

}  // namespace undine::bench
