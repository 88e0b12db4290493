// SPDX-License-Identifier: Zlib
#include "vortex/point_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace undine {
namespace {

constexpr unsigned kBitsPerAxis = 16;
constexpr unsigned kKeyBits = 3 * kBitsPerAxis;
constexpr std::uint64_t kLargestKey = (std::uint64_t{1} << kKeyBits) - 1;

/// Puts two zeros between the bits of a number of 16 bits.
std::uint64_t spread(std::uint64_t a) {
    a = (a | (a << 16U)) & 0x0000FF0000FFU;
    a = (a | (a << 8U)) & 0x00F00F00F00FU;
    a = (a | (a << 4U)) & 0x0C30C30C30C3U;
    return (a | (a << 2U)) & 0x249249249249U;
}

/// Which of the 2^16 cells along an axis of the box a coordinate is in; one that is no number is in the
/// first.
std::uint64_t cellOf(float x, float low, float inverseSize) {
    constexpr auto kCells = static_cast<float>(1U << kBitsPerAxis);
    const float cell = (x - low) * inverseSize * kCells;
    if (!(cell > 0)) return 0;
    return static_cast<std::uint64_t>(std::min(cell, kCells - 1));
}

struct Bounds {
    Box box;
    Bounds& operator+=(const Bounds& other) {
        box.add(other.box);
        return *this;
    }
};

float largestSide(const Box& box) {
    const Vec3 side = box.high - box.low;
    return std::max({side.x, side.y, side.z, 1e-30F});
}

}  // namespace

Box boxAround(const VectorSpan& x, Index count, const ThreadPool& pool) {
    return deterministicSum<Bounds>(pool, count,
                                    [&](Range block) {
                                        Bounds bounds;
                                        for (Index i = block.begin; i < block.end; ++i) bounds.box.add(x[i]);
                                        return bounds;
                                    })
        .box;
}

TreeFrame PointTree::frameOf(const VectorSpan& x, Index count, const ThreadPool& pool) {
    if (count == 0) return {};
    const Box box = boxAround(x, count, pool);
    return {box.middle(), largestSide(box)};
}

void PointTree::build(const VectorSpan& x, Index count, const TreeFrame& frame, Index leafSize,
                      const ThreadPool& pool) {
    nodes_.clear();
    levels_.clear();
    shifts_.clear();
    sortPoints(x, count, frame, pool);
    if (count == 0) return;
    split(leafSize);
    drawBalls(pool);
}

void PointTree::sortPoints(const VectorSpan& x, Index count, const TreeFrame& frame, const ThreadPool& pool) {
    const Box box = count > 0 ? boxAround(x, count, pool) : Box{};
    const float inverseSize = 1 / largestSide(box);
    std::uint64_t* keys = sort_.prepare(count);
    pool.forEachBlock(count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            keys[i] = spread(cellOf(x.x[i], box.low.x, inverseSize)) |
                      (spread(cellOf(x.y[i], box.low.y, inverseSize)) << 1U) |
                      (spread(cellOf(x.z[i], box.low.z, inverseSize)) << 2U);
        }
    });
    sort_.sort(kLargestKey, pool);
    order_ = sort_.order().span();
    for (AlignedArray<float>& axis : points_) axis.resizeForOverwrite(count);
    const VectorSpan to = points();
    pool.forEachBlock(count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) to.set(i, frame.toTree(x[order_[i]]));
    });
}

// Level by level, so that children are side by side and come after their parents.
void PointTree::split(Index leafSize) {
    nodes_.push_back({{}, 0, 0, size()});
    shifts_.push_back(kKeyBits);
    levels_.push_back(0);
    Index first = 0;
    while (first < nodes_.size()) {
        const auto last = static_cast<Index>(nodes_.size());
        levels_.push_back(last);
        for (Index node = first; node < last; ++node) {
            if (nodes_[node].count() > leafSize) addChildren(node, shifts_[node], leafSize);
        }
        first = last;
    }
}

// A cube is cut into eight; where that would leave its parts with few points each, only into four or two.
// Else leaves would be up to eight times emptier than they may be, and the sums slower by half for some
// numbers of points. Cuts that would leave all points on one side are passed over: in two dimensions every
// third one is.
void PointTree::addChildren(Index node, unsigned shift, Index leafSize) {
    const std::uint64_t* keys = sort_.keys().data();
    const Index begin = nodes_[node].begin;
    const Index end = nodes_[node].end;
    const std::uint64_t differing = keys[begin] ^ keys[end - 1];
    shift = std::min(shift, static_cast<unsigned>(std::bit_width(differing)));
    if (shift == 0) return;  // all in one place
    const auto bitsToCube = [](unsigned at) { return at % 3 == 0 ? 3 : at % 3; };
    const Index leaves = (end - begin + leafSize - 1) / leafSize;
    shift -= std::min(bitsToCube(shift), static_cast<unsigned>(std::bit_width(leaves - 1)));
    nodes_[node].firstChild = static_cast<Index>(nodes_.size());
    Index childCount = 0;
    for (Index at = begin; at < end; ++childCount) {
        const std::uint64_t part = keys[at] >> shift;
        const std::uint64_t* next = std::partition_point(
            keys + at, keys + end, [&](std::uint64_t key) { return (key >> shift) == part; });
        const auto stop = static_cast<Index>(next - keys);
        nodes_.push_back({{}, 0, at, stop});
        shifts_.push_back(shift);
        at = stop;
    }
    nodes_[node].childCount = childCount;
}

void PointTree::drawBalls(const ThreadPool& pool) {
    const auto count = static_cast<Index>(nodes_.size());
    boxes_.resize(count);
    constexpr Index kNodesPerBlock = 64;
    pool.forEachBlock(
        count,
        [&](Range block) {
            for (Index k = block.begin; k < block.end; ++k) {
                if (nodes_[k].isLeaf()) drawLeaf(k);
            }
        },
        kNodesPerBlock);
    for (Index k = count; k-- > 0;) {  // children before their parents
        if (!nodes_[k].isLeaf()) drawInner(k);
    }
}

void PointTree::drawLeaf(Index leaf) {
    const VectorSpan x = points();
    Node& node = nodes_[leaf];
    Box box;
    for (Index i = node.begin; i < node.end; ++i) box.add(x[i]);
    node.center = box.middle();
    float radius2 = 0;
    for (Index i = node.begin; i < node.end; ++i) {
        const Vec3 d = x[i] - node.center;
        radius2 = std::max(radius2, dot(d, d));
    }
    node.radius = std::sqrt(radius2);
    boxes_[leaf] = box;
}

// Its ball holds those of its children, and need not be larger than the one around its box.
void PointTree::drawInner(Index inner) {
    Node& node = nodes_[inner];
    Box box;
    for (Index k = 0; k < node.childCount; ++k) box.add(boxes_[node.firstChild + k]);
    node.center = box.middle();
    float radius = 0;
    for (Index k = 0; k < node.childCount; ++k) {
        const Node& child = nodes_[node.firstChild + k];
        radius = std::max(radius, length(child.center - node.center) + child.radius);
    }
    node.radius = std::min(radius, box.radius());
    boxes_[inner] = box;
}

void PointTree::findGroups(Index from, Index most, std::vector<Index>& groups) const {
    if (nodes_.empty()) return;
    std::size_t kept = groups.size();
    std::vector<Index>& found = groups;  // first all that are on the way, then only those small enough
    found.push_back(from);
    for (std::size_t k = kept; k < found.size(); ++k) {
        const Node& node = nodes_[found[k]];
        if (node.isLeaf() || node.count() <= most) {
            found[kept++] = found[k];
            continue;
        }
        for (Index child = 0; child < node.childCount; ++child) found.push_back(node.firstChild + child);
    }
    found.resize(kept);
}

std::size_t PointTree::bytes() const {
    std::size_t total = sort_.bytes() + nodes_.capacity() * sizeof(Node) + boxes_.capacity() * sizeof(Box) +
                        (levels_.capacity() + shifts_.capacity()) * sizeof(Index);
    for (const AlignedArray<float>& axis : points_) total += axis.bytes();
    return total;
}

}  // namespace undine
