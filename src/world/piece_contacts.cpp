// SPDX-License-Identifier: Zlib
#include "world/piece_contacts.h"

#include <algorithm>

namespace undine {
namespace {

// Two are enough for a cube of 1000 particles that falls on its edge and comes to lie on the floor. The
// others are for pieces between several walls and bodies.
constexpr int kRounds = 8;

/// Contacts are found up to this share of the distance that particles keep, and are then approached no faster
/// than the next step closes the gap.
constexpr float kHorizon = 0.1F;

Wrench wrenchOf(Vec3d arm, Vec3d direction) { return {direction, cross(arm, direction)}; }
double power(const Wrench& a, const Wrench& b) { return dot(a.linear, b.linear) + dot(a.angular, b.angular); }

/// The velocity per impulse of a piece, along the impulse.
double mobility(const RigidPiece& piece, const Wrench& w) { return power(w, piece.response(w)); }

}  // namespace

SurfacePoint PieceContacts::Surface::pointAt(Vec3 x) const {
    if (wall != nullptr) return wallPoint(*wall, x);
    SurfacePoint point = body->solid().closest(body->place().toBody(x));
    point.normal = body->place().axes.toWorld(point.normal);
    return point;
}

Vec3d PieceContacts::Surface::velocityAt(Vec3d x) const {
    if (body != nullptr) return body->velocityAt(x);
    const WallMotion& motion = wall->motion;
    return Vec3d(motion.velocity) + cross(Vec3d(motion.angularVelocity), x - Vec3d(motion.pivot));
}

Wrench PieceContacts::resolve(RigidPiece& piece, std::span<const PiecePoint> points,
                              const PieceSurroundings& around) {
    find(piece, points, around);
    Wrench shift;
    if (contacts_.empty()) return shift;
    for (const Surface& surface : surfaces_) pushEvenly(piece, surface);
    for (int round = 0; round < kRounds; ++round) {
        for (const Surface& surface : surfaces_) {
            for (Contact& contact : contactsOf(surface)) {
                pushOne(piece, surface, contact);
                rub(piece, surface, contact);
            }
        }
    }
    for (const Surface& surface : surfaces_) shiftEvenly(piece, surface, shift);
    for (int round = 0; round < kRounds; ++round) {
        for (const Contact& contact : contacts_) {
            const Wrench w = wrenchOf(contact.arm, contact.normal);
            const double gap = contact.gap + power(w, shift);
            if (gap < 0) shift += (-gap / mobility(piece, w)) * piece.response(w);
        }
    }
    return shift;
}

// ---- Finding

void PieceContacts::find(const RigidPiece& piece, std::span<const PiecePoint> points,
                         const PieceSurroundings& around) {
    contacts_.clear();
    surfaces_.clear();
    for (const WallShape& wall : around.walls) {
        findAt({.wall = &wall}, piece, points, around.wallDistance, around);
    }
    for (RigidBody& body : around.bodies) {
        findAt({.body = &body}, piece, points, around.bodyDistance, around);
    }
}

void PieceContacts::findAt(Surface surface, const RigidPiece& piece, std::span<const PiecePoint> points,
                           float distance, const PieceSurroundings& around) {
    const float horizon = kHorizon * distance;
    // Whatever the shape, the distance changes by no more than the way.
    const auto nearest = surface.pointAt(piece.center.rounded()).distance - static_cast<float>(piece.reach);
    if (nearest > distance + horizon) return;
    surface.first = contacts_.size();
    for (const PiecePoint& point : points) {
        const Vec3d way = piece.center + point.arm - Vec3d(point.found);
        SurfacePoint at = surface.pointAt(point.found);
        if (at.distance - static_cast<float>(length(way)) > distance + horizon) continue;
        if (around.dimension == 2) at.normal.z = 0;
        const Vec3d normal(at.normal);
        const double gap = at.distance + dot(normal, way) - distance;
        if (gap > horizon) continue;
        Contact contact{.arm = point.arm, .normal = normal, .gap = gap, .leastSpeed = 0};
        const double before = approach(piece, surface, contact);
        contact.leastSpeed = gap > 0 ? -gap / around.dt : surface.restitution() * std::max(-before, 0.0);
        contacts_.push_back(contact);
    }
    surface.end = contacts_.size();
    if (surface.end > surface.first) surfaces_.push_back(surface);
}

// ---- Velocities

/// Along the normal; below 0 they come nearer.
double PieceContacts::approach(const RigidPiece& piece, const Surface& surface,
                               const Contact& contact) const {
    const Vec3d slip = piece.velocityAt(contact.arm) - surface.velocityAt(piece.center + contact.arm);
    return dot(slip, contact.normal);
}

void PieceContacts::pushEvenly(RigidPiece& piece, const Surface& surface) {
    const std::span<Contact> contacts = contactsOf(surface);
    const double share = 1.0 / static_cast<double>(contacts.size());
    Wrench own, other;  // impulses of 1, all together, about the centres of the piece and of the body
    double missing = 0;
    for (const Contact& contact : contacts) {
        own += share * wrenchOf(contact.arm, contact.normal);
        if (surface.body != nullptr) {
            other += share * wrenchOf(piece.center + contact.arm - surface.body->position(), contact.normal);
        }
        missing += share * (contact.leastSpeed - approach(piece, surface, contact));
    }
    double each = mobility(piece, own);
    if (surface.body != nullptr) each += power(other, surface.body->response(other));
    if (!(missing > 0) || !(each > 0)) return;
    const double impulse = missing / each;
    piece.push(impulse * own);
    if (surface.body != nullptr) surface.body->push((-impulse) * other);
    for (Contact& contact : contacts) contact.impulse = share * impulse;
}

void PieceContacts::pushOne(RigidPiece& piece, const Surface& surface, Contact& contact) const {
    const Vec3d at = piece.center + contact.arm;
    const Wrench w = wrenchOf(contact.arm, contact.normal);
    const double each =
        mobility(piece, w) + (surface.body != nullptr ? surface.body->mobility(at, contact.normal) : 0);
    const double missing = contact.leastSpeed - approach(piece, surface, contact);
    const double total = std::max(contact.impulse + missing / each, 0.0);
    const double impulse = total - contact.impulse;
    contact.impulse = total;
    piece.push(impulse * w);
    if (surface.body != nullptr) surface.body->push((-impulse) * contact.normal, at);
}

// Coulomb's friction: as much as stops the slip, up to a share of what presses.
void PieceContacts::rub(RigidPiece& piece, const Surface& surface, Contact& contact) const {
    const double most = surface.friction() * contact.impulse;
    if (!(most > 0)) return;
    const Vec3d at = piece.center + contact.arm;
    const Vec3d slip = piece.velocityAt(contact.arm) - surface.velocityAt(at);
    const Vec3d along = slip - dot(slip, contact.normal) * contact.normal;
    const double speed = length(along);
    if (!(speed > 1e-12)) return;
    const Vec3d direction = (1 / speed) * along;
    const double each = mobility(piece, wrenchOf(contact.arm, direction)) +
                        (surface.body != nullptr ? surface.body->mobility(at, direction) : 0);
    Vec3d grip = contact.grip - (speed / each) * direction;
    if (length(grip) > most) grip = (most / length(grip)) * grip;
    const Vec3d impulse = grip - contact.grip;
    contact.grip = grip;
    piece.push(wrenchOf(contact.arm, impulse));
    if (surface.body != nullptr) surface.body->push(-1 * impulse, at);
}

// ---- Places

void PieceContacts::shiftEvenly(const RigidPiece& piece, const Surface& surface, Wrench& shift) {
    Wrench own;
    double depth = 0;
    double count = 0;
    for (const Contact& contact : contactsOf(surface)) {
        const Wrench w = wrenchOf(contact.arm, contact.normal);
        const double gap = contact.gap + power(w, shift);
        if (!(gap < 0)) continue;
        own += w;
        depth -= gap;
        ++count;
    }
    if (count == 0) return;
    own = (1 / count) * own;
    const double each = mobility(piece, own);
    if (each > 0) shift += (depth / count / each) * piece.response(own);
}

}  // namespace undine
