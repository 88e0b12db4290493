// SPDX-License-Identifier: Zlib
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "apps/page/chart.h"
#include "apps/page/page.h"
#include "apps/page/text.h"

namespace undine::page {
namespace {

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string base64Of(const std::string& text) { return base64(std::as_bytes(std::span(text))); }

TEST(Page, Base64IsThatOfRfc4648) {
    EXPECT_EQ(base64Of(""), "");
    EXPECT_EQ(base64Of("f"), "Zg==");
    EXPECT_EQ(base64Of("fo"), "Zm8=");
    EXPECT_EQ(base64Of("foo"), "Zm9v");
    EXPECT_EQ(base64Of("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64Of("\xff\xfe"), "//4=");
}

TEST(Page, WordsCannotBecomeMarkup) {
    EXPECT_EQ(escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    Page page("<script>");
    page.paragraph("x < y");
    page.table({{"<th>"}, {{Cell("<td>", Mood::Bad)}}});
    EXPECT_EQ(page.html().find("<script>"), std::string::npos);
    EXPECT_NE(page.html().find("x &lt; y"), std::string::npos);
    EXPECT_NE(page.html().find("<td class=\"bad\">&lt;td&gt;</td>"), std::string::npos);
}

TEST(Page, NumbersStandToTheRight) {
    Page page("p");
    page.table({{"a", "b"}, {{Cell("1.5e-3"), Cell("wcsph")}, {Cell("3.1 %"), Cell("-")}}});
    EXPECT_EQ(countOf(page.html(), "<td class=\"number\">"), 2);
}

TEST(Page, PicturesAreInTheFile) {
    Page page("p");
    const std::string bytes = "foo";
    page.picture(std::as_bytes(std::span(bytes)), "image/png", "three letters");
    EXPECT_NE(page.html().find("src=\"data:image/png;base64,Zm9v\""), std::string::npos);
    EXPECT_EQ(page.html().find("http"), std::string::npos) << "a page needs no network";
}

TEST(Chart, TicksAreRoundNumbers) {
    EXPECT_EQ(ticksBetween(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(ticksBetween(-1, 1, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
    EXPECT_TRUE(ticksBetween(1, 1, 4).empty());
    EXPECT_TRUE(ticksBetween(0, std::nan(""), 4).empty());
}

TEST(Chart, EverySeriesIsDrawnInItsOwnWay) {
    const std::vector<Point> points = {{0, 1}, {1, 2}, {2, 4}};
    const std::string image = svg({"t",
                                   {"x"},
                                   {"y"},
                                   {{"line", points, Stroke::Line},
                                    {"theory", points, Stroke::Dashes},
                                    {"measured", points, Stroke::Dots}}});
    EXPECT_EQ(countOf(image, "<path"), 2);
    EXPECT_EQ(countOf(image, "<circle"), 4);  // three and the one in the legend
    EXPECT_EQ(countOf(image, "stroke-dasharray"), 2);
    EXPECT_NE(image.find(">theory</text>"), std::string::npos);
}

TEST(Chart, ValuesThatCannotBeShownInterruptTheLine) {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const std::string gap = svg({"t", {"x"}, {"y"}, {{"", {{0, 1}, {1, nothing}, {2, 1}, {3, 2}}}}});
    EXPECT_EQ(countOf(gap, "nan"), 0);
    EXPECT_EQ(countOf(gap, "inf"), 0);
    const std::size_t path = gap.find("<path d=\"");
    EXPECT_EQ(countOf(gap.substr(path), "M"), 2) << gap;

    const std::string decades = svg({"t", {"x", true}, {"y", true}, {{"", {{1, 1}, {0, 5}, {100, 1e-4}}}}});
    EXPECT_EQ(countOf(decades, "nan"), 0);
    for (const char* tick : {">1<", ">10<", ">100<", ">0.01<"}) {
        EXPECT_NE(decades.find(tick), std::string::npos) << tick;
    }
}

TEST(Chart, NoDataAndOneValueGiveAFrame) {
    for (const std::vector<Point>& points : {std::vector<Point>{}, std::vector<Point>{{3, 3}}}) {
        const std::string image = svg({"t", {"x"}, {"y"}, {{"", points}}});
        EXPECT_EQ(countOf(image, "nan"), 0);
        EXPECT_EQ(countOf(image, "inf"), 0);
        EXPECT_EQ(countOf(image, "class=\"frame\""), 1);
    }
}

}  // namespace
}  // namespace undine::page
