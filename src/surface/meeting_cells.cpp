// SPDX-License-Identifier: Zlib
#include "surface/meeting_cells.h"

#include <algorithm>
#include <utility>

namespace undine {
namespace {

constexpr int kPoints = kFirstMiddle;  // on edges and faces

/// next[p] = the point to which the line that begins at point p leads; -1 if there is none.
using Lines = std::array<int, kPoints>;

/// Lines of a label on a face where labels meet.
void drawMeeting(std::span<const std::uint8_t, 8> labels, int face, int label, Lines& next) {
    const std::array<int, 4> corners = cornersOfFace(face);
    const int point = kCellEdges + face;
    for (std::size_t k = 0; k < 4; ++k) {
        const int here = corners[k];
        const int there = corners[(k + 1) % 4];
        if (labels[here] == labels[there]) continue;
        if (labels[there] == label) next[edgeBetween(here, there)] = point;  // enters the label
        if (labels[here] == label) next[point] = edgeBetween(here, there);   // leaves it
    }
}

Lines linesOf(std::span<const std::uint8_t, 8> labels, int label) {
    Lines next;
    next.fill(-1);
    unsigned inside = 0;
    for (unsigned c = 0; c < 8; ++c) inside |= labels[c] == label ? 1U << c : 0U;
    for (int face = 0; face < kCellFaces; ++face) {
        const std::array<int, 4> corners = cornersOfFace(face);
        const std::array<std::uint8_t, 4> around = {labels[corners[0]], labels[corners[1]],
                                                    labels[corners[2]], labels[corners[3]]};
        if (meetWithinFace(around)) {
            drawMeeting(labels, face, label, next);
            continue;
        }
        // Corners of a label are joined between two others, and against a lower one.
        const std::size_t first = around[0] == label ? 0 : 1;
        const int other = around[first + 1];
        const bool areJoined = around[(first + 3) % 4] != other || other < label;
        drawLines(inside, face, areJoined, next);
    }
    return next;
}

/// Points that lines join, by the smallest of them.
class Groups {
  public:
    Groups() {
        for (int p = 0; p < kPoints; ++p) leader_[p] = p;
    }
    void join(int a, int b) {
        const int low = std::min(leader_[a], leader_[b]);
        const int high = std::max(leader_[a], leader_[b]);
        std::ranges::replace(leader_, high, low);
    }
    int of(int point) const { return leader_[point]; }
    std::uint32_t members(int leader) const {
        std::uint32_t bits = 0;
        for (int p = 0; p < kPoints; ++p) bits |= leader_[p] == leader ? 1U << p : 0U;
        return bits;
    }

  private:
    std::array<int, kPoints> leader_{};
};

/// Adds the triangles of a label, loop by loop.
void addLabel(std::uint8_t label, Lines next, const Groups& groups, MeetingCase& result) {
    std::uint32_t taken = 0;  // groups that have a loop of this label already
    for (int start = 0; start < kPoints; ++start) {
        if (next[start] < 0) continue;
        const std::uint32_t around = groups.members(groups.of(start));
        const auto own = std::ranges::find(result.middles, around, &MeetingCase::Middle::around);
        auto middle = static_cast<std::size_t>(own - result.middles.begin());
        const bool isCopy = ((taken >> groups.of(start)) & 1U) != 0;
        taken |= 1U << groups.of(start);
        if (isCopy) {
            result.middles[middle].isFixed = true;
            middle = result.middles.size();
            result.middles.push_back({around, true});
        }
        for (int at = start; next[at] >= 0;) {
            const int to = std::exchange(next[at], -1);
            result.triangles.push_back({label,
                                        {static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(to),
                                         static_cast<std::uint8_t>(kFirstMiddle + middle)}});
            at = to;
        }
    }
}

}  // namespace

bool meetWithinFace(const std::array<std::uint8_t, 4>& labels) {
    int changes = 0;
    for (std::size_t k = 0; k < 4; ++k) changes += labels[k] != labels[(k + 1) % 4] ? 1 : 0;
    return changes == 3 || (changes == 4 && labels[0] != labels[2] && labels[1] != labels[3]);
}

MeetingCase makeMeetingCase(std::span<const std::uint8_t, 8> labels) {
    std::vector<std::uint8_t> known(labels.begin(), labels.end());
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::vector<Lines> lines;
    Groups groups;
    std::uint32_t crossed = 0;
    for (const std::uint8_t label : known) {
        lines.push_back(linesOf(labels, label));
        for (int p = 0; p < kPoints; ++p) {
            if (lines.back()[p] < 0) continue;
            groups.join(p, lines.back()[p]);
            crossed |= 1U << p;
        }
    }
    MeetingCase result;
    for (int p = 0; p < kPoints; ++p) {
        if (((crossed >> p) & 1U) != 0 && groups.of(p) == p)
            result.middles.push_back({groups.members(p), false});
    }
    for (std::size_t k = 0; k < known.size(); ++k) {
        if (known[k] != 0) addLabel(known[k], lines[k], groups, result);
    }
    return result;
}

}  // namespace undine
