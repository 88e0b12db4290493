// SPDX-License-Identifier: Zlib
#include "session.h"

#include <algorithm>
#include <utility>

namespace undine::viewer {

using Clock = std::chrono::steady_clock;

Session::Session() : thread_([this] { run(); }) {}

Session::~Session() {
    {
        const std::lock_guard lock(mutex_);
        isOver_ = true;
    }
    isCalled_.notify_one();
    thread_.join();
}

void Session::give(Order order) {
    {
        const std::lock_guard lock(mutex_);
        orders_.push_back(std::move(order));
    }
    isCalled_.notify_one();
}

void Session::note(const Result<void>& done) {
    message_ = done ? run_.notice() : done.error();
    startClock();
}

void Session::load(std::string scene, std::vector<SceneOverride> overrides) {
    give([this, scene = std::move(scene), overrides = std::move(overrides)] {
        note(run_.load(scene, overrides));
    });
}

void Session::change(SceneOverride setting) {
    give([this, setting = std::move(setting)] { note(run_.change(setting)); });
}

void Session::restart() {
    give([this] { note(run_.restart()); });
}

void Session::play(bool isPlaying) {
    give([this, isPlaying] {
        isPlaying_ = isPlaying;
        startClock();
    });
}

void Session::stepOnce() {
    give([this] {
        isPlaying_ = false;
        ++steps_;
    });
}

void Session::setSpeed(double speed) {
    give([this, speed] {
        speed_ = speed;
        startClock();
    });
}

void Session::setColoring(Coloring coloring) {
    give([this, coloring = std::move(coloring)] { run_.setColoring(coloring); });
}

void Session::want(const RenderExtras& extras) {
    give([this, extras] { run_.want(extras); });
}

void Session::setHand(const Hand& hand) {
    give([this, hand] { run_.setHand(hand); });
}

void Session::run() {
    while (takeOrders()) {
        obey();
        if (!run_.isLoaded() || run_.isBroken()) isPlaying_ = false, steps_ = 0;
        if (steps_ > 0 || (isPlaying_ && !isAhead())) {
            steps_ = std::max(steps_ - 1, 0);
            hasChanged_ = true;
            if (const auto stepped = run_.step(); !stepped) {
                message_ = stepped.error();
                isPlaying_ = false;
            }
        }
        // While it goes on, one that nobody has looked at yet is good enough.
        if (hasChanged_ && (!moments_.isPending() || !isPlaying_)) publish();
    }
}

// Sleeps while there is nothing to do. False: it is over.
bool Session::takeOrders() {
    std::unique_lock lock(mutex_);
    const auto isCalled = [this] { return isOver_ || !orders_.empty(); };
    if (!isPlaying_ && steps_ == 0) {
        isCalled_.wait(lock, isCalled);
    } else if (steps_ == 0 && isAhead()) {
        isCalled_.wait_for(lock, std::chrono::milliseconds(2), isCalled);
    }
    taken_.swap(orders_);
    return !isOver_;
}

void Session::obey() {
    if (taken_.empty()) return;
    for (const Order& order : taken_) order();
    taken_.clear();
    hasChanged_ = true;
}

void Session::startClock() {
    clockStart_ = Clock::now();
    clockTime_ = run_.time();
}

// Whether more was simulated since the clock was started than its speed allows.
bool Session::isAhead() const {
    const double passed = std::chrono::duration<double>(Clock::now() - clockStart_).count();
    return run_.time() - clockTime_ > speed_ * passed;
}

void Session::publish() {
    Snapshot& moment = moments_.back();
    run_.show(moment);
    moment.isPlaying = isPlaying_;
    moment.message = message_;
    moments_.publish();
    hasChanged_ = false;
}

}  // namespace undine::viewer
