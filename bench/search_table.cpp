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
constexpr float kH = 0.1175F;  // about 30 neighbours in a box of 1 m, less at its faces

class Searches {
  public:
    Searches() {
        std::vector<Vec3> points(kCount);
        Random random(7);
        for (Vec3& p : points) p = 0.5F * random.nextVector();
        store_.add(points, {}, 0);
        sorted_.add(points, {}, 0);
    }

    void naive(const ThreadPool& pool) { table_ = findNeighborsByBruteForce(positions(), kH, pool); }
    void octree(const ThreadPool& pool) { table_ = Octree(positions()).findNeighbors(kH, pool); }
    void grid(const ThreadPool& pool) {
        grid_.build(sorted_, kH, 3, pool);
        hasLists_ = lists_.build(grid_, sorted_.position(), kH, pool);
    }
    /// The grid sorts its particles: it shall find them in disorder each time.
    void shuffle(const ThreadPool& pool) { sorted_.permute(pool, order_); }

    double meanNeighbors() const { return static_cast<double>(lists_.totalCount()) / kCount; }
    bool agree() const { return hasLists_ && lists_.totalCount() == table_.entries.size(); }

  private:
    VectorView positions() {
        const VectorSpan x = store_.position();
        return {x.x, x.y, x.z, store_.size()};
    }

    ParticleStore store_;
    ParticleStore sorted_;
    std::vector<Index> order_ = randomOrder(kCount);
    NeighborTable table_;
    CellGrid grid_;
    NeighborLists lists_;
    bool hasLists_ = false;
};

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
    Searches searches;
    const std::vector<Samples> times =
        timeInTurn({{[&] { searches.naive(one); }},
                    {[&] { searches.naive(many); }},
                    {[&] { searches.octree(one); }},
                    {[&] { searches.octree(many); }},
                    {[&] { searches.grid(one); }, [&] { searches.shuffle(one); }},
                    {[&] { searches.grid(many); }, [&] { searches.shuffle(one); }}},
                   3);
    const int threads = many.threadCount();
    const Row rows[] = {{"naive", "naive_1_thread", 1, 93.320},     {"naive", "naive", threads, 102.34},
                        {"octree", "octree_1_thread", 1, 50.646},   {"octree", "octree", threads, 20.318},
                        {"grid and lists", "grid_1_thread", 1, {}}, {"grid and lists", "grid", threads, {}}};
    report.print("\n5,000 particles, {:.1f} neighbours: Table 1 of \"Particle Based Fluids in Rust\"\n",
                 searches.meanNeighbors());
    report.print("{:<26} {:>7} {:>10}\n", "search", "threads", "ms");
    for (std::size_t k = 0; k < std::size(rows); ++k) {
        const Row& row = rows[k];
        report.print("{:<26} {:>7} {:>10.3f}\n", row.name, row.threads, median(times[k]));
        const std::string metric = fmt::format("search_5k.{}.ms", row.metric);
        report.metric(metric, median(times[k]));
        if (!row.publishedMs) continue;
        report.published({metric, fmt::format("{:g}", *row.publishedMs), "Mijalkovic, table 1",
                          "a 13\" MacBook Pro of 2016"});
    }
    if (!searches.agree()) report.print("THE SEARCHES DISAGREE\n");
}

}  // namespace undine::bench
