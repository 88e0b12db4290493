// SPDX-License-Identifier: Zlib
#include "core/state_parts.h"

#include <algorithm>

namespace undine {
namespace {

struct Section {
    std::string name;
    std::span<const std::byte> bytes;
};

Result<std::vector<Section>> readSections(ByteReader& in) {
    std::vector<Section> sections;
    const auto count = in.value<std::uint32_t>();
    for (std::uint32_t k = 0; k < count; ++k) {
        std::string name = in.text();
        const auto size = in.value<std::uint64_t>();
        const std::byte* bytes = in.take(size);
        if (!in.ok()) break;
        sections.push_back({std::move(name), {bytes, size}});
    }
    if (!in.ok()) return Error{"the state is cut short"};
    if (!in.atEnd()) return Error{"the state goes on after its last part"};
    return sections;
}

Result<void> checkNames(std::span<const StatePart> parts, std::span<const Section> sections) {
    for (const Section& section : sections) {
        if (std::ranges::find(parts, section.name, &StatePart::name) == parts.end()) {
            return Error{"the state has a part '" + section.name + "' that this world has not"};
        }
        if (std::ranges::count(sections, section.name, &Section::name) > 1) {
            return Error{"the state has the part '" + section.name + "' twice"};
        }
    }
    for (const StatePart& part : parts) {
        if (std::ranges::find(sections, part.name, &Section::name) == sections.end()) {
            return Error{"the state lacks the part '" + std::string(part.name) + "'"};
        }
    }
    return {};
}

Result<void> restorePart(const StatePart& part, std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    auto restored = part.restore(in);
    if (!restored) return restored;
    if (!in.atEnd()) return Error{"the part '" + std::string(part.name) + "' has not the size it should"};
    return {};
}

std::vector<std::byte> savedPart(const StatePart& part) {
    ByteWriter out;
    part.save(out);
    return out.take();
}

}  // namespace

std::vector<std::byte> saveParts(std::span<const StatePart> parts, std::size_t sizeHint) {
    ByteWriter out;
    out.reserve(sizeHint);
    out.value(static_cast<std::uint32_t>(parts.size()));
    for (const StatePart& part : parts) {
        out.text(part.name);
        const std::size_t start = out.size();
        out.value(std::uint64_t{0});
        part.save(out);
        out.overwrite(start, static_cast<std::uint64_t>(out.size() - start - sizeof(std::uint64_t)));
    }
    return out.take();
}

Result<void> restoreParts(std::span<const StatePart> parts, std::span<const std::byte> state) {
    ByteReader in(state);
    const auto sections = readSections(in);
    if (!sections) return Error{sections.error()};
    if (auto checked = checkNames(parts, sections.value()); !checked) return checked;

    std::vector<std::vector<std::byte>> before;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const Section& section = *std::ranges::find(sections.value(), parts[k].name, &Section::name);
        before.push_back(k + 1 < parts.size() ? savedPart(parts[k]) : std::vector<std::byte>());
        auto restored = restorePart(parts[k], section.bytes);
        if (restored) continue;
        // Put back in the same order: a part may ask for what those before it hold.
        for (std::size_t back = 0; back <= k && back + 1 < parts.size(); ++back) {
            if (auto undone = restorePart(parts[back], before[back]); !undone) return undone;
        }
        return restored;
    }
    return {};
}

}  // namespace undine
