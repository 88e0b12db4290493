// SPDX-License-Identifier: Zlib
#include "io/ply_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "io/printable.h"

namespace undine {
namespace {

struct TypeName {
    std::string_view name;
    PlyType type;
};
// Each type has an old and a new name.
constexpr std::array<TypeName, 16> kTypes = {{{"char", PlyType::Int8},
                                              {"int8", PlyType::Int8},
                                              {"uchar", PlyType::UInt8},
                                              {"uint8", PlyType::UInt8},
                                              {"short", PlyType::Int16},
                                              {"int16", PlyType::Int16},
                                              {"ushort", PlyType::UInt16},
                                              {"uint16", PlyType::UInt16},
                                              {"int", PlyType::Int32},
                                              {"int32", PlyType::Int32},
                                              {"uint", PlyType::UInt32},
                                              {"uint32", PlyType::UInt32},
                                              {"float", PlyType::Float32},
                                              {"float32", PlyType::Float32},
                                              {"double", PlyType::Float64},
                                              {"float64", PlyType::Float64}}};

using Words = std::vector<std::string_view>;

std::optional<PlyType> findType(std::string_view name) {
    const auto entry = std::ranges::find(kTypes, name, &TypeName::name);
    if (entry == kTypes.end()) return std::nullopt;
    return entry->type;
}

Words wordsOf(std::string_view line) {
    constexpr std::string_view kBlanks = " \t\r";
    Words words;
    while (true) {
        const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
        line.remove_prefix(begin);
        if (line.empty()) return words;
        const std::size_t length = std::min(line.find_first_of(kBlanks), line.size());
        words.push_back(line.substr(0, length));
        line.remove_prefix(length);
    }
}

Result<void> readFormat(const Words& words, PlyHeader& header) {
    constexpr std::array<std::string_view, 3> kFormats = {"ascii", "binary_little_endian",
                                                          "binary_big_endian"};
    const auto format = words.size() < 2 ? kFormats.end() : std::ranges::find(kFormats, words[1]);
    if (format == kFormats.end()) {
        return Error{fmt::format("format must be one of {}", fmt::join(kFormats, ", "))};
    }
    header.format = static_cast<PlyFormat>(format - kFormats.begin());
    return {};
}

Result<void> readElement(const Words& words, PlyHeader& header) {
    PlyElement element;
    if (words.size() != 3) return Error{"an element needs a name and a count"};
    element.name = words[1];
    const char* end = words[2].data() + words[2].size();
    const auto parsed = std::from_chars(words[2].data(), end, element.count);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
        return Error{
            fmt::format("\"{}\": the count of an element must be a whole number", printableShort(words[2]))};
    }
    header.elements.push_back(element);
    return {};
}

Result<void> readProperty(const Words& words, PlyHeader& header) {
    if (header.elements.empty()) return Error{"a property before the first element"};
    PlyProperty property;
    property.isList = words.size() > 1 && words[1] == "list";
    if (words.size() != (property.isList ? 5U : 3U)) {
        return Error{"a property needs a type and a name, a list two types and a name"};
    }
    const std::size_t typeAt = words.size() - 2;
    const auto type = findType(words[typeAt]);
    const auto countType = property.isList ? findType(words[2]) : PlyType::UInt8;
    if (!type || !countType) {
        return Error{fmt::format("\"{}\" is no type of PLY", printableShort(words[type ? 2 : typeAt]))};
    }
    if (*countType == PlyType::Float32 || *countType == PlyType::Float64) {
        return Error{"the length of a list must be of a whole type"};
    }
    property.name = words.back();
    property.type = *type;
    property.countType = *countType;
    header.elements.back().properties.push_back(property);
    return {};
}

Result<void> readLine(const Words& words, PlyHeader& header, bool& hasFormat) {
    const std::string_view key = words[0];
    if (key == "comment") header.comments.emplace_back(words.begin() + 1, words.end());
    if (key == "comment" || key == "obj_info") return {};
    if (key == "element") return readElement(words, header);
    if (key == "property") return readProperty(words, header);
    if (key != "format") return Error{fmt::format("\"{}\" is no word of a PLY header", printableShort(key))};
    hasFormat = true;
    return readFormat(words, header);
}

}  // namespace

std::size_t bytesOf(PlyType type) {
    constexpr std::array<std::size_t, 8> kBytes = {1, 1, 2, 2, 4, 4, 4, 8};
    return kBytes[static_cast<std::size_t>(type)];
}

Result<PlyHeader> takePlyHeader(std::string_view& text) {
    PlyHeader header;
    bool hasFormat = false;
    for (std::size_t line = 1;; ++line) {
        const std::size_t length = text.find('\n');
        if (length == std::string_view::npos) {
            return Error{line == 1 ? "is no PLY file" : "the header has no end_header"};
        }
        const Words words = wordsOf(text.substr(0, length));
        text.remove_prefix(length + 1);
        if (line == 1) {
            if (words != Words{"ply"}) return Error{"is no PLY file: the first line must be \"ply\""};
            continue;
        }
        if (words.empty()) continue;
        if (words[0] == "end_header") break;
        const auto read = readLine(words, header, hasFormat);
        if (!read) return Error{fmt::format("line {}: {}", line, read.error())};
    }
    if (!hasFormat) return Error{"the header names no format"};
    return header;
}

}  // namespace undine
