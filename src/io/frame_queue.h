// SPDX-License-Identifier: Zlib
// Writes frames in a thread of its own, so that the simulation waits only when the disk cannot keep up. At
// most two frames are on their way at a time, and their buffers go round: memory stays bounded, and after the
// first frames nothing is allocated.
//
//     FrameQueue queue({.folder = "out", .formats = formats});
//     Frame frame = queue.spareFrame();
//     if (auto taken = frame.take(world, 1, fields); !taken) …
//     if (auto pushed = queue.push(std::move(frame)); !pushed) …    // also tells errors of earlier frames
//     if (auto done = queue.finish(); !done) …
//
// The first error ends the writing: what was pushed after it is dropped, so that a checkpoint behind a frame
// that failed is not written either.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

#include "io/formats.h"

namespace undine {

struct FrameQueueSettings {
    std::filesystem::path folder;              ///< Must exist.
    std::vector<const ExportFormat*> formats;  ///< What each frame is written in.
    int threads = 0;                           ///< For sorting and converting; 0: one per core.
};

class FrameQueue {
  public:
    using Job = std::function<Result<void>()>;

    explicit FrameQueue(FrameQueueSettings settings);
    FrameQueue(const FrameQueue&) = delete;
    FrameQueue& operator=(const FrameQueue&) = delete;
    ~FrameQueue();  // writes what is left; call finish() to learn of errors

    /// A frame to fill, with the buffers of one that was written, if there is one.
    Frame spareFrame();

    /// Hands a frame over. Waits while two entries are on their way. Returns the first error of the writer so
    /// far; the frame is then dropped.
    Result<void> push(Frame frame);

    /// The same for anything else that is to happen after the frames before it: a checkpoint, a picture.
    Result<void> push(Job job);

    /// Waits until everything is written. Returns the first error there was. More may be pushed afterwards.
    Result<void> finish();

    /// Frames that are complete on the disk, in all formats.
    std::uint64_t framesWritten() const { return framesWritten_; }

  private:
    using Entry = std::variant<Frame, Job>;
    static constexpr std::size_t kCapacity = 2;  // entries on their way, the one in work included

    Result<void> add(Entry entry);
    void work();
    Result<void> process(Entry& entry);
    Result<void> write(Frame& frame);
    Result<void> writeFormats(Frame& frame, bool volumes);

    FrameQueueSettings settings_;
    ThreadPool pool_;
    FrameSorter sorter_;
    std::atomic<std::uint64_t> framesWritten_ = 0;

    // All below is guarded by mutex_.
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Entry> waiting_;
    std::vector<Frame> spare_;
    bool isBusy_ = false;
    bool isClosing_ = false;
    Result<void> result_;

    std::thread thread_;  // last: it uses all the others
};

}  // namespace undine
