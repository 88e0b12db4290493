// SPDX-License-Identifier: Zlib
// A page for a browser: one HTML file with everything in it, that needs no network and fits a phone.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/page/chart.h"

namespace undine::page {

/// What a cell of a table says beside its text.
enum class Mood {
    Plain,
    Good,
    Bad,
};

struct Cell {
    Cell(std::string words = "", Mood how = Mood::Plain) : text(std::move(words)), mood(how) {}
    std::string text;
    Mood mood;
};

struct Table {
    std::vector<std::string> head;
    std::vector<std::vector<Cell>> rows;  ///< numbers stand to the right
};

class Page {
  public:
    /// `title` is the heading too.
    explicit Page(std::string_view title);

    void heading(std::string_view text, std::string_view anchor = "");
    void subheading(std::string_view text);
    void paragraph(std::string_view text);
    /// A line that one sees first: good news or bad.
    void verdict(std::string_view text, Mood mood);
    void table(const Table& table);
    /// Names and what they mean, one below the other.
    void terms(const std::vector<std::pair<std::string, std::string>>& namesAndMeanings);
    /// A table of contents: names and the anchors of their headings.
    void links(const std::vector<std::pair<std::string, std::string>>& namesAndAnchors);
    /// Side by side where there is room.
    void charts(const std::vector<Chart>& charts);
    /// A picture that becomes part of the file; `type` as in "image/png", "video/mp4".
    void picture(std::span<const std::byte> bytes, std::string_view type, std::string_view words);
    /// One that stays a file of its own in the folder of the page.
    void pictureBeside(std::string_view file, std::string_view type, std::string_view words);

    std::string html() const;

  private:
    void figure(std::string_view source, std::string_view type, std::string_view words);

    std::string title_;
    std::string body_;
};

/// Bytes as text, for pictures in pages.
std::string base64(std::span<const std::byte> bytes);

}  // namespace undine::page
