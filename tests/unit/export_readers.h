// SPDX-License-Identifier: Zlib
// Small readers of the exported formats, written from the formats' descriptions and not from the writers.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace undine::test {

/// Columns by name, all as doubles.
struct Table {
    std::vector<std::string> names;
    std::map<std::string, std::vector<double>> columns;
    std::size_t rows = 0;
    bool isWhole = false;  ///< The file had exactly the bytes it promises.
};

template <class Word>
double wordAt(const std::string& bytes, std::size_t at, bool bigEndian = false) {
    Word word{};
    char raw[sizeof(Word)];
    for (std::size_t k = 0; k < sizeof(Word); ++k) {
        raw[k] = bytes.at(at + (bigEndian ? sizeof(Word) - 1 - k : k));
    }
    std::memcpy(&word, raw, sizeof(Word));
    return static_cast<double>(word);
}

inline Table readPly(const std::string& bytes) {
    Table table;
    std::istringstream header(bytes);
    std::vector<std::string> types;
    std::string line;
    while (std::getline(header, line) && line != "end_header") {
        std::istringstream words(line);
        std::string word, type, name;
        words >> word >> type >> name;
        if (word == "element") table.rows = std::stoul(name);
        if (word != "property") continue;
        types.push_back(type);
        table.names.push_back(name);
    }
    auto at = static_cast<std::size_t>(header.tellg());
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t k = 0; k < types.size(); ++k) {
            std::vector<double>& column = table.columns[table.names[k]];
            if (types[k] == "float") column.push_back(wordAt<float>(bytes, at));
            if (types[k] == "double") column.push_back(wordAt<double>(bytes, at));
            if (types[k] == "uint") column.push_back(wordAt<std::uint32_t>(bytes, at));
            if (types[k] == "uchar") column.push_back(wordAt<std::uint8_t>(bytes, at));
            at += types[k] == "double" ? 8 : types[k] == "uchar" ? 1 : 4;
        }
    }
    table.isWhole = at == bytes.size();
    return table;
}

inline Table readCsv(const std::string& text) {
    Table table;
    std::istringstream stream(text);
    std::string line, cell;
    std::getline(stream, line);
    for (std::istringstream cells(line); std::getline(cells, cell, ',');) table.names.push_back(cell);
    table.isWhole = text.ends_with('\n');
    for (; std::getline(stream, line); ++table.rows) {
        std::istringstream cells(line);
        for (const std::string& name : table.names) {
            table.isWhole &= static_cast<bool>(std::getline(cells, cell, ','));
            table.columns[name].push_back(std::stod(cell));
        }
    }
    return table;
}

/// Attributes of several components are columns name.0, name.1 …
inline Table readBgeo(const std::string& bytes) {
    Table table;
    const auto word = [&](std::size_t at) {
        return static_cast<std::size_t>(wordAt<std::uint32_t>(bytes, at, true));
    };
    if (bytes.substr(0, 5) != "BgeoV" || word(5) != 5) return table;
    table.rows = word(9);
    const std::size_t attributes = word(25);
    std::size_t at = 41;
    struct Attribute {
        std::string name;
        std::size_t size, type;
    };
    std::vector<Attribute> list = {{"P", 4, 0}};
    for (std::size_t k = 0; k < attributes; ++k) {
        const auto length = static_cast<std::size_t>(wordAt<std::uint16_t>(bytes, at, true));
        Attribute attribute{bytes.substr(at + 2, length), 0, 0};
        at += 2 + length;
        attribute.size = static_cast<std::size_t>(wordAt<std::uint16_t>(bytes, at, true));
        attribute.type = word(at + 2);
        at += 6 + 4 * attribute.size;
        list.push_back(attribute);
    }
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (const Attribute& a : list) {
            for (std::size_t k = 0; k < a.size; ++k, at += 4) {
                const std::string name = a.size == 1 ? a.name : a.name + '.' + std::to_string(k);
                table.columns[name].push_back(a.type == 1 ? wordAt<std::int32_t>(bytes, at, true)
                                                          : wordAt<float>(bytes, at, true));
            }
        }
    }
    for (const Attribute& a : list) table.names.push_back(a.name);
    table.isWhole = bytes.substr(at) == std::string("\x00\xff", 2);
    return table;
}

/// Arrays of several components are columns name.0, name.1 …
inline Table readVtp(const std::string& bytes) {
    Table table;
    const std::string mark = "<AppendedData encoding=\"raw\">\n_";
    const std::size_t data = bytes.find(mark) + mark.size();
    const auto attribute = [&](std::size_t element, const std::string& key) {
        const std::size_t begin = bytes.find(' ' + key + "=\"", element) + key.size() + 3;
        return bytes.substr(begin, bytes.find('"', begin) - begin);
    };
    table.rows = std::stoul(attribute(bytes.find("<Piece"), "NumberOfPoints"));
    std::size_t end = data;
    for (std::size_t at = bytes.find("<Piece"); (at = bytes.find("<DataArray", at)) < data; ++at) {
        const std::string name = attribute(at, "Name");
        const std::string type = attribute(at, "type");
        const std::size_t components = std::stoul(attribute(at, "NumberOfComponents"));
        std::size_t from = data + std::stoul(attribute(at, "offset"));
        const std::size_t size = type == "UInt64" ? 8 : 4;
        table.names.push_back(name);
        if (wordAt<std::uint64_t>(bytes, from) != static_cast<double>(table.rows * components * size)) {
            return table;
        }
        from += 8;
        for (std::size_t k = 0; k < table.rows * components; ++k, from += size) {
            const std::string column = components == 1 ? name : name + '.' + std::to_string(k % components);
            const double value = type == "UInt64"   ? wordAt<std::uint64_t>(bytes, from)
                                 : type == "UInt32" ? wordAt<std::uint32_t>(bytes, from)
                                 : type == "Int32"  ? wordAt<std::int32_t>(bytes, from)
                                                    : wordAt<float>(bytes, from);
            table.columns[column].push_back(value);
        }
        end = std::max(end, from);
    }
    table.isWhole = bytes.substr(end) == "\n</AppendedData>\n</VTKFile>\n";
    return table;
}

}  // namespace undine::test
