// SPDX-License-Identifier: Zlib
// What the fuzzers feed with bytes. They are functions of their own so that inputs that once broke something
// are also replayed by a normal test, with any compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace undine::test {

/// A scene file. When the first byte is '=', the first line after it, as in "fluids.0.viscosity=3", is an
/// override for the scene that follows; else all bytes are the scene.
void readAnyScene(std::span<const std::uint8_t> input);

/// How readAnyCheckpoint takes its input: the first byte, modulo their number.
enum class CheckpointInput : std::uint8_t {
    File,        ///< The bytes of a file as they are.
    SealedFile,  ///< The bytes of a file, made to have the right length and checksum.
    State,       ///< The state inside of a file that is all right.
    Count,
};

/// A checkpoint file, and then its state put into two small worlds, which take a step. Aborts when a refused
/// state changed the world, or when a file does not come back as it was written.
void readAnyCheckpoint(std::span<const std::uint8_t> input);

/// Inputs for the above that are valid, to begin with: one for each CheckpointInput.
std::vector<std::vector<std::uint8_t>> validCheckpointInputs();

}  // namespace undine::test
