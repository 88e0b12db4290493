// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/sample_lists.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "neighbors/indexed_candidates-inl.h"

#include "boundary/sample_lists.h"

UNDINE_WIDE_BEGIN

void appendWide(const SampleSearch& search, Range particles, std::span<const Range> rows,
                SampleLists* lists) {
    thread_local IndexedCandidates near;
    const float* const source[3] = {search.x.x, search.x.y, search.x.z};
    const CellBox box(source, particles, search.h);
    near.clear(rows);
    for (const Range row : rows) near.append(search.samples, row, search.first + row.begin, box);
    near.pad();
    if (near.size() == 0) return;

    const Wide h2(search.h * search.h);
    const auto nobody = hn::Set(UintTag(), search.nobody);
    for (Index i = particles.begin; i < particles.end; ++i) {
        // Whole registers are written: of the list, and of what fills it up.
        Index* const list = lists->roomFor(near.size() + kLanes + SampleLists::kUnit);
        const Index count = near.listOf<true>(Vec<Wide>::all(search.x[i]), h2, search.nobody, list);
        for (Index k = 0; k < SampleLists::kUnit; k += kLanes) {
            hn::StoreU(nobody, UintTag(), list + count + k);
        }
        lists->append(i, count);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(appendWide);

void appendSampleLists(const SampleSearch& search, Range particles, std::span<const Range> rows,
                       SampleLists& lists) {
    HWY_DYNAMIC_DISPATCH(appendWide)(search, particles, rows, &lists);
}

}  // namespace undine

#endif  // HWY_ONCE
