// SPDX-License-Identifier: Zlib
#include "io/frame_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "io/atomic_file.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "frames are written as they lie in memory");

// One vertex as in the file. PLY has no 64-bit integers; a double holds every id below 2^53.
#pragma pack(push, 1)
struct Vertex {
    float x, y, z;
    float vx, vy, vz;
    float density;
    float pressure;
    double id;
    std::uint32_t fluid;
};
#pragma pack(pop)
static_assert(sizeof(Vertex) == 44);

constexpr std::string_view kProperties =
    "property float x\nproperty float y\nproperty float z\n"
    "property float vx\nproperty float vy\nproperty float vz\n"
    "property float density\nproperty float pressure\n"
    "property double id\nproperty uint fluid\n";

std::vector<Index> orderById(std::span<const ParticleId> ids) {
    std::vector<Index> order(ids.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return ids[a] < ids[b]; });
    return order;
}

std::vector<Vertex> gatherVertices(const World& world) {
    const VectorView x = world.positions();
    const VectorView v = world.velocities();
    std::vector<Vertex> vertices;
    vertices.reserve(world.particleCount());
    for (const Index i : orderById(world.ids())) {
        vertices.push_back({x[i].x, x[i].y, x[i].z, v[i].x, v[i].y, v[i].z, world.densities()[i],
                            world.pressures()[i], static_cast<double>(world.ids()[i]),
                            world.fluidIndices()[i]});
    }
    return vertices;
}

}  // namespace

std::string frameFileName(std::uint64_t frame) { return fmt::format("frame_{:04}.ply", frame); }

bool isFrameFileName(std::string_view name) {
    constexpr std::string_view kHead = "frame_";
    constexpr std::string_view kTail = ".ply";
    if (!name.starts_with(kHead) || !name.ends_with(kTail) || name.size() < kHead.size() + 4 + kTail.size()) {
        return false;
    }
    const std::string_view number = name.substr(kHead.size(), name.size() - kHead.size() - kTail.size());
    return std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Result<void> writeFrame(const World& world, const std::filesystem::path& path) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    const std::vector<Vertex> vertices = gatherVertices(world);
    file.value().write(
        fmt::format("ply\nformat binary_little_endian 1.0\ncomment Undine, time {:.9g} s\nelement vertex "
                    "{}\n{}end_header\n",
                    world.time(), vertices.size(), kProperties));
    file.value().write(std::as_bytes(std::span(vertices)));
    return file.value().commit();
}

}  // namespace undine
