// SPDX-License-Identifier: Zlib
#include "surface/polygons.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace undine {
namespace {

constexpr Index kBlockEdges = 3 * kBlockPoints;
constexpr float kFromCorner = 0.01F;  // of an edge: keeps triangles from having no area

float component(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// Which labels a cell has, and whether there are more than two.
struct CellLabels {
    std::uint8_t first;
    std::uint8_t second;
    bool hasMore;
};
CellLabels labelsOf(const std::uint8_t (&corner)[8]) {
    CellLabels labels{corner[0], corner[0], false};
    for (const std::uint8_t label : corner) {
        if (label == labels.first || label == labels.second) continue;
        if (labels.second != labels.first) labels.hasMore = true;
        labels.second = label;
    }
    return labels;
}

/// On which faces the corners of a label are joined: against a lower label, and between two others.
unsigned joinedFaces(const std::uint8_t (&corner)[8], int label) {
    unsigned joined = 0;
    for (int face = 0; face < 6; ++face) {
        int other[2] = {-1, -1};
        int others = 0;
        for (int c = 0; c < 8; ++c) {
            if (((c >> (face / 2)) & 1) != face % 2 || corner[c] == label) continue;
            if (others < 2) other[others] = corner[c];
            ++others;
        }
        if (others == 2 && (other[0] != other[1] || other[0] < label)) joined |= 1U << face;
    }
    return joined;
}

}  // namespace

std::size_t RawSurface::bytes() const {
    std::size_t sum = positions.bytes() + isFixed.bytes();
    for (const AlignedArray<std::uint32_t>& triangles : trianglesOfFluid) sum += triangles.bytes();
    return sum;
}

void Polygons::build(const FieldBlocks& blocks, RawSurface& out, const ThreadPool& pool) {
    const Index count = blocks.count();
    const std::size_t fluids = blocks.fluids().size();
    ranks_.resizeForOverwrite(std::size_t{count} * kBlockEdges);
    owned_.resizeForOverwrite(count);
    firstTriangle_.resizeForOverwrite(count * fluids);
    pool.run(count, [&](Index block) { countBlock(blocks, block, fluids); });

    Index vertices = 0;
    std::vector<Index> triangles(fluids, 0);
    for (Index block = 0; block < count; ++block) {
        owned_[block].firstVertex = vertices;
        vertices += owned_[block].edges + owned_[block].middles;
        for (std::size_t f = 0; f < fluids; ++f) {
            triangles[f] += std::exchange(firstTriangle_[block * fluids + f], triangles[f]);
        }
    }
    out.positions.resizeForOverwrite(vertices);
    out.isFixed.resizeForOverwrite(vertices);
    out.trianglesOfFluid.resize(fluids);
    for (std::size_t f = 0; f < fluids; ++f) {
        out.trianglesOfFluid[f].resizeForOverwrite(3 * std::size_t{triangles[f]});
    }
    pool.run(count, [&](Index block) {
        if (owned_[block].edges > 0) writeVertices(blocks, block, out);
    });
    // Middles are means of vertices that other blocks may own: those are there by now.
    pool.run(count, [&](Index block) {
        if (!isEmpty(blocks, block)) writeBlock(blocks, block, out);
    });
}

/// Whether a block and those in front of it have but one label.
bool Polygons::isEmpty(const FieldBlocks& blocks, Index block) const {
    const int label = blocks.uniformLabel(block);
    if (label == FieldBlocks::kMixed) return false;
    for (int k = 1; k < 8; ++k) {
        const Index next = blocks.neighbor(block, k & 1, (k >> 1) & 1, k >> 2);
        if (next != kNoBlock && blocks.uniformLabel(next) != label) return false;
    }
    return true;
}

void Polygons::loadCorners(const FieldBlocks& blocks, Index block, Corners& corners) const {
    for (int k = 0; k < 8; ++k) {
        const int from[3] = {k & 1, (k >> 1) & 1, k >> 2};
        const Index source = blocks.neighbor(block, from[0], from[1], from[2]);
        const std::uint8_t* const labels = source == kNoBlock ? nullptr : blocks.labels(source);
        const auto last = [&](int axis) { return from[axis] == 1 ? 1 : kBlockSide; };
        for (int z = 0; z < last(2); ++z) {
            for (int y = 0; y < last(1); ++y) {
                for (int x = 0; x < last(0); ++x) {
                    const int to = Corners::at(x + kBlockSide * from[0], y + kBlockSide * from[1],
                                               z + kBlockSide * from[2]);
                    corners.label[to] = labels == nullptr ? kUnknown : labels[pointIndex(x, y, z)];
                }
            }
        }
    }
}

/// Calls body(cell) for each cell with unlike corners, once for each fluid in it.
template <class Body>
void Polygons::forEachCell(const Corners& corners, Body&& body) const {
    std::uint8_t corner[8];
    for (int z = 0; z < kBlockSide; ++z) {
        for (int y = 0; y < kBlockSide; ++y) {
            for (int x = 0; x < kBlockSide; ++x) {
                bool isKnown = true;
                bool isMixed = false;
                for (int c = 0; c < 8; ++c) {
                    corner[c] = corners.label[Corners::at(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2))];
                    isKnown &= corner[c] != kUnknown;
                    isMixed |= corner[c] != corner[0];
                }
                if (!isKnown || !isMixed) continue;
                const CellLabels labels = labelsOf(corner);
                for (int c = 0; c < 8; ++c) {
                    const int label = corner[c];
                    if (label == 0 || std::find(corner, corner + c, label) != corner + c) continue;
                    unsigned inside = 0;
                    for (int k = 0; k < 8; ++k) inside |= corner[k] == label ? 1U << k : 0U;
                    if (labels.hasMore) {
                        const CellCase shape = makeCellCase(inside, joinedFaces(corner, label));
                        body(Cell{x, y, z, label, &shape});
                    } else {
                        const bool areJoined = label == std::max(labels.first, labels.second);
                        body(Cell{x, y, z, label, &cellCase(inside, areJoined)});
                    }
                }
            }
        }
    }
}

void Polygons::countBlock(const FieldBlocks& blocks, Index block, std::size_t fluids) {
    owned_[block] = {0, 0, 0};
    std::fill_n(firstTriangle_.data() + block * fluids, fluids, 0);
    if (isEmpty(blocks, block)) return;
    Corners corners;
    loadCorners(blocks, block, corners);
    std::uint16_t* const ranks = ranks_.data() + std::size_t{block} * kBlockEdges;
    std::uint16_t rank = 0;
    for (Index point = 0; point < kBlockPoints; ++point) {
        const int x = static_cast<int>(point) % 8;
        const int y = static_cast<int>(point) / 8 % 8;
        const int z = static_cast<int>(point) / 64;
        const std::uint8_t here = corners.label[Corners::at(x, y, z)];
        for (int axis = 0; axis < 3; ++axis) {
            const int next =
                Corners::at(x + (axis == 0 ? 1 : 0), y + (axis == 1 ? 1 : 0), z + (axis == 2 ? 1 : 0));
            const std::uint8_t there = corners.label[next];
            const bool isCut = there != here && there != kUnknown;
            ranks[3 * point + axis] = isCut ? rank++ : kNoVertex;
        }
    }
    owned_[block].edges = rank;
    forEachCell(corners, [&](const Cell& cell) {
        owned_[block].middles += cell.shape->middleCount;
        firstTriangle_[block * fluids + cell.label - 1] += cell.shape->triangleCount;
    });
}

Polygons::Crossing Polygons::crossing(const FieldBlocks& blocks, Index block, Index point, int axis) {
    const int step = axis == 0 ? 1 : axis == 1 ? kBlockSide : kBlockSide * kBlockSide;
    const int along = static_cast<int>(point) / step % kBlockSide;
    const bool isLast = along == kBlockSide - 1;
    const Index nextBlock = isLast ? blocks.neighbor(block, axis == 0, axis == 1, axis == 2) : block;
    const Index next = isLast ? point - step * (kBlockSide - 1) : point + step;
    const int a = blocks.labels(block)[point];
    const int b = blocks.labels(nextBlock)[next];
    const Vec3 from = blocks.position(block, point);
    const Vec3 to = blocks.position(nextBlock, next);

    // Between two fluids the difference of their sums changes its sign, to the air the sum of all passes 1/2.
    const bool isInner = a > 0 && b > 0;
    const auto field = [&](Index inBlock, Index at) {
        return isInner ? blocks.value(inBlock, at, a) - blocks.value(inBlock, at, b)
                       : blocks.value(inBlock, at, 0) - kIsoValue;
    };
    const float here = field(block, point);
    const float there = field(nextBlock, next);
    const bool changes = (here < 0) != (there < 0);
    const float t = changes ? here / (here - there) : a > 0 ? 1.0F : 0.0F;
    const Crossing free{from + std::clamp(t, kFromCorner, 1 - kFromCorner) * (to - from), false};
    if (!blocks.hasClip() || isInner || (changes && !blocks.isClipped(free.position))) return free;

    // The end in the air is cut off, and the side of the box is nearer than the surface.
    const float low = component(blocks.clipMin(), axis);
    const float side = component(from, axis) <= low ? low : component(blocks.clipMax(), axis);
    const float share = (side - component(from, axis)) / (component(to, axis) - component(from, axis));
    return {from + std::clamp(share, 0.0F, 1.0F) * (to - from), true};
}

void Polygons::writeVertices(const FieldBlocks& blocks, Index block, RawSurface& out) const {
    const std::uint16_t* const ranks = ranks_.data() + std::size_t{block} * kBlockEdges;
    for (Index edge = 0; edge < kBlockEdges; ++edge) {
        if (ranks[edge] == kNoVertex) continue;
        const Index vertex = owned_[block].firstVertex + ranks[edge];
        const Crossing at = crossing(blocks, block, edge / 3, static_cast<int>(edge % 3));
        out.positions[vertex] = at.position;
        out.isFixed[vertex] = at.isFixed ? 1 : 0;
    }
}

Index Polygons::vertexOn(const FieldBlocks& blocks, Index block, const Cell& cell, int edge) const {
    const int base = edgeBase(edge);
    const int x = cell.x + (base & 1);
    const int y = cell.y + ((base >> 1) & 1);
    const int z = cell.z + (base >> 2);
    const Index owner = blocks.neighbor(block, x / kBlockSide, y / kBlockSide, z / kBlockSide);
    const Index point = pointIndex(x % kBlockSide, y % kBlockSide, z % kBlockSide);
    const std::uint16_t rank = ranks_[std::size_t{owner} * kBlockEdges + 3 * point + edge / 4];
    UNDINE_ASSERT(rank != kNoVertex);
    return owned_[owner].firstVertex + rank;
}

void Polygons::writeBlock(const FieldBlocks& blocks, Index block, RawSurface& out) const {
    Corners corners;
    loadCorners(blocks, block, corners);
    const std::size_t fluids = blocks.fluids().size();
    Index middle = owned_[block].firstVertex + owned_[block].edges;
    std::vector<std::size_t> at(fluids);
    for (std::size_t f = 0; f < fluids; ++f) at[f] = 3 * std::size_t{firstTriangle_[block * fluids + f]};
    forEachCell(corners, [&](const Cell& cell) {
        const CellCase& shape = *cell.shape;
        for (int m = 0; m < shape.middleCount; ++m) {
            Vec3 sum;
            int count = 0;
            for (int edge = 0; edge < kCellEdges; ++edge) {
                if (((shape.middleEdges[m] >> edge) & 1) == 0) continue;
                sum = sum + out.positions[vertexOn(blocks, block, cell, edge)];
                ++count;
            }
            out.positions[middle + m] = (1.0F / static_cast<float>(count)) * sum;
            out.isFixed[middle + m] = 0;
        }
        AlignedArray<std::uint32_t>& triangles = out.trianglesOfFluid[cell.label - 1];
        std::size_t& to = at[cell.label - 1];
        for (int k = 0; k < 3 * shape.triangleCount; ++k) {
            const int corner = shape.triangleCorners[k];
            triangles[to++] = corner < kCellEdges ? vertexOn(blocks, block, cell, corner)
                                                  : middle + static_cast<Index>(corner - kCellEdges);
        }
        middle += shape.middleCount;
    });
}

}  // namespace undine
