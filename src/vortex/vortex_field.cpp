// SPDX-License-Identifier: Zlib
#include "vortex/vortex_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"

namespace undine {
namespace {

/// Few targets are still clusters enough for all threads.
Index clusterSize(Index targets) { return std::clamp(targets / 16, kTargetsPerGroup, kTargetsPerCluster); }

/// How an expansion changes in a mirror. The vector potential there is A'(x) = sign M A(M x) (the curl of
/// that is M u(M x)), so that with (M d)^n / n! = sum_k T_nk d^k / k! the coefficients are
///   A'_k = sign M sum_n T_nk A_n
/// T follows from one place to the next as monomials do. For planes along the axes it is diagonal.
void addTerms(const Mirror& mirror, const MultiIndices& indices, std::vector<MirrorTerm>& terms) {
    const std::size_t count = indices.count(kMaxExpansionOrder);
    static_assert(MultiIndices::kMost <= MultiIndices::kNone);
    std::array<std::array<float, MultiIndices::kMost>, MultiIndices::kMost> share{};
    share[0][0] = 1;
    for (std::size_t n = 1; n < count; ++n) {
        const MultiIndices::Step& step = indices.step(n);
        const Vec3 row = step.factor * mirror.rows[step.axis];
        const float parts[3] = {row.x, row.y, row.z};
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const MultiIndices::Place to = indices.raised(k, axis);
                if (to == MultiIndices::kNone || share[step.from][k] == 0) continue;
                const auto more = static_cast<float>(indices.exponent(k, axis) + 1);
                share[n][to] += more * parts[axis] * share[step.from][k];
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            if (share[n][k] == 0) continue;
            terms.push_back({static_cast<MultiIndices::Place>(n), static_cast<MultiIndices::Place>(k),
                             mirror.sign * share[n][k]});
        }
    }
}

}  // namespace

void VortexField::setMirrors(std::span<const Mirror> mirrors) {
    if (std::ranges::equal(mirrors, mirrors_)) return;
    mirrors_.assign(mirrors.begin(), mirrors.end());
    UNDINE_ASSERT(mirrors_.size() <= kMostMirrors);
    mirrorTerms_.clear();
    termEnds_.clear();
    for (const Mirror& mirror : mirrors_) {
        addTerms(mirror, multiIndices(dimension_), mirrorTerms_);
        termEnds_.push_back(static_cast<Index>(mirrorTerms_.size()));
    }
    fieldMirrors_.reserve(kMostMirrors);
    placeMirrors();
}

// (M (size y + origin) - origin) / size. Images that are too far away to be felt are left out: with squares
// of their distances, numbers would end.
void VortexField::placeMirrors() {
    constexpr float kFarthest = 1e6F;
    fieldMirrors_.clear();
    for (std::size_t k = 0; k < mirrors_.size(); ++k) {
        FieldMirror placed{mirrors_[k], k == 0 ? 0 : termEnds_[k - 1], termEnds_[k]};
        placed.map.offset = frame_.toTree(mirrors_[k].imageOf(frame_.origin));
        if (length(placed.map.offset) < kFarthest) fieldMirrors_.push_back(placed);
    }
}

void VortexField::setSources(const VortexSources& sources, const FieldAccuracy& accuracy,
                             const ThreadPool& pool) {
    accuracy_ = accuracy;
    frame_ = PointTree::frameOf(sources.x, sources.count, pool);
    // Points that are all in one place have no box; their radius is a length too.
    if (sources.count > 0) frame_.size = std::max(frame_.size, sources.radius[0]);
    tree_.build(sources.x, sources.count, frame_, kSourcesPerLeaf, pool);
    for (AlignedArray<float>& axis : strength_) axis.resizeForOverwrite(sources.count);
    radius2_.resizeForOverwrite(sources.count);
    const VectorSpan strength = spanOf(strength_);
    const std::span<const Index> order = tree_.order();
    const float inverseSize = 1 / frame_.size;
    pool.forEachBlock(sources.count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            strength.set(i, sources.strength[order[i]]);
            const float radius = sources.radius[order[i]] * inverseSize;
            radius2_[i] = radius * radius;
        }
    });
    findNodeRadii();
    findMoments(pool);
    placeMirrors();
}

// An expansion takes all particles of a node to be of one size.
void VortexField::findNodeRadii() {
    const std::span<const PointTree::Node> nodes = tree_.nodes();
    nodeRadius2_.resizeForOverwrite(nodes.size() + 1);
    nodeRadius2_[nodes.size()] = 1;
    for (std::size_t k = nodes.size(); k-- > 0;) {
        const PointTree::Node& node = nodes[k];
        float sum = 0;
        if (node.isLeaf()) {
            for (Index i = node.begin; i < node.end; ++i) sum += radius2_[i];
        }
        for (Index c = node.firstChild; c < node.firstChild + node.childCount; ++c) {
            sum += nodeRadius2_[c] * static_cast<float>(nodes[c].count());
        }
        nodeRadius2_[k] = sum / static_cast<float>(node.count());
    }
}

FieldSources VortexField::sources() {
    const MultiIndices& indices = multiIndices(dimension_);
    return {.nodes = tree_.nodes().data(),
            .nodeRadius2 = nodeRadius2_.data(),
            .moments = moments_.data(),
            .momentCount = static_cast<Index>(indices.count(accuracy_.order - 1)),
            .nobody = static_cast<Index>(tree_.nodes().size()),
            .x = tree_.points(),
            .strength = spanOf(strength_),
            .radius2 = radius2_.data(),
            .indices = &indices,
            .mirrors = fieldMirrors_,
            .mirrorTerms = mirrorTerms_.data(),
            .accuracy = accuracy_,
            .dimension = dimension_};
}

void VortexField::findMoments(const ThreadPool& pool) {
    const auto perNode = multiIndices(dimension_).count(accuracy_.order - 1);
    moments_.resizeForOverwrite(perNode * (tree_.nodes().size() + 1));
    const FieldSources all = sources();
    // One node more, for nobody: expansions are made by the register.
    std::fill_n(moments_.data() + perNode * tree_.nodes().size(), perNode, Record{});
    const std::span<const Index> levels = tree_.levels();
    for (std::size_t level = levels.size(); level-- > 1;) {
        const Index first = levels[level - 1];
        pool.forEachBlock(
            levels[level] - first,
            [&](Range block) {
                momentsOfNodes(all, {first + block.begin, first + block.end});
            },
            16);
    }
}

void VortexField::findClusters(const PointTree& tree) {
    const Index most = clusterSize(tree.size());
    regions_.clear();
    tree.findGroups(0, kTargetsPerRegion, regions_);
    clusters_.clear();
    for (Index region = 0; region < regions_.size(); ++region) {
        nodesOfClusters_.clear();
        tree.findGroups(regions_[region], most, nodesOfClusters_);
        for (const Index node : nodesOfClusters_) clusters_.push_back({node, region});
    }
}

void VortexField::evaluate(FieldTargets& targets, const ThreadPool& pool) {
    constexpr auto kPi = std::numbers::pi_v<float>;
    const float size = frame_.size;
    const float factor = dimension_ == 2 ? 1 / (2 * kPi * size) : 1 / (4 * kPi * size * size);
    commonOfRegions_.resize(regions_.size());
    targets.regions = regions_.data();
    targets.commonOfRegions = commonOfRegions_.data();
    targets.clusters = clusters_.data();
    targets.velocityScale = factor;
    targets.changeScale = factor / size;
    const FieldSources all = sources();
    pool.forEachBlock(
        static_cast<Index>(regions_.size()),
        [&](Range regions) { findCommonOfRegions(all, targets, regions); }, 1);
    pool.forEachBlock(
        static_cast<Index>(clusters_.size()),
        [&](Range clusters) { evaluateClusters(all, targets, clusters); }, 1);
}

void VortexField::velocityAt(const VectorSpan& x, Index count, const VectorSpan& velocity,
                             const ThreadPool& pool) {
    if (sourceCount() == 0) {
        for (float* axis : {velocity.x, velocity.y, velocity.z}) std::fill_n(axis, count, 0.0F);
        return;
    }
    targets_.build(x, count, frame_, kTargetsPerGroup, pool);
    findClusters(targets_);
    FieldTargets targets{.nodes = targets_.nodes().data(),
                         .order = targets_.order().data(),
                         .x = targets_.points(),
                         .strength = {},
                         .velocity = velocity,
                         .change = {}};
    evaluate(targets, pool);
}

void VortexField::velocityAtSources(const VectorSpan& velocity, const VectorSpan& stretching,
                                    const ThreadPool& pool) {
    const bool stretches = dimension_ == 3 && stretching.x != nullptr;
    sumAtSources(stretches ? FieldSum::Stretching : FieldSum::Velocity, velocity, stretching, pool);
}

void VortexField::divergenceSlopeAtSources(const VectorSpan& slope, const ThreadPool& pool) {
    UNDINE_ASSERT(dimension_ == 3);
    sumAtSources(FieldSum::Divergence, {}, slope, pool);
}

void VortexField::sumAtSources(FieldSum sum, const VectorSpan& velocity, const VectorSpan& change,
                               const ThreadPool& pool) {
    findClusters(tree_);
    FieldTargets targets{.nodes = tree_.nodes().data(),
                         .order = tree_.order().data(),
                         .x = tree_.points(),
                         .sum = sum,
                         .strength = spanOf(strength_),
                         .velocity = velocity,
                         .change = change};
    evaluate(targets, pool);
}

std::size_t VortexField::bytes() const {
    std::size_t total =
        tree_.bytes() + targets_.bytes() + radius2_.bytes() + nodeRadius2_.bytes() + moments_.bytes() +
        (regions_.capacity() + nodesOfClusters_.capacity()) * sizeof(Index) +
        clusters_.capacity() * sizeof(TargetCluster) + commonOfRegions_.capacity() * sizeof(CommonField) +
        mirrors_.capacity() * sizeof(Mirror) + fieldMirrors_.capacity() * sizeof(FieldMirror) +
        termEnds_.capacity() * sizeof(Index) + mirrorTerms_.capacity() * sizeof(MirrorTerm);
    for (const AlignedArray<float>& axis : strength_) total += axis.bytes();
    return total;
}

}  // namespace undine
