// SPDX-License-Identifier: Zlib
#include "io/body_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/atomic_file.h"
#include "io/body_mesh.h"

namespace undine {
namespace {

nlohmann::json toJson(Vec3 v) { return {v.x, v.y, v.z}; }

/// Vertices and faces as lines of an OBJ file, which counts from 1.
std::string objText(const BodyMesh& mesh) {
    std::string text = "# Undine\n";
    for (const Vec3 v : mesh.vertices) text += fmt::format("v {} {} {}\n", v.x, v.y, v.z);
    for (const auto& [a, b, c, d] : mesh.faces) {
        text += c == d ? fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1)
                       : fmt::format("f {} {} {} {}\n", a + 1, b + 1, c + 1, d + 1);
    }
    return text;
}

Result<void> writeText(const std::string& text, const std::filesystem::path& path) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    file.value().write(text);
    return file.value().commit();
}

}  // namespace

Result<void> writeBodies(const Frame& frame, const std::filesystem::path& path, const ThreadPool& /*pool*/) {
    nlohmann::ordered_json bodies = nlohmann::json::array();
    for (const BodyState& body : frame.bodies()) {
        const Quaternion q = body.rotation;
        bodies.push_back({{"name", body.name},
                          {"position", toJson(body.position)},
                          {"rotation", {q.x, q.y, q.z, q.w}},
                          {"velocity", toJson(body.velocity)},
                          {"angular_velocity", toJson(body.angularVelocity)}});
    }
    const nlohmann::ordered_json all = {
        {"frame", frame.number()}, {"time", frame.time()}, {"bodies", std::move(bodies)}};
    // Names may be bytes that are no UTF-8; everything else would throw.
    return writeText(all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n", path);
}

Result<void> writeBodyMesh(const Body& body, const std::filesystem::path& path) {
    return writeText(objText(bodyMesh(body.shape)), path);
}

}  // namespace undine
