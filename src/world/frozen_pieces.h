// SPDX-License-Identifier: Zlib
// Freezers: boxes whose fluid becomes one rigid piece for a time.
//
// A solver knows nothing of it. To it the particles of a piece are fluid, with a pressure and a viscosity, so
// that a piece pushes the fluid around it and is pushed. After each step they get one rigid motion:
//
//   velocities   V = P / M and w = I^-1 L, from the momentum and the angular momentum they have together,
//                which thus stay what they are;
//   places       the shape they had when they froze, where it fits best to where they are now: shape matching
//                [MHTG05]. The rotation is that of the step before, turned until it fits [MBCM16]. In the
//                place of that paper's denominator stands the inertia of the shape, which makes it a Newton
//                step: two or three are enough;
//   contacts     of the piece as a whole with walls and bodies, world/piece_contacts.h.
//
//   [MHTG05] Mueller, Heidelberger, Teschner, Gross: Meshless Deformations Based on Shape Matching, 2005
//   [MBCM16] Mueller, Bender, Chentanez, Macklin: A Robust Method to Extract the Rotational Part of
//            Deformations, 2016
//
// Explicit viscosity and XSPH do not keep angular momentum, and would brake a piece that spins. So methods
// take back what the particles of a piece do to each other with them; implicit viscosity keeps it anyway.
//
// A particle remembers its piece and its place in the shape as fields of its own, so that they travel, are
// saved, and are gone with it. Sums are taken in the order of the particles, in double.
#pragma once

#include <optional>
#include <vector>

#include "core/byte_stream.h"
#include "core/particles.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "world/piece_contacts.h"

namespace undine {

/// The field that holds 1 + the number of the freezer a particle is frozen by, or 0.
inline constexpr const char* kPieceField = "piece";

/// The particles of a piece.
struct PieceMembers {
    std::span<const Index> indices;
    VectorSpan x, v;
    VectorSpan rest;  ///< the place in the shape
    const std::uint32_t* fluid = nullptr;
    std::span<const float> masses;  ///< by fluid

    double mass(Index i) const { return masses[fluid[i]]; }
};

class FrozenPieces {
  public:
    Result<void> add(const Freezer& freezer, int dimension, ParticleStore& particles);

    bool empty() const { return pieces_.empty(); }

    /// The field kPieceField, and the largest number in it; 0 while nothing is frozen.
    ParticleStore::FieldIndex pieceField() const { return pieceField_; }
    std::uint32_t pieceCount() const;

    /// Before a step that begins at `now`: freezes and melts what is due. `masses` are those of a particle of
    /// each fluid.
    void freezeAndMelt(ParticleStore& particles, std::span<const float> masses, double now);

    /// After a step: the particles of each piece move as one.
    void makeRigid(ParticleStore& particles, std::span<const float> masses, const PieceSurroundings& around);

    void save(ByteWriter& out) const;
    Result<void> restore(ByteReader& in);
    std::size_t bytes() const;

  private:
    static constexpr std::size_t kMostFreezers = 1000;

    enum class Stage : std::uint8_t { Waiting, Frozen, Melted };
    struct State {
        Stage stage = Stage::Waiting;
        Rotation rotation;  // of the shape, since it froze
    };
    struct Piece {
        Freezer settings;
        State state;
        std::vector<Index> members;
    };

    PieceMembers membersOf(const Piece& piece, ParticleStore& particles, std::span<const float> masses) const;
    void freeze(Piece& piece, const PieceMembers& members);
    bool listMembers(ParticleStore& particles);
    void move(Piece& piece, const PieceMembers& members, const PieceSurroundings* around);

    int dimension_ = 3;
    std::vector<Piece> pieces_;
    ParticleStore::FieldIndex pieceField_ = 0;
    ParticleStore::FieldIndex restField_ = 0;
    std::vector<PiecePoint> points_;
    PieceContacts contacts_;
};

}  // namespace undine
