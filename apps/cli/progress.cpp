// SPDX-License-Identifier: Zlib
#include "progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

namespace undine::cli {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr double kLogSeconds = 5;

std::size_t terminalWidth() {
    winsize size = {};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

// "[=====     ]", as wide as there is room for; nothing when there is hardly any.
std::string drawBar(double done, std::size_t room) {
    constexpr std::size_t kLeast = 6, kMost = 24;
    if (room < kLeast + 3) return {};
    const std::size_t width = std::min(room - 3, kMost);
    const auto filled = static_cast<std::size_t>(static_cast<double>(width) * std::clamp(done, 0.0, 1.0));
    return fmt::format("[{}{}] ", std::string(filled, '='), std::string(width - filled, ' '));
}

}  // namespace

std::string describeDuration(double seconds) {
    if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
    const long long whole = std::llround(seconds);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}

void Progress::update(const State& state) {
    const double now = clock_.seconds();
    if (quiet_ || now - lastShown_ < (terminal_ ? kRedrawSeconds : kLogSeconds)) return;
    lastShown_ = now;
    if (terminal_) {
        redraw(state);
    } else {
        fmt::print(stderr, "{}\n", describe(state));
    }
}

std::string Progress::describe(const State& state) const {
    const double elapsed = clock_.seconds();
    std::string text = fmt::format("frame {}/{}", state.frame, state.frames);
    if (state.step > 0) {
        text += fmt::format("  step {}  {} particles  {:.0f} steps/s", state.step, state.particles,
                            static_cast<double>(state.step) / std::max(elapsed, 1e-9));
    }
    if (state.done > 0) text += "  " + describeDuration(elapsed * (1 - state.done) / state.done) + " left";
    return text;
}

void Progress::redraw(const State& state) {
    const std::size_t width = terminalWidth() - 1;  // a line that wraps could not be redrawn
    std::string line = describe(state);
    line = drawBar(state.done, width - std::min(width, line.size())) + line;
    line.resize(std::min(line.size(), width));
    fmt::print(stderr, "\r{}\033[K", line);
    std::fflush(stderr);
    drawn_ = true;
}

void Progress::clear() {
    if (!drawn_) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    drawn_ = false;
}

}  // namespace undine::cli
