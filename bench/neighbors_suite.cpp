// SPDX-License-Identifier: Zlib
// Sorting, the density pass and the list build, each against a scalar loop at the same number of threads.
#include <algorithm>
#include <cmath>
#include <string>

#include "bench/cloud.h"
#include "bench/scalar_reference.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "kernels/constants.h"
#include "neighbors/neighbor_lists.h"
#include "solvers/sph_passes.h"
#include "undine/world.h"

namespace undine::bench {
namespace {

constexpr float kSpacing = 0.01F;
constexpr float kH = 1.98F * kSpacing;  // 28 neighbours on the average of a body with faces

class Cloud {
  public:
    Cloud() : randomOrder_(randomOrder(50 * 50 * 40)) {
        store_.add(jitteredLattice(50, 50, 40, kSpacing, 0.2F), {}, 0);
        wide_.resize(store_.size());
        scalar_.resize(store_.size());
        // A direction per particle that travels with it, to move it a little to and fro between sorts.
        Random random(3);
        for (Index i = 0; i < store_.size(); ++i) store_.velocity().set(i, random.nextVector());
        const ThreadPool pool;
        sort(pool);
        buildLists(pool);
        scalarLists_.reserve(grid_, 48);
    }

    void shuffle(const ThreadPool& pool) { store_.permute(pool, randomOrder_); }
    /// With all threads, as a step does: else all positions would be in the cache of one core.
    void moveALittle(const ThreadPool& pool) {
        sign_ = -sign_;
        const VectorSpan x = store_.position();
        const VectorSpan v = store_.velocity();
        pool.forEachBlock(store_.size(), [&](Range block) {
            for (Index i = block.begin; i < block.end; ++i) x.set(i, x[i] + sign_ * 0.03F * kSpacing * v[i]);
        });
    }
    void sort(const ThreadPool& pool) { grid_.build(store_, kH, 3, pool); }

    void computeDensity(const ThreadPool& pool) {
        constexpr float kUnitVolume = 1;
        const DensityPass pass{.formulation = Formulation::Mueller,
                               .x = store_.position(),
                               .relative = wide_.data(),
                               .h = kH,
                               .dimension = 3,
                               .restVolume = {&kUnitVolume},
                               .initialSum = 1};
        grid_.forEachBlockOfCells(pool, [&](Range cells) { densityOfCells(grid_, cells, pass); });
    }
    void computeScalarDensity(const ThreadPool& pool) {
        const VectorSpan x = store_.position();
        const auto scale = static_cast<float>(poly6Constant(kH, 3) / std::pow(kH, 6));
        grid_.forEachBlockOfCells(
            pool, [&](Range cells) { scalarDensity(grid_, cells, x, kH, scale, scalar_.data()); });
    }
    void buildLists(const ThreadPool& pool) { hasLists_ = lists_.build(grid_, store_.position(), kH, pool); }
    void buildScalarLists(const ThreadPool& pool) {
        const VectorSpan x = store_.position();
        grid_.forEachBlockOfCells(pool, [&](Range cells) { scalarLists_.build(grid_, cells, x, kH); });
    }

    Index size() const { return store_.size(); }
    double meanNeighbors() const { return static_cast<double>(lists_.totalCount()) / size(); }
    double meanCandidates() const;

    /// Largest difference of the two densities, relative to the largest density; and whether the lists agree.
    double densityDifference() const;
    bool listsAgree() const { return hasLists_ && lists_.totalCount() == scalarLists_.totalCount(); }

  private:
    ParticleStore store_;
    CellGrid grid_;
    NeighborLists lists_;
    ScalarLists scalarLists_;
    AlignedArray<float> wide_;
    AlignedArray<float> scalar_;
    std::vector<Index> randomOrder_;
    float sign_ = 1;
    bool hasLists_ = false;
};

double Cloud::meanCandidates() const {
    double total = 0;
    for (Index c = 0; c < grid_.cellCount(); ++c) {
        for (const Range row : grid_.rows(c)) {
            total += static_cast<double>(row.end - row.begin) * (grid_.cell(c).end - grid_.cell(c).begin);
        }
    }
    return total / size();
}

double Cloud::densityDifference() const {
    float largest = 0;
    float difference = 0;
    for (Index i = 0; i < size(); ++i) {
        largest = std::max(largest, scalar_[i]);
        difference = std::max(difference, std::fabs(wide_[i] - scalar_[i]));
    }
    return difference / largest;
}

std::string suffixOf(const ThreadPool& pool) { return pool.threadCount() == 1 ? "_1_thread" : ""; }

/// The sort of particles that lie in a random order. That of nearly sorted ones is timed beside the lists.
void timeRandomSort(Report& report, Cloud& cloud, const ThreadPool& pool) {
    const Samples times = timeInTurn({{[&] { cloud.sort(pool); }, [&] { cloud.shuffle(pool); }}}, 1)[0];
    report.print("{:<26} {:>7} {:>10.3f}\n", "sort, random order", pool.threadCount(), median(times));
    report.metric("sort_100k_random.ms" + suffixOf(pool), median(times));
}

/// All in turn, because the clock of a processor is not the same from one second to the next.
void timeInTurnWithScalar(Report& report, Cloud& cloud, const ThreadPool& pool) {
    const std::vector<Samples> times =
        timeInTurn({{[&] { cloud.sort(pool); }, [&] { cloud.moveALittle(pool); }},
                    {[&] { cloud.computeScalarDensity(pool); }},
                    {[&] { cloud.computeDensity(pool); }},
                    {[&] { cloud.buildScalarLists(pool); }},
                    {[&] { cloud.buildLists(pool); }}},
                   5);
    const double density = medianRatio(times[1], times[2]);
    const double lists = medianRatio(times[3], times[4]);
    const int threads = pool.threadCount();
    report.print("{:<26} {:>7} {:>10.3f}\n", "density, scalar", threads, median(times[1]));
    report.print("{:<26} {:>7} {:>10.3f} {:>8.1f} x\n", "density, wide", threads, median(times[2]), density);
    report.print("{:<26} {:>7} {:>10.3f}\n", "list build, scalar", threads, median(times[3]));
    report.print("{:<26} {:>7} {:>10.3f}\n", "sort, coherent order", threads, median(times[0]));
    report.print("{:<26} {:>7} {:>10.3f} {:>8.1f} x\n", "list build, wide", threads, median(times[4]), lists);

    const std::string suffix = suffixOf(pool);
    report.metric("density_100k.ms" + suffix, median(times[2]));
    report.metric("sort_100k.ms" + suffix, median(times[0]));
    report.metric("list_build_100k.ms" + suffix, median(times[4]));
    // One thread is the steadier figure; that of all threads is there to compare.
    const std::string which = threads == 1 ? "" : "_all_threads";
    report.metric("density_100k.speedup_vs_scalar" + which, density, atLeast(15));
    report.metric("list_build_100k.speedup_vs_scalar" + which, lists, atLeast(3.5));
    report.metric("sort_share_of_list_build" + which, medianRatio(times[0], times[4]), atMost(1.0 / 3));
}

void printTargets(Report& report, Cloud& cloud) {
    const ThreadPool pool(1);
    const std::string before = simdTarget();
    std::vector<Loop> loops;
    for (const std::string& target : simdTargets()) {
        const auto select = [target] { static_cast<void>(selectSimdTarget(target)); };
        loops.push_back({[&] { cloud.computeDensity(pool); }, select});
        loops.push_back({[&] { cloud.buildLists(pool); }, select});
    }
    const std::vector<Samples> times = timeInTurn(loops, 3);
    static_cast<void>(selectSimdTarget(before));
    report.print("\n{:<26} {:>12} {:>16}\n", "SIMD target, 1 thread", "density, ms", "list build, ms");
    for (std::size_t k = 0; k < simdTargets().size(); ++k) {
        report.print("{:<26} {:>12.3f} {:>16.3f}\n", simdTargets()[k], median(times[2 * k]),
                     median(times[2 * k + 1]));
        report.metric("density_100k.ms_" + simdTargets()[k], median(times[2 * k]));
    }
}

}  // namespace

void runNeighborsSuite(Report& report) {
    Cloud cloud;
    report.print("{} particles, {:.1f} neighbours, {:.0f} candidates in 27 cells\n\n", cloud.size(),
                 cloud.meanNeighbors(), cloud.meanCandidates());
    report.metric("neighbors_100k.mean_neighbors", cloud.meanNeighbors());
    report.print("{:<26} {:>7} {:>10} {:>10}\n", "loop", "threads", "ms", "vs scalar");
    std::vector<int> threadCounts{1};
    if (const int most = ThreadPool().threadCount(); most > 1) threadCounts.push_back(most);
    for (const int threads : threadCounts) {
        const ThreadPool pool(threads);
        timeRandomSort(report, cloud, pool);
        cloud.sort(pool);
        timeInTurnWithScalar(report, cloud, pool);
    }
    report.print("largest difference of the densities {:.1e}, lists {}\n", cloud.densityDifference(),
                 cloud.listsAgree() ? "equally long" : "DIFFER");
    printTargets(report, cloud);
    runSearchTable(report);
}

}  // namespace undine::bench
