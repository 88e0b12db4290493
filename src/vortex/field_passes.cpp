// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/field_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "vortex/far_field-inl.h"
#include "vortex/near_field-inl.h"

#include "vortex/vortex_field.h"

#include <algorithm>

#ifndef UNDINE_VORTEX_FIELD_PASSES_ONCE
#define UNDINE_VORTEX_FIELD_PASSES_ONCE
namespace undine {

/// Below so many pairs, summing them one by one is less work than an expansion. Tried as those of
/// vortex_field.h were.
inline constexpr std::uint64_t kPairsWorthExpanding = 80;

/// Nodes that a cluster can leave to its groups; as many again are for all its mirrors together.
inline constexpr Index kMostLeft = 1024;

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

// --- A cluster, and its groups ---

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

/// What the groups of a cluster have in common: the expansion of all nodes that are far from the whole of it.
struct CommonField {
    FarField far;
    Index left[2 * kMostLeft + kMostMirrors];  ///< nodes that groups have to look at
    Index leftCount = 0;
    Index leftEnd[1 + kMostMirrors];  ///< where those of the flow itself end, and of each mirror

    CommonField(const FieldSources& s, const PointTree::Node& cluster) : far(s, cluster.center) {
        sort(s, cluster, kMostLeft, far);
        far.finish();
        leftEnd[0] = leftCount;
        for (std::size_t m = 0; m < s.mirrors.size(); ++m) {
            const PointTree::Node image = imageOf(cluster, s.mirrors[m].map);
            FarField behind(s, image.center);
            sort(s, image, 2 * kMostLeft, behind);
            behind.finish();
            far.addMirrored(behind, s.mirrors[m]);
            leftEnd[m + 1] = leftCount;
        }
    }

    /// Goes down the tree of sources; `left` may have `most` in the end, and one more for each mirror.
    HWY_INLINE void sort(const FieldSources& s, const PointTree::Node& cluster, Index most, FarField& to) {
        Index stack[kMostLeft];
        Index height = 0;
        stack[height++] = 0;
        while (height > 0) {
            const Index k = stack[--height];
            const PointTree::Node& node = s.nodes[k];
            const bool hasRoom =
                leftCount + height + node.childCount <= most && height + node.childCount <= kMostLeft;
            const bool away = isFar(s, cluster, node);
            if (away && std::uint64_t{node.count()} * cluster.count() >= kPairsWorthExpanding) {
                to.add(k);
            } else if (away || node.isLeaf() || node.radius < cluster.radius || !hasRoom) {
                left[leftCount++] = k;
            } else {
                for (Index c = node.childCount; c-- > 0;) stack[height++] = node.firstChild + c;
            }
        }
    }
};

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

template <int kDimension, bool kStretching>
HWY_INLINE void evaluateTargets(const FieldSources& s, const FieldTargets& t, const CommonField& common,
                                const PointTree::Node& group, Range targets) {
    FarField far(s, group.center);
    NearField<kDimension, kStretching> near(t, targets);
    const Index targetCount = targets.end - targets.begin;
    for (Index k = 0; k < common.leftEnd[0]; ++k) {
        sortSources(s, common.left[k], group, targetCount, far, near);
    }
    far.finish();
    for (std::size_t m = 0; m < s.mirrors.size(); ++m) {
        if (common.leftEnd[m] == common.leftEnd[m + 1]) continue;
        const PointTree::Node image = imageOf(group, s.mirrors[m].map);
        FarField behind(s, image.center);
        MirroredNear<NearField<kDimension, kStretching>> images{near, s.mirrors[m].map};
        for (Index k = common.leftEnd[m]; k < common.leftEnd[m + 1]; ++k) {
            sortSources(s, common.left[k], image, targetCount, behind, images);
        }
        behind.finish();
        far.addMirrored(behind, s.mirrors[m]);
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
        if constexpr (kStretching) {
            const Vec<Wide> own = loadFirst<Wide>(t.strength, i, count);
            const Vec<Wide> near3 = cross(own, sumsAt(sums.weighted)) + sumsAt(sums.along);
            keep(far.stretching(own) + near3, t.stretchingScale, 3);
        }
        for (Index l = 0; l < std::min(count, kLanes); ++l) {
            const Index to = t.order[i + l];
            t.velocity.set(to, {result[0][l], result[1][l], result[2][l]});
            if constexpr (kStretching) t.stretching.set(to, {result[3][l], result[4][l], result[5][l]});
        }
    }
}

void evaluateGroup(const FieldSources& s, const FieldTargets& t, const CommonField& common,
                   const PointTree::Node& group) {
    // More targets than a group may have are all in one place.
    for (Index begin = group.begin; begin < group.end; begin += kTargetsPerGroup) {
        const Range targets{begin, std::min(group.end, begin + kTargetsPerGroup)};
        if (s.dimension == 2) {
            evaluateTargets<2, false>(s, t, common, group, targets);
        } else if (t.stretching.x == nullptr) {
            evaluateTargets<3, false>(s, t, common, group, targets);
        } else {
            evaluateTargets<3, true>(s, t, common, group, targets);
        }
    }
}

void evaluateClustersWide(const FieldSources& s, const FieldTargets& t, Range clusters) {
    for (Index g = clusters.begin; g < clusters.end; ++g) {
        const CommonField common(s, t.nodes[t.clusters[g]]);
        Index stack[8 * 17];
        Index height = 0;
        stack[height++] = t.clusters[g];
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
HWY_EXPORT(evaluateClustersWide);

void momentsOfNodes(const FieldSources& sources, Range nodes) {
    HWY_DYNAMIC_DISPATCH(momentsOfNodesWide)(sources, nodes);
}

void evaluateClusters(const FieldSources& sources, const FieldTargets& targets, Range clusters) {
    HWY_DYNAMIC_DISPATCH(evaluateClustersWide)(sources, targets, clusters);
}

}  // namespace undine

#endif  // HWY_ONCE
