// SPDX-License-Identifier: Zlib
// The velocity that vortex particles induce, by a fast sum.
//
//   u(x) = 1/(4 pi) sum_j F(|x - x_j|) a_j x (x - x_j),   F = (r^2 + 5/2 s^2) / (r^2 + s^2)^(5/2)
//
// with the strength a = vorticity times volume and the radius s of each particle [WL93]; in two dimensions
// u = 1/(2 pi) sum_j F a_j x (x - x_j) with F = (r^2 + 2 s^2) / (r^2 + s^2)^2. The kernel has the second
// moment of a Gaussian exp(-r^2/s^2). (docs/decisions/0009-vortex-kernel.md says why it is not the simpler
// one.)
//
//   [WL93] Winckelmans, Leonard: Contributions to Vortex Particle Methods, 1993
//   [BH86] Barnes, Hut: A Hierarchical O(N log N) Force-Calculation Algorithm, 1986
//   [Deh02] Dehnen: A Hierarchical O(N) Force Calculation Algorithm, 2002
//
// Sources are in a tree whose nodes know their moments. Targets are taken in groups of neighbours, the leaves
// of a tree of their own or the sources', those in clusters, and clusters in regions. A region goes down the
// tree of sources [BH86]: a node far enough away adds its moments to a Taylor expansion of the vector
// potential around the middle of the region [Deh02], larger nodes are opened, and the rest is left to its
// clusters. A cluster moves that expansion to its own middle and goes on in the same way, and so do its
// groups; the particles of leaves too close are summed one by one. So only the work of regions grows with the
// logarithm of the number of sources. Clusters are independent of each other: the result has the same bits
// for any number of threads.
//
// Mirrors (vortex/mirrors.h) add the flow behind them. A region goes down the tree once more for each, from
// where its image is, and what it finds there is mirrored as a whole: most regions are so far from their
// images that this is a handful of expansions. Clusters and groups do so only with the nodes that were left
// to them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/record.h"
#include "vortex/mirrors.h"
#include "vortex/multi_index.h"
#include "vortex/point_tree.h"

namespace undine {

/// How exact the sum is. docs/vortex.md has a table of errors and times.
struct FieldAccuracy {
    int order = 5;               ///< 2..6. Derivatives of the potential that expansions have.
    float openingAngle = 0.75F;  ///< 0..1. Radii of two nodes over their distance, at most; 0: direct sum.
};

/// Vortex particles as the sum sees them.
struct VortexSources {
    VectorSpan x;
    VectorSpan strength;            ///< m^3/s (m^2/s in 2D): vorticity times volume
    const float* radius = nullptr;  ///< m
    Index count = 0;
};

/// How the coefficients of an expansion change in a mirror: this much of one, as a vector that is turned,
/// goes into another.
struct MirrorTerm {
    MultiIndices::Place from = 0;
    MultiIndices::Place to = 0;
    float factor = 0;
};

/// A mirror in the units of the tree.
struct FieldMirror {
    Mirror map;
    Index firstTerm = 0;
    Index lastTerm = 0;
};

/// Nodes of the sources that a cluster can leave to its groups, or a region to its clusters; as many again
/// are for all mirrors together.
inline constexpr Index kMostLeft = 1024;

/// The Taylor coefficients of the vector potential of what is far from some targets.
struct Expansion {
    Vec3 center;
    bool isEmpty = true;
    std::array<Vec3, MultiIndices::kMost> potential;
};

/// What the targets of a region or a cluster have in common.
struct CommonField {
    Expansion far;
    std::array<Index, 2 * kMostLeft + kMostMirrors>
        left;  ///< nodes of the sources they still have to look at
    Index leftCount = 0;
    std::array<Index, 1 + kMostMirrors> leftEnd;  ///< where those of the flow itself end, and of each mirror

    /// Those of the flow itself for 0, else of a mirror, the first one of which has the number 1.
    std::span<const Index> leftOf(std::size_t k) const {
        const Index begin = k == 0 ? 0 : leftEnd[k - 1];
        return {left.data() + begin, leftEnd[k] - begin};
    }
};

/// The sources in the order of their tree, and their expansions, as the wide passes see them.
struct FieldSources {
    const PointTree::Node* nodes = nullptr;
    const float* nodeRadius2 = nullptr;  ///< of nodes: mean square of their particles' radii
    Record* moments = nullptr;           ///< of nodes, one after the other
    Index momentCount = 0;               ///< per node
    Index nobody = 0;                    ///< a node more, without moments
    VectorSpan x;
    VectorSpan strength;
    const float* radius2 = nullptr;
    const MultiIndices* indices = nullptr;
    std::span<const FieldMirror> mirrors;
    const MirrorTerm* mirrorTerms = nullptr;  ///< those of a mirror in the order of `from`
    FieldAccuracy accuracy;
    int dimension = 3;
};

struct TargetCluster {
    Index node = 0;
    Index region = 0;
};

/// What is summed for each target.
enum class FieldSum : std::uint8_t {
    Velocity,
    Stretching,  ///< with the velocity
    Divergence,  ///< the gradient of that of the vector potential
};

/// Clusters of targets. Results are written where the targets were before they were sorted.
struct FieldTargets {
    const PointTree::Node* nodes = nullptr;
    const Index* regions = nullptr;  ///< their nodes
    CommonField* commonOfRegions = nullptr;
    const TargetCluster* clusters = nullptr;
    const Index* order = nullptr;
    VectorSpan x;
    FieldSum sum = FieldSum::Velocity;
    VectorSpan strength;      ///< of the targets, for the stretching
    VectorSpan velocity;      ///< of the flow there
    VectorSpan change;        ///< stretching, or gradient of the divergence
    float velocityScale = 1;  ///< from units of the tree to those of the world
    float changeScale = 1;
};

class VortexField {
  public:
    explicit VortexField(int dimension) : dimension_(dimension) {}

    /// The mirrors that the flow has from now on, kMostMirrors at most; without them it is that of unbounded
    /// space.
    void setMirrors(std::span<const Mirror> mirrors);

    /// Builds the tree of the sources. Their arrays are not looked at again.
    void setSources(const VortexSources& sources, const FieldAccuracy& accuracy, const ThreadPool& pool);

    /// Velocities at any points.
    void velocityAt(const VectorSpan& x, Index count, const VectorSpan& velocity, const ThreadPool& pool);

    /// Velocities at the sources, and how their strengths are stretched and tilted, in the transposed form
    /// that keeps their sum [WL93]: da/dt = sum_k a_k grad u_k.
    void velocityAtSources(const VectorSpan& velocity, const VectorSpan& stretching, const ThreadPool& pool);

    /// The gradient of the divergence of the vector potential at the sources, in three dimensions. Particles
    /// whose vorticity is no curl induce a flow that has another one: the curl of u is w + grad div A.
    void divergenceSlopeAtSources(const VectorSpan& slope, const ThreadPool& pool);

    Index sourceCount() const { return tree_.size(); }
    std::size_t bytes() const;

  private:
    FieldSources sources();
    void findClusters(const PointTree& tree);
    void evaluate(FieldTargets& targets, const ThreadPool& pool);
    void sumAtSources(FieldSum sum, const VectorSpan& velocity, const VectorSpan& change,
                      const ThreadPool& pool);
    void findMoments(const ThreadPool& pool);
    void findNodeRadii();
    void placeMirrors();

    int dimension_;
    FieldAccuracy accuracy_;
    TreeFrame frame_;
    PointTree tree_;
    std::array<AlignedArray<float>, 3> strength_;
    AlignedArray<float> radius2_;
    AlignedArray<float> nodeRadius2_;
    AlignedArray<Record> moments_;
    PointTree targets_;
    std::vector<Index> regions_;
    std::vector<CommonField> commonOfRegions_;
    std::vector<TargetCluster> clusters_;
    std::vector<Index> nodesOfClusters_;  // of one region
    std::vector<Mirror> mirrors_;
    std::vector<FieldMirror> fieldMirrors_;  // those near enough to be felt
    std::vector<MirrorTerm> mirrorTerms_;
    std::vector<Index> termEnds_;  // of each of mirrors_
};

/// Moments of leaves and of inner nodes among `nodes`; the children of the latter must have theirs.
void momentsOfNodes(const FieldSources& sources, Range nodes);

/// What is far from each of these regions.
void findCommonOfRegions(const FieldSources& sources, const FieldTargets& targets, Range regions);

/// Velocities of the targets in these clusters.
void evaluateClusters(const FieldSources& sources, const FieldTargets& targets, Range clusters);

// The fastest of those tried on random particles in a box, 10,000 to 4,000,000 of them, with AVX-512.
inline constexpr Index kTargetsPerRegion = 4096;
inline constexpr Index kTargetsPerCluster = 512;
inline constexpr Index kTargetsPerGroup = 64;
inline constexpr Index kSourcesPerLeaf = 32;  ///< a leaf is a group where the targets are the sources

}  // namespace undine
