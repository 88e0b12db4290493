// SPDX-License-Identifier: Zlib
// The only file that knows which library brings the threads.
#include "core/parallel.h"

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

#if defined(UNDINE_TSAN)
// The thread library itself is not instrumented, so the sanitizer cannot see that a loop starts after what
// came before it and ends before what comes after. These two calls say so; races within a loop are still
// found.
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#else
static inline void __tsan_acquire(void* /*address*/) {}
static inline void __tsan_release(void* /*address*/) {}
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
    char start = 0;
    char finish = 0;
    __tsan_release(&start);
    impl_->arena.execute([&] {
        tbb::parallel_for(Index{0}, count, [&](Index k) {
            __tsan_acquire(&start);
            task(k);
            __tsan_release(&finish);
        });
    });
    __tsan_acquire(&finish);
}

}  // namespace undine
