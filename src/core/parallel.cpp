// SPDX-License-Identifier: Zlib
// The only file that knows which library brings the threads.
#include "core/parallel.h"

#include <atomic>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#if defined(__SANITIZE_THREAD__)
#define UNDINE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDINE_TSAN 1
#endif
#endif

namespace undine {

struct ThreadPool::Impl {
    explicit Impl(int threads)
        : control(tbb::global_control::max_allowed_parallelism,
                  static_cast<std::size_t>(std::max(threads, tbb::info::default_concurrency()))),
          arena(threads) {
        arena.initialize();
    }

    tbb::global_control control;
    tbb::task_arena arena;
};

ThreadPool::ThreadPool(int threads)
    : impl_(std::make_unique<Impl>(threads > 0 ? threads : tbb::info::default_concurrency())) {}
ThreadPool::~ThreadPool() = default;
ThreadPool::ThreadPool(ThreadPool&&) noexcept = default;
ThreadPool& ThreadPool::operator=(ThreadPool&&) noexcept = default;

int ThreadPool::threadCount() const { return impl_->arena.max_concurrency(); }

void ThreadPool::run(Index count, FunctionRef<void(Index)> task) const {
    if (count == 0) return;
    if (count == 1 || threadCount() == 1) {
        for (Index k = 0; k < count; ++k) task(k);
        return;
    }
#if defined(UNDINE_TSAN)
    // The thread library is not instrumented, so that the sanitizer cannot see how it orders things. Plain
    // threads take its place: slow, but every race between tasks is found and no other.
    std::atomic<Index> next{0};
    const auto work = [&] {
        for (Index k = next++; k < count; k = next++) task(k);
    };
    std::vector<std::thread> threads;
    for (int k = 1; k < threadCount(); ++k) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
#else
    impl_->arena.execute([&] { tbb::parallel_for(Index{0}, count, [&](Index k) { task(k); }); });
#endif
}

}  // namespace undine
