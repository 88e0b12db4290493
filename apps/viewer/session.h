// SPDX-License-Identifier: Zlib
// A simulation in a thread of its own. The window tells it what to do and looks at its newest moment; neither
// ever waits for the other, however long a step takes: orders lie in a list that is locked only to be added
// to or emptied, and moments are handed over by a TripleBuffer.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "live_run.h"
#include "triple_buffer.h"

namespace undine::viewer {

class Session {
  public:
    Session();
    /// Waits for the step in progress.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void load(std::string scene, std::vector<SceneOverride> overrides = {});
    void change(SceneOverride setting);
    void restart();
    void play(bool isPlaying);
    /// One step, and a pause.
    void stepOnce();
    /// Simulated seconds per second, at most.
    void setSpeed(double speed);
    void setColoring(Coloring coloring);
    void want(const RenderExtras& extras);
    void setHand(const Hand& hand);

    /// Takes over the newest moment; false when there is none since the last call.
    bool update() { return moments_.update(); }
    const Snapshot& now() const { return moments_.front(); }

  private:
    using Order = std::function<void()>;
    void give(Order order);
    /// Remembers what went wrong, or that all is well; the clock starts anew.
    void note(const Result<void>& done);
    void run();
    bool takeOrders();
    void obey();
    bool isAhead() const;
    void publish();
    void startClock();

    std::mutex mutex_;
    std::condition_variable isCalled_;
    std::vector<Order> orders_;  // what was given; under the mutex
    bool isOver_ = false;        // under the mutex

    // All else but the moments belongs to the thread.
    LiveRun run_;
    std::vector<Order> taken_;
    bool isPlaying_ = false;
    int steps_ = 0;            // to take, though paused
    bool hasChanged_ = false;  // since the last moment
    double speed_ = 1;
    std::chrono::steady_clock::time_point clockStart_;
    double clockTime_ = 0;  // simulated time at that moment
    std::string message_;
    TripleBuffer<Snapshot> moments_;
    std::thread thread_;
};

}  // namespace undine::viewer
