// SPDX-License-Identifier: Zlib
// What rigid bodies cost: a pool of 100,000 particles with boxes floating in it, stepped together with
// Bullet, and the same pool without them.
#include "bench/suites.h"

#if UNDINE_WITH_BULLET

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "bench/timing.h"
#include "undine/bullet.h"

namespace undine::bench {
namespace {

constexpr float kSpacing = 0.02F;
constexpr int kWide = 64;  // particles along the pool
constexpr int kDeep = 25;  // and down

struct Boxes {
    int rows = 0;  ///< so many times so many
    int columns = 0;
    float width = 0.16F;  ///< m
};

/// A pool, and a Bullet world with its boxes.
class Pool {
  public:
    Pool(const SolverSettings& solver, const Boxes& boxes)
        : world(World::create({.particleSpacing = kSpacing}, solver).value()),
          shape_(btVector3(0.5F, 0.5F, 0.5F) * boxes.width) {
        rigid_.setGravity(btVector3(0, -9.81F, 0));
        const float width = kWide * kSpacing;
        const float depth = kDeep * kSpacing;
        const FluidIndex water = world.addFluid({}).value();
        static_cast<void>(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {width, 1, width}}));
        for (int i = 0; i < boxes.columns; ++i) {
            for (int j = 0; j < boxes.rows; ++j) {
                const auto along = [&](int k, int count) {
                    return width * (static_cast<float>(k) + 0.5F) / static_cast<float>(count);
                };
                addBox({along(i, boxes.columns), depth, along(j, boxes.rows)}, boxes.width);
            }
        }
        coupling_ = std::make_unique<BulletCoupling>(world, rigid_);
        static_cast<void>(world.fill(water, BoxFill{.max = {width, depth, width}}));
    }
    ~Pool() {
        coupling_.reset();
        for (const auto& body : bodies_) rigid_.removeRigidBody(body.get());
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// One step of Bullet and all of the fluid in it; returns what went wrong, if anything.
    std::string step() {
        const BulletStep taken = coupling_->step(1.0F / 120);
        return taken.ok() ? "" : world.diagnose(taken.fluid);
    }

    World world;

  private:
    void addBox(btVector3 place, float width) {
        const float mass = 500 * width * width * width;
        btVector3 inertia;
        shape_.calculateLocalInertia(mass, inertia);
        bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape_, inertia));
        bodies_.back()->setWorldTransform(btTransform(btQuaternion::getIdentity(), place));
        rigid_.addRigidBody(bodies_.back().get());
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld rigid_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    btBoxShape shape_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::unique_ptr<BulletCoupling> coupling_;
};

constexpr const char* kNames[] = {"bullet_100k_0bodies", "bullet_100k_10bodies", "bullet_100k_200bodies"};

/// Milliseconds per step of each phase, by its name; a pool has the phases of all before it.
using PhaseTable = std::map<std::string_view, std::vector<double>>;

/// Adds what a pool has spent since its first `steps` steps, in which its phases took `before`.
void addColumn(PhaseTable& table, std::size_t column, const World& world, std::uint64_t steps,
               std::span<const PhaseTime> before) {
    for (const PhaseTime& phase : world.phaseTimes()) {
        double seconds = phase.seconds;
        for (const PhaseTime& start : before) {
            if (std::string_view(start.name) == phase.name) seconds -= start.seconds;
        }
        std::vector<double>& row = table[phase.name];
        row.resize(column + 1);
        row[column] = 1e3 * seconds / static_cast<double>(world.stepCount() - steps);
    }
}

void printPhases(Report& report, const PhaseTable& table) {
    report.print("\n{:<26} {:>14}\n", "phase", "ms per step, with as many boxes");
    for (const auto& [name, row] : table) {
        report.print("{:<26}", name);
        for (const double ms : row) report.print(" {:>10.3f}", ms);
        report.print("\n");
    }
}

/// Nanoseconds per step and particle of several pools, measured in turn.
std::vector<double> measurePools(Report& report, const std::vector<std::unique_ptr<Pool>>& pools,
                                 const std::string& prefix, double seconds) {
    std::vector<Loop> loops;
    std::vector<std::uint64_t> steps(pools.size());
    std::vector<int> rounds(pools.size());
    std::vector<std::vector<PhaseTime>> clocks(pools.size());
    for (std::size_t k = 0; k < pools.size(); ++k) {
        for (int warmUp = 0; warmUp < 12; ++warmUp) {
            if (const std::string trouble = pools[k]->step(); !trouble.empty()) {
                report.print("STOPPED: {}\n", trouble);
            }
        }
        steps[k] = pools[k]->world.stepCount();
        clocks[k] = pools[k]->world.phaseTimes();
        report.stateHash(prefix + kNames[k], pools[k]->world.stateHash());
        loops.push_back({[&pools, &rounds, k] {
            static_cast<void>(pools[k]->step());
            ++rounds[k];
        }});
    }
    const std::vector<Samples> times = timeInTurn(loops, seconds);
    std::vector<double> costs;
    PhaseTable phases;
    for (std::size_t k = 0; k < pools.size(); ++k) {
        const World& world = pools[k]->world;
        addColumn(phases, k, world, steps[k], clocks[k]);
        const double stepsPerRound = static_cast<double>(world.stepCount() - steps[k]) / rounds[k];
        costs.push_back(1e6 * median(times[k]) / stepsPerRound / world.particleCount());
    }
    printPhases(report, phases);
    return costs;
}

void runMethod(Report& report, const SolverSettings& solver, const std::string& prefix) {
    const Boxes kinds[] = {{}, {2, 5, 0.16F}, {10, 20, 0.04F}};
    std::vector<std::unique_ptr<Pool>> pools;
    for (const Boxes& boxes : kinds) pools.push_back(std::make_unique<Pool>(solver, boxes));
    const std::vector<double> costs = measurePools(report, pools, prefix, 6);
    report.print("\n{}: {} particles, boxes of half their density floating in them\n",
                 pools[0]->world.solverName(), pools[0]->world.particleCount());
    report.print("{:<26} {:>14} {:>18} {:>18}\n", "boxes", "ms per step", "ns per particle", "state");
    for (std::size_t k = 0; k < pools.size(); ++k) {
        const World& world = pools[k]->world;
        report.print("{:<26} {:>14.3f} {:>18.1f}   {:016x}\n", kinds[k].rows * kinds[k].columns,
                     1e-6 * costs[k] * world.particleCount(), costs[k], world.stateHash());
    }
    report.metric(prefix + "bullet_100k_10bodies.coupling_share", 1 - costs[0] / costs[1], atMost(0.2));
    report.metric(prefix + "bullet_100k_10bodies.ms_per_step",
                  1e-6 * costs[1] * pools[1]->world.particleCount());
    report.metric(prefix + "bullet_100k_200bodies.step_ratio", costs[2] / costs[0], atMost(2));
}

}  // namespace

void runBulletSuite(Report& report) {
    runMethod(report, PbfSettings{}, "");
    runMethod(report, WcsphSettings{}, "wcsph_");
    report.published({"wcsph_bullet_100k_10bodies.ms_per_step", "51 to 75", "Bullet-Fluids, without bodies",
                      "two cores of a server like those of bench/results"});
}

}  // namespace undine::bench

#else

namespace undine::bench {

void runBulletSuite(Report& report) { report.print("this program was built without Bullet\n"); }

}  // namespace undine::bench

#endif
