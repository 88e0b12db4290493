// SPDX-License-Identifier: Zlib
#include "io/ply_values.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "io/number_text.h"
#include "io/printable.h"

namespace undine {

std::optional<double> PlyValues::next(const PlyProperty& property, std::vector<double>& list) {
    if (!property.isList) return nextValue(property.type);
    list.clear();
    const auto length = nextValue(property.countType);
    if (!length || !(*length >= 0)) return std::nullopt;
    for (double k = 0; k < *length; ++k) {
        const auto value = nextValue(property.type);
        if (!value) return std::nullopt;
        list.push_back(*value);
    }
    return length;
}

std::uint64_t PlyValues::roomFor(const PlyElement& element) const {
    const bool isText = format_ == PlyFormat::Text;
    std::uint64_t fewest = 0;
    for (const PlyProperty& p : element.properties) {
        fewest += isText ? 2 : bytesOf(p.isList ? p.countType : p.type);  // in text a digit and a blank
    }
    // The last word needs no blank.
    return (data_.size() + (isText ? 1 : 0)) / std::max<std::uint64_t>(fewest, 1);
}

std::optional<double> PlyValues::nextWord() {
    constexpr std::string_view kBlanks = " \t\r\n";
    data_.remove_prefix(std::min(data_.find_first_not_of(kBlanks), data_.size()));
    const std::string_view word = data_.substr(0, data_.find_first_of(kBlanks));
    data_.remove_prefix(word.size());
    return parseNumber(word);
}

template <class Value>
std::optional<double> PlyValues::take() {
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

std::optional<double> PlyValues::nextValue(PlyType type) {
    if (format_ == PlyFormat::Text) return nextWord();
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

Error plyErrorAt(const PlyElement& element, std::uint64_t number, std::string_view property) {
    return {fmt::format("{} {}: {} is missing or no finite number", printableShort(element.name), number,
                        printableShort(property))};
}

Result<void> skipElement(PlyValues& values, const PlyElement& element) {
    std::vector<double> list;
    if (element.properties.empty()) return {};
    for (std::uint64_t i = 0; i < element.count; ++i) {
        for (const PlyProperty& property : element.properties) {
            if (!values.next(property, list)) return plyErrorAt(element, i, property.name);
        }
    }
    return {};
}

}  // namespace undine
