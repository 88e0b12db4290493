// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/field_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "vortex/vortex_field.h"

#include <algorithm>

#include "vortex/derivative_table.h"

#ifndef UNDINE_VORTEX_FIELD_PASSES_ONCE
#define UNDINE_VORTEX_FIELD_PASSES_ONCE
namespace undine {

/// Below so many pairs, summing them one by one is less work than an expansion. Tried as those of
/// vortex_field.h were.
inline constexpr Index kPairsWorthExpanding = 80;

/// Nodes that a cluster can leave to its groups.
inline constexpr Index kMostLeft = 1024;

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

/// d^n / n! for the first `count` places, from one place to the next.
template <class Real>
HWY_INLINE void monomials(const MultiIndices& indices, const Vec<Real>& d, std::size_t count, Real* mono) {
    const Real axes[3] = {d.x, d.y, d.z};
    mono[0] = Real(1.0F);
    for (std::size_t n = 1; n < count; ++n) {
        const MultiIndices::Step& step = indices.step(n);
        mono[n] = mono[step.from] * axes[step.axis] * Real(step.factor);
    }
}

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

// --- Far: the Taylor expansion of the potential around the middle of a cluster or a group ---

class FarField {
  public:
    FarField(const FieldSources& sources, Vec3 center)
        : s_(sources),
          rules_{derivativeRules(sources.dimension, sources.dimension - 2).data(),
                 derivativeRules(sources.dimension, sources.dimension).data()},
          center_(center),
          order_(sources.accuracy.order) {
        for (std::size_t n = 0; n < s_.indices->count(order_); ++n) sums_[n] = Vec<Wide>::all({});
    }

    HWY_INLINE void add(Index node) {
        waiting_[waitingCount_++] = node;
        if (waitingCount_ == kLanes) flush();
    }

    /// Takes what is left.
    HWY_INLINE void finish() {
        if (waitingCount_ > 0) {
            while (waitingCount_ < kLanes) waiting_[waitingCount_++] = s_.nobody;
            flush();
        }
        for (std::size_t n = 1; n < s_.indices->count(order_); ++n) {
            potential_[n] = {sumOfLanes(sums_[n].x), sumOfLanes(sums_[n].y), sumOfLanes(sums_[n].z)};
        }
    }

    /// Another finished expansion, seen from here: L_n += sum_m L'_(n + m) d^m / m!
    HWY_INLINE void addShifted(const FarField& other) {
        const MultiIndices& indices = *s_.indices;
        const Vec3 way = center_ - other.center_;
        float mono[MultiIndices::kMost];
        monomials(indices, Vec<float>{way.x, way.y, way.z}, indices.count(order_ - 1), mono);
        for (int degree = 1; degree <= order_; ++degree) {
            for (std::size_t n = indices.first(degree); n < indices.count(degree); ++n) {
                const MultiIndices::Place* sums = indices.sumsWith(n);
                Vec<float> sum = potential_[n];
                for (std::size_t m = 0; m < indices.count(order_ - degree); ++m) {
                    sum = mulAdd(mono[m], other.potential_[sums[m]], sum);
                }
                potential_[n] = sum;
            }
        }
    }

    /// Makes the velocity's expansion of the potential's.
    HWY_INLINE void findVelocity() {
        const MultiIndices& indices = *s_.indices;
        const auto at = [&](std::size_t n, std::size_t axis) {
            const MultiIndices::Place place = indices.raised(n, axis);
            return place == MultiIndices::kNone ? Vec<float>{0, 0, 0} : potential_[place];
        };
        for (std::size_t n = 0; n < indices.count(order_ - 1); ++n) {
            const Vec<float> dx = at(n, 0);
            const Vec<float> dy = at(n, 1);
            const Vec<float> dz = at(n, 2);
            velocity_[n] = {dy.z - dz.y, dz.x - dx.z, dx.y - dy.x};  // the curl
        }
    }

    /// Velocity at x.
    HWY_INLINE Vec<Wide> velocityAt(const Vec<Wide>& x) {
        const std::size_t count = s_.indices->count(order_ - 1);
        monomials(*s_.indices, x - Vec<Wide>::all(center_), count, mono_);
        Vec<Wide> u = Vec<Wide>::all({});
        for (std::size_t n = 0; n < count; ++n) u = mulAdd(mono_[n], wide(velocity_[n]), u);
        return u;
    }

    /// sum_k a_k grad u_k where velocityAt() was called last.
    HWY_INLINE Vec<Wide> stretching(const Vec<Wide>& strength) const {
        const MultiIndices& indices = *s_.indices;
        Vec<Wide> result = Vec<Wide>::all({});
        for (std::size_t n = 0; n < indices.count(order_ - 2); ++n) {
            const auto along = [&](std::size_t axis) {
                const MultiIndices::Place place = indices.raised(n, axis);
                return place == MultiIndices::kNone ? Wide(0.0F) : dot(strength, wide(velocity_[place]));
            };
            result = mulAdd(mono_[n], Vec<Wide>{along(0), along(1), along(2)}, result);
        }
        return result;
    }

  private:
    static HWY_INLINE Vec<Wide> wide(const Vec<float>& a) { return {Wide(a.x), Wide(a.y), Wide(a.z)}; }

    /// From the nodes that wait to the middle of the group, and the squares of their particles' radii.
    HWY_INLINE RecordLanes<Wide> wayFromWaiting() const {
        float way[4][kLanes];
        for (Index l = 0; l < kLanes; ++l) {
            // Nobody is anywhere but here.
            const Index node = waiting_[l];
            const Vec3 d = node == s_.nobody ? Vec3{1, 1, 1} : center_ - s_.nodes[node].center;
            way[0][l] = d.x;
            way[1][l] = d.y;
            way[2][l] = d.z;
            way[3][l] = s_.nodeRadius2[node];
        }
        return {{Lanes<Wide>::load(way[0]), Lanes<Wide>::load(way[1]), Lanes<Wide>::load(way[2])},
                Lanes<Wide>::load(way[3])};
    }

    /// D^k of the potential t^(-1/2) + s^2/2 t^(-3/2), in two dimensions -log(t)/2 + s^2/2 t^-1.
    HWY_INLINE void derivatives(const RecordLanes<Wide>& way, Wide* d) const {
        Wide second[MultiIndices::kMost];
        const Wide inverse = rsqrt(dot(way.v, way.v) + way.w);
        const Wide inverse2 = inverse * inverse;
        d[0] = s_.dimension == 2 ? Wide(1.0F) : inverse;
        second[0] = s_.dimension == 2 ? inverse2 : inverse2 * inverse;
        derivativesOf(rules_[0], way.v, inverse2, d);
        derivativesOf(rules_[1], way.v, inverse2, second);
        const Wide share = Wide(0.5F) * way.w;
        for (std::size_t k = 1; k < s_.indices->count(order_); ++k) d[k] = mulAdd(share, second[k], d[k]);
    }

    HWY_INLINE void derivativesOf(const DerivativeRule* rules, const Vec<Wide>& x, Wide inverse2,
                                  Wide* d) const {
        const Wide axes[4] = {x.x * inverse2, x.y * inverse2, x.z * inverse2, inverse2};
        for (std::size_t k = 1; k < s_.indices->count(order_); ++k) {
            const DerivativeRule& rule = rules[k];
            Wide sum(0.0F);
            for (int t = 0; t < rule.count; ++t) {
                const DerivativeRule::Term& term = rule.terms[t];
                sum = mulAdd(Wide(term.factor) * axes[term.axis], d[term.from], sum);
            }
            d[k] = sum;
        }
    }

    /// L_n += sum_m M_m D^(n + m) f
    HWY_INLINE void flush() {
        const MultiIndices& indices = *s_.indices;
        Wide d[MultiIndices::kMost];
        derivatives(wayFromWaiting(), d);
        Vec<Wide> moments[MultiIndices::kMost];
        Index place[kLanes];
        for (Index l = 0; l < kLanes; ++l) place[l] = waiting_[l] * s_.momentCount;
        for (Index m = 0; m < s_.momentCount; ++m) {
            moments[m] = gather<Wide>(s_.moments + m, place).v;
        }
        for (int degree = 1; degree <= order_; ++degree) {
            const std::size_t momentCount = indices.count(order_ - degree);
            for (std::size_t n = indices.first(degree); n < indices.count(degree); ++n) {
                const MultiIndices::Place* sums = indices.sumsWith(n);
                Vec<Wide> sum = sums_[n];
                for (std::size_t m = 0; m < momentCount; ++m) sum = mulAdd(d[sums[m]], moments[m], sum);
                sums_[n] = sum;
            }
        }
        waitingCount_ = 0;
    }

    const FieldSources& s_;
    const DerivativeRule* rules_[2];
    Vec3 center_;
    int order_;
    Index waiting_[kLanes];
    Index waitingCount_ = 0;
    Vec<Wide> sums_[MultiIndices::kMost];
    Vec<float> potential_[MultiIndices::kMost];
    Vec<float> velocity_[MultiIndices::kMost];
    Wide mono_[MultiIndices::kMost];
};

// --- Near: particle by particle ---

/// The sums of the targets of a group.
struct NearSums {
    alignas(64) float velocity[3][kTargetsPerGroup + 1];
    alignas(64) float weighted[3][kTargetsPerGroup + 1];  ///< sum_j F a_j
    alignas(64) float along[3][kTargetsPerGroup + 1];     ///< sum_j F' (a . a_j x d) d
};

/// Sources side by side, so that registers are full.
struct NearSources {
    static constexpr Index kCapacity = 512;
    alignas(64) float x[3][kCapacity];
    alignas(64) float strength[3][kCapacity];
    alignas(64) float radius2[kCapacity];
    Index count = 0;

    HWY_INLINE void padToRegister() {
        for (; count % kLanes != 0; ++count) {
            for (int k = 0; k < 3; ++k) x[k][count] = strength[k][count] = 0;
            radius2[count] = 1;
        }
    }
};

template <int kDimension, bool kStretching>
struct NearField {
    const FieldTargets& t;
    Range targets;
    NearSums sums;
    NearSources near;

    NearField(const FieldTargets& all, Range range) : t(all), targets(range) {
        for (Index i = 0; i < kTargetsPerGroup + 1; ++i) {
            for (int k = 0; k < 3; ++k) sums.velocity[k][i] = sums.weighted[k][i] = sums.along[k][i] = 0;
        }
    }

    HWY_INLINE void add(const FieldSources& s, Range range) {
        for (Index i = range.begin; i < range.end; ++i) {
            if (near.count == NearSources::kCapacity) flush();
            const Index to = near.count++;
            near.x[0][to] = s.x.x[i];
            near.x[1][to] = s.x.y[i];
            near.x[2][to] = s.x.z[i];
            near.strength[0][to] = s.strength.x[i];
            near.strength[1][to] = s.strength.y[i];
            near.strength[2][to] = s.strength.z[i];
            near.radius2[to] = s.radius2[i];
        }
    }

    HWY_INLINE void flush() {
        near.padToRegister();
        Index i = targets.begin;
        for (; i + 1 < targets.end; i += 2) sum<Twin>(i);
        if (i < targets.end) sum<Wide>(i);
        near.count = 0;
    }

    template <class Real>
    HWY_INLINE void sum(Index i) {
        const Vec<Real> x{Targets<Real>::load(t.x.x + i), Targets<Real>::load(t.x.y + i),
                          Targets<Real>::load(t.x.z + i)};
        Vec<Real> own{};
        if constexpr (kStretching) {
            own = {Targets<Real>::load(t.strength.x + i), Targets<Real>::load(t.strength.y + i),
                   Targets<Real>::load(t.strength.z + i)};
        }
        const Real zero(0.0F);
        Vec<Real> velocity{zero, zero, zero};
        Vec<Real> weighted{zero, zero, zero};
        Vec<Real> along{zero, zero, zero};
        for (Index k = 0; k < near.count; k += kLanes) {
            const Vec<Real> d = x - Vec<Real>::load(near.x[0], near.x[1], near.x[2], k);
            const Vec<Real> a = Vec<Real>::load(near.strength[0], near.strength[1], near.strength[2], k);
            const Real s2 = Lanes<Real>::load(near.radius2 + k);
            const Real both = dot(d, d) + s2;  // r^2 + s^2
            const Real inverse = rsqrt(both);
            const Real inverse2 = inverse * inverse;
            const Real inverse4 = inverse2 * inverse2;
            const Vec<Real> turn{a.y * d.z - a.z * d.y, a.z * d.x - a.x * d.z, a.x * d.y - a.y * d.x};
            if constexpr (kDimension == 2) {
                velocity = mulAdd((both + s2) * inverse4, turn, velocity);
            } else {
                const Real inverse5 = inverse4 * inverse;
                const Real f = mulAdd(s2, Real(1.5F), both) * inverse5;
                velocity = mulAdd(f, turn, velocity);
                if constexpr (kStretching) {
                    // The gradient of F is -3 (r^2 + 7/2 s^2) / (r^2 + s^2)^(7/2) d.
                    const Real slope = mulAdd(s2, Real(2.5F), both) * inverse5 * inverse2 * Real(-3.0F);
                    weighted = mulAdd(f, a, weighted);
                    along = mulAdd(slope * dot(own, turn), d, along);
                }
            }
        }
        const Index at = i - targets.begin;
        store(velocity, sums.velocity, at);
        if constexpr (kStretching) {
            store(weighted, sums.weighted, at);
            store(along, sums.along, at);
        }
    }

    template <class Real>
    HWY_INLINE void store(const Vec<Real>& a, float (&to)[3][kTargetsPerGroup + 1], Index at) {
        Targets<Real>::addSums(a.x, 1.0F, to[0] + at);
        Targets<Real>::addSums(a.y, 1.0F, to[1] + at);
        Targets<Real>::addSums(a.z, 1.0F, to[2] + at);
    }
};

// --- A cluster, and its groups ---

HWY_INLINE bool isFar(const FieldSources& s, const PointTree::Node& a, const PointTree::Node& b) {
    const Vec3 d = a.center - b.center;
    const float radii = a.radius + b.radius;
    const float angle = s.accuracy.openingAngle;
    return radii * radii < angle * angle * (d.x * d.x + d.y * d.y + d.z * d.z);
}

/// What the groups of a cluster have in common: the expansion of all nodes that are far from the whole of it.
struct CommonField {
    FarField far;
    Index left[kMostLeft];  ///< nodes that groups have to look at
    Index leftCount = 0;

    CommonField(const FieldSources& s, const PointTree::Node& cluster) : far(s, cluster.center) {
        Index stack[kMostLeft];
        Index height = 0;
        stack[height++] = 0;
        while (height > 0) {
            const Index k = stack[--height];
            const PointTree::Node& node = s.nodes[k];
            const bool hasRoom = leftCount + height + node.childCount <= kMostLeft;
            if (isFar(s, cluster, node)) {
                far.add(k);
            } else if (node.isLeaf() || node.radius < cluster.radius || !hasRoom) {
                left[leftCount++] = k;
            } else {
                for (Index c = node.childCount; c-- > 0;) stack[height++] = node.firstChild + c;
            }
        }
        far.finish();
    }
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
        if (away && node.count() * count >= kPairsWorthExpanding) {
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
    for (Index k = 0; k < common.leftCount; ++k) {
        sortSources(s, common.left[k], group, targets.end - targets.begin, far, near);
    }
    near.flush();
    far.finish();
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
            if (node.isLeaf() || node.count() <= kTargetsPerGroup) {
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
