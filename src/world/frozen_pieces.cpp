// SPDX-License-Identifier: Zlib
#include "world/frozen_pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/geometry.h"
#include "core/principal_axes.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"

namespace undine {
namespace {

/// Moments of inertia below this share of the largest are rounding: all particles are on that axis.
constexpr double kNoInertia = 1e-9;

/// What a piece is all together, and how its shape fits to its particles. d is the place of a particle from
/// the centre, q its place in the shape.
struct PieceSums {
    double mass = 0;
    Vec3d center;
    Vec3d velocity;
    Vec3d restCenter;  // of the shape; particles may have left it
    Vec3d spin;        // sum m d x v
    Vec3d fit[3];      // sum m q_k d, for the three parts of q
    Matrix3 spread{};  // sum m q q^T
    double reach = 0;
};

PieceSums sumsOf(const PieceMembers& all) {
    PieceSums sums;
    Vec3d x, v, rest;
    for (const Index i : all.indices) {
        const double m = all.mass(i);
        sums.mass += m;
        x = x + m * Vec3d(all.x[i]);
        v = v + m * Vec3d(all.v[i]);
        rest = rest + m * Vec3d(all.rest[i]);
    }
    sums.center = (1 / sums.mass) * x;
    sums.velocity = (1 / sums.mass) * v;
    sums.restCenter = (1 / sums.mass) * rest;
    for (const Index i : all.indices) {
        const double m = all.mass(i);
        const Vec3d d = Vec3d(all.x[i]) - sums.center;
        const Vec3d q = Vec3d(all.rest[i]) - sums.restCenter;
        const double parts[] = {q.x, q.y, q.z};
        sums.spin = sums.spin + m * cross(d, Vec3d(all.v[i]) - sums.velocity);
        for (std::size_t k = 0; k < 3; ++k) {
            sums.fit[k] = sums.fit[k] + (m * parts[k]) * d;
            for (std::size_t l = 0; l < 3; ++l) sums.spread[k][l] += m * parts[k] * parts[l];
        }
        sums.reach = std::max(sums.reach, length(q));
    }
    return sums;
}

/// The principal axes of the shape, and one over the inertia about them.
struct ShapeInertia {
    PrincipalAxes axes;
    Vec3d inverse;

    explicit ShapeInertia(const Matrix3& spread) {
        const double all = spread[0][0] + spread[1][1] + spread[2][2];
        Matrix3 inertia{};
        for (std::size_t k = 0; k < 3; ++k) {
            for (std::size_t l = 0; l < 3; ++l) inertia[k][l] = (k == l ? all : 0) - spread[k][l];
        }
        axes = principalAxes(inertia, 1e-12 * all);
        const auto invert = [&](double moment) { return moment > kNoInertia * all ? 1 / moment : 0; };
        inverse = {invert(axes.moments.x), invert(axes.moments.y), invert(axes.moments.z)};
    }
};

/// Turns the rotation until the torque sum m (R q) x d, with which the particles pull at the shape, is gone.
Rotation fitted(Rotation rotation, const PieceSums& sums, const ShapeInertia& inertia) {
    constexpr int kMostTurns = 30;
    constexpr double kStill = 1e-14;  // radians
    RigidPiece shape;
    shape.inverseInertia = inertia.inverse;
    for (int turn = 0; turn < kMostTurns; ++turn) {
        for (std::size_t k = 0; k < 3; ++k) shape.axes[k] = rotation.apply(inertia.axes.axis(k));
        const Vec3d torque = cross(rotation.apply({1, 0, 0}), sums.fit[0]) +
                             cross(rotation.apply({0, 1, 0}), sums.fit[1]) +
                             cross(rotation.apply({0, 0, 1}), sums.fit[2]);
        const Vec3d by = shape.turnOf(torque);
        rotation = (Rotation::byVector(by) * rotation).normalized();
        if (!(length(by) > kStill)) break;
    }
    return rotation;
}

}  // namespace

Result<void> FrozenPieces::add(const Freezer& freezer, int dimension, ParticleStore& particles) {
    const std::string path = "freezers." + std::to_string(pieces_.size());
    if (pieces_.size() == kMostFreezers) return Error{path + ": more than " + std::to_string(kMostFreezers)};
    for (const Result<void>& checked :
         {checkParameters(freezer, path), checkTimes(freezer.start, freezer.end, path),
          checkCorners(freezer.min, freezer.max, dimension, path)}) {
        if (!checked) return checked;
    }
    if (pieces_.empty()) {
        pieceField_ = particles.declare({kPieceField, "", FieldType::UInt32});
        restField_ = particles.declare({"place_in_piece", "m", FieldType::Vector});
    }
    dimension_ = dimension;
    Piece piece{freezer, {}, {}};
    if (dimension == 2) {
        piece.settings.min.z = std::numeric_limits<float>::lowest();
        piece.settings.max.z = std::numeric_limits<float>::max();
    }
    pieces_.push_back(std::move(piece));
    return {};
}

std::uint32_t FrozenPieces::pieceCount() const {
    for (std::size_t count = pieces_.size(); count > 0; --count) {
        if (pieces_[count - 1].state.stage == Stage::Frozen) return static_cast<std::uint32_t>(count);
    }
    return 0;
}

PieceMembers FrozenPieces::membersOf(const Piece& piece, ParticleStore& particles,
                                     std::span<const float> masses) const {
    return {.indices = piece.members,
            .x = particles.position(),
            .v = particles.velocity(),
            .rest = particles.vector(restField_),
            .fluid = particles.fluid(),
            .masses = masses};
}

// ---- Before a step

void FrozenPieces::freezeAndMelt(ParticleStore& particles, std::span<const float> masses, double now) {
    const Index n = particles.size();
    std::uint32_t* number = particles.words32(pieceField_);
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        Piece& piece = pieces_[k];
        const Freezer& box = piece.settings;
        const auto mine = static_cast<std::uint32_t>(k + 1);
        const bool active = isActive(box.start, box.end, now);
        if (piece.state.stage == Stage::Frozen && !active) {
            std::replace(number, number + n, mine, std::uint32_t{0});
            piece.state.stage = Stage::Melted;
        }
        if (piece.state.stage != Stage::Waiting || !active) continue;
        piece.members.clear();
        const VectorSpan x = particles.position();
        for (Index i = 0; i < n; ++i) {
            if (number[i] == 0 && isInBox(x[i], box.min, box.max)) piece.members.push_back(i);
        }
        for (const Index i : piece.members) number[i] = mine;
        freeze(piece, membersOf(piece, particles, masses));
    }
}

void FrozenPieces::freeze(Piece& piece, const PieceMembers& members) {
    piece.state = {Stage::Frozen, {}};
    if (members.indices.empty()) return;
    const Vec3d center = sumsOf(members).center;
    for (const Index i : members.indices) members.rest.set(i, (Vec3d(members.x[i]) - center).rounded());
    move(piece, members, nullptr);
}

// ---- After a step

// False when nothing is frozen. A number that no frozen piece has, from a damaged state, is nobody's.
bool FrozenPieces::listMembers(ParticleStore& particles) {
    if (pieceCount() == 0) return false;
    for (Piece& piece : pieces_) piece.members.clear();
    const std::uint32_t* number = particles.words32(pieceField_);
    for (Index i = 0; i < particles.size(); ++i) {
        if (number[i] > 0 && number[i] <= pieces_.size()) pieces_[number[i] - 1].members.push_back(i);
    }
    return true;
}

void FrozenPieces::makeRigid(ParticleStore& particles, std::span<const float> masses,
                             const PieceSurroundings& around) {
    if (!listMembers(particles)) return;
    for (Piece& piece : pieces_) {
        if (piece.state.stage != Stage::Frozen || piece.members.empty()) continue;
        move(piece, membersOf(piece, particles, masses), &around);
    }
}

// Without surroundings there are no contacts.
void FrozenPieces::move(Piece& piece, const PieceMembers& members, const PieceSurroundings* around) {
    const PieceSums sums = sumsOf(members);
    const ShapeInertia inertia(sums.spread);
    Rotation rotation = fitted(piece.state.rotation, sums, inertia);
    RigidPiece body{.mass = sums.mass,
                    .reach = sums.reach,
                    .center = sums.center,
                    .velocity = sums.velocity,
                    .angularVelocity = {},
                    .axes = {},
                    .inverseInertia = inertia.inverse};
    for (std::size_t k = 0; k < 3; ++k) body.axes[k] = rotation.apply(inertia.axes.axis(k));
    body.angularVelocity = body.turnOf(sums.spin);
    const auto arm = [&](Index i) { return rotation.apply(Vec3d(members.rest[i]) - sums.restCenter); };
    if (around != nullptr) {
        points_.clear();
        for (const Index i : members.indices) points_.push_back({members.x[i], arm(i)});
        const Wrench shift = contacts_.resolve(body, points_, *around);
        body.center = body.center + shift.linear;
        rotation = (Rotation::byVector(shift.angular) * rotation).normalized();
    }
    piece.state.rotation = rotation;
    for (const Index i : members.indices) {
        const Vec3d from = arm(i);
        Vec3 x = (body.center + from).rounded();
        Vec3 v = body.velocityAt(from).rounded();
        if (dimension_ == 2) x.z = v.z = 0;
        members.x.set(i, x);
        members.v.set(i, v);
    }
}

// ---- The state

void FrozenPieces::save(ByteWriter& out) const {
    out.value(static_cast<std::uint64_t>(pieces_.size()));
    for (const Piece& piece : pieces_) {
        out.value(static_cast<std::uint8_t>(piece.state.stage));
        out.value(piece.state.rotation);
    }
}

Result<void> FrozenPieces::restore(ByteReader& in) {
    const auto count = in.value<std::uint64_t>();
    if (!in.ok() || count != pieces_.size()) {
        return Error{"freezers: the state has " + std::to_string(count) + ", the world " +
                     std::to_string(pieces_.size())};
    }
    std::vector<State> states(pieces_.size());
    for (State& state : states) {
        const auto stage = in.value<std::uint8_t>();
        state.rotation = in.value<Rotation>();
        if (!in.ok()) return Error{"freezers: cut short"};
        const Quaternion q = state.rotation.rounded();
        const float size = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        const bool isFlat = dimension_ == 3 || (q.x == 0 && q.y == 0);
        if (stage > static_cast<std::uint8_t>(Stage::Melted) || !(size > 0.5F && size < 2) || !isFlat) {
            return Error{"freezers: a piece in a state that no piece can have"};
        }
        state.stage = static_cast<Stage>(stage);
    }
    for (std::size_t k = 0; k < pieces_.size(); ++k) pieces_[k].state = states[k];
    return {};
}

std::size_t FrozenPieces::bytes() const {
    std::size_t total = contacts_.bytes() + points_.capacity() * sizeof(PiecePoint);
    for (const Piece& piece : pieces_) total += piece.members.capacity() * sizeof(Index);
    return total;
}

}  // namespace undine
