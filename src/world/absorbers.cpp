// SPDX-License-Identifier: Zlib
#include "world/absorbers.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "core/geometry.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"
#include "world/emitter_checks.h"

namespace undine {

Result<void> Absorbers::add(const Absorber& absorber, int dimension, Emitters& emitters) {
    const std::string path = "absorbers." + std::to_string(sinks_.size());
    if (sinks_.size() == kMostAbsorbers) return Error{path + ": more than " + std::to_string(kMostAbsorbers)};
    for (const Result<void>& checked :
         {checkParameters(absorber, path), checkTimes(absorber.start, absorber.end, path),
          checkCorners(absorber.min, absorber.max, dimension, path)}) {
        if (!checked) return checked;
    }
    Sink sink{absorber, {}};
    if (dimension == 2) {
        sink.settings.min.z = std::numeric_limits<float>::lowest();
        sink.settings.max.z = std::numeric_limits<float>::max();
    }
    if (!absorber.feeds.empty()) {
        const auto emitter = emitters.connectPump(absorber.feeds);
        if (!emitter) return Error{path + ".feeds: " + emitter.error()};
        sink.emitter = emitter.value();
    }
    sinks_.push_back(std::move(sink));
    return {};
}

Index Absorbers::take(ParticleStore& particles, const ThreadPool& pool, double now, Emitters& emitters) {
    const Index n = particles.size();
    const std::size_t sinks = sinks_.size();
    if (n == 0 || sinks == 0) return 0;
    takers_.resizeForOverwrite(n);
    counts_.assign(sinks * blockCount(n), 0);
    pool.forEachBlock(n, [&](Range block) {
        markBlock(block, particles.position(), now, counts_.data() + sinks * (block.begin / kBlockSize));
    });
    found_.assign(sinks, 0);
    for (std::size_t at = 0; at < counts_.size(); ++at) found_[at % sinks] += counts_[at];
    shareRooms(emitters);
    const Index total = std::accumulate(found_.begin(), found_.end(), Index{0});
    if (total == 0) return 0;
    marks_.resizeForOverwrite(n);
    pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) marks_[i] = takers_[i] != 0;
    });
    particles.removeMarked(pool, marks_.span());
    return total;
}

// Divides the room of each pump among its inlets, and fills it.
void Absorbers::shareRooms(Emitters& emitters) {
    for (std::size_t pump = 0; pump < emitters.size(); ++pump) {
        std::uint64_t found = 0;
        for (std::size_t k = 0; k < sinks_.size(); ++k) found += sinks_[k].emitter == pump ? found_[k] : 0;
        if (found == 0) continue;
        const std::uint64_t room = std::min<std::uint64_t>(found, emitters.roomOf(pump));
        std::uint64_t before = 0;  // found by the inlets so far
        for (std::size_t k = 0; k < sinks_.size(); ++k) {
            if (sinks_[k].emitter != pump) continue;
            const std::uint64_t after = before + found_[k];
            // Rounded down at both ends: the shares add up to the room.
            const auto share = static_cast<Index>(room * after / found - room * before / found);
            if (share < found_[k]) leaveOthers(k, share);
            emitters.feed(pump, share);
            before = after;
        }
    }
}

void Absorbers::leaveOthers(std::size_t sink, Index most) {
    Index left = most;
    const auto n = static_cast<Index>(takers_.size());
    for (Index block = 0; block < blockCount(n); ++block) {
        if (counts_[block * sinks_.size() + sink] == 0) continue;  // most blocks are nowhere near the box
        const Range range = blockRange(block, n);
        for (Index i = range.begin; i < range.end; ++i) {
            if (takers_[i] != sink + 1) continue;
            if (left == 0) {
                takers_[i] = 0;
            } else {
                --left;
            }
        }
    }
    found_[sink] = most;
}

void Absorbers::markBlock(Range block, VectorSpan x, double now, Index* counts) {
    for (Index i = block.begin; i < block.end; ++i) takers_[i] = 0;
    for (std::size_t k = 0; k < sinks_.size(); ++k) {
        const Absorber& box = sinks_[k].settings;
        if (!isActive(box.start, box.end, now)) continue;
        for (Index i = block.begin; i < block.end; ++i) {
            if (takers_[i] != 0 || !isInBox(x[i], box.min, box.max)) continue;
            takers_[i] = static_cast<std::uint16_t>(k + 1);
            ++counts[k];
        }
    }
}

}  // namespace undine
