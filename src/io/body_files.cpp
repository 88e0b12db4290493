// SPDX-License-Identifier: Zlib
#include "io/body_files.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/atomic_file.h"

namespace undine {
namespace {

nlohmann::json toJson(Vec3 v) { return {v.x, v.y, v.z}; }

/// Vertices and faces as lines of an OBJ file. Faces are seen counter-clockwise from outside.
class ObjText {
  public:
    int vertex(Vec3 v) {
        text_ += fmt::format("v {} {} {}\n", v.x, v.y, v.z);
        return ++vertices_;
    }
    void triangle(int a, int b, int c) { text_ += fmt::format("f {} {} {}\n", a, b, c); }
    void quad(int a, int b, int c, int d) { text_ += fmt::format("f {} {} {} {}\n", a, b, c, d); }
    const std::string& text() const { return text_; }

  private:
    std::string text_ = "# Undine\n";
    int vertices_ = 0;
};

void addShape(ObjText& obj, const BoxBody& box) {
    // Corner k is at the upper end of x, y, z where its bit 0, 1, 2 is set.
    for (int k = 0; k < 8; ++k) {
        const auto end = [&](int axis) { return ((k >> axis) & 1) == 1 ? 0.5F : -0.5F; };
        obj.vertex({end(0) * box.size.x, end(1) * box.size.y, end(2) * box.size.z});
    }
    obj.quad(1, 5, 7, 3);
    obj.quad(2, 4, 8, 6);
    obj.quad(1, 2, 6, 5);
    obj.quad(3, 7, 8, 4);
    obj.quad(1, 3, 4, 2);
    obj.quad(5, 6, 8, 7);
}

void addShape(ObjText& obj, const SphereBody& sphere) {
    constexpr int kRings = 16;    // from pole to pole
    constexpr int kSectors = 32;  // around the y axis
    const auto vertexAt = [&](int ring, int sector) { return 2 + (ring - 1) * kSectors + sector % kSectors; };
    obj.vertex({0, sphere.radius, 0});
    for (int ring = 1; ring < kRings; ++ring) {
        const double polar = std::numbers::pi * ring / kRings;
        for (int sector = 0; sector < kSectors; ++sector) {
            const double around = 2 * std::numbers::pi * sector / kSectors;
            const double r = sphere.radius;
            obj.vertex({static_cast<float>(r * std::sin(polar) * std::cos(around)),
                        static_cast<float>(r * std::cos(polar)),
                        static_cast<float>(r * std::sin(polar) * std::sin(around))});
        }
    }
    const int last = obj.vertex({0, -sphere.radius, 0});
    for (int sector = 0; sector < kSectors; ++sector) {
        obj.triangle(1, vertexAt(1, sector + 1), vertexAt(1, sector));
        for (int ring = 1; ring < kRings - 1; ++ring) {
            obj.quad(vertexAt(ring, sector), vertexAt(ring, sector + 1), vertexAt(ring + 1, sector + 1),
                     vertexAt(ring + 1, sector));
        }
        obj.triangle(last, vertexAt(kRings - 1, sector), vertexAt(kRings - 1, sector + 1));
    }
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
    ObjText obj;
    std::visit([&](const auto& shape) { addShape(obj, shape); }, body.shape);
    return writeText(obj.text(), path);
}

}  // namespace undine
