// SPDX-License-Identifier: Zlib
#include "surface/polygons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "surface/vertex_mean.h"

namespace undine {
namespace {

constexpr Index kBlockEdges = 3 * kBlockPoints;
constexpr Index kBlockFaces = 3 * kBlockPoints;
constexpr float kFromCorner = 0.01F;  // of an edge: keeps triangles from having no area

float component(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

Vec3 withComponent(Vec3 v, int axis, float value) {
    (axis == 0 ? v.x : axis == 1 ? v.y : v.z) = value;
    return v;
}

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
    faceRanks_.resizeForOverwrite(fluids > 1 ? std::size_t{count} * kBlockFaces : 0);
    owned_.resizeForOverwrite(count);
    firstTriangle_.resizeForOverwrite(count * fluids);
    pool.run(count, [&](Index block) { countBlock(blocks, block, fluids); });

    Index vertices = 0;
    std::vector<Index> triangles(fluids, 0);
    for (Index block = 0; block < count; ++block) {
        owned_[block].firstVertex = vertices;
        vertices += owned_[block].edges + owned_[block].faces + owned_[block].middles;
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
    // Vertices within faces, and then within cells, are means of others that other blocks may own: those are
    // there by now.
    pool.run(count, [&](Index block) {
        if (owned_[block].faces > 0) writeFaces(blocks, block, out);
    });
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

/// Calls simple(cell) for each fluid in each cell with two labels, and meeting(place, case) for those with
/// more.
template <class Simple, class Meeting>
void Polygons::forEachCell(const Corners& corners, Simple&& simple, Meeting&& meeting) const {
    std::uint8_t corner[8];
    for (Index point = 0; point < kBlockPoints; ++point) {
        const CellAt at = cellAt(point);
        bool isKnown = true;
        bool isMixed = false;
        for (int c = 0; c < 8; ++c) {
            corner[c] = corners.label[Corners::at(at.x + (c & 1), at.y + ((c >> 1) & 1), at.z + (c >> 2))];
            isKnown &= corner[c] != kUnknown;
            isMixed |= corner[c] != corner[0];
        }
        if (!isKnown || !isMixed) continue;
        const CellLabels labels = labelsOf(corner);
        if (labels.hasMore) {
            meeting(at, makeMeetingCase(corner));
            continue;
        }
        // Both labels have the triangles of the higher one, whose corners are joined; the lower one turns
        // them around.
        const std::uint8_t higher = std::max(labels.first, labels.second);
        const std::uint8_t lower = std::min(labels.first, labels.second);
        unsigned inside = 0;
        for (int k = 0; k < 8; ++k) inside |= corner[k] == higher ? 1U << k : 0U;
        const CellCase& shape = cellCase(inside, true);
        simple(Cell{at, shape, higher, lower});
    }
}

void Polygons::countBlock(const FieldBlocks& blocks, Index block, std::size_t fluids) {
    owned_[block] = {0, 0, 0, 0};
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
    if (fluids > 1) countFaces(corners, block);
    Index* const triangles = firstTriangle_.data() + block * fluids;
    forEachCell(
        corners,
        [&](const Cell& cell) {
            owned_[block].middles += cell.shape.middleCount;
            triangles[cell.higher - 1] += cell.shape.triangleCount;
            if (cell.lower > 0) triangles[cell.lower - 1] += cell.shape.triangleCount;
        },
        [&](const CellAt&, const MeetingCase& shape) {
            owned_[block].middles += static_cast<Index>(shape.middles.size());
            for (const MeetingCase::Triangle& t : shape.triangles) ++triangles[t.label - 1];
        });
}

/// Numbers the faces of a block within which labels meet. A face belongs to the lowest of its corners.
void Polygons::countFaces(const Corners& corners, Index block) {
    std::uint16_t* const ranks = faceRanks_.data() + std::size_t{block} * kBlockFaces;
    std::uint16_t rank = 0;
    for (Index point = 0; point < kBlockPoints; ++point) {
        const CellAt at = cellAt(point);
        for (int axis = 0; axis < 3; ++axis) {
            std::array<std::uint8_t, 4> labels{};
            const std::array<int, 4> around = cornersOfFace(2 * axis);
            for (std::size_t k = 0; k < 4; ++k) {
                const int c = around[k];
                labels[k] =
                    corners.label[Corners::at(at.x + (c & 1), at.y + ((c >> 1) & 1), at.z + (c >> 2))];
            }
            const bool isKnown = std::ranges::find(labels, kUnknown) == labels.end();
            ranks[3 * point + axis] = isKnown && meetWithinFace(labels) ? rank++ : kNoVertex;
        }
    }
    owned_[block].faces = rank;
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
    const Crossing free{from + std::clamp(t, kFromCorner, 1 - kFromCorner) * (to - from), false, isInner};
    if (!blocks.hasClip() || isInner || (changes && !blocks.isClipped(free.position))) return free;

    // The end in the air is cut off, and the side of the box is nearer than the surface.
    const float low = component(blocks.clipMin(), axis);
    const float side = component(from, axis) <= low ? low : component(blocks.clipMax(), axis);
    const float within = std::clamp(side, component(from, axis), component(to, axis));
    return {withComponent(from, axis, within), true, false};  // to the bit, as decimation asks for it
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

void Polygons::writeFaces(const FieldBlocks& blocks, Index block, RawSurface& out) const {
    Corners corners;
    loadCorners(blocks, block, corners);
    const std::uint16_t* const ranks = faceRanks_.data() + std::size_t{block} * kBlockFaces;
    for (Index face = 0; face < kBlockFaces; ++face) {
        if (ranks[face] == kNoVertex) continue;
        const CellAt at = cellAt(face / 3);
        const std::array<int, 4> around = cornersOfFace(2 * static_cast<int>(face % 3));
        const auto labelOf = [&](int c) {
            return corners.label[Corners::at(at.x + (c & 1), at.y + ((c >> 1) & 1), at.z + (c >> 2))];
        };
        VertexMean mean;
        for (std::size_t k = 0; k < 4; ++k) {
            const int next = around[(k + 1) % 4];
            if (labelOf(around[k]) == labelOf(next)) continue;
            const Index v = vertexOn(blocks, block, at, edgeBetween(around[k], next));
            mean.add(out.positions[v], out.isFixed[v] != 0);
        }
        const Index vertex = owned_[block].firstVertex + owned_[block].edges + ranks[face];
        out.positions[vertex] = mean.value();
        out.isFixed[vertex] = mean.hasFixed() ? 1 : 0;
    }
}

/// The vertex on an edge of a cell, or with 12 + its number, within a face.
Index Polygons::vertexOn(const FieldBlocks& blocks, Index block, const CellAt& cell, int edge) const {
    const bool isFace = edge >= kCellEdges;
    const int axis = isFace ? (edge - kCellEdges) / 2 : edge / 4;
    const int base = isFace ? ((edge - kCellEdges) % 2) << axis : edgeBase(edge);
    const int x = cell.x + (base & 1);
    const int y = cell.y + ((base >> 1) & 1);
    const int z = cell.z + (base >> 2);
    const Index owner = blocks.neighbor(block, x / kBlockSide, y / kBlockSide, z / kBlockSide);
    const Index point = pointIndex(x % kBlockSide, y % kBlockSide, z % kBlockSide);
    const AlignedArray<std::uint16_t>& ranks = isFace ? faceRanks_ : ranks_;
    const std::uint16_t rank = ranks[std::size_t{owner} * kBlockEdges + 3 * point + static_cast<Index>(axis)];
    UNDINE_ASSERT(rank != kNoVertex);
    return owned_[owner].firstVertex + (isFace ? owned_[owner].edges : 0) + rank;
}

/// Writes the triangles of a block, and the vertices within its cells.
class Polygons::BlockWriter {
  public:
    BlockWriter(const Polygons& polygons, const FieldBlocks& blocks, Index block, RawSurface& out)
        : polygons_(polygons), blocks_(blocks), block_(block), out_(out), at_(blocks.fluids().size()) {
        const Owned& owned = polygons.owned_[block];
        middle_ = owned.firstVertex + owned.edges + owned.faces;
        for (std::size_t f = 0; f < at_.size(); ++f) {
            at_[f] = 3 * std::size_t{polygons.firstTriangle_[block * at_.size() + f]};
        }
    }

    void add(const Cell& cell) {
        const CellCase& shape = cell.shape;
        for (int m = 0; m < shape.middleCount; ++m) {
            addMiddle(cell.at, m,
                      {.around = shape.middleEdges[static_cast<std::size_t>(m)], .isFixed = false});
        }
        const auto triangles = static_cast<std::size_t>(shape.triangleCount);
        for (std::size_t t = 0; t < triangles; ++t) {
            Index v[3];
            for (std::size_t k = 0; k < 3; ++k) {
                const int corner = shape.triangleCorners[3 * t + k];
                v[k] = corner < kCellEdges ? vertexOn(cell.at, corner) : middle_ + (corner - kCellEdges);
            }
            put(cell.higher, v[0], v[1], v[2]);
            if (cell.lower > 0) put(cell.lower, v[0], v[2], v[1]);
        }
        middle_ += shape.middleCount;
    }

    void add(const CellAt& cell, const MeetingCase& shape) {
        for (std::size_t m = 0; m < shape.middles.size(); ++m) {
            addMiddle(cell, static_cast<int>(m), shape.middles[m]);
        }
        for (const MeetingCase::Triangle& t : shape.triangles) {
            Index v[3];
            for (std::size_t k = 0; k < 3; ++k) {
                const int corner = t.corners[k];
                v[k] = corner < kFirstMiddle ? vertexOn(cell, corner) : middle_ + (corner - kFirstMiddle);
            }
            put(t.label, v[0], v[1], v[2]);
        }
        middle_ += static_cast<Index>(shape.middles.size());
    }

  private:
    Index vertexOn(const CellAt& cell, int edge) const {
        return polygons_.vertexOn(blocks_, block_, cell, edge);
    }
    void addMiddle(const CellAt& cell, int number, const MeetingCase::Middle& middle) {
        VertexMean mean;
        for (int edge = 0; edge < kFirstMiddle; ++edge) {
            if (((middle.around >> edge) & 1U) == 0) continue;
            const Index v = vertexOn(cell, edge);
            mean.add(out_.positions[v], out_.isFixed[v] != 0);
        }
        const Index vertex = middle_ + static_cast<Index>(number);
        out_.positions[vertex] = mean.value();
        out_.isFixed[vertex] = middle.isFixed || mean.hasFixed() ? 1 : 0;
    }
    void put(std::uint8_t label, Index a, Index b, Index c) {
        AlignedArray<std::uint32_t>& triangles = out_.trianglesOfFluid[label - 1U];
        for (const Index v : {a, b, c}) triangles[at_[label - 1U]++] = v;
    }

    const Polygons& polygons_;
    const FieldBlocks& blocks_;
    Index block_;
    RawSurface& out_;
    Index middle_ = 0;             // the next one
    std::vector<std::size_t> at_;  // of each fluid, in its triangles
};

void Polygons::writeBlock(const FieldBlocks& blocks, Index block, RawSurface& out) const {
    Corners corners;
    loadCorners(blocks, block, corners);
    BlockWriter writer(*this, blocks, block, out);
    forEachCell(
        corners, [&](const Cell& cell) { writer.add(cell); },
        [&](const CellAt& at, const MeetingCase& shape) { writer.add(at, shape); });
}

}  // namespace undine
