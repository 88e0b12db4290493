// SPDX-License-Identifier: Zlib
#include "bench/figures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "io/printable.h"
#include "io/read_file.h"

namespace undine::bench {
namespace {

constexpr std::size_t kMostBytes = 4U << 20U;
constexpr std::string_view kOldHead = "metric,value";
constexpr std::string_view kHead = "metric,value,state_hash";
constexpr std::string_view kOriginMark = "# undine bench";

template <class Number, class... Base>
std::optional<Number> numberIn(std::string_view text, Base... base) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base...);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t comma = line.find(',');
        parts.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        line.remove_prefix(comma + 1);
    }
}

bool isMetricName(std::string_view name) {
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '.';
    };
    return !name.empty() && std::ranges::all_of(name, isPlain);
}

/// Goes through a file line by line.
class Reader {
  public:
    explicit Reader(const std::string& path) : path_(path) {}

    Result<Figures> read(std::string_view text) {
        while (!text.empty()) {
            ++line_;
            const std::size_t end = text.find('\n');
            if (end == std::string_view::npos)
                return wrong("ends in the middle of a line: the file was cut off");
            if (Result<void> good = readLine(text.substr(0, end)); !good) return Error{good.error()};
            text.remove_prefix(end + 1);
        }
        if (columns_ == 0)
            return wrong(fmt::format("has no line \"{}\": it is no file of `undine bench --csv`", kHead));
        if (figures_.list.empty()) return wrong("has no figures");
        return figures_;
    }

  private:
    Error wrong(const std::string& what) const {
        return fileError(path_, line_ == 0 ? what : fmt::format("line {}: {}", line_, what));
    }

    Result<void> readLine(std::string_view line) {
        if (line.starts_with("#")) {
            if (line.starts_with(kOriginMark)) figures_.origin = line.substr(2);
            return {};
        }
        if (columns_ == 0) {
            if (line != kHead && line != kOldHead) {
                return wrong(fmt::format("\"{}\": must be \"{}\": it is no file of `undine bench --csv`",
                                         printableShort(line), kHead));
            }
            columns_ = split(line).size();
            return {};
        }
        return readFigure(split(line));
    }

    Result<void> readFigure(const std::vector<std::string_view>& parts) {
        if (parts.size() != columns_) {
            return wrong(fmt::format("has {} values, and the head has {}", parts.size(), columns_));
        }
        Figure figure{std::string(parts[0]), std::numeric_limits<double>::quiet_NaN(), {}};
        if (!isMetricName(parts[0])) {
            return wrong(fmt::format("\"{}\": is no name of a metric", printableShort(parts[0])));
        }
        if (figures_.find(figure.name) != nullptr) return wrong(figure.name + ": is there twice");
        if (!parts[1].empty()) {
            const auto value = numberIn<double>(parts[1]);
            if (!value || !std::isfinite(*value)) {
                return wrong(
                    fmt::format("{}: \"{}\": must be a number", figure.name, printableShort(parts[1])));
            }
            figure.value = *value;
        }
        if (columns_ == 3 && !parts[2].empty()) {
            figure.hash = numberIn<std::uint64_t>(parts[2], 16);
            if (!figure.hash || parts[2].size() != 16) {
                return wrong(fmt::format("{}: \"{}\": a state hash has sixteen digits", figure.name,
                                         printableShort(parts[2])));
            }
        }
        figures_.list.push_back(std::move(figure));
        return {};
    }

    const std::string& path_;
    std::size_t line_ = 0;
    std::size_t columns_ = 0;
    Figures figures_;
};

}  // namespace

const Figure* Figures::find(const std::string& name) const {
    const auto found = std::ranges::find(list, name, &Figure::name);
    return found == list.end() ? nullptr : &*found;
}

std::string hashText(const std::optional<std::uint64_t>& hash) {
    return hash ? fmt::format("{:016x}", *hash) : "";
}

std::string toCsv(const Figures& figures) {
    std::string csv = fmt::format("# SPDX-License-Identifier: Zlib\n# {}\n{}\n", figures.origin, kHead);
    for (const Figure& figure : figures.list) {
        const std::string value = std::isfinite(figure.value) ? fmt::format("{:.6g}", figure.value) : "";
        csv += fmt::format("{},{},{}\n", figure.name, value, hashText(figure.hash));
    }
    return csv;
}

Result<Figures> parseFigures(const std::string& text, const std::string& path) {
    return Reader(path).read(text);
}

Result<Figures> readFigures(const std::string& path) {
    const Result<std::string> text = readFile({path, "benchmark", kMostBytes});
    if (!text) return Error{text.error()};
    return parseFigures(text.value(), path);
}

Better betterOf(const std::string& metric) {
    const auto has = [&](std::string_view part) { return metric.find(part) != std::string::npos; };
    for (const char* part : {"per_second", "speedup", "efficiency", "openvdb_ratio"}) {
        if (has(part)) return Better::Larger;
    }
    for (const char* part : {".ms", "_ms", "ns_per", "seconds", "bytes_per", "error", "growth", "slowdown",
                             "coupling_share", "sort_share", "step_ratio", "gradient_ratio"}) {
        if (has(part)) return Better::Smaller;
    }
    return Better::Neither;
}

std::vector<Change> changesBetween(const Figures& before, const Figures& now, double tolerance) {
    std::vector<Change> changes;
    for (const Figure& figure : now.list) {
        const Figure* old = before.find(figure.name);
        if (old == nullptr) continue;
        Change change{figure.name, old->value, figure.value};
        change.share = old->value == figure.value ? 0 : (figure.value - old->value) / std::abs(old->value);
        change.isOther = old->hash && figure.hash && *old->hash != *figure.hash;
        const Better better = betterOf(figure.name);
        const double worse = better == Better::Larger ? -change.share : change.share;
        change.isWorse = better != Better::Neither && worse > tolerance;
        change.isBetter = better != Better::Neither && worse < -tolerance;
        changes.push_back(std::move(change));
    }
    return changes;
}

}  // namespace undine::bench
