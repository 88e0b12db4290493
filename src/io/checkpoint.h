// SPDX-License-Identifier: Zlib
// Checkpoints: one file from which a run goes on. It holds the state of a world (World::saveState) and what
// the run has to know about itself.
//
//     bytes   content
//     8       magic
//     8       length of the whole file
//     4       format
//     4 + n   version of the program that wrote it
//     8, 8    bytes of state, bytes of run information, before compression
//     ...     both, one after the other, as one zstd frame
//     8       XXH3 checksum of everything before it
//
// Magic, length and checksum are at the same places in every format. So a file that was damaged or cut off is
// told from one that another program wrote, and no byte of it can change without being noticed. Numbers are
// little-endian, as on all machines Undine runs on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "undine/result.h"

namespace undine {

inline constexpr std::uint32_t kCheckpointFormat = 2;

struct Checkpoint {
    std::string sceneName;
    std::uint64_t sceneFingerprint = 0;  ///< The caller's hash of the scene; compare it before going on.
    std::uint32_t frame = 0;             ///< The last frame that was written.
    std::string simdTarget;              ///< Other instruction sets round differently: compare it too.
    std::string notes;                   ///< The caller's own text, such as statistics as JSON.
    std::vector<std::string> told{};     ///< Settings given beside the scene: "output.seconds=3".
    std::vector<std::byte> state;        ///< World::saveState().
    std::string programVersion;          ///< Set when read; a writer's own is written.
};

/// "checkpoint_0020.undine": at least four digits.
std::string checkpointFileName(std::uint32_t frame);
bool isCheckpointFileName(const std::string& name);

/// Writes the file whole or not at all, and returns when it is on the disk. Names the file in its errors.
Result<void> writeCheckpoint(const Checkpoint& checkpoint, const std::filesystem::path& path);

/// Errors say which file and what is wrong: "is not a checkpoint", "is cut short", "is damaged (checksum
/// differs)", "written by format 3, this program reads format 2".
Result<Checkpoint> readCheckpoint(const std::filesystem::path& path);

/// The checkpoints in a folder, the one with the largest frame first. Empty when there is no such folder; a
/// folder that is there and cannot be read is an error.
Result<std::vector<std::filesystem::path>> findCheckpoints(const std::filesystem::path& folder);

struct LoadedCheckpoint {
    Checkpoint checkpoint;
    std::filesystem::path path;
    std::vector<std::string> warnings;  ///< One for each newer file that could not be used, with its reason.
};

/// Reads the newest checkpoint of a folder that can be read. An error when there is none: it lists the
/// reasons, one per line.
Result<LoadedCheckpoint> loadNewest(const std::filesystem::path& folder);

/// Removes all but the newest `count` checkpoints of a folder: for after a successful write.
Result<void> keepOnly(const std::filesystem::path& folder, std::size_t count);

/// The bytes of a file, and back. Errors do not name a file.
Result<std::vector<std::byte>> encodeCheckpoint(const Checkpoint& checkpoint);
Result<Checkpoint> decodeCheckpoint(std::span<const std::byte> file);

/// Writes length and checksum into the bytes of a file of at least kSealBytes bytes, where they belong.
inline constexpr std::size_t kSealBytes = 24;
void sealCheckpoint(std::span<std::byte> file);

}  // namespace undine
