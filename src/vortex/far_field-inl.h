// SPDX-License-Identifier: Zlib
// The far part of the fast sum: the Taylor expansion of the vector potential around the middle of a cluster
// or a group of targets.

#if defined(UNDINE_VORTEX_FAR_FIELD_INL_H_) == defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_VORTEX_FAR_FIELD_INL_H_
#undef UNDINE_VORTEX_FAR_FIELD_INL_H_
#else
#define UNDINE_VORTEX_FAR_FIELD_INL_H_
#endif

#include "core/wide-inl.h"
#include "vortex/derivative_table.h"
#include "vortex/vortex_field.h"

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

class FarField {
  public:
    FarField(const FieldSources& sources, Vec3 center)
        : s_(sources),
          rules_{derivativeRules(sources.dimension, sources.dimension - 2).data(),
                 derivativeRules(sources.dimension, sources.dimension).data()},
          expansion_{.center = center, .isEmpty = true, .potential = {}},
          order_(sources.accuracy.order) {
        for (std::size_t n = 0; n < s_.indices->count(order_); ++n) sums_[n] = Vec<Wide>::all({});
    }

    HWY_INLINE void add(Index node) {
        expansion_.isEmpty = false;
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
            expansion_.potential[n] = {sumOfLanes(sums_[n].x), sumOfLanes(sums_[n].y),
                                       sumOfLanes(sums_[n].z)};
        }
    }

    /// Once finished.
    const Expansion& expansion() const { return expansion_; }

    /// Another expansion, seen from here: L_n += sum_m L'_(n + m) d^m / m!
    HWY_INLINE void addShifted(const Expansion& other) {
        if (other.isEmpty) return;
        expansion_.isEmpty = false;
        const MultiIndices& indices = *s_.indices;
        const Vec3 way = expansion_.center - other.center;
        float mono[MultiIndices::kMost];
        monomials(indices, Vec<float>{way.x, way.y, way.z}, indices.count(order_ - 1), mono);
        for (int degree = 1; degree <= order_; ++degree) {
            for (std::size_t n = indices.first(degree); n < indices.count(degree); ++n) {
                const MultiIndices::Place* sums = indices.sumsWith(n);
                Vec3 sum = expansion_.potential[n];
                for (std::size_t m = 0; m < indices.count(order_ - degree); ++m) {
                    sum = sum + mono[m] * other.potential[sums[m]];
                }
                expansion_.potential[n] = sum;
            }
        }
    }

    /// Another expansion, around the image of this center, seen in a mirror.
    HWY_INLINE void addMirrored(const Expansion& other, const FieldMirror& mirror) {
        if (other.isEmpty) return;
        expansion_.isEmpty = false;
        const std::size_t count = s_.indices->count(order_);
        const Vec3* rows = mirror.map.rows.data();
        Vec3 turned[MultiIndices::kMost];
        for (std::size_t n = 1; n < count; ++n) {
            const Vec3 a = other.potential[n];
            turned[n] = {undine::dot(rows[0], a), undine::dot(rows[1], a), undine::dot(rows[2], a)};
        }
        const MirrorTerm* last = s_.mirrorTerms + mirror.lastTerm;
        for (const MirrorTerm* t = s_.mirrorTerms + mirror.firstTerm; t < last && t->from < count; ++t) {
            Vec3& to = expansion_.potential[t->to];
            to = to + t->factor * turned[t->from];
        }
    }

    /// Makes the velocity's expansion of the potential's.
    HWY_INLINE void findVelocity() {
        const MultiIndices& indices = *s_.indices;
        const auto at = [&](std::size_t n, std::size_t axis) {
            const MultiIndices::Place place = indices.raised(n, axis);
            return place == MultiIndices::kNone ? Vec3{} : expansion_.potential[place];
        };
        for (std::size_t n = 0; n < indices.count(order_ - 1); ++n) {
            const Vec3 dx = at(n, 0);
            const Vec3 dy = at(n, 1);
            const Vec3 dz = at(n, 2);
            velocity_[n] = {dy.z - dz.y, dz.x - dx.z, dx.y - dy.x};  // the curl
        }
    }

    /// Velocity at x.
    HWY_INLINE Vec<Wide> velocityAt(const Vec<Wide>& x) {
        const std::size_t count = s_.indices->count(order_ - 1);
        monomials(*s_.indices, x - Vec<Wide>::all(expansion_.center), count, mono_);
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

    /// grad div A where velocityAt() was called last: sum_n d^n / n! sum_k L_(n + i + k) . e_k
    HWY_INLINE Vec<Wide> divergenceSlope() const {
        const MultiIndices& indices = *s_.indices;
        Vec<Wide> result = Vec<Wide>::all({});
        for (std::size_t n = 0; n < indices.count(order_ - 2); ++n) {
            const auto along = [&](std::size_t axis) {
                const MultiIndices::Place once = indices.raised(n, axis);
                const Vec3* l = expansion_.potential.data();
                return Wide(l[indices.raised(once, 0)].x + l[indices.raised(once, 1)].y +
                            l[indices.raised(once, 2)].z);
            };
            result = mulAdd(mono_[n], Vec<Wide>{along(0), along(1), along(2)}, result);
        }
        return result;
    }

  private:
    static HWY_INLINE Vec<Wide> wide(const Vec<float>& a) { return {Wide(a.x), Wide(a.y), Wide(a.z)}; }

    /// From the nodes that wait to the center, and the squares of their particles' radii.
    HWY_INLINE RecordLanes<Wide> wayFromWaiting() const {
        float way[4][kLanes];
        for (Index l = 0; l < kLanes; ++l) {
            // Nobody is anywhere but here.
            const Index node = waiting_[l];
            const Vec3 d = node == s_.nobody ? Vec3{1, 1, 1} : expansion_.center - s_.nodes[node].center;
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
    Expansion expansion_;
    int order_;
    Index waiting_[kLanes];
    Index waitingCount_ = 0;
    Vec<Wide> sums_[MultiIndices::kMost];
    Vec<float> velocity_[MultiIndices::kMost];
    Wide mono_[MultiIndices::kMost];
};

UNDINE_WIDE_END

#endif  // per-target include guard
