// SPDX-License-Identifier: Zlib
#include "apps/page/page.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include <fmt/format.h>

#include "apps/page/text.h"

namespace undine::page {
namespace {

constexpr const char* kStyle = R"(
:root { --ink: #1b1f24; --soft: #5b6570; --paper: #fff; --line: #d8dee4; --good: #1a7f37; --bad: #c2261d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9aa4ae; --paper: #12161b; --line: #333b44; --good: #4ac26b; --bad: #ff7b72; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1000px; padding: 16px; color: var(--ink); background: var(--paper);
       font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7em; line-height: 1.2; }
h2 { margin-top: 2em; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
a { color: inherit; }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.verdict { font-size: 1.1em; }
.links a { display: inline-block; margin: 0 12px 4px 0; }
dl { margin: 1em 0; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5em 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92em; }
th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 12px; }
svg.chart { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .title { font-weight: 600; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .frame { fill: none; stroke: var(--soft); stroke-width: 1; }
img, video { max-width: 100%; height: auto; display: block; }
figure { margin: 12px 0; }
figcaption { color: var(--soft); font-size: 0.92em; }
)";

const char* classOf(Mood mood) {
    switch (mood) {
        case Mood::Good:
            return "good";
        case Mood::Bad:
            return "bad";
        case Mood::Plain:
            break;
    }
    return "";
}

bool isNumber(std::string_view text) {
    if (text.empty()) return false;
    const std::size_t first = text.find_first_not_of("+-");
    return first != std::string_view::npos && std::isdigit(static_cast<unsigned char>(text[first])) != 0 &&
           text.find_first_not_of("0123456789.,eE+-% ") == std::string_view::npos;
}

std::string cellHtml(const Cell& cell) {
    std::string classes = classOf(cell.mood);
    if (isNumber(cell.text)) classes += classes.empty() ? "number" : " number";
    const std::string attribute = classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
    return fmt::format("<td{}>{}</td>", attribute, escaped(cell.text));
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
        std::uint32_t group = 0;
        for (std::size_t b = 0; b < 3; ++b) {
            group = group << 8U | (b < count ? std::to_integer<std::uint32_t>(bytes[k + b]) : 0U);
        }
        for (std::size_t letter = 0; letter < 4; ++letter) {
            out += letter <= count ? kLetters[group >> (18 - 6 * letter) & 63U] : '=';
        }
    }
    return out;
}

Page::Page(std::string_view title) : title_(title) { body_ = fmt::format("<h1>{}</h1>\n", escaped(title)); }

void Page::heading(std::string_view text, std::string_view anchor) {
    const std::string id = anchor.empty() ? "" : fmt::format(" id=\"{}\"", escaped(anchor));
    body_ += fmt::format("<h2{}>{}</h2>\n", id, escaped(text));
}

void Page::subheading(std::string_view text) { body_ += fmt::format("<h3>{}</h3>\n", escaped(text)); }

void Page::paragraph(std::string_view text) { body_ += fmt::format("<p>{}</p>\n", escaped(text)); }

void Page::verdict(std::string_view text, Mood mood) {
    body_ += fmt::format("<p class=\"verdict {}\">{}</p>\n", classOf(mood), escaped(text));
}

void Page::table(const Table& table) {
    body_ += "<div class=\"scroll\"><table>\n<tr>";
    for (const std::string& name : table.head) body_ += fmt::format("<th>{}</th>", escaped(name));
    body_ += "</tr>\n";
    for (const std::vector<Cell>& row : table.rows) {
        body_ += "<tr>";
        for (const Cell& cell : row) body_ += cellHtml(cell);
        body_ += "</tr>\n";
    }
    body_ += "</table></div>\n";
}

void Page::terms(const std::vector<std::pair<std::string, std::string>>& namesAndMeanings) {
    body_ += "<dl>\n";
    for (const auto& [name, meaning] : namesAndMeanings) {
        body_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(meaning));
    }
    body_ += "</dl>\n";
}

void Page::links(const std::vector<std::pair<std::string, std::string>>& namesAndAnchors) {
    body_ += "<p class=\"links\">";
    for (const auto& [name, anchor] : namesAndAnchors) {
        body_ += fmt::format("<a href=\"#{}\">{}</a> ", escaped(anchor), escaped(name));
    }
    body_ += "</p>\n";
}

void Page::charts(const std::vector<Chart>& charts) {
    body_ += "<div class=\"charts\">\n";
    for (const Chart& chart : charts) body_ += svg(chart);
    body_ += "</div>\n";
}

void Page::picture(std::span<const std::byte> bytes, std::string_view type, std::string_view words) {
    figure(fmt::format("data:{};base64,{}", type, base64(bytes)), type, words);
}

void Page::pictureBeside(std::string_view file, std::string_view type, std::string_view words) {
    figure(escaped(file), type, words);
}

void Page::figure(std::string_view source, std::string_view type, std::string_view words) {
    const std::string element =
        type.starts_with("video/")
            ? fmt::format("<video controls loop muted playsinline src=\"{}\"></video>", source)
            : fmt::format("<img alt=\"{}\" src=\"{}\">", escaped(words), source);
    body_ += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", element, escaped(words));
}

std::string Page::html() const {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
        "<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        escaped(title_), kStyle, body_);
}

}  // namespace undine::page
