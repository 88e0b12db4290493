// SPDX-License-Identifier: Zlib
#include "io/vdb_file.h"

#include <fstream>

#include <openvdb/io/Archive.h>

#include "io/atomic_file.h"

namespace undine {
namespace {

namespace vdb = openvdb;

/// OpenVDB's own class for files opens them itself and does not tell when the disk is full.
class Archive : public vdb::io::Archive {
  public:
    Archive() {
        // Compression would take longer than all the rest.
        setCompression(vdb::io::COMPRESS_ACTIVE_MASK);
        setGridStatsMetadataEnabled(true);
    }
    using vdb::io::Archive::write;
};

}  // namespace

Result<void> writeVdbGrid(const Frame& frame, vdb::GridBase& grid, const std::filesystem::path& path) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    grid.insertMeta("time", vdb::DoubleMetadata(frame.time()));
    grid.insertMeta("frame", vdb::Int64Metadata(static_cast<std::int64_t>(frame.number())));
    grid.setCreator("Undine");
    std::ofstream stream(file.value().partPath(), std::ios::binary);
    const vdb::GridCPtrVec grids{grid.copyGrid()};
    Archive().write(stream, grids, /*seekable=*/true, vdb::MetaMap());
    stream.close();
    if (!stream) return Error{path.string() + ": cannot write: the disk is full or failed"};
    return file.value().commit();
}

}  // namespace undine
