// SPDX-License-Identifier: Zlib
#include "io/bgeo_reader.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace undine {
namespace {

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

constexpr std::size_t kPlaces = 4;  // x, y, z and w, which is not kept

std::vector<std::string> namesFor(const std::vector<Attribute>& attributes) {
    std::vector<std::string> names = {"x", "y", "z", "w"};
    for (const Attribute& attribute : attributes) {
        for (std::size_t k = 0; k < attribute.size; ++k) {
            const std::string name = attribute.name == "v" ? "velocity" : attribute.name;
            names.push_back(attribute.size == 3 ? name + "_" + "xyz"[k] : name);
        }
    }
    return names;
}

}  // namespace

Result<ParticleTable> parseBgeoTable(std::string_view text) {
    BgeoReader in(text);
    if (in.text(5) != "BgeoV" || in.word32() != 5) return Error{"is no BGEO file of version 5"};
    const std::uint32_t points = in.word32();
    for (int k = 0; k < 3; ++k) in.word32();  // primitives and groups
    const std::uint32_t count = in.word32();
    for (int k = 0; k < 3; ++k) in.word32();  // other attributes
    const Result<std::vector<Attribute>> attributes = readAttributes(in, count);
    if (!attributes) return Error{attributes.error()};
    ParticleTable table;
    table.names = namesFor(attributes.value());
    if (!in.isGood() || in.rest() / 4 / table.names.size() < points) {
        return Error{fmt::format("the header promises {} points, but the file is shorter", points)};
    }
    table.columns.resize(table.names.size());
    for (std::vector<double>& column : table.columns) column.reserve(points);
    for (std::uint32_t i = 0; i < points; ++i) {
        auto column = table.columns.begin();
        for (std::size_t k = 0; k < kPlaces; ++k) (column++)->push_back(static_cast<double>(in.number()));
        for (const Attribute& attribute : attributes.value()) {
            for (std::size_t k = 0; k < attribute.size; ++k) {
                (column++)->push_back(attribute.isInteger ? in.word32() : static_cast<double>(in.number()));
            }
        }
    }
    table.names.erase(table.names.begin() + kPlaces - 1);
    table.columns.erase(table.columns.begin() + kPlaces - 1);
    table.size = points;
    return table;
}

}  // namespace undine
