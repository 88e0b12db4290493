// SPDX-License-Identifier: Zlib
// Between Bullet's vectors and ours.
#pragma once

#include <LinearMath/btTransform.h>

#include "undine/types.h"

namespace undine {

inline Vec3 toVec3(const btVector3& a) { return {a.x(), a.y(), a.z()}; }
inline btVector3 toBullet(Vec3 a) { return {a.x, a.y, a.z}; }
inline Quaternion toQuaternion(const btQuaternion& q) { return {q.x(), q.y(), q.z(), q.w()}; }
inline btQuaternion toBullet(Quaternion q) { return {q.x, q.y, q.z, q.w}; }

/// The vector whose direction and length are axis and angle of the rotation from one to the other.
inline btVector3 turnBetween(const btQuaternion& from, const btQuaternion& to) {
    btQuaternion q = to * from.inverse();
    if (q.w() < 0) q = -q;
    const btVector3 v(q.x(), q.y(), q.z());
    const btScalar sine = v.length();
    if (sine < btScalar(1e-9)) return btScalar(2) * v;
    return (btScalar(2) * btAtan2(sine, q.w()) / sine) * v;
}

inline btQuaternion turnedBy(const btVector3& turn, const btQuaternion& q) {
    const btScalar angle = turn.length();
    if (angle < btScalar(1e-9)) return q;
    return (btQuaternion(turn / angle, angle) * q).normalized();
}

}  // namespace undine
