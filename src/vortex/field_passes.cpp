// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/field_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "vortex/far_field-inl.h"
#include "vortex/near_field-inl.h"

#include "vortex/vortex_field.h"

#include <algorithm>

#include "core/assert.h"

#ifndef UNDINE_VORTEX_FIELD_PASSES_ONCE
#define UNDINE_VORTEX_FIELD_PASSES_ONCE
namespace undine {

/// Below so many pairs, summing them one by one is less work than an expansion. Tried as those of
/// vortex_field.h were.
inline constexpr std::uint64_t kPairsWorthExpanding = 80;

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

// --- Moments: M_m = sum_j a_j (c - x_j)^m / m! ---

HWY_INLINE void momentsOfLeaf(const FieldSources& s, const PointTree::Node& leaf, Record* moments) {
    Wide mono[MultiIndices::kMost];
    Vec<Wide> sums[MultiIndices::kMost];
    for (Index m = 0; m < s.momentCount; ++m) sums[m] = Vec<Wide>::all({});
    for (Index i = leaf.begin; i < leaf.end; i += kLanes) {
        const Index count = leaf.end - i;
        const Vec<Wide> d = Vec<Wide>::all(leaf.center) - loadFirst<Wide>(s.x, i, count);
        const Vec<Wide> strength = loadFirst<Wide>(s.strength, i, count);  // 0 beyond the last
        monomials(*s.indices, d, s.momentCount, mono);
        for (Index m = 0; m < s.momentCount; ++m) sums[m] = mulAdd(mono[m], strength, sums[m]);
    }
    for (Index m = 0; m < s.momentCount; ++m) {
        moments[m] = {sumOfLanes(sums[m].x), sumOfLanes(sums[m].y), sumOfLanes(sums[m].z), 0};
    }
}

/// Those of the children, seen from the center of their parent.
HWY_INLINE void momentsOfInner(const FieldSources& s, const PointTree::Node& node, Record* moments) {
    std::fill_n(moments, s.momentCount, Record{});
    for (Index child = node.firstChild; child < node.firstChild + node.childCount; ++child) {
        const Vec3 way = node.center - s.nodes[child].center;
        float mono[MultiIndices::kMost];
        monomials(*s.indices, Vec<float>{way.x, way.y, way.z}, s.momentCount, mono);
        const Record* own = s.moments + std::size_t{child} * s.momentCount;
        for (Index k = 0; k < s.momentCount; ++k) {
            const MultiIndices::Place* sums = s.indices->sumsWith(k);
            for (Index l = 0; l < s.momentCount && sums[l] < s.momentCount; ++l) {
                Record& to = moments[sums[l]];
                to = {mulAdd(mono[l], own[k].x, to.x), mulAdd(mono[l], own[k].y, to.y),
                      mulAdd(mono[l], own[k].z, to.z), 0};
            }
        }
    }
}

void momentsOfNodesWide(const FieldSources& s, Range nodes) {
    for (Index k = nodes.begin; k < nodes.end; ++k) {
        Record* moments = s.moments + std::size_t{k} * s.momentCount;
        const PointTree::Node& node = s.nodes[k];
        if (node.isLeaf()) {
            momentsOfLeaf(s, node, moments);
        } else {
            momentsOfInner(s, node, moments);
        }
    }
}

// --- Regions, clusters and groups ---

HWY_INLINE bool isFar(const FieldSources& s, const PointTree::Node& a, const PointTree::Node& b) {
    const Vec3 d = a.center - b.center;
    const float radii = a.radius + b.radius;
    const float angle = s.accuracy.openingAngle;
    return radii * radii < angle * angle * (d.x * d.x + d.y * d.y + d.z * d.z);
}

HWY_INLINE PointTree::Node imageOf(PointTree::Node node, const Mirror& mirror) {
    node.center = mirror.imageOf(node.center);
    return node;
}

/// Goes down the tree of sources from some nodes, for targets that have something in common: nodes far from
/// all of them go to `far`, and those that are left to what comes after what `common` has already. None is
/// opened that would make them more than `most`.
HWY_INLINE void sortCommon(const FieldSources& s, std::span<const Index> from, const PointTree::Node& targets,
                           FarField& far, Index most, CommonField& common) {
    for (std::size_t begin = 0; begin < from.size(); ++begin) {
        const Index toCome = static_cast<Index>(from.size() - begin) - 1;
        Index stack[kMostLeft];
        Index height = 0;
        stack[height++] = from[begin];
        while (height > 0) {
            const Index k = stack[--height];
            const PointTree::Node& node = s.nodes[k];
            const bool hasRoom = common.leftCount + toCome + height + node.childCount <= most;
            const bool away = isFar(s, targets, node);
            if (away && std::uint64_t{node.count()} * targets.count() >= kPairsWorthExpanding) {
                far.add(k);
            } else if (away || node.isLeaf() || node.radius < targets.radius || !hasRoom) {
                UNDINE_ASSERT(common.leftCount < common.left.size());
                common.left[common.leftCount++] = k;
            } else {
                for (Index c = node.childCount; c-- > 0;) stack[height++] = node.firstChild + c;
            }
        }
    }
}

/// What targets have in common, by what is left of those they are part of; `whole` is nullptr for all.
void findCommon(const FieldSources& s, const PointTree::Node& targets, const CommonField* whole,
                CommonField& common) {
    constexpr Index kRoot[] = {0};
    const auto from = [&](std::size_t k) {
        return whole == nullptr ? std::span<const Index>(kRoot) : whole->leftOf(k);
    };
    FarField far(s, targets.center);
    common.leftCount = 0;
    sortCommon(s, from(0), targets, far, kMostLeft, common);
    far.finish();
    common.leftEnd[0] = common.leftCount;
    // All mirrors share what room there is: each leaves the later ones as much as they begin with.
    Index later = 0;
    for (std::size_t m = 0; m < s.mirrors.size(); ++m) later += static_cast<Index>(from(m + 1).size());
    for (std::size_t m = 0; m < s.mirrors.size(); ++m) {
        const PointTree::Node image = imageOf(targets, s.mirrors[m].map);
        FarField behind(s, image.center);
        later -= static_cast<Index>(from(m + 1).size());
        sortCommon(s, from(m + 1), image, behind, common.leftEnd[0] + kMostLeft - later, common);
        behind.finish();
        far.addMirrored(behind.expansion(), s.mirrors[m]);
        common.leftEnd[m + 1] = common.leftCount;
    }
    if (whole != nullptr) far.addShifted(whole->far);
    common.far = far.expansion();
}

/// Takes the images of sources in a mirror.
template <class Near>
struct MirroredNear {
    Near& near;
    const Mirror& mirror;
    HWY_INLINE void add(const FieldSources& s, Range range) { near.addMirrored(s, range, mirror); }
};

/// Goes down the tree from a node: nodes far enough away are expanded, the others opened.
template <class Near>
HWY_INLINE void sortSources(const FieldSources& s, Index from, const PointTree::Node& group, Index count,
                            FarField& far, Near& near) {
    Index stack[8 * 17];
    Index height = 0;
    stack[height++] = from;
    while (height > 0) {
        const Index k = stack[--height];
        const PointTree::Node& node = s.nodes[k];
        const bool away = isFar(s, group, node);
        if (away && std::uint64_t{node.count()} * count >= kPairsWorthExpanding) {
            far.add(k);
        } else if (away || node.isLeaf()) {
            near.add(s, {node.begin, node.end});
        } else {
            for (Index c = node.childCount; c-- > 0;) stack[height++] = node.firstChild + c;
        }
    }
}

template <int kDimension, FieldSum kSum>
HWY_INLINE void evaluateTargets(const FieldSources& s, const FieldTargets& t, const CommonField& common,
                                const PointTree::Node& group, Range targets) {
    FarField far(s, group.center);
    NearField<kDimension, kSum> near(t, targets);
    const Index targetCount = targets.end - targets.begin;
    for (const Index node : common.leftOf(0)) sortSources(s, node, group, targetCount, far, near);
    far.finish();
    for (std::size_t m = 0; m < s.mirrors.size(); ++m) {
        if (common.leftOf(m + 1).empty()) continue;
        const PointTree::Node image = imageOf(group, s.mirrors[m].map);
        FarField behind(s, image.center);
        MirroredNear<NearField<kDimension, kSum>> images{near, s.mirrors[m].map};
        for (const Index node : common.leftOf(m + 1)) {
            sortSources(s, node, image, targetCount, behind, images);
        }
        behind.finish();
        far.addMirrored(behind.expansion(), s.mirrors[m]);
    }
    near.flush();
    far.addShifted(common.far);
    far.findVelocity();
    const NearSums& sums = near.sums;
    for (Index i = targets.begin; i < targets.end; i += kLanes) {
        const Index count = targets.end - i;
        const Index at = i - targets.begin;
        const auto sumsAt = [&](const float(&from)[3][kTargetsPerGroup + 1]) {
            return Vec<Wide>{Lanes<Wide>::loadFirst(from[0] + at, count),
                             Lanes<Wide>::loadFirst(from[1] + at, count),
                             Lanes<Wide>::loadFirst(from[2] + at, count)};
        };
        float result[6][kLanes];
        const auto keep = [&](const Vec<Wide>& a, float scale, int first) {
            Lanes<Wide>::store(a.x * Wide(scale), result[first]);
            Lanes<Wide>::store(a.y * Wide(scale), result[first + 1]);
            Lanes<Wide>::store(a.z * Wide(scale), result[first + 2]);
        };
        const Vec<Wide> u = far.velocityAt(loadFirst<Wide>(t.x, i, count)) + sumsAt(sums.velocity);
        keep(u, t.velocityScale, 0);
        if constexpr (kSum == FieldSum::Stretching) {
            const Vec<Wide> own = loadFirst<Wide>(t.strength, i, count);
            const Vec<Wide> near3 = cross(own, sumsAt(sums.weighted)) + sumsAt(sums.along);
            keep(far.stretching(own) + near3, t.changeScale, 3);
        } else if constexpr (kSum == FieldSum::Divergence) {
            const Vec<Wide> near3 = sumsAt(sums.weighted) + sumsAt(sums.along);
            keep(far.divergenceSlope() - near3, t.changeScale, 3);
        }
        for (Index l = 0; l < std::min(count, kLanes); ++l) {
            const Index to = t.order[i + l];
            if constexpr (kSum != FieldSum::Divergence)
                t.velocity.set(to, {result[0][l], result[1][l], result[2][l]});
            if constexpr (kSum != FieldSum::Velocity)
                t.change.set(to, {result[3][l], result[4][l], result[5][l]});
        }
    }
}

void evaluateGroup(const FieldSources& s, const FieldTargets& t, const CommonField& common,
                   const PointTree::Node& group) {
    // More targets than a group may have are all in one place.
    for (Index begin = group.begin; begin < group.end; begin += kTargetsPerGroup) {
        const Range targets{begin, std::min(group.end, begin + kTargetsPerGroup)};
        if (s.dimension == 2) {
            evaluateTargets<2, FieldSum::Velocity>(s, t, common, group, targets);
        } else if (t.sum == FieldSum::Velocity) {
            evaluateTargets<3, FieldSum::Velocity>(s, t, common, group, targets);
        } else if (t.sum == FieldSum::Stretching) {
            evaluateTargets<3, FieldSum::Stretching>(s, t, common, group, targets);
        } else {
            evaluateTargets<3, FieldSum::Divergence>(s, t, common, group, targets);
        }
    }
}

void findCommonOfRegionsWide(const FieldSources& s, const FieldTargets& t, Range regions) {
    for (Index r = regions.begin; r < regions.end; ++r) {
        findCommon(s, t.nodes[t.regions[r]], nullptr, t.commonOfRegions[r]);
    }
}

void evaluateClustersWide(const FieldSources& s, const FieldTargets& t, Range clusters) {
    for (Index g = clusters.begin; g < clusters.end; ++g) {
        const TargetCluster& cluster = t.clusters[g];
        CommonField common;
        findCommon(s, t.nodes[cluster.node], &t.commonOfRegions[cluster.region], common);
        Index stack[8 * 17];
        Index height = 0;
        stack[height++] = cluster.node;
        while (height > 0) {
            const PointTree::Node& node = t.nodes[stack[--height]];
            if (node.isLeaf()) {
                evaluateGroup(s, t, common, node);
            } else {
                for (Index c = node.childCount; c-- > 0;) stack[height++] = node.firstChild + c;
            }
        }
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(momentsOfNodesWide);
HWY_EXPORT(findCommonOfRegionsWide);
HWY_EXPORT(evaluateClustersWide);

void momentsOfNodes(const FieldSources& sources, Range nodes) {
    HWY_DYNAMIC_DISPATCH(momentsOfNodesWide)(sources, nodes);
}

void findCommonOfRegions(const FieldSources& sources, const FieldTargets& targets, Range regions) {
    HWY_DYNAMIC_DISPATCH(findCommonOfRegionsWide)(sources, targets, regions);
}

void evaluateClusters(const FieldSources& sources, const FieldTargets& targets, Range clusters) {
    HWY_DYNAMIC_DISPATCH(evaluateClustersWide)(sources, targets, clusters);
}

}  // namespace undine

#endif  // HWY_ONCE
