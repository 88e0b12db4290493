// SPDX-License-Identifier: Zlib
#include "io/vdb_file.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <openvdb/io/Archive.h>
#include <openvdb/io/GridDescriptor.h>

#include "io/atomic_file.h"
#include "io/memory_stream.h"

namespace undine {
namespace {

namespace vdb = openvdb;

/// Files in parts, each in memory. OpenVDB's own class writes one grid after the other, opens its files
/// itself and does not tell when the disk is full.
class Archive : public vdb::io::Archive {
  public:
    Archive() {
        // Compression would take longer than all the rest.
        setCompression(vdb::io::COMPRESS_ACTIVE_MASK);
        setGridStatsMetadataEnabled(false);  // whoever makes grids knows which have the same
    }

    std::string head(std::size_t gridCount) const {
        std::ostringstream stream;
        stream.exceptions(std::ios::badbit);
        constexpr bool kHasPlaces = true;  // of the grids
        writeHeader(stream, kHasPlaces);
        vdb::MetaMap().writeMeta(stream);
        const auto count = static_cast<std::int32_t>(gridCount);
        stream.write(reinterpret_cast<const char*>(&count), sizeof(count));
        return std::move(stream).str();
    }

    /// A grid as a file that begins with it would have it, and what that says is where in the file.
    struct Part {
        MemoryBuffer buffer;
        vdb::io::GridDescriptor places;
    };
    void make(Part& part, const vdb::GridBase::ConstPtr& grid) const {
        part.buffer.clear();
        part.places = {grid->getName(), grid->type(), grid->saveFloatAsHalf()};
        MemoryStream stream(part.buffer);
        constexpr bool kCanGoBack = true;
        writeGrid(part.places, grid, stream, kCanGoBack);
    }

    /// Puts a part where it is in the file.
    static void write(Part& part, std::size_t at, AtomicFile& file) {
        const std::span<const std::byte> bytes = part.buffer.bytes();
        const auto grid = static_cast<std::size_t>(part.places.getGridPos());
        const auto first = static_cast<std::int64_t>(at);
        part.places.setGridPos(part.places.getGridPos() + first);
        part.places.setBlockPos(part.places.getBlockPos() + first);
        part.places.setEndPos(part.places.getEndPos() + first);
        std::ostringstream places;
        places.exceptions(std::ios::badbit);
        part.places.writeStreamPos(places);
        file.write(bytes.first(grid - places.view().size()));
        file.write(places.view());
        file.write(bytes.subspan(grid));
    }
};

}  // namespace

Result<void> writeVdbGrids(const VdbMoment& moment, vdb::GridPtrVec grids, const std::filesystem::path& path,
                           const ThreadPool& pool) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    const Archive archive;
    // Frames come one after the other, with as many bytes each.
    thread_local std::deque<Archive::Part> allParts;
    std::deque<Archive::Part>& parts = allParts;
    while (parts.size() < grids.size()) parts.emplace_back();
    // The largest first: else a thread might begin with it when all others are done.
    std::vector<std::pair<vdb::Index64, Index>> order;
    for (Index k = 0; k < grids.size(); ++k) order.emplace_back(grids[k]->memUsage(), k);
    std::ranges::sort(order, std::greater());
    pool.run(static_cast<Index>(grids.size()), [&](Index turn) {
        const Index k = order[turn].second;
        vdb::GridBase& grid = *grids[k];
        grid.insertMeta("time", vdb::DoubleMetadata(moment.time));
        if (moment.frame)
            grid.insertMeta("frame", vdb::Int64Metadata(static_cast<std::int64_t>(*moment.frame)));
        grid.setCreator("Undine");
        archive.make(parts[k], grids[k]);
        grids[k].reset();  // which takes its time as well
    });

    const std::string head = archive.head(grids.size());
    file.value().write(head);
    std::size_t at = head.size();
    for (std::size_t k = 0; k < grids.size(); ++k) {
        Archive::write(parts[k], at, file.value());
        at += parts[k].buffer.bytes().size();
    }
    return file.value().commit();
}

}  // namespace undine
