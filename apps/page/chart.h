// SPDX-License-Identifier: Zlib
// Charts for pages: lines and dots over two axes, as SVG that a browser shows without any script.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace undine::page {

struct Axis {
    std::string label;
    bool isLogarithmic = false;    ///< values of 0 and below are then left out
    std::optional<double> from{};  ///< where it begins and ends; if not given, where the data do
    std::optional<double> to{};
};

/// How a series is drawn.
enum class Stroke {
    Line,
    Dashes,  ///< what theory says
    Dots,    ///< single measurements
    LineAndDots,
};

struct Point {
    double x = 0;
    double y = 0;
};

struct Series {
    std::string name;
    std::vector<Point> points;  ///< a value that is not finite interrupts the line
    Stroke stroke = Stroke::Line;
};

struct Chart {
    std::string title;
    Axis x;
    Axis y;
    std::vector<Series> series;
};

/// The chart as an <svg> element that takes the width there is.
std::string svg(const Chart& chart);

/// Round numbers between two values that a reader expects along an axis, about `count` of them.
std::vector<double> ticksBetween(double low, double high, int count);

}  // namespace undine::page
