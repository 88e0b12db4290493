// SPDX-License-Identifier: Zlib
// Bodies in the flow of vortex particles.
//
// The velocity that particles induce knows of no bodies. A vortex sheet on the surface of each of them
// (vortex/sheet_shape.h, vortex/sheet_solver.h) makes what is inside move as the body does, so that nothing
// flows through its surface, and all that slips along it is the sheet. The sheet has two parts:
//
//   g = sum_k motion_k unit_k  +  g_ext
//
// the first for the body's own motion, from sheets that are known once and for all; the second against the
// flow that particles and other bodies bring, found anew from nothing whenever it is wanted. Particles and
// tracers feel it, and a body that turns has the vorticity of its rotation in its inside.
//
// No slip: when the flow has passed by one spacing, a share of the sheet comes off as new particles
// (`shedding`), three quarters of a spacing outside. What is left for the sheet to do is found anew in the
// next step. Samples with little strength shed nothing, and free bodies that are light less than that at a
// time (vortex/body_shed.cpp).
//
// Forces. The momentum of the fluid outside that goes with a body's sheet is K = rho (I - D motion), with the
// impulse I of its sheet and cells, and D of what it displaces [Lam32]. Whatever of it does not come from
// others comes from the body:
//
//   M v' = M (v + g dt) + K - K' + rho dt sum u x a - shed - rho V g dt
//
// with the velocity u that others induce at its samples (the vortex force), and the impulse of what was shed.
// K' contains the new velocity: M + rho (I - D) of the unit motions, the mass with the added mass, is what is
// divided by. So bodies that are lighter than the fluid they displace are as stable as heavy ones. K is all
// that has to be remembered from step to step, with how far the flow has passed, and in two dimensions how
// much circulation was shed.
//
// Walls that are planes, and boxes with the fluid inside, have no sheet: they are mirrors (vortex/mirrors.h).
// Particles feel the images of bodies, and bodies those of particles and of what the motion of other bodies
// brings, but no body its own: next to a wall its sheet is not exact.
// (With it the added mass of a ball at a wall was that of theory. But what a body's own image does to it
// depends on its new velocity, which is not known yet, and a box of a fifth of the fluid's density that went
// through a wall, as bodies do without an engine for contacts, flew off.) Neither have open meshes, nor
// bodies that would need more than kMostSheetSamples samples, a sheet. A body that is thinner than about
// three spacings lets some of the flow through: its two sides are one to the sheet.
//
// What comes off is vorticity along the surface, which is part of lines that go on in the body and beyond its
// ends. Particles on their own then have a divergence, and what they induce next to a ball that spins turns
// the wrong way; with stretching it grew without end after two to four turns. A method that has bodies closes
// the lines now and then: VortexFlow::closeLines(), after each remeshing.
//
//   [Lam32] Lamb: Hydrodynamics, 1932, chapters VI and VII
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "boundary/rigid_bodies.h"
#include "boundary/walls.h"
#include "core/function_ref.h"
#include "vortex/sheet_shape.h"
#include "vortex/sheet_solver.h"

namespace undine {

class ByteReader;
class ByteWriter;

/// A vortex particle that comes off a body.
struct ShedParticle {
    Vec3 position;
    Vec3 strength;
    float temperature;  ///< K; 0: as warm as what is around
};

/// What acts on free bodies in a step of length dt.
struct BodyPush {
    float dt = 0;
    Vec3 gravity;
    float ambientDensity = 0;
    float share = 1;  ///< of the velocity, with which it moves vorticity
    /// Density around each body, in the order of bodies().
    std::span<const double> density;
};

/// What may come off in a step of length dt.
struct ShedPass {
    float dt = 0;
    float share = 0;  ///< of the sheet
    float ambientDensity = 0;
    Index room = 0;  ///< for so many particles
    /// How much of what comes off at a place can go there; it may move the place to where that goes instead.
    FunctionRef<float(Vec3&)> shareAt;
};

class BodySheets {
  public:
    explicit BodySheets(int dimension) : dimension_(dimension), solver_(dimension), field_(dimension) {}

    /// A body of the world in this step.
    struct Body {
        std::shared_ptr<const SheetShape> shape;
        BodyPlace place;  ///< where the step begins
        Vec3d velocity;   ///< of place.position
        Vec3d spin;
        float temperature = 0;
        Index first = 0;  ///< of its samples
        Index firstCell = 0;
        RigidBody* rigid = nullptr;  ///< when it is free
        const Solid* solid = nullptr;
        std::size_t known = 0;  // its place among the surfaces that are remembered

        Vec3d velocityAt(Vec3d x) const { return velocity + cross(spin, x - Vec3d(place.position)); }
    };

    /// Takes over all bodies as they are now, for the step that begins. Surfaces it has not seen before get
    /// their samples.
    void meet(std::span<const WallShape> walls, RigidBodies& rigid, float spacing, const ThreadPool& pool);
    bool empty() const { return bodies_.empty(); }
    std::span<const Body> bodies() const { return bodies_; }

    /// Puts the samples where they are `ahead` seconds after the beginning of the step.
    void place(float ahead);

    /// The mirrors in which bodies see each other from now on.
    void setMirrors(std::span<const Mirror> mirrors) { field_.setMirrors(mirrors); }

    /// Finds the sheet in the flow of `particles`, nullptr if there are none. In a step the second time
    /// begins where the first ended.
    void solve(VortexField* particles, const ThreadPool& pool);

    // What induces velocity: the samples, then the cells of bodies that turn.
    Index sourceCount() const { return sources_; }
    VectorSpan x() { return spanOf(x_); }
    VectorSpan strength() { return spanOf(strength_); }
    const float* radius() const { return radius_.data(); }

    /// Pushes free bodies. `velocity` is that of the flow at the sources; `isAlone` when there are no
    /// particles.
    void push(const BodyPush& push, const VectorSpan& velocity, bool isAlone, const ThreadPool& pool);

    /// What comes off, of samples where place() has put them.
    std::span<const ShedParticle> shed(const ShedPass& pass);

    /// Whether a rigid body has a sheet.
    bool hasSheet(RigidId body) const;

    /// K of a body, in the order of bodies(): momentum and angular momentum about its origin.
    Six momentumOf(std::size_t body) const { return memory_[bodies_[body].known].momentum; }

    void save(ByteWriter& out) const;
    Result<void> restore(ByteReader& in);
    std::size_t bytes() const;

  private:
    /// What is known of a surface from step to step.
    struct Known {
        bool isRigid = false;
        RigidId id = 0;  // of a rigid body
        WallShape wall;  // otherwise
        std::optional<Solid> solid{};
        std::shared_ptr<const SheetShape> shape{};  // nullptr: it has none
    };
    /// What has to be saved.
    struct Memory {
        bool isNew = true;
        Six momentum{};          // K, in the axes of the world about the body's origin
        double circulation = 0;  // that was shed, in two dimensions
    };
    static bool isSame(const Known& a, const Known& b);
    void learn(Known key, const ThreadPool& pool);
    void addWall(const WallShape& wall, std::size_t known);
    void addRigid(RigidBody& body, std::size_t known);
    void resize();
    Sheet sheet();
    void setMotionSheet();
    void gatherSlip(VortexField* particles, const ThreadPool& pool);
    void addOtherBodies(const ThreadPool& pool);
    void keepCirculation();
    void writeStrength();
    Six impulseNow(const Body& body) const;
    Index takeOwnSources(const Body& body);
    Six vortexForce(const Body& body, double share, const VectorSpan& velocity, const ThreadPool& pool);
    void pushBody(Body& body, const BodyPush& push, double density, const Six& force);
    void shedFrom(const Body& body, const ShedPass& pass, float least);
    void findLoose(const Body& body, float density);
    Six looseShares(const Body& body, float density) const;
    Index samplesOf(const Body& body) const { return static_cast<Index>(body.shape->samples.size()); }
    Index cellsOf(const Body& body) const {
        return dot(body.spin, body.spin) > 0 ? static_cast<Index>(body.shape->cells.size()) : 0;
    }

    int dimension_;
    float spacing_ = 0;
    double ahead_ = 0;  // s, of where the samples are
    std::vector<Known> known_;
    std::vector<Memory> memory_;  // of all of these
    std::vector<Known> knownBefore_;
    std::vector<Memory> memoryBefore_;
    std::vector<Body> bodies_;
    double passed_ = 0;  // m, by the flow since sheets were shed
    Index samples_ = 0;
    Index sources_ = 0;
    bool isFirst_ = true;  // in this step nothing has been solved yet
    SheetSolver solver_;
    VortexField field_;
    VectorArrays x_, strength_;  // of sources
    AlignedArray<float> radius_;
    VectorArrays inside_, normal_, motion_, external_, slip_, scratch_;  // of samples
    VectorArrays ownX_, ownStrength_, ownVelocity_;                      // of the sources of one body
    AlignedArray<float> area_;
    AlignedArray<float> ownRadius_;
    std::vector<ShedParticle> shed_;
};

}  // namespace undine
