// SPDX-License-Identifier: Zlib
#include "io/ply_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "io/number_text.h"
#include "io/ply_header.h"
#include "io/point_columns.h"
#include "io/printable.h"

namespace undine {
namespace {

/// The values after the header, one after the other.
class PlyValues {
  public:
    PlyValues(std::string_view data, PlyFormat format) : data_(data), format_(format) {}

    /// The next value; nothing at the end of the file, or when a word of a text file is no number.
    std::optional<double> next(PlyType type) {
        return format_ == PlyFormat::Text ? nextWord() : nextBytes(type);
    }

    /// Fewest bytes a value takes: in text a digit and a blank.
    std::size_t fewestBytes(PlyType type) const { return format_ == PlyFormat::Text ? 2 : bytesOf(type); }

    /// Bytes left, with the blank that the last word need not have.
    std::size_t room() const { return data_.size() + 1; }

  private:
    std::optional<double> nextWord() {
        constexpr std::string_view kBlanks = " \t\r\n";
        data_.remove_prefix(std::min(data_.find_first_not_of(kBlanks), data_.size()));
        const std::string_view word = data_.substr(0, data_.find_first_of(kBlanks));
        data_.remove_prefix(word.size());
        return parseNumber(word);
    }

    std::optional<double> nextBytes(PlyType type) {
        switch (type) {
            case PlyType::Int8:
                return take<std::int8_t>();
            case PlyType::UInt8:
                return take<std::uint8_t>();
            case PlyType::Int16:
                return take<std::int16_t>();
            case PlyType::UInt16:
                return take<std::uint16_t>();
            case PlyType::Int32:
                return take<std::int32_t>();
            case PlyType::UInt32:
                return take<std::uint32_t>();
            case PlyType::Float32:
                return take<float>();
            case PlyType::Float64:
                return take<double>();
        }
        return std::nullopt;
    }

    template <class Value>
    std::optional<double> take() {
        if (data_.size() < sizeof(Value)) return std::nullopt;
        char bytes[sizeof(Value)];
        std::memcpy(bytes, data_.data(), sizeof(Value));
        data_.remove_prefix(sizeof(Value));
        constexpr bool kBigMachine = std::endian::native == std::endian::big;
        if ((format_ == PlyFormat::BigEndian) != kBigMachine) std::reverse(bytes, bytes + sizeof(Value));
        Value value;
        std::memcpy(&value, bytes, sizeof(Value));
        return static_cast<double>(value);
    }

    std::string_view data_;
    PlyFormat format_;
};

Error wrongAt(const PlyElement& element, std::uint64_t number, std::string_view property) {
    return {fmt::format("{} {}: {} is missing or no finite number", printableShort(element.name), number,
                        printableShort(property))};
}

/// Reads a property and returns its value; 0 for a list, whose values are passed over.
std::optional<double> readProperty(PlyValues& values, const PlyProperty& property) {
    if (!property.isList) return values.next(property.type);
    const auto length = values.next(property.countType);
    if (!length || !(*length >= 0)) return std::nullopt;
    for (double k = 0; k < *length; ++k) {
        if (!values.next(property.type)) return std::nullopt;
    }
    return 0;
}

Result<void> skipElement(PlyValues& values, const PlyElement& element) {
    if (element.properties.empty()) return {};
    for (std::uint64_t i = 0; i < element.count; ++i) {
        for (const PlyProperty& property : element.properties) {
            if (!readProperty(values, property)) return wrongAt(element, i, property.name);
        }
    }
    return {};
}

Result<PointColumns> columnsOf(const PlyElement& vertex) {
    // A list is no coordinate, whatever its name.
    std::vector<std::string_view> names;
    for (const PlyProperty& property : vertex.properties) {
        names.push_back(property.isList ? std::string_view() : property.name);
    }
    return PointColumns::create(names);
}

Result<PointCloud> readVertices(PlyValues& values, const PlyElement& vertex) {
    const auto columns = columnsOf(vertex);
    if (!columns) return Error{"element vertex: " + columns.error()};
    // Whoever wrote the header may be wrong about the file, or want us to ask for all memory.
    std::uint64_t fewest = 0;
    for (const PlyProperty& p : vertex.properties) {
        fewest += values.fewestBytes(p.isList ? p.countType : p.type);
    }
    if (vertex.count > values.room() / fewest) {
        return Error{fmt::format("the header promises {} vertices, but the file has room for {}",
                                 vertex.count, values.room() / fewest)};
    }
    PointCloud points;
    points.positions.reserve(vertex.count);
    PointRow row{};
    for (std::uint64_t i = 0; i < vertex.count; ++i) {
        for (std::size_t k = 0; k < vertex.properties.size(); ++k) {
            const auto value = readProperty(values, vertex.properties[k]);
            const int place = columns.value().placeOf(k);
            const auto number = static_cast<float>(value.value_or(NAN));
            const bool good = place == PointColumns::kIgnored ? value.has_value() : std::isfinite(number);
            if (!good) return wrongAt(vertex, i, vertex.properties[k].name);
            if (place != PointColumns::kIgnored) row[place] = number;
        }
        columns.value().append(row, points);
    }
    return points;
}

}  // namespace

Result<PointCloud> parsePly(std::string_view text) {
    const auto header = takePlyHeader(text);
    if (!header) return Error{header.error()};
    PlyValues values(text, header.value().format);
    for (const PlyElement& element : header.value().elements) {
        if (element.name == "vertex") return readVertices(values, element);
        if (const auto skipped = skipElement(values, element); !skipped) return Error{skipped.error()};
    }
    return Error{"has no element vertex"};
}

}  // namespace undine
