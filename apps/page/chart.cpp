// SPDX-License-Identifier: Zlib
#include "apps/page/chart.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "apps/page/text.h"

namespace undine::page {
namespace {

// The numbers of the drawing: it is scaled to the width of the page, and letters must stay readable on a
// phone.
constexpr double kWidth = 480;
constexpr double kHeight = 320;
constexpr double kLeft = 62;
constexpr double kRight = 12;
constexpr double kTop = 34;
constexpr double kBottom = 46;
constexpr double kRowOfLegend = 18;
constexpr double kLetter = 6.6;  // width of one, roughly

/// Okabe and Ito's colours, which people who see few colours can tell apart.
constexpr const char* kColors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#e69f00", "#56b4e9", "#7f7f7f", "#b8a800"};

struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// From values to places along one side of the drawing.
class Scale {
  public:
    Scale(const Axis& axis, Span data, double first, double last)
        : isLogarithmic_(axis.isLogarithmic), first_(first), last_(last) {
        low_ = place(axis.from.value_or(data.low));
        high_ = place(axis.to.value_or(data.high));
        if (!(low_ < high_)) {  // a single value, or none
            const double middle = std::isfinite(low_) ? low_ : 0;
            const double half = middle == 0 ? 1 : std::abs(middle) / 10;
            low_ = middle - half;
            high_ = middle + half;
        } else if (!isLogarithmic_) {
            const double margin = 0.04 * (high_ - low_);
            if (!axis.from && data.low != 0) low_ -= margin;
            if (!axis.to) high_ += margin;
        }
    }

    double at(double value) const {
        return first_ + (place(value) - low_) / (high_ - low_) * (last_ - first_);
    }
    bool holds(double value) const {
        const double p = place(value);
        const double slack = 1e-9 * (high_ - low_);
        return std::isfinite(p) && p >= low_ - slack && p <= high_ + slack;
    }

    std::vector<double> ticks(int count) const {
        if (!isLogarithmic_) return ticksBetween(low_, high_, count);
        std::vector<double> ticks;
        const double decades = high_ - low_;
        for (double e = std::floor(low_); e <= high_; e += std::max(1.0, std::ceil(decades / count))) {
            for (const double m : decades < 2.5 ? std::vector{1.0, 2.0, 5.0} : std::vector{1.0}) {
                if (holds(m * std::pow(10, e))) ticks.push_back(m * std::pow(10, e));
            }
        }
        return ticks;
    }

  private:
    double place(double value) const {
        if (!isLogarithmic_) return value;
        return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
    }

    bool isLogarithmic_;
    double first_;
    double last_;
    double low_ = 0;
    double high_ = 1;
};

bool canShow(const Axis& axis, double value) {
    return std::isfinite(value) && (!axis.isLogarithmic || value > 0);
}

Span spanOf(const Chart& chart, const Axis& axis, double Point::*coordinate) {
    Span span;
    for (const Series& series : chart.series) {
        for (const Point& p : series.points) {
            if (canShow(axis, p.*coordinate)) span.add(p.*coordinate);
        }
    }
    return span;
}

std::string label(double value) {
    if (std::abs(value) < 1e-12) return "0";
    if (std::abs(value) >= 1e6 || std::abs(value) < 1e-3) return fmt::format("{:.0e}", value);
    return fmt::format("{:.4g}", value);
}

/// Names of series, with a sample of their line, in as many rows as it takes.
class Legend {
  public:
    explicit Legend(const Chart& chart) {
        double x = kLeft;
        for (std::size_t k = 0; k < chart.series.size(); ++k) {
            const std::string& name = chart.series[k].name;
            if (name.empty()) continue;
            const double width = 34 + kLetter * static_cast<double>(name.size());
            if (x > kLeft && x + width > kWidth) {
                x = kLeft;
                ++rows_;
            }
            entries_.push_back({k, x, rows_});
            x += width;
        }
        if (!entries_.empty()) ++rows_;
    }

    double height() const { return kRowOfLegend * rows_; }

    void draw(const Chart& chart, double top, std::string& out) const;

  private:
    struct Entry {
        std::size_t series;
        double x;
        int row;
    };
    std::vector<Entry> entries_;
    int rows_ = 0;
};

const char* colorOf(std::size_t series) { return kColors[series % std::size(kColors)]; }

bool hasLine(Stroke stroke) { return stroke != Stroke::Dots; }
bool hasDots(Stroke stroke) { return stroke == Stroke::Dots || stroke == Stroke::LineAndDots; }
const char* dashesOf(Stroke stroke) { return stroke == Stroke::Dashes ? " stroke-dasharray=\"6 4\"" : ""; }

void Legend::draw(const Chart& chart, double top, std::string& out) const {
    for (const Entry& entry : entries_) {
        const Series& series = chart.series[entry.series];
        const double y = top + kRowOfLegend * entry.row;
        const char* color = colorOf(entry.series);
        if (hasLine(series.stroke)) {
            out += fmt::format(
                R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" stroke-width="2"{}/>)",
                entry.x, y, entry.x + 20, y, color, dashesOf(series.stroke));
        }
        if (hasDots(series.stroke)) {
            out +=
                fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>)", entry.x + 10, y, color);
        }
        out += fmt::format(R"(<text x="{:.1f}" y="{:.1f}">{}</text>)", entry.x + 25, y + 4,
                           escaped(series.name));
    }
}

void drawAxes(const Chart& chart, const Scale& x, const Scale& y, double top, std::string& out) {
    const double bottom = kHeight - kBottom;
    for (const double tick : x.ticks(6)) {
        out += fmt::format(R"(<line class="grid" x1="{0:.1f}" y1="{1:.1f}" x2="{0:.1f}" y2="{2:.1f}"/>)"
                           R"(<text x="{0:.1f}" y="{3:.1f}" text-anchor="middle">{4}</text>)",
                           x.at(tick), top, bottom, bottom + 16, label(tick));
    }
    for (const double tick : y.ticks(5)) {
        out += fmt::format(R"(<line class="grid" x1="{0:.1f}" y1="{1:.1f}" x2="{2:.1f}" y2="{1:.1f}"/>)"
                           R"(<text x="{3:.1f}" y="{4:.1f}" text-anchor="end">{5}</text>)",
                           kLeft, y.at(tick), kWidth - kRight, kLeft - 6, y.at(tick) + 4, label(tick));
    }
    out += fmt::format(R"(<rect class="frame" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)"
                       R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)",
                       kLeft, top, kWidth - kRight - kLeft, bottom - top, (kLeft + kWidth - kRight) / 2,
                       kHeight - 10, escaped(chart.x.label));
    const double middle = (top + bottom) / 2;
    out += fmt::format(
        R"svg(<text x="14" y="{0:.1f}" text-anchor="middle" transform="rotate(-90 14 {0:.1f})">{1}</text>)svg",
        middle, escaped(chart.y.label));
}

void drawSeries(const Series& series, const char* color, const Scale& x, const Scale& y, std::string& out) {
    std::string path;
    std::string dots;
    bool isDrawing = false;
    for (const Point& p : series.points) {
        const bool isHere = x.holds(p.x) && y.holds(p.y);
        if (isHere) {
            path += fmt::format("{}{:.1f} {:.1f}", isDrawing ? "L" : "M", x.at(p.x), y.at(p.y));
            dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>)", x.at(p.x), y.at(p.y),
                                color);
        }
        isDrawing = isHere;
    }
    if (hasLine(series.stroke) && !path.empty()) {
        out += fmt::format(R"(<path d="{}" fill="none" stroke="{}" stroke-width="2"{}/>)", path, color,
                           dashesOf(series.stroke));
    }
    if (hasDots(series.stroke)) out += dots;
}

}  // namespace

std::vector<double> ticksBetween(double low, double high, int count) {
    if (!(low < high) || count < 1) return {};
    const double rough = (high - low) / count;
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * decade;
    for (const double m : {1.0, 2.0, 5.0}) {
        if (m * decade >= rough * (1 - 1e-9)) {
            step = m * decade;
            break;
        }
    }
    std::vector<double> ticks;
    const double slack = 1e-9 * step;
    for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) ticks.push_back(k * step);
    return ticks;
}

std::string svg(const Chart& chart) {
    const Legend legend(chart);
    const double top = kTop + legend.height();
    const Scale x(chart.x, spanOf(chart, chart.x, &Point::x), kLeft, kWidth - kRight);
    const Scale y(chart.y, spanOf(chart, chart.y, &Point::y), kHeight - kBottom, top);
    std::string out = fmt::format(
        R"(<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}"><text class="title" x="{}" y="18">{}</text>)",
        kWidth, kHeight, escaped(chart.title), kLeft, escaped(chart.title));
    legend.draw(chart, kTop, out);
    drawAxes(chart, x, y, top, out);
    for (std::size_t k = 0; k < chart.series.size(); ++k) {
        drawSeries(chart.series[k], colorOf(k), x, y, out);
    }
    return out + "</svg>\n";
}

}  // namespace undine::page
