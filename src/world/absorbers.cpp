// SPDX-License-Identifier: Zlib
#include "world/absorbers.h"

#include <limits>
#include <string>

#include "core/geometry.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"
#include "world/emitter_checks.h"

namespace undine {
Result<void> Absorbers::add(const Absorber& absorber, int dimension, Emitters& emitters) {
    const std::string path = "absorbers." + std::to_string(sinks_.size());
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
    marks_.resizeForOverwrite(n);
    counts_.assign(sinks * blockCount(n), 0);
    pool.forEachBlock(n, [&](Range block) {
        markBlock(block, particles.position(), now, counts_.data() + sinks * (block.begin / kBlockSize));
    });
    Index total = 0;
    for (std::size_t k = 0; k < sinks; ++k) {
        Index taken = 0;
        for (std::size_t at = k; at < counts_.size(); at += sinks) taken += counts_[at];
        if (sinks_[k].emitter) emitters.feed(*sinks_[k].emitter, taken);
        total += taken;
    }
    if (total > 0) particles.removeMarked(pool, marks_.span());
    return total;
}

void Absorbers::markBlock(Range block, VectorSpan x, double now, Index* counts) {
    for (Index i = block.begin; i < block.end; ++i) marks_[i] = false;
    for (std::size_t k = 0; k < sinks_.size(); ++k) {
        const Absorber& box = sinks_[k].settings;
        if (!isActive(box.start, box.end, now)) continue;
        for (Index i = block.begin; i < block.end; ++i) {
            const bool takes = !marks_[i] && isInBox(x[i], box.min, box.max);
            marks_[i] = marks_[i] || takes;
            counts[k] += takes ? 1 : 0;
        }
    }
}

}  // namespace undine
