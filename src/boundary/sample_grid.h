// SPDX-License-Identifier: Zlib
// Points in cells of a hash table, to find those near a place. Cells that follow one another along x are next
// to each other in the table. The key of a cell has 21 bits of each of its coordinates. Cells that are two
// million apart have the same, which costs time and nothing else.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "undine/types.h"

namespace undine {

class SampleGrid {
  public:
    /// Fast for searches of up to half the size of a cell.
    SampleGrid(Vec3 origin, float cell) : origin_(origin), scale_(1 / cell) { heads_.assign(1024, kNone); }

    void assign(std::span<const Vec3> points) {
        entries_.clear();
        grow(points.size());
        for (const Vec3 p : points) insert(p);
    }

    void insert(Vec3 p) {
        if (2 * entries_.size() >= heads_.size()) grow(2 * entries_.size());
        entries_.push_back({p, kNone, keyOf(cellOf(p))});
        link(static_cast<Index>(entries_.size() - 1));
    }

    /// Calls use(index, position) for all points that are nearer than `radius`, in an order that depends on
    /// nothing but the points and their order. The calls end when use() says true.
    template <class Use>
    void forEachNear(Vec3 p, float radius, Use&& use) const {
        const Vec3 reach{radius, radius, radius};
        const Cell low = cellOf(p - reach);
        const Cell high = cellOf(p + reach);
        for (std::int64_t k = low.z; k <= high.z; ++k) {
            for (std::int64_t j = low.y; j <= high.y; ++j) {
                for (std::int64_t i = low.x; i <= high.x; ++i) {
                    if (visit(keyOf({i, j, k}), p, radius, use)) return;
                }
            }
        }
    }

    bool isFree(Vec3 p, float radius) const {
        bool isFree = true;
        forEachNear(p, radius, [&](Index /*i*/, Vec3 /*q*/) {
            isFree = false;
            return true;
        });
        return isFree;
    }

  private:
    static constexpr Index kNone = 0xffffffffU;
    struct Cell {
        std::int64_t x;
        std::int64_t y;
        std::int64_t z;
    };
    struct Entry {
        Vec3 position;
        Index next;
        std::uint64_t key;
    };

    Cell cellOf(Vec3 p) const {
        const Vec3 q = scale_ * (p - origin_);
        return {static_cast<std::int64_t>(std::floor(q.x)), static_cast<std::int64_t>(std::floor(q.y)),
                static_cast<std::int64_t>(std::floor(q.z))};
    }
    static std::uint64_t keyOf(const Cell& cell) {
        constexpr std::int64_t kMiddle = 1 << 20;
        const auto part = [](std::int64_t a) { return static_cast<std::uint64_t>(a + kMiddle) & 0x1fffffU; };
        return part(cell.x) | (part(cell.y) << 21U) | (part(cell.z) << 42U);
    }
    std::size_t slotOf(std::uint64_t key) const {
        return (mixBits(key >> 21U) + (key & 0x1fffffU)) & (heads_.size() - 1);
    }

    void link(Index entry) {
        Index& head = heads_[slotOf(entries_[entry].key)];
        entries_[entry].next = head;
        head = entry;
    }

    void grow(std::size_t points) {
        std::size_t size = 1024;
        while (size < 2 * points) size *= 2;
        heads_.assign(size, kNone);
        for (std::size_t i = 0; i < entries_.size(); ++i) link(static_cast<Index>(i));
    }

    template <class Use>
    bool visit(std::uint64_t key, Vec3 p, float radius, Use& use) const {
        for (Index e = heads_[slotOf(key)]; e != kNone; e = entries_[e].next) {
            const Entry& entry = entries_[e];
            if (entry.key != key) continue;
            const Vec3 d = entry.position - p;
            if (dot(d, d) < radius * radius && use(e, entry.position)) return true;
        }
        return false;
    }

    Vec3 origin_;
    float scale_;
    std::vector<Index> heads_;
    std::vector<Entry> entries_;
};

}  // namespace undine
