// SPDX-License-Identifier: Zlib
// The file: XML that describes the arrays, then the arrays as they lie in memory, each after its length in
// bytes. A particle is a point and a cell (a vertex): without cells, most of ParaView's filters see nothing.
#include "io/vtp.h"

#include <bit>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "io/frame_limits.h"
#include "io/read_file.h"
#include "io/rows.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "words are written as they lie in memory");

struct Array {
    std::string name;
    const char* type;
    std::vector<RowPart> parts;  // one for each component

    std::uint64_t bytes(Index count) const { return std::uint64_t{count} * parts.size() * parts[0].size; }
};

Array arrayOf(const FrameField& field) {
    switch (field.info.type) {
        case FieldType::UInt32:
            return {field.info.name, "UInt32", {rowPart<std::uint32_t>(field.data())}};
        case FieldType::UInt64:
            return {field.info.name, "UInt64", {rowPart<std::uint64_t>(field.data())}};
        default:
            break;
    }
    Array array{field.info.name, "Float32", {}};
    for (std::size_t k = 0; k < field.planeCount(); ++k) array.parts.push_back(rowPart<float>(field.data(k)));
    return array;
}

/// 0 1 2 … plus `start`: the point of each cell, or where the next cell begins.
template <std::int32_t start>
RowPart countingPart() {
    return {sizeof(std::int32_t), nullptr,
            [](const std::byte* /*unused*/, Range rows, std::byte* to, std::size_t stride) {
                for (Index i = rows.begin; i < rows.end; ++i, to += stride) {
                    const std::int32_t value = static_cast<std::int32_t>(i) + start;
                    std::memcpy(to, &value, sizeof(value));
                }
            }};
}

/// The arrays of a file in the order of its XML.
struct Arrays {
    std::vector<Array> fields;
    Array points;
    Array cells[2] = {{"connectivity", "Int32", {countingPart<0>()}},
                      {"offsets", "Int32", {countingPart<1>()}}};

    explicit Arrays(const Frame& frame) : points(arrayOf(frame.position())) {
        points.name = "Points";
        for (const FrameField* field : frame.fields()) fields.push_back(arrayOf(*field));
    }
    std::vector<const Array*> all() const {
        std::vector<const Array*> list;
        for (const Array& array : fields) list.push_back(&array);
        list.insert(list.end(), {&points, &cells[0], &cells[1]});
        return list;
    }
};

std::string headerOf(const Frame& frame, const Arrays& arrays) {
    std::uint64_t offset = 0;
    const auto element = [&](const Array& array) {
        std::string text = fmt::format(
            "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
            "offset=\"{}\"/>\n",
            array.type, array.name, array.parts.size(), offset);
        offset += sizeof(std::uint64_t) + array.bytes(frame.size());
        return text;
    };
    std::string text = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<PolyData>\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">{0:.17g}</DataArray>\n</FieldData>\n"
        "<Piece NumberOfPoints=\"{1}\" NumberOfVerts=\"{1}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"0\">\n<PointData>\n",
        frame.time(), frame.size());
    for (const Array& array : arrays.fields) text += element(array);
    text += "</PointData>\n<Points>\n" + element(arrays.points) + "</Points>\n<Verts>\n";
    for (const Array& array : arrays.cells) text += element(array);
    return text + "</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
}

// ---- frames.pvd

struct ListEntry {
    std::string line;
    std::uint64_t number;
};

/// The lines of a list for the frames before `number`. A list that is there and cannot be read is an error:
/// it would be replaced by one that has lost them.
Result<std::vector<ListEntry>> readList(const std::filesystem::path& path, std::uint64_t number) {
    std::vector<ListEntry> entries;
    std::error_code error;
    if (std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found) return entries;
    constexpr std::size_t kMostBytes = 1U << 30U;
    const Result<std::string> text =
        readFile({.path = path.string(), .kind = "list", .maxBytes = kMostBytes});
    if (!text) return Error{text.error()};
    std::istringstream stream(text.value());
    for (std::string line; std::getline(stream, line);) {
        constexpr std::string_view kKey = "file=\"";
        const std::size_t begin = line.find(kKey);
        if (begin == std::string::npos) continue;
        const std::string_view rest = std::string_view(line).substr(begin + kKey.size());
        const auto listed = numberInName(kVtpSeries, rest.substr(0, rest.find('"')));
        if (listed && *listed < number) entries.push_back({line, *listed});
    }
    return entries;
}

Result<void> updateList(const Frame& frame, const std::filesystem::path& path) {
    Result<std::vector<ListEntry>> entries = readList(path, frame.number());
    if (!entries) return Error{entries.error()};
    entries.value().push_back({fmt::format("<DataSet timestep=\"{:.17g}\" part=\"0\" file=\"{}\"/>",
                                           frame.time(), numberedName(kVtpSeries, frame.number())),
                               frame.number()});
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
        "byte_order=\"LittleEndian\">\n<Collection>\n";
    for (const ListEntry& entry : entries.value()) text += entry.line + "\n";
    file.value().write(text + "</Collection>\n</VTKFile>\n");
    return file.value().commit();
}

}  // namespace

Result<void> writeVtp(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    constexpr std::uint32_t kMost = std::numeric_limits<std::int32_t>::max();
    if (Result<void> fits = checkCount(frame, kMost, path); !fits) return fits;
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    const Arrays arrays(frame);
    file.value().write(headerOf(frame, arrays));
    for (const Array* array : arrays.all()) {
        const std::uint64_t bytes = array->bytes(frame.size());
        file.value().write(std::as_bytes(std::span(&bytes, 1)));
        writeRows(file.value(), array->parts, frame.size(), pool);
    }
    file.value().write("\n</AppendedData>\n</VTKFile>\n");
    if (Result<void> written = file.value().commit(); !written) return written;
    return updateList(frame, path.parent_path() / kVtpListName);
}

}  // namespace undine
