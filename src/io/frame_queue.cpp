// SPDX-License-Identifier: Zlib
#include "io/frame_queue.h"

#include <exception>

namespace undine {

FrameQueue::FrameQueue(FrameQueueSettings settings)
    : settings_(std::move(settings)), pool_(settings_.threads), thread_([this] { work(); }) {}

FrameQueue::~FrameQueue() {
    {
        const std::lock_guard lock(mutex_);
        isClosing_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

Frame FrameQueue::spareFrame() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    Frame frame = std::move(spare_.back());
    spare_.pop_back();
    return frame;
}

Result<void> FrameQueue::push(Frame frame) { return add(std::move(frame)); }
Result<void> FrameQueue::push(Job job) { return add(std::move(job)); }

Result<void> FrameQueue::add(Entry entry) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !result_ || waiting_.size() + (isBusy_ ? 1 : 0) < kCapacity; });
        if (!result_) return result_;
        waiting_.push_back(std::move(entry));
    }
    changed_.notify_all();
    return {};
}

Result<void> FrameQueue::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() && !isBusy_; });
    return result_;
}

void FrameQueue::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return isClosing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Entry entry = std::move(waiting_.front());
        waiting_.pop_front();
        isBusy_ = true;
        lock.unlock();
        Result<void> processed = process(entry);
        lock.lock();
        isBusy_ = false;
        if (auto* frame = std::get_if<Frame>(&entry)) spare_.push_back(std::move(*frame));
        if (!processed) {
            result_ = std::move(processed);
            waiting_.clear();
        }
        changed_.notify_all();
    }
}

Result<void> FrameQueue::process(Entry& entry) {
    // Nobody above this thread could catch what memory that runs out throws.
    try {
        if (auto* frame = std::get_if<Frame>(&entry)) return write(*frame);
        return std::get<Job>(entry)();
    } catch (const std::exception& error) {
        return Error{std::string("writing failed: ") + error.what()};
    }
}

Result<void> FrameQueue::write(Frame& frame) {
    // Volumes do without the order, and go first: they then never depend on what else is written.
    if (Result<void> written = writeFormats(frame, /*volumes=*/true); !written) return written;
    if (Result<void> written = writeFormats(frame, /*volumes=*/false); !written) return written;
    ++framesWritten_;
    return {};
}

Result<void> FrameQueue::writeFormats(Frame& frame, bool volumes) {
    bool isSorted = volumes;
    for (const ExportFormat* format : settings_.formats) {
        if (format->isVolume != volumes) continue;
        if (!isSorted) sorter_.sort(frame, pool_);
        isSorted = true;
        const std::filesystem::path path = settings_.folder / format->fileName(frame.number());
        if (Result<void> written = format->write(frame, path, pool_); !written) return written;
    }
    return {};
}

}  // namespace undine
