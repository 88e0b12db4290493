// SPDX-License-Identifier: Zlib
// One rigid body: its shape, its inertia and its motion. Everything of which there is one per body is in
// double; what the fluid's particles do to it is summed in a fixed order.
#pragma once

#include "boundary/solid.h"
#include "core/rotation.h"
#include "undine/rigid.h"

namespace undine {

/// A force with its torque about the centre of mass, or an impulse, or a displacement.
struct Wrench {
    Vec3d linear;
    Vec3d angular;

    Wrench& operator+=(const Wrench& other) {
        linear = linear + other.linear;
        angular = angular + other.angular;
        return *this;
    }
};
inline Wrench operator*(double s, const Wrench& w) { return {s * w.linear, s * w.angular}; }

/// A rotation as a matrix, in the precision of particles: its rows are the body's axes in the world.
struct BodyAxes {
    Vec3 x, y, z;

    Vec3 toWorld(Vec3 own) const { return own.x * x + own.y * y + own.z * z; }
    Vec3 toBody(Vec3 a) const { return {dot(x, a), dot(y, a), dot(z, a)}; }
};

/// Where a body is.
struct BodyPlace {
    Vec3 position;
    BodyAxes axes;

    Vec3 toWorld(Vec3 own) const { return position + axes.toWorld(own); }
    Vec3 toBody(Vec3 a) const { return axes.toBody(a - position); }
};

class RigidBody {
  public:
    RigidBody(RigidId id, const RigidBodySettings& settings, Solid solid);

    RigidId id() const { return id_; }
    const Solid& solid() const { return solid_; }
    float friction() const { return friction_; }
    float restitution() const { return restitution_; }
    float temperature() const { return temperature_; }
    bool isFree() const { return inverseMass_ > 0; }
    double mass() const { return isFree() ? 1 / inverseMass_ : 0; }

    void setMotion(const RigidMotion& motion);
    RigidMotion motion() const;
    bool isResting() const;

    const BodyPlace& place() const { return place_; }
    Vec3d position() const { return position_; }
    double reach() const { return reach_; }  ///< from the centre of mass to the farthest corner
    Vec3d velocityAt(Vec3d x) const { return velocity_ + cross(angularVelocity_, x - position_); }
    /// No point of it is faster. m/s
    double maxSpeed() const;

    /// M^-1 applied to a wrench: the change of motion an impulse makes.
    Wrench response(const Wrench& impulse) const;
    /// An impulse along `direction` at x, and the velocity it makes there along itself per unit: 1/M + (r x
    /// n) I^-1 (r x n).
    double mobility(Vec3d x, Vec3d direction) const;

    /// Changes the velocities by an impulse at a point, or by one with its torque.
    void push(Vec3d impulse, Vec3d at) { push(Wrench{impulse, cross(at - position_, impulse)}); }
    void push(const Wrench& impulse);

    /// A force that acts until the next move.
    void addForce(Vec3d force, Vec3d at) { force_ += Wrench{force, cross(at - position_, force)}; }
    /// How heavy the fluid is that such forces come from, kg: see move().
    void addContactMass(double mass) { contactMass_ += mass; }
    /// By how much steps have to be shorter than the fluid alone needs: more than instalments can do, see
    /// move().
    double stepDivisor() const;

    /// v += dt a, then x += dt v. A body that is much lighter than the fluid it touches would answer the
    /// stiff forces of that fluid with ever larger swings. It gets its push in instalments, as a body with
    /// some of the fluid's mass would feel it; what is owed is paid in the steps that follow.
    void move(double dt);

    /// Moves it by a displacement, without time passing.
    void shift(const Wrench& displacement);

    template <class Stream>
    void visitState(Stream&& field) {
        for (Vec3d* part : {&position_, &velocity_, &angularVelocity_, &acceleration_, &spin_, &debt_.linear,
                            &debt_.angular, &force_.linear, &force_.angular}) {
            field(part->x), field(part->y), field(part->z);
        }
        field(rotation_);
        settle();
    }

  private:
    void settle();             // after position or rotation have changed
    double lightness() const;  // above 1 it is too light to answer at once

    RigidId id_;
    Solid solid_;
    float friction_;
    float restitution_;
    float temperature_;
    double reach_;
    double inverseMass_ = 0;
    Vec3d inverseInertia_;  // about its own axes
    Vec3d answer_[3];       // the same in the world's axes, as the rows of a matrix
    BodyPlace place_{};     // position and rotation, in the precision of particles

    Vec3d position_;
    Rotation rotation_;
    Vec3d velocity_;
    Vec3d angularVelocity_;
    Vec3d acceleration_;  // by what is not fluid
    Vec3d spin_;          // and angular acceleration
    Wrench debt_;         // impulse that is still to come
    Wrench force_;
    double contactMass_ = 0;
};

}  // namespace undine
