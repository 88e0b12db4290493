// SPDX-License-Identifier: Zlib
// Contacts of a frozen piece with walls and bodies. The step of the fluid has kept its particles out one by
// one, and so knows on which side of a surface each belongs; but a piece goes where most of its particles
// want to go, and that may be beyond.
//
// So each particle that touches, or would, is a contact: a plane at the place where the solver left the
// particle, and the place the piece wants it at. Impulses at the contacts, one after the other and in several
// rounds, take away the velocity with which the whole piece approaches; then it is shifted out, in the same
// way. Both begin with one impulse that all contacts of a surface share evenly: a face that lands flat is
// done with that, and gets no spin from the order of its particles.
#pragma once

#include <span>
#include <vector>

#include "boundary/rigid_body.h"
#include "boundary/walls.h"

namespace undine {

/// A frozen piece as one body.
struct RigidPiece {
    double mass = 0;
    double reach = 0;  ///< m, from the centre to the farthest particle
    Vec3d center;
    Vec3d velocity;
    Vec3d angularVelocity;
    Vec3d axes[3];           ///< the principal ones, in the world
    Vec3d inverseInertia{};  ///< about these; 0 about one that all particles are on

    /// I^-1 applied to a torque.
    Vec3d turnOf(Vec3d torque) const {
        return (inverseInertia.x * dot(axes[0], torque)) * axes[0] +
               (inverseInertia.y * dot(axes[1], torque)) * axes[1] +
               (inverseInertia.z * dot(axes[2], torque)) * axes[2];
    }
    Wrench response(const Wrench& impulse) const {
        return {(1 / mass) * impulse.linear, turnOf(impulse.angular)};
    }
    Vec3d velocityAt(Vec3d arm) const { return velocity + cross(angularVelocity, arm); }
    void push(const Wrench& impulse) {
        const Wrench change = response(impulse);
        velocity = velocity + change.linear;
        angularVelocity = angularVelocity + change.angular;
    }
};

/// Everything a piece can hit, and how near its particles may come.
struct PieceSurroundings {
    std::span<const WallShape> walls;
    std::span<RigidBody> bodies;
    float wallDistance = 0;
    float bodyDistance = 0;
    float dt = 0;
    int dimension = 3;
};

/// A particle of the piece: where the solver left it, and where the piece wants it.
struct PiecePoint {
    Vec3 found;
    Vec3d arm;  ///< of the wanted place, from the centre
};

class PieceContacts {
  public:
    /// Changes the velocities of the piece and of free bodies, and returns by how much the piece has to be
    /// shifted and turned about its centre.
    Wrench resolve(RigidPiece& piece, std::span<const PiecePoint> points, const PieceSurroundings& around);

    std::size_t bytes() const { return contacts_.capacity() * sizeof(Contact); }

  private:
    struct Contact {
        Vec3d arm;
        Vec3d normal;
        double gap;          // m; below 0 the wanted place is beyond
        double leastSpeed;   // m/s along the normal that it may have afterwards
        double impulse = 0;  // so far
        Vec3d grip{};        // of it, along the surface
    };
    /// A wall or a body, and its contacts.
    struct Surface {
        const WallShape* wall = nullptr;
        RigidBody* body = nullptr;
        std::size_t first = 0;
        std::size_t end = 0;

        SurfacePoint pointAt(Vec3 x) const;
        Vec3d velocityAt(Vec3d x) const;
        double friction() const { return wall != nullptr ? wall->friction : body->friction(); }
        double restitution() const { return wall != nullptr ? wall->restitution : body->restitution(); }
    };

    void find(const RigidPiece& piece, std::span<const PiecePoint> points, const PieceSurroundings& around);
    void findAt(Surface surface, const RigidPiece& piece, std::span<const PiecePoint> points, float distance,
                const PieceSurroundings& around);
    std::span<Contact> contactsOf(const Surface& surface) {
        return std::span(contacts_).subspan(surface.first, surface.end - surface.first);
    }
    double approach(const RigidPiece& piece, const Surface& surface, const Contact& contact) const;
    void pushEvenly(RigidPiece& piece, const Surface& surface);
    void pushOne(RigidPiece& piece, const Surface& surface, Contact& contact) const;
    void rub(RigidPiece& piece, const Surface& surface, Contact& contact) const;
    void shiftEvenly(const RigidPiece& piece, const Surface& surface, Wrench& shift);

    std::vector<Contact> contacts_;
    std::vector<Surface> surfaces_;
};

}  // namespace undine
