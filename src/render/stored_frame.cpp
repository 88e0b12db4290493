// SPDX-License-Identifier: Zlib
#include "render/stored_frame.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/memory.h"
#include "io/body_files.h"
#include "io/file_names.h"
#include "io/frame_files.h"
#include "io/read_file.h"

namespace undine {
namespace {

Result<std::string> readWhole(const std::filesystem::path& path, const char* kind) {
    return readFile({path.string(), kind, static_cast<std::size_t>(availableMemory() / 4)});
}

std::string unitOf(std::string_view field) {
    if (field == "position") return "m";
    if (field == "velocity") return "m/s";
    if (field == "acceleration") return "m/s^2";
    if (field == "density") return "kg/m^3";
    if (field == "vorticity") return "1/s";
    if (field == "temperature") return "K";
    return field == "pressure" ? "Pa" : "";
}

// What the names stand for in a picture. A file may use one for something else, which is not shown.
bool isMeant(std::string_view field, FieldType type) {
    if (field == "position" || field == "velocity" || field == "vorticity") return type == FieldType::Vector;
    return field != "fluid" || type != FieldType::Vector;
}

std::vector<float> toFloats(const std::vector<double>& column) {
    std::vector<float> values(column.size());
    std::ranges::transform(column, values.begin(), [](double v) { return static_cast<float>(v); });
    return values;
}

std::optional<Vec3> vectorIn(const nlohmann::json& value) {
    if (!value.is_array() || value.size() < 3) return std::nullopt;
    for (const nlohmann::json& v : value) {
        if (!v.is_number()) return std::nullopt;
    }
    return Vec3{value[0].get<float>(), value[1].get<float>(), value[2].get<float>()};
}

Result<std::vector<BodyState>> bodiesIn(const std::string& text) {
    const nlohmann::json all = nlohmann::json::parse(text, nullptr, false);
    if (!all.is_object() || !all.contains("bodies") || !all["bodies"].is_array()) {
        return Error{"has no list of bodies"};
    }
    std::vector<BodyState> bodies;
    for (const nlohmann::json& body : all["bodies"]) {
        const auto position =
            body.is_object() ? vectorIn(body.value("position", nlohmann::json())) : std::nullopt;
        const nlohmann::json rotation =
            body.is_object() ? body.value("rotation", nlohmann::json()) : nlohmann::json();
        const auto axis = vectorIn(rotation);
        if (!position || !axis || rotation.size() != 4) {
            return Error{fmt::format("body {} has no position or no rotation", bodies.size())};
        }
        bodies.push_back({"", *position, {axis->x, axis->y, axis->z, rotation[3].get<float>()}, {}, {}});
    }
    return bodies;
}

// "v 1 2 3" and "f 1 2 3 4", as writeBodyMesh() writes them.
BodyMesh meshIn(const std::string& text) {
    BodyMesh mesh;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        Vec3 v;
        if (kind == "v" && words >> v.x >> v.y >> v.z) mesh.vertices.push_back(v);
        BodyMesh::Face face{};
        if (kind != "f" || !(words >> face[0] >> face[1] >> face[2])) continue;
        if (!(words >> face[3])) face[3] = face[2];
        for (int& corner : face) --corner;
        const auto isThere = [&](int k) {
            return k >= 0 && static_cast<std::size_t>(k) < mesh.vertices.size();
        };
        if (std::ranges::all_of(face, isThere)) mesh.faces.push_back(face);
    }
    return mesh;
}

}  // namespace

// Puts columns together to fields: x y z, vx vy vz and name_x name_y name_z are vectors.
class StoredFrameReader {
  public:
    explicit StoredFrameReader(StoredFrame& frame) : frame_(frame) {}

    Result<void> addParticles(const ParticleTable& table) {
        frame_.size_ = static_cast<Index>(table.size);
        frame_.time_ = table.time.value_or(0);
        const double spacing = table.spacing.value_or(0);
        if (spacing > 0 && spacing < 1e9) frame_.spacing_ = static_cast<float>(spacing);
        for (std::size_t k = 0; k < table.names.size(); ++k) {
            const std::string vector = vectorAt(table.names, k);
            if (vector.empty()) {
                addScalar(table.names[k], table.columns[k]);
                continue;
            }
            StoredFrame::Field field{{vector, unitOf(vector), FieldType::Vector}, {}, {}};
            for (std::size_t axis = 0; axis < 3; ++axis)
                field.planes[axis] = toFloats(table.columns[k + axis]);
            if (isMeant(vector, FieldType::Vector)) frame_.fields_.push_back(std::move(field));
            k += 2;
        }
        const auto isPosition = [](const StoredFrame::Field& f) { return f.info.name == "position"; };
        if (std::ranges::none_of(frame_.fields_, isPosition)) return Error{"has no x, y, z"};
        frame_.dimension_ = dimensionOf(table);
        return {};
    }

    Result<void> addTracers(const ParticleTable& table) {
        const std::vector<double>* parts[] = {table.find("x"),   table.find("y"),     table.find("z"),
                                              table.find("red"), table.find("green"), table.find("blue")};
        if (std::ranges::find(parts, nullptr) != std::end(parts)) return Error{"has no places or no colours"};
        for (std::size_t i = 0; i < table.size; ++i) {
            const auto at = [&](int k) { return static_cast<float>((*parts[k])[i]); };
            frame_.tracers_.push_back({at(0), at(1), at(2)});
            frame_.tracerColors_.push_back((1.0F / 255) * Vec3{at(3), at(4), at(5)});
        }
        const std::vector<double>*temperature = table.find("temperature"), *smoke = table.find("smoke");
        if (temperature != nullptr && smoke != nullptr) {
            frame_.tracerTemperatures_ = toFloats(*temperature);
            frame_.tracerSmoke_ = toFloats(*smoke);
        }
        return {};
    }

    Result<void> addBodies(const std::string& text) {
        Result<std::vector<BodyState>> bodies = bodiesIn(text);
        if (!bodies) return Error{bodies.error()};
        frame_.bodies_ = std::move(bodies).value();
        return {};
    }

  private:
    static std::string vectorAt(const std::vector<std::string>& names, std::size_t k) {
        if (k + 2 >= names.size()) return {};
        const std::string &a = names[k], &b = names[k + 1], &c = names[k + 2];
        if (a == "x" && b == "y" && c == "z") return "position";
        if (a == "vx" && b == "vy" && c == "vz") return "velocity";
        const std::string stem = a.size() > 2 ? a.substr(0, a.size() - 2) : "";
        return !stem.empty() && a == stem + "_x" && b == stem + "_y" && c == stem + "_z" ? stem : "";
    }

    void addScalar(const std::string& name, const std::vector<double>& values) {
        if (!isMeant(name, FieldType::Scalar)) return;
        StoredFrame::Field field{{name, unitOf(name), FieldType::Scalar}, {}, {}};
        if (name == "fluid") {
            field.info.type = FieldType::UInt32;
            for (const double v : values) {
                field.numbers.push_back(v >= 0 && v < 1e9 ? static_cast<std::uint32_t>(v) : 0);
            }
        } else {
            field.planes[0] = toFloats(values);
        }
        frame_.fields_.push_back(std::move(field));
    }

    StoredFrame& frame_;
};

namespace {

// The bodies and tracers of the same number, if they are there.
Result<void> addFilesBeside(const std::filesystem::path& path, StoredFrameReader& reader) {
    const std::optional<std::uint64_t> number = frameNumber(path);
    if (!number) return {};
    std::error_code ignored;
    const auto bodies = path.parent_path() / numberedName({"bodies", "json"}, *number);
    if (std::filesystem::exists(bodies, ignored)) {
        const Result<std::string> json = readWhole(bodies, "body");
        if (!json) return Error{json.error()};
        if (const auto added = reader.addBodies(json.value()); !added) {
            return fileError(bodies.string(), added.error());
        }
    }
    const auto tracers = path.parent_path() / numberedName({"tracers", "ply"}, *number);
    if (!std::filesystem::exists(tracers, ignored)) return {};
    const Result<ParticleTable> table = readFrameFile(tracers);
    if (!table) return Error{table.error()};
    if (const auto added = reader.addTracers(table.value()); !added) {
        return fileError(tracers.string(), added.error());
    }
    return {};
}

}  // namespace

Result<StoredFrame> StoredFrame::read(const std::filesystem::path& path) {
    const Result<ParticleTable> table = readFrameFile(path);
    if (!table) return Error{table.error()};
    StoredFrame frame;
    StoredFrameReader reader(frame);
    if (const auto added = reader.addParticles(table.value()); !added) {
        return fileError(path.string(), added.error());
    }
    if (const auto added = addFilesBeside(path, reader); !added) return Error{added.error()};
    return frame;
}

PictureSource StoredFrame::source() const {
    PictureSource source;
    source.time = time_;
    for (const Field& field : fields_) {
        FieldView view{field.info, {}, size_};
        for (std::size_t k = 0; k < 3; ++k) view.data[k] = field.planes[k].data();
        if (field.info.type == FieldType::UInt32) view.data[0] = field.numbers.data();
        source.fields.push_back(view);
    }
    source.bodies = bodies_;
    source.tracers = tracers_;
    source.tracerColors = tracerColors_;
    source.tracerTemperatures = tracerTemperatures_;
    source.tracerSmoke = tracerSmoke_;
    return source;
}

Result<std::vector<BodyMesh>> readBodyMeshes(const std::filesystem::path& folder) {
    std::vector<BodyMesh> meshes;
    std::error_code ignored;
    for (std::uint64_t k = 0;; ++k) {
        const auto path = folder / numberedName(kBodyMeshSeries, k);
        if (!std::filesystem::exists(path, ignored)) return meshes;
        const Result<std::string> text = readWhole(path, "mesh");
        if (!text) return Error{text.error()};
        meshes.push_back(meshIn(text.value()));
    }
}

}  // namespace undine
