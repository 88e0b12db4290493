// SPDX-License-Identifier: Zlib
// The bytes of a checkpoint. What is read here may come from anywhere: a size is believed only when the
// bytes for it are there, and a size after decompression only when it is plausible.
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

#include "core/byte_stream.h"
#include "core/memory.h"
#include "io/checkpoint.h"

namespace undine {
namespace {

constexpr std::string_view kMagic = "\x89UNDINE\n";
constexpr std::size_t kLengthAt = kMagic.size();
constexpr std::size_t kChecksumBytes = sizeof(std::uint64_t);
static_assert(kSealBytes == kMagic.size() + sizeof(std::uint64_t) + kChecksumBytes);

// A dam break of 500,000 particles, 22 MB: level 1 takes 0.2 s and leaves a third. Level 3 takes twice as
// long for 2 % less, as the lower bits of floats are noise.
constexpr int kLevel = 1;

// The same dam shrinks to a fortieth while it is still a lattice at rest; more than that is hardly possible,
// as every particle has another id.
constexpr std::uint64_t kMostRatio = 1000;
constexpr std::uint64_t kAlwaysAllowed = 1U << 20U;

std::uint64_t checksumOf(std::span<const std::byte> file) {
    return XXH3_64bits(file.data(), file.size() - kChecksumBytes);
}

std::uint64_t wordAt(std::span<const std::byte> file, std::size_t position) {
    return ByteReader(file.subspan(position)).value<std::uint64_t>();
}

std::vector<std::byte> runInformation(const Checkpoint& checkpoint) {
    ByteWriter out;
    out.text(checkpoint.sceneName);
    out.value(checkpoint.sceneFingerprint);
    out.value(checkpoint.frame);
    out.text(checkpoint.simdTarget);
    out.text(checkpoint.notes);
    out.value(static_cast<std::uint32_t>(checkpoint.told.size()));
    for (const std::string& setting : checkpoint.told) out.text(setting);
    return out.take();
}

Result<Checkpoint> readRunInformation(std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    Checkpoint checkpoint;
    checkpoint.sceneName = in.text();
    checkpoint.sceneFingerprint = in.value<std::uint64_t>();
    checkpoint.frame = in.value<std::uint32_t>();
    checkpoint.simdTarget = in.text();
    checkpoint.notes = in.text();
    for (auto left = in.value<std::uint32_t>(); left > 0 && in.ok(); --left) {
        checkpoint.told.push_back(in.text());
    }
    if (!in.atEnd()) return Error{"is damaged (run information)"};
    return checkpoint;
}

/// Compresses the pieces into one frame at the end of `out`.
Result<void> compressInto(std::vector<std::byte>& out, std::span<const std::span<const std::byte>> pieces) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    if (!context) return Error{"no memory to compress with"};
    std::size_t total = 0;
    for (const auto piece : pieces) total += piece.size();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setPledgedSrcSize(context.get(), total);

    const std::size_t start = out.size();
    out.resize(start + ZSTD_compressBound(total));
    ZSTD_outBuffer to{out.data() + start, out.size() - start, 0};
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        ZSTD_inBuffer from{pieces[k].data(), pieces[k].size(), 0};
        const auto mode = k + 1 < pieces.size() ? ZSTD_e_continue : ZSTD_e_end;
        std::size_t left = 0;
        do {
            left = ZSTD_compressStream2(context.get(), &to, &from, mode);
            if (ZSTD_isError(left) != 0)
                return Error{std::string("cannot compress: ") + ZSTD_getErrorName(left)};
        } while (from.pos < from.size || (mode == ZSTD_e_end && left > 0));
    }
    out.resize(start + to.pos);
    return {};
}

/// A file that claims to be much larger inside than out is an attack or an accident, never a checkpoint.
Result<std::vector<std::byte>> decompress(std::span<const std::byte> frame, std::uint64_t size) {
    const std::uint64_t most = std::min(kAlwaysAllowed + kMostRatio * frame.size(), availableMemory());
    if (size > most) {
        return Error{"claims to hold " + std::to_string(size) + " bytes, more than can be true"};
    }
    std::vector<std::byte> bytes(size);
    const std::size_t written = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(written) != 0) {
        return Error{std::string("is damaged (compression: ") + ZSTD_getErrorName(written) + ")"};
    }
    if (written != size) return Error{"is damaged (not of the size it claims)"};
    return bytes;
}

/// Whether the file is whole and one of ours, whatever its format.
Result<void> checkSeal(std::span<const std::byte> file) {
    const std::size_t shown = std::min(file.size(), kMagic.size());
    if (shown > 0 && std::memcmp(file.data(), kMagic.data(), shown) != 0) return Error{"is not a checkpoint"};
    if (file.size() < kSealBytes || file.size() < wordAt(file, kLengthAt)) return Error{"is cut short"};
    if (file.size() > wordAt(file, kLengthAt)) return Error{"is damaged (longer than it was written)"};
    if (wordAt(file, file.size() - kChecksumBytes) != checksumOf(file)) {
        return Error{"is damaged (checksum differs)"};
    }
    return {};
}

}  // namespace

void sealCheckpoint(std::span<std::byte> file) {
    const std::uint64_t length = file.size();
    std::memcpy(file.data() + kLengthAt, &length, sizeof(length));
    const std::uint64_t checksum = checksumOf(file);
    std::memcpy(file.data() + file.size() - kChecksumBytes, &checksum, sizeof(checksum));
}

Result<std::vector<std::byte>> encodeCheckpoint(const Checkpoint& checkpoint) {
    const std::vector<std::byte> information = runInformation(checkpoint);
    ByteWriter header;
    header.bytes(kMagic.data(), kMagic.size());
    header.value(std::uint64_t{0});  // the length comes with the seal
    header.value(kCheckpointFormat);
    header.text(UNDINE_VERSION);
    header.value(static_cast<std::uint64_t>(checkpoint.state.size()));
    header.value(static_cast<std::uint64_t>(information.size()));

    std::vector<std::byte> file = header.take();
    const std::span<const std::byte> pieces[] = {checkpoint.state, information};
    if (const auto done = compressInto(file, pieces); !done) return Error{done.error()};
    file.resize(file.size() + kChecksumBytes);
    sealCheckpoint(file);
    return file;
}

Result<Checkpoint> decodeCheckpoint(std::span<const std::byte> file) {
    if (const auto sealed = checkSeal(file); !sealed) return Error{sealed.error()};
    ByteReader in(file.subspan(kMagic.size(), file.size() - kMagic.size() - kChecksumBytes));
    in.value<std::uint64_t>();
    const auto format = in.value<std::uint32_t>();
    const std::string version = in.text();
    if (!in.ok()) return Error{"is damaged (header)"};
    if (format != kCheckpointFormat) {
        return Error{"written by format " + std::to_string(format) + ", this program reads format " +
                     std::to_string(kCheckpointFormat)};
    }
    const auto stateSize = in.value<std::uint64_t>();
    const auto informationSize = in.value<std::uint64_t>();
    if (!in.ok() || stateSize + informationSize < stateSize) return Error{"is damaged (header)"};

    const std::size_t frameSize = in.left();
    auto body = decompress({in.take(frameSize), frameSize}, stateSize + informationSize);
    if (!body) return Error{body.error()};
    auto checkpoint = readRunInformation(std::span(body.value()).subspan(stateSize));
    if (!checkpoint) return checkpoint;
    body.value().resize(stateSize);  // keeps the state where it is
    checkpoint.value().state = std::move(body).value();
    checkpoint.value().programVersion = version;
    return checkpoint;
}

}  // namespace undine
