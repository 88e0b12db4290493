// SPDX-License-Identifier: Zlib
#include "render/column_reader.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "io/ply_values.h"

namespace undine {
namespace {

Result<std::vector<NumberColumn>> readVertices(PlyValues& values, const PlyElement& vertex) {
    const std::uint64_t room = values.roomFor(vertex);
    if (vertex.count > room) {
        return Error{
            fmt::format("the header promises {} vertices, but the file has room for {}", vertex.count, room)};
    }
    std::vector<NumberColumn> columns;
    for (const PlyProperty& property : vertex.properties) {
        columns.push_back({std::string(property.name), {}});
        if (!property.isList) columns.back().values.reserve(vertex.count);
    }
    std::vector<double> list;
    for (std::uint64_t i = 0; i < vertex.count; ++i) {
        for (std::size_t k = 0; k < vertex.properties.size(); ++k) {
            const auto value = values.next(vertex.properties[k], list);
            if (!value) return plyErrorAt(vertex, i, vertex.properties[k].name);
            if (!vertex.properties[k].isList) columns[k].values.push_back(static_cast<float>(*value));
        }
    }
    return columns;
}

// Big-endian words; after the end there are only zeros, and `isGood` says so.
class BgeoReader {
  public:
    explicit BgeoReader(std::string_view data) : data_(data) {}

    std::uint32_t word32() { return __builtin_bswap32(take<std::uint32_t>()); }
    std::uint16_t word16() { return __builtin_bswap16(take<std::uint16_t>()); }
    float number() { return std::bit_cast<float>(word32()); }
    std::string text(std::size_t size) {
        if (size > data_.size()) return fail();
        std::string result(data_.substr(0, size));
        data_.remove_prefix(size);
        return result;
    }
    bool isGood() const { return isGood_; }
    std::size_t rest() const { return data_.size(); }

  private:
    template <class Word>
    Word take() {
        Word word{};
        if (data_.size() < sizeof(Word)) {
            fail();
            return word;
        }
        std::memcpy(&word, data_.data(), sizeof(Word));
        data_.remove_prefix(sizeof(Word));
        return word;
    }
    std::string fail() {
        isGood_ = false;
        data_ = {};
        return {};
    }

    std::string_view data_;
    bool isGood_ = true;
};

struct Attribute {
    std::string name;
    std::size_t size = 0;
    bool isInteger = false;
};

Result<std::vector<Attribute>> readAttributes(BgeoReader& in, std::uint32_t count) {
    std::vector<Attribute> attributes;
    for (std::uint32_t k = 0; k < count && in.isGood(); ++k) {
        Attribute attribute;
        attribute.name = in.text(in.word16());
        attribute.size = in.word16();
        const std::uint32_t type = in.word32();
        constexpr std::uint32_t kFloat = 0, kInteger = 1, kVector = 5;
        if (type != kFloat && type != kInteger && type != kVector) {
            return Error{fmt::format("attribute {} has type {}, which is not read here", k, type)};
        }
        attribute.isInteger = type == kInteger;
        for (std::size_t d = 0; d < attribute.size && in.isGood(); ++d) in.word32();  // default
        attributes.push_back(std::move(attribute));
    }
    return attributes;
}

std::vector<NumberColumn> columnsFor(const std::vector<Attribute>& attributes) {
    std::vector<NumberColumn> columns = {{"x", {}}, {"y", {}}, {"z", {}}, {"", {}}};  // and w
    for (const Attribute& attribute : attributes) {
        for (std::size_t k = 0; k < attribute.size; ++k) {
            const std::string name = attribute.name == "v" ? "velocity" : attribute.name;
            columns.push_back({attribute.size == 3 ? name + "_" + "xyz"[k] : name, {}});
        }
    }
    return columns;
}

}  // namespace

Result<std::vector<NumberColumn>> readPlyColumns(std::string_view text) {
    const auto header = takePlyHeader(text);
    if (!header) return Error{header.error()};
    PlyValues values(text, header.value().format);
    for (const PlyElement& element : header.value().elements) {
        if (element.name == "vertex") return readVertices(values, element);
        if (const auto skipped = skipElement(values, element); !skipped) return Error{skipped.error()};
    }
    return Error{"has no element vertex"};
}

Result<std::vector<NumberColumn>> readBgeoColumns(std::string_view text) {
    BgeoReader in(text);
    if (in.text(5) != "BgeoV" || in.word32() != 5) return Error{"is no BGEO file of version 5"};
    const std::uint32_t points = in.word32();
    for (int k = 0; k < 3; ++k) in.word32();  // primitives and groups
    const std::uint32_t count = in.word32();
    for (int k = 0; k < 3; ++k) in.word32();  // other attributes
    const Result<std::vector<Attribute>> attributes = readAttributes(in, count);
    if (!attributes) return Error{attributes.error()};
    std::vector<NumberColumn> columns = columnsFor(attributes.value());
    if (!in.isGood() || in.rest() / 4 / columns.size() < points) {
        return Error{fmt::format("the header promises {} points, but the file is shorter", points)};
    }
    for (std::uint32_t i = 0; i < points; ++i) {
        std::size_t column = 0;
        for (; column < 4; ++column) columns[column].values.push_back(in.number());
        for (const Attribute& attribute : attributes.value()) {
            for (std::size_t k = 0; k < attribute.size; ++k, ++column) {
                columns[column].values.push_back(attribute.isInteger ? static_cast<float>(in.word32())
                                                                     : in.number());
            }
        }
    }
    columns.erase(columns.begin() + 3);
    return columns;
}

}  // namespace undine
