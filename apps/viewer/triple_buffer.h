// SPDX-License-Identifier: Zlib
// Hands values from one thread to another without either of them waiting: the writer fills one of three
// slots, the reader looks at another, and the third holds what was published last. An atomic exchange swaps
// slots.
#pragma once

#include <array>
#include <atomic>

namespace undine::viewer {

template <class Value>
class TripleBuffer {
  public:
    /// The writer's slot. It holds some older value.
    Value& back() { return slots_[back_]; }

    /// The writer's slot becomes the newest.
    void publish() { back_ = middle_.exchange(back_ | kIsNew) & kSlot; }

    /// Whether the reader has not yet seen what was published last.
    bool isPending() const { return (middle_.load() & kIsNew) != 0; }

    /// The reader's slot becomes the newest there is. False when it is that already.
    bool update() {
        if (!isPending()) return false;
        front_ = middle_.exchange(front_) & kSlot;
        return true;
    }
    const Value& front() const { return slots_[front_]; }

  private:
    static constexpr unsigned kSlot = 3;
    static constexpr unsigned kIsNew = 4;

    std::array<Value, 3> slots_;
    unsigned back_ = 0;                // the writer's
    std::atomic<unsigned> middle_{1};  // a slot, and whether it is new
    unsigned front_ = 2;               // the reader's
};

}  // namespace undine::viewer
