// SPDX-License-Identifier: Zlib
#include "bench/scalar_reference.h"

#include <numeric>

namespace undine::bench {
namespace {

constexpr std::size_t kSlack = 256;  // a block may write a little beyond its last entry

}  // namespace

void scalarDensity(const CellGrid& grid, Range cells, const VectorSpan& x, float h, float scale,
                   float* density) {
    const float h2 = h * h;
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range cell = grid.cell(c);
        for (Index i = cell.begin; i < cell.end; ++i) {
            float sum = 0;
            for (const Range row : grid.rows(c)) {
                for (Index j = row.begin; j < row.end; ++j) {
                    const float dx = x.x[i] - x.x[j];
                    const float dy = x.y[i] - x.y[j];
                    const float dz = x.z[i] - x.z[j];
                    const float r2 = dx * dx + dy * dy + dz * dz;
                    if (r2 < h2) {
                        const float s = h2 - r2;
                        sum += s * s * s;
                    }
                }
            }
            density[i] = scale * sum;
        }
    }
}

void ScalarLists::reserve(const CellGrid& grid, Index perParticle) {
    perParticle_ = perParticle;
    const std::size_t blocks = blockCount(grid.cellCount(), kCellsPerBlock);
    entries.resize(std::size_t{grid.particleCount()} * perParticle + blocks * kSlack);
    start.resize(grid.particleCount());
    count.resize(grid.particleCount());
}

void ScalarLists::build(const CellGrid& grid, Range cells, const VectorSpan& x, float h) {
    const float h2 = h * h;
    std::size_t used =
        std::size_t{grid.cell(cells.begin).begin} * perParticle_ + cells.begin / kCellsPerBlock * kSlack;
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range cell = grid.cell(c);
        for (Index i = cell.begin; i < cell.end; ++i) {
            Index* const list = entries.data() + used;
            Index found = 0;
            for (const Range row : grid.rows(c)) {
                for (Index j = row.begin; j < row.end; ++j) {
                    const float dx = x.x[i] - x.x[j];
                    const float dy = x.y[i] - x.y[j];
                    const float dz = x.z[i] - x.z[j];
                    const float r2 = dx * dx + dy * dy + dz * dz;
                    list[found] = j;
                    found += static_cast<Index>((r2 < h2) & (j != i));
                }
            }
            start[i] = used;
            count[i] = found;
            used += found;
        }
    }
}

std::size_t ScalarLists::totalCount() const {
    return std::accumulate(count.begin(), count.end(), std::size_t{0});
}

}  // namespace undine::bench
