// SPDX-License-Identifier: Zlib
#include "io/vdb_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

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
        setGridStatsMetadataEnabled(false);  // whoever makes grids knows which have the same
    }
    using vdb::io::Archive::write;
};

}  // namespace

Result<void> writeVdbGrids(const VdbMoment& moment, const vdb::GridPtrVec& grids,
                           const std::filesystem::path& path) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    vdb::GridCPtrVec written;
    for (const vdb::GridBase::Ptr& grid : grids) {
        grid->insertMeta("time", vdb::DoubleMetadata(moment.time));
        if (moment.frame)
            grid->insertMeta("frame", vdb::Int64Metadata(static_cast<std::int64_t>(*moment.frame)));
        grid->setCreator("Undine");
        written.push_back(grid);
    }
    if (file.value().partPath() == path) {
        return Error{path.string() +
                     ": cannot write: OpenVDB goes back in its files, which devices and pipes "
                     "do not allow"};
    }
    errno = 0;
    // The stream's own buffer of 8 kB would make a call of the system for each few leaves.
    std::vector<char> buffer(std::size_t{1} << 20U);
    std::ofstream stream;
    stream.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    stream.open(file.value().partPath(), std::ios::binary);
    Archive().write(stream, written, /*seekable=*/true, vdb::MetaMap());
    stream.close();
    if (!stream) {
        return Error{path.string() + ": cannot write: " + std::strerror(errno == 0 ? EIO : errno)};
    }
    return file.value().commit();
}

}  // namespace undine
