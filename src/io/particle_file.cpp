// SPDX-License-Identifier: Zlib
#include "io/particle_file.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/memory.h"
#include "io/number_text.h"
#include "io/ply_reader.h"
#include "io/point_columns.h"
#include "io/printable.h"
#include "io/read_file.h"

namespace undine {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Takes what is before the first `separator` off the head of `text`, and the separator.
std::string_view takeUntil(std::string_view& text, char separator) {
    const std::size_t length = std::min(text.find(separator), text.size());
    const std::string_view head = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    return head;
}

std::vector<std::string_view> cellsOf(std::string_view line) {
    std::vector<std::string_view> cells;
    const bool endsOpen = line.ends_with(',');
    while (!line.empty()) cells.push_back(trimmed(takeUntil(line, ',')));
    if (endsOpen) cells.emplace_back();
    return cells;
}

Error lineError(std::size_t line, const std::string& what) {
    return {fmt::format("line {}: {}", line, what)};
}

std::string wrongCount(std::size_t values, std::size_t names) {
    return fmt::format("{} values, but the first line names {}", values, names);
}

Result<PointRow> parseRow(std::string_view line, const PointColumns& columns) {
    const std::vector<std::string_view> cells = cellsOf(line);
    if (cells.size() != columns.count()) {
        return Error{wrongCount(cells.size(), columns.count())};
    }
    PointRow row{};
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const int place = columns.placeOf(k);
        if (place == PointColumns::kIgnored) continue;
        const auto value = parseNumber(cells[k]);
        row[place] = static_cast<float>(value.value_or(NAN));
        if (std::isfinite(row[place])) continue;
        return Error{fmt::format("{}: \"{}\": must be a finite number", PointColumns::kNames[place],
                                 printableShort(cells[k]))};
    }
    return row;
}

std::string_view takeNames(std::string_view& text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return trimmed(takeUntil(text, '\n'));
}

struct ParticleText {
    std::string text;
    bool isPly;
};
Result<ParticleText> readText(const std::string& path) {
    const std::string extension = extensionOf(path);
    if (extension != "ply" && extension != "csv") {
        return fileError(path, "particles are read from files that end in .ply or .csv");
    }
    auto text = readFile({path, "particle", static_cast<std::size_t>(availableMemory() / 4)});
    if (!text) return Error{text.error()};
    return ParticleText{std::move(text.value()), extension == "ply"};
}

}  // namespace

const std::vector<double>* ParticleTable::find(std::string_view name) const {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? nullptr : &columns[static_cast<std::size_t>(found - names.begin())];
}

std::optional<int> dimensionOf(const ParticleTable& table) {
    if (table.dimension) return *table.dimension == 2 ? 2 : 3;
    const std::vector<double>* z = table.find("z");
    if (z == nullptr) return std::nullopt;
    if (std::ranges::any_of(*z, [](double v) { return v != 0; })) return 3;
    return table.size > 1 ? std::optional(2) : std::nullopt;
}

Result<ParticleTable> parseCsvTable(std::string_view text) {
    ParticleTable table;
    for (const std::string_view name : cellsOf(takeNames(text))) table.names.emplace_back(name);
    table.columns.resize(table.names.size());
    for (std::size_t number = 2; !text.empty(); ++number) {
        const std::string_view line = trimmed(takeUntil(text, '\n'));
        if (line.empty()) continue;
        const std::vector<std::string_view> cells = cellsOf(line);
        if (cells.size() != table.names.size())
            return lineError(number, wrongCount(cells.size(), table.names.size()));
        for (std::size_t k = 0; k < cells.size(); ++k) {
            table.columns[k].push_back(parseNumber(cells[k]).value_or(NAN));
        }
        ++table.size;
    }
    return table;
}

Result<PointCloud> parseCsv(std::string_view text) {
    const auto columns = PointColumns::create(cellsOf(takeNames(text)));
    if (!columns) return lineError(1, columns.error());
    PointCloud points;
    for (std::size_t number = 2; !text.empty(); ++number) {
        const std::string_view line = trimmed(takeUntil(text, '\n'));
        if (line.empty()) continue;
        const auto row = parseRow(line, columns.value());
        if (!row) return lineError(number, row.error());
        columns.value().append(row.value(), points);
    }
    return points;
}

Result<PointCloud> readParticles(const std::string& path) {
    const auto file = readText(path);
    if (!file) return Error{file.error()};
    auto points = file.value().isPly ? parsePly(file.value().text) : parseCsv(file.value().text);
    if (!points) return fileError(path, points.error());
    if (points.value().positions.empty()) return fileError(path, "there are no particles in it");
    return points;
}

}  // namespace undine
