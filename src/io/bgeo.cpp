// SPDX-License-Identifier: Zlib
// The file, all of it big-endian:
//
//   "Bgeo" 'V'   5   points   primitives   point groups   primitive groups        (32-bit integers)
//   point attributes   vertex attributes   primitive attributes   detail attributes
//   each point attribute: length of the name (16 bits), name, size (16 bits), type, `size` default values
//   each point: x y z w, then its attributes
//   0x00 0xff
//
// Types are 0 float, 1 integer, 5 vector. We have points and point attributes only, so that the parts for all
// else are empty.
#include "io/bgeo.h"

#include <bit>
#include <limits>

#include "core/byte_stream.h"
#include "io/frame_limits.h"
#include "io/rows.h"

namespace undine {
namespace {

constexpr std::uint32_t kMost = std::numeric_limits<std::int32_t>::max();

constexpr std::uint32_t bigEndian(std::uint32_t v) { return __builtin_bswap32(v); }
constexpr std::uint32_t bigEndianLow(std::uint64_t v) { return bigEndian(static_cast<std::uint32_t>(v)); }
constexpr std::uint32_t bigEndianOne(std::uint32_t /*unused*/) {
    return bigEndian(std::bit_cast<std::uint32_t>(1.0F));
}

class BigEndianWriter {
  public:
    void byte(char v) { out_.value(v); }
    void word16(std::size_t v) { out_.value(__builtin_bswap16(static_cast<std::uint16_t>(v))); }
    void word32(std::size_t v) { out_.value(bigEndian(static_cast<std::uint32_t>(v))); }
    void bytes(std::string_view text) { out_.bytes(text.data(), text.size()); }
    std::vector<std::byte> take() { return out_.take(); }

  private:
    ByteWriter out_;
};

std::vector<std::byte> headerOf(const Frame& frame) {
    const std::vector<const FrameField*> fields = frame.fields();
    BigEndianWriter out;
    out.bytes("BgeoV");
    constexpr std::size_t kVersion = 5;
    out.word32(kVersion);
    out.word32(frame.size());
    for (int empty = 0; empty < 3; ++empty) out.word32(0);  // primitives and groups
    out.word32(fields.size());
    for (int empty = 0; empty < 3; ++empty) out.word32(0);  // other attributes
    for (const FrameField* field : fields) {
        const std::string& name = field->info.name == "velocity" ? "v" : field->info.name;
        constexpr std::size_t kFloat = 0, kInteger = 1, kVector = 5;
        const bool isScalar = field->info.type == FieldType::Scalar;
        out.word16(name.size());
        out.bytes(name);
        out.word16(field->planeCount());
        out.word32(field->info.type == FieldType::Vector ? kVector : (isScalar ? kFloat : kInteger));
        for (std::size_t k = 0; k < field->planeCount(); ++k) out.word32(0);
    }
    return out.take();
}

void addParts(std::vector<RowPart>& parts, const FrameField& field) {
    for (std::size_t k = 0; k < field.planeCount(); ++k) {
        parts.push_back(field.wordSize() == 8 ? rowPart<std::uint64_t, bigEndianLow>(field.data(k))
                                              : rowPart<std::uint32_t, bigEndian>(field.data(k)));
    }
}

}  // namespace

Result<void> writeBgeo(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    if (Result<void> fits = checkCount(frame, kMost, path); !fits) return fits;
    if (Result<void> fits = checkFits(frame, kMost, path); !fits) return fits;
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    file.value().write(headerOf(frame));
    std::vector<RowPart> parts;
    addParts(parts, frame.position());
    parts.push_back(rowPart<std::uint32_t, bigEndianOne>(frame.position().data()));  // w
    for (const FrameField* field : frame.fields()) addParts(parts, *field);
    writeRows(file.value(), parts, frame.size(), pool);
    file.value().write(std::string_view("\x00\xff", 2));
    return file.value().commit();
}

}  // namespace undine
