// SPDX-License-Identifier: Zlib
// One step of Bullet, of length dt, and the fluid in between. For a free body:
//
//   the fluid's world  flies it from where Bullet has it, with gravity and the push of the fluid, to x, v. It
//                      also reckons with the support that contacts and joints gave it lately, or a body at
//                      rest on the ground would fall a little in each step and shake the water;
//   then Bullet        gets the velocity without that support, takes its own step, and finds out what
//                      contacts and joints really do;
//   at last            the body's velocity is Bullet's, and its place is the fluid's, moved by what Bullet
//                      did otherwise than expected. Where nothing holds it, that is nothing: the fluid never
//                      sees a body jump.
//
// BulletCoupling does this with the Bullet world of a program, and the engine of scenes with one of its own.
#pragma once

#include <span>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "core/byte_stream.h"
#include "undine/world.h"

namespace undine {

/// A linear and an angular part: velocities, or accelerations.
struct Twist {
    btVector3 linear{0, 0, 0};
    btVector3 angular{0, 0, 0};
};

/// A body of the Bullet world that the fluid sees.
struct Partner {
    btCollisionObject* object = nullptr;
    const btCollisionShape* shape = nullptr;
    btScalar inverseMass = 0;
    RigidId id = 0;
    bool seen = true;     // in the last look
    btTransform pose;     // at the end of the last step
    Twist support;        // accelerations by contacts and joints in the last step
    Twist supportBefore;  // and in the one before
    btVector3 force{0, 0, 0};

    // Within a step.
    btVector3 gravity{0, 0, 0};
    Twist expected;  // support that the fluid reckoned with
    Twist free;      // velocities without it
    int flags = 0;   // of the body

    btRigidBody* body() const { return btRigidBody::upcast(object); }
    bool isFree() const { return inverseMass > 0; }
};

/// In two dimensions what leaves the plane is left out.
RigidMotion flatIfNeeded(RigidMotion motion, const World& world);

class BulletPartners {
  public:
    BulletPartners(btDiscreteDynamicsWorld& rigid, float step) : rigid_(rigid), step_(step) {}

    std::vector<Partner>& all() { return partners_; }
    const std::vector<Partner>& all() const { return partners_; }
    void add(const Partner& partner) { partners_.push_back(partner); }

    /// Before the fluid's part of a step.
    void begin(World& world);
    /// After it: Bullet's part.
    void end(World& world);
    /// Shows the fluid's world where Bullet has the free ones now.
    void show(World& world) const;

    /// All that the next step, or the rest of this one, depends on.
    void save(ByteWriter& out) const;
    /// Takes it over, with nothing behind it, or changes nothing and says why.
    Result<void> restore(ByteReader& in);

  private:
    void prepare(Partner& partner, World& world) const;
    void handOver(Partner& partner, const World& world) const;
    void takeBack(Partner& partner, const World& world) const;

    btDiscreteDynamicsWorld& rigid_;
    float step_;
    std::vector<Partner> partners_;
};

}  // namespace undine
