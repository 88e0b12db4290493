// SPDX-License-Identifier: Zlib
#include "render/stored_frame.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/memory.h"
#include "io/body_files.h"
#include "io/formats.h"
#include "io/read_file.h"
#include "render/column_reader.h"

namespace undine {
namespace {

using Json = nlohmann::json;

Result<std::string> readWhole(const std::filesystem::path& path, const char* kind) {
    return readFile({path.string(), kind, static_cast<std::size_t>(availableMemory() / 4)});
}

std::string unitOf(std::string_view field) {
    if (field == "position") return "m";
    if (field == "velocity") return "m/s";
    if (field == "acceleration") return "m/s^2";
    if (field == "density") return "kg/m^3";
    return field == "pressure" ? "Pa" : "";
}

// Undine's own PLY files say the time in a comment.
double timeIn(std::string_view text) {
    constexpr std::string_view kWords = "comment Undine, time ";
    const auto at = text.substr(0, 1000).find(kWords);
    double time = 0;
    if (at != std::string_view::npos) {
        const char* begin = text.data() + at + kWords.size();
        std::from_chars(begin, text.data() + text.size(), time);
    }
    return time;
}

std::optional<Vec3> vectorIn(const Json& value) {
    if (!value.is_array() || value.size() < 3) return std::nullopt;
    for (const Json& v : value) {
        if (!v.is_number()) return std::nullopt;
    }
    return Vec3{value[0].get<float>(), value[1].get<float>(), value[2].get<float>()};
}

Result<std::vector<BodyState>> bodiesIn(const std::string& text) {
    const Json all = Json::parse(text, nullptr, false);
    if (!all.is_object() || !all.contains("bodies") || !all["bodies"].is_array()) {
        return Error{"has no list of bodies"};
    }
    std::vector<BodyState> bodies;
    for (const Json& body : all["bodies"]) {
        const auto position = body.is_object() ? vectorIn(body.value("position", Json())) : std::nullopt;
        const Json rotation = body.is_object() ? body.value("rotation", Json()) : Json();
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

    Result<void> addParticles(std::vector<NumberColumn> columns) {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::string vector = vectorAt(columns, k);
            if (vector.empty()) {
                addScalar(columns[k]);
                continue;
            }
            StoredFrame::Field field{{vector, unitOf(vector), FieldType::Vector}, {}, {}};
            for (std::size_t axis = 0; axis < 3; ++axis)
                field.planes[axis] = std::move(columns[k + axis].values);
            frame_.size_ = static_cast<Index>(field.planes[0].size());
            frame_.fields_.push_back(std::move(field));
            k += 2;
        }
        const bool hasPosition = std::ranges::any_of(
            frame_.fields_, [](const StoredFrame::Field& f) { return f.info.name == "position"; });
        return hasPosition ? Result<void>() : Error{"has no x, y, z"};
    }

    Result<void> addTracers(const std::vector<NumberColumn>& columns) {
        const auto find = [&](std::string_view name) -> const std::vector<float>* {
            const auto found = std::ranges::find(columns, name, &NumberColumn::name);
            return found == columns.end() ? nullptr : &found->values;
        };
        const std::vector<float>* parts[] = {find("x"),   find("y"),     find("z"),
                                             find("red"), find("green"), find("blue")};
        if (std::ranges::find(parts, nullptr) != std::end(parts)) return Error{"has no places or no colours"};
        for (std::size_t i = 0; i < parts[0]->size(); ++i) {
            const auto at = [&](int k) { return (*parts[k])[i]; };
            frame_.tracers_.push_back({at(0), at(1), at(2)});
            frame_.tracerColors_.push_back((1.0F / 255) * Vec3{at(3), at(4), at(5)});
        }
        return {};
    }

    Result<void> addBodies(const std::string& text) {
        Result<std::vector<BodyState>> bodies = bodiesIn(text);
        if (!bodies) return Error{bodies.error()};
        frame_.bodies_ = std::move(bodies).value();
        return {};
    }

    void setTime(double time) { frame_.time_ = time; }

  private:
    static std::string vectorAt(const std::vector<NumberColumn>& columns, std::size_t k) {
        if (k + 2 >= columns.size()) return {};
        const std::string &a = columns[k].name, &b = columns[k + 1].name, &c = columns[k + 2].name;
        if (a == "x" && b == "y" && c == "z") return "position";
        if (a == "vx" && b == "vy" && c == "vz") return "velocity";
        const std::string stem = a.size() > 2 ? a.substr(0, a.size() - 2) : "";
        return !stem.empty() && a == stem + "_x" && b == stem + "_y" && c == stem + "_z" ? stem : "";
    }

    void addScalar(NumberColumn& column) {
        if (column.name.empty() || column.values.empty()) return;
        StoredFrame::Field field{{column.name, unitOf(column.name), FieldType::Scalar}, {}, {}};
        if (column.name == "fluid") {
            field.info.type = FieldType::UInt32;
            for (const float v : column.values) {
                field.numbers.push_back(v >= 0 && v < 1e9F ? static_cast<std::uint32_t>(v) : 0);
            }
        } else {
            field.planes[0] = std::move(column.values);
        }
        frame_.fields_.push_back(std::move(field));
    }

    StoredFrame& frame_;
};

Result<StoredFrame> StoredFrame::read(const std::filesystem::path& path) {
    const std::string ending = extensionOf(path.string());
    if (ending != "ply" && ending != "bgeo") {
        return fileError(path.string(), "frames are read from files that end in .ply or .bgeo");
    }
    const Result<std::string> text = readWhole(path, "frame");
    if (!text) return Error{text.error()};
    auto columns = ending == "ply" ? readPlyColumns(text.value()) : readBgeoColumns(text.value());
    if (!columns) return fileError(path.string(), columns.error());
    StoredFrame frame;
    StoredFrameReader reader(frame);
    reader.setTime(timeIn(text.value()));
    if (const auto added = reader.addParticles(std::move(columns).value()); !added) {
        return fileError(path.string(), added.error());
    }

    std::error_code ignored;
    const std::uint64_t number = frameNumber(path);
    const auto bodies = path.parent_path() / numberedName({"bodies", "json"}, number);
    if (std::filesystem::exists(bodies, ignored)) {
        const Result<std::string> json = readWhole(bodies, "body");
        if (!json) return Error{json.error()};
        if (const auto added = reader.addBodies(json.value()); !added) {
            return fileError(bodies.string(), added.error());
        }
    }
    const auto tracers = path.parent_path() / numberedName({"tracers", "ply"}, number);
    if (std::filesystem::exists(tracers, ignored)) {
        const Result<std::string> ply = readWhole(tracers, "tracer");
        if (!ply) return Error{ply.error()};
        const auto read = readPlyColumns(ply.value());
        if (!read) return fileError(tracers.string(), read.error());
        if (const auto added = reader.addTracers(read.value()); !added) {
            return fileError(tracers.string(), added.error());
        }
    }
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
    return source;
}

bool StoredFrame::isFlat() const {
    for (const Field& field : fields_) {
        if (field.info.name == "position") {
            return !field.planes[2].empty() &&
                   std::ranges::all_of(field.planes[2], [](float z) { return z == 0; });
        }
    }
    return false;
}

std::uint64_t frameNumber(const std::filesystem::path& path) {
    for (const std::string_view ending : {"ply", "bgeo"}) {
        if (const auto number = numberInName({"frame", ending}, path.filename().string())) return *number;
    }
    return 0;
}

Result<std::vector<std::filesystem::path>> findFrames(std::span<const std::string> names) {
    std::vector<std::filesystem::path> frames;
    for (const std::string& name : names) {
        std::error_code error;
        if (!std::filesystem::is_directory(name, error)) {
            if (!std::filesystem::exists(name, error))
                return Error{name + ": there is no such file or folder"};
            frames.emplace_back(name);
            continue;
        }
        std::vector<std::filesystem::path> found;
        for (const std::string_view ending : {"ply", "bgeo"}) {
            if (!found.empty()) break;
            for (std::filesystem::directory_iterator entry(name, error), end; !error && entry != end;
                 entry.increment(error)) {
                if (numberInName({"frame", ending}, entry->path().filename().string())) {
                    found.push_back(entry->path());
                }
            }
        }
        if (error) return Error{fmt::format("{}: cannot list the folder: {}", name, error.message())};
        if (found.empty()) {
            return Error{
                fmt::format("{}: has no frames: looked for frame_0000.ply and frame_0000.bgeo, as `undine "
                            "run --export ply` writes them",
                            name)};
        }
        std::ranges::sort(found, {}, frameNumber);
        frames.insert(frames.end(), found.begin(), found.end());
    }
    return frames;
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
