// SPDX-License-Identifier: Zlib
// Which instruction set the wide passes run on. Every pass is compiled for all of them (core/wide-inl.h) and
// the best one is chosen at run time; UNDINE_SIMD or selectSimdTarget() forces another.
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include <hwy/highway.h>

#include "core/simd.h"
#include "undine/world.h"

namespace undine {
namespace {

/// Users meet the plain fallback by one name, whichever way the compiler provides it.
std::string nameOf(std::int64_t target) {
    if (target == HWY_EMU128 || target == HWY_SCALAR) return "SCALAR";
    return hwy::TargetName(target);
}

/// Targets compiled in and supported, best first: Highway numbers better targets lower.
std::vector<std::int64_t> availableTargets() {
    static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
    return targets;
}

void select(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string> simdTargets() {
    std::vector<std::string> names;
    for (const std::int64_t target : availableTargets()) names.push_back(nameOf(target));
    return names;
}

std::string simdTarget() {
    // With a forced target only that one is in the mask; otherwise the lowest bit is the best.
    const std::int64_t usable = hwy::SupportedTargets() & HWY_TARGETS;
    return nameOf(usable & -usable);
}

Result<void> selectSimdTarget(std::string_view name) {
    std::string known;
    for (const std::int64_t target : availableTargets()) {
        if (nameOf(target) == name) {
            select(target);
            return {};
        }
        known += (known.empty() ? "" : ", ") + nameOf(target);
    }
    return Error{"SIMD target \"" + std::string(name) + "\": must be one this machine has: " + known};
}

Result<void> applySimdEnvironment() {
    static_cast<void>(availableTargets());  // note what there is before anything is masked
    const char* wanted = std::getenv("UNDINE_SIMD");
    if (wanted == nullptr || *wanted == '\0') return {};
    // Only once: what a program selects afterwards stays selected.
    static bool isApplied = false;
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    if (isApplied) return {};
    const Result<void> done = selectSimdTarget(wanted);
    if (!done) return Error{"environment variable UNDINE_SIMD: " + done.error()};
    isApplied = true;
    return {};
}

}  // namespace undine
