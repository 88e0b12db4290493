// SPDX-License-Identifier: Zlib
#include "io/surface_file.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/color_bytes.h"
#include "core/fluid_colors.h"
#include "core/geometry.h"
#include "io/atomic_file.h"
#include "io/printable.h"
#include "io/read_file.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "words are written as they lie in memory");

Result<void> writeWhole(const std::filesystem::path& path, std::span<const std::string_view> parts) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    for (const std::string_view part : parts) file.value().write(part);
    return file.value().commit();
}

template <class Word>
void put(std::string& bytes, Word word) {
    char raw[sizeof(Word)];
    std::memcpy(raw, &word, sizeof(Word));
    bytes.append(raw, sizeof(Word));
}

bool hasNearest(const SurfaceFrame& frame, const SurfaceMesh& mesh) {
    return !frame.ids.empty() && mesh.nearest.size() == mesh.positions.size();
}

Vec3 colorOf(std::span<const Vec3> colors, FluidIndex fluid) {
    return fluid < colors.size() ? colors[fluid] : usualFluidColor(fluid);
}

/// One fluid needs no colours; several keep them also while only one of them has particles.
bool hasColors(const SurfaceFrame& frame) { return frame.colors.size() > 1 || frame.meshes.size() > 1; }

// ---- PLY

/// The properties an attribute becomes.
std::vector<std::string> propertiesOf(const AttributeName& attribute) {
    const std::string name(attribute.name);
    if (!attribute.isVector) return {name};
    if (name == "velocity") return {"vx", "vy", "vz"};
    return {name + "_x", name + "_y", name + "_z"};
}

AttributeName nameOf(const SurfaceAttribute& attribute) { return {attribute.name, attribute.width > 1}; }

Result<void> checkNames(const SurfaceFrame& frame) {
    if (frame.meshes.empty()) return {};
    std::vector<AttributeName> names;
    for (const SurfaceAttribute& attribute : frame.meshes[0].attributes) names.push_back(nameOf(attribute));
    return checkAttributeNames(names);
}

std::string plyHeader(const SurfaceFrame& frame) {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    for (const SurfaceMesh& mesh : frame.meshes) {
        vertices += mesh.positions.size();
        triangles += mesh.triangles.size() / 3;
    }
    std::string header = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment Undine, time {:.9g} s\nelement vertex {}\n"
        "property float x\nproperty float y\nproperty float z\n"
        "property float nx\nproperty float ny\nproperty float nz\nproperty uint fluid\n",
        frame.time, vertices);
    if (hasColors(frame)) header += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    if (!frame.meshes.empty()) {
        if (hasNearest(frame, frame.meshes[0])) header += "property double id\n";
        for (const SurfaceAttribute& attribute : frame.meshes[0].attributes) {
            for (const std::string& name : propertiesOf(nameOf(attribute)))
                header += fmt::format("property float {}\n", name);
        }
    }
    return header +
           fmt::format("element face {}\nproperty list uchar int vertex_indices\nend_header\n", triangles);
}

void putVertices(const SurfaceFrame& frame, const SurfaceMesh& mesh, std::string& bytes) {
    const Vec3 color = colorOf(frame.colors, mesh.fluid);
    const bool isColored = hasColors(frame);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        put(bytes, mesh.positions[v]);
        put(bytes, mesh.normals[v]);
        put(bytes, mesh.fluid);
        for (const float part : {color.x, color.y, color.z}) {
            if (isColored) put(bytes, colorByte(part));
        }
        if (hasNearest(frame, mesh)) put(bytes, static_cast<double>(frame.ids[mesh.nearest[v]]));
        for (const SurfaceAttribute& attribute : mesh.attributes) {
            const auto width = static_cast<std::size_t>(attribute.width);
            const char* from = reinterpret_cast<const char*>(attribute.values.data() + v * width);
            bytes.append(from, width * sizeof(float));
        }
    }
}

// ---- glTF

/// glTF wants the amount of light, and not what a screen is told.
float toLight(float v) { return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F); }

/// Collects the binary part of a glTF file and what describes it.
class GltfWriter {
  public:
    /// The colour is that of all vertices; none: the viewer's own. Ids are those of the particles.
    void add(const SurfaceMesh& mesh, std::optional<Vec3> color, std::span<const ParticleId> ids) {
        if (mesh.triangles.empty()) return;
        const std::size_t vertices = mesh.positions.size();
        nlohmann::json attributes;
        attributes["POSITION"] = addFloats(&mesh.positions[0].x, vertices, 3);
        Vec3 low = mesh.positions[0];
        Vec3 high = low;
        for (const Vec3 p : mesh.positions) {
            low = lower(low, p);
            high = upper(high, p);
        }
        json_["accessors"].back()["min"] = {low.x, low.y, low.z};
        json_["accessors"].back()["max"] = {high.x, high.y, high.z};
        attributes["NORMAL"] = addFloats(&mesh.normals[0].x, vertices, 3);
        if (color) {
            const Vec3 light{toLight(color->x), toLight(color->y), toLight(color->z)};
            attributes["COLOR_0"] = addFloats(&std::vector<Vec3>(vertices, light)[0].x, vertices, 3);
        }
        if (!ids.empty()) addIds(mesh, ids, attributes);
        for (const SurfaceAttribute& attribute : mesh.attributes) {
            std::string name = "_" + attribute.name;
            std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
            attributes[name] = addFloats(attribute.values.data(), vertices, attribute.width);
        }
        const std::size_t indices =
            addView(mesh.triangles.data(), mesh.triangles.size(), {kUnsigned, "SCALAR", kIndexTarget});
        const std::string name = fmt::format("fluid_{}", mesh.fluid);
        json_["nodes"].push_back({{"mesh", json_["meshes"].size()}, {"name", name}});
        json_["meshes"].push_back(
            {{"name", name}, {"primitives", {{{"attributes", attributes}, {"indices", indices}}}}});
    }

    /// Header, JSON and binary chunk; both chunks are filled up to whole words.
    Result<std::string> finish() {
        json_["asset"] = {{"version", "2.0"}, {"generator", "Undine"}};
        json_["scene"] = 0;
        nlohmann::json scene = nlohmann::json::object();
        for (std::size_t k = 0; k < json_["nodes"].size(); ++k) scene["nodes"].push_back(k);
        json_["scenes"] = nlohmann::json::array({scene});
        if (!binary_.empty()) json_["buffers"] = nlohmann::json::array({{{"byteLength", binary_.size()}}});
        for (auto entry = json_.begin(); entry != json_.end();) {
            entry = entry->is_null() ? json_.erase(entry) : std::next(entry);  // a scene without fluid
        }
        std::string text = json_.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        text.resize((text.size() + 3) / 4 * 4, ' ');
        const std::size_t binaryBytes = binary_.empty() ? 0 : binary_.size() + 8;
        const Result<std::uint32_t> whole = gltfLength(20 + text.size() + binaryBytes);
        if (!whole) return Error{whole.error()};
        std::string file = "glTF";
        put(file, std::uint32_t{2});
        put(file, whole.value());
        put(file, static_cast<std::uint32_t>(text.size()));
        file += "JSON" + text;
        if (binary_.empty()) return file;
        put(file, static_cast<std::uint32_t>(binary_.size()));
        file.append("BIN\0", 4);
        return file + binary_;
    }

  private:
    // Numbers of the specification.
    static constexpr int kFloat = 5126;
    static constexpr int kUnsigned = 5125;
    static constexpr int kVertexTarget = 34962;
    static constexpr int kIndexTarget = 34963;
    struct Kind {
        int component;
        const char* type;
        int target;
    };

    /// The format has no whole numbers but small ones, and floats are exact up to 24 bits.
    void addIds(const SurfaceMesh& mesh, std::span<const ParticleId> ids, nlohmann::json& attributes) {
        constexpr unsigned kExactBits = 24;
        std::vector<float> low;
        std::vector<float> high;
        for (const Index particle : mesh.nearest) {
            const ParticleId id = ids[particle];
            low.push_back(static_cast<float>(id & ((ParticleId{1} << kExactBits) - 1)));
            high.push_back(static_cast<float>(id >> kExactBits));
        }
        attributes["_ID"] = addFloats(low.data(), low.size(), 1);
        const bool isLarge = std::ranges::any_of(high, [](float v) { return v > 0; });
        if (isLarge) attributes["_ID_HIGH"] = addFloats(high.data(), high.size(), 1);
    }
    std::size_t addFloats(const float* values, std::size_t count, int width) {
        return addView(values, count * static_cast<std::size_t>(width),
                       {kFloat, width == 3 ? "VEC3" : "SCALAR", kVertexTarget});
    }
    template <class Word>
    std::size_t addView(const Word* words, std::size_t count, const Kind& kind) {
        const std::size_t bytes = count * sizeof(Word);
        const std::size_t perItem = kind.type[0] == 'V' ? 3 : 1;
        json_["accessors"].push_back({{"bufferView", json_["bufferViews"].size()},
                                      {"componentType", kind.component},
                                      {"count", count / perItem},
                                      {"type", kind.type}});
        json_["bufferViews"].push_back(
            {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes}, {"target", kind.target}});
        binary_.append(reinterpret_cast<const char*>(words), bytes);
        return json_["accessors"].size() - 1;
    }

    nlohmann::json json_;
    std::string binary_;
};

}  // namespace

Result<std::uint32_t> gltfLength(std::uint64_t bytes) {
    if (bytes <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(bytes);
    return Error{
        fmt::format("a mesh of {} bytes does not fit into glTF, which holds 4 GiB; take ply or obj", bytes)};
}

Result<void> checkAttributeNames(std::span<const AttributeName> names) {
    std::set<std::string> taken = {"x", "y", "z", "nx", "ny", "nz", "fluid", "red", "green", "blue", "id"};
    for (const AttributeName& name : names) {
        const auto isNoPart = [](unsigned char c) { return c <= ' ' || c == 127; };
        if (name.name.empty() || std::ranges::any_of(name.name, isNoPart)) {
            return Error{fmt::format(
                "attribute \"{}\": must be a word without blanks, as PLY and glTF hold no other names",
                printableShort(name.name))};
        }
        for (const std::string& property : propertiesOf(name)) {
            if (taken.insert(property).second) continue;
            return Error{fmt::format("attribute \"{}\": vertices have a \"{}\" already",
                                     printableShort(name.name), printableShort(property))};
        }
    }
    return {};
}

Result<void> writeSurfacePly(const SurfaceFrame& frame, const std::filesystem::path& path) {
    if (const auto good = checkNames(frame); !good) return fileError(path.string(), good.error());
    std::string bytes;
    for (const SurfaceMesh& mesh : frame.meshes) putVertices(frame, mesh, bytes);
    std::uint32_t first = 0;
    for (const SurfaceMesh& mesh : frame.meshes) {
        for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
            bytes.push_back(3);
            for (std::size_t k = 0; k < 3; ++k) put(bytes, first + mesh.triangles[t + k]);
        }
        first += static_cast<std::uint32_t>(mesh.positions.size());
    }
    const std::string header = plyHeader(frame);
    const std::string_view parts[] = {header, bytes};
    return writeWhole(path, parts);
}

Result<void> writeSurfaceObj(const SurfaceFrame& frame, const std::filesystem::path& path) {
    std::string text = fmt::format("# Undine, time {:.9g} s\n", frame.time);
    const auto out = std::back_inserter(text);
    std::size_t first = 1;
    for (const SurfaceMesh& mesh : frame.meshes) {
        fmt::format_to(out, "o fluid_{}\n", mesh.fluid);
        const Vec3 c = colorOf(frame.colors, mesh.fluid);
        const std::string color =
            hasColors(frame) ? fmt::format(" {:.4g} {:.4g} {:.4g}", c.x, c.y, c.z) : std::string();
        for (const Vec3 p : mesh.positions) {
            fmt::format_to(out, "v {:.7g} {:.7g} {:.7g}{}\n", p.x, p.y, p.z, color);
        }
        for (const Vec3 n : mesh.normals) fmt::format_to(out, "vn {:.4f} {:.4f} {:.4f}\n", n.x, n.y, n.z);
        for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
            const std::size_t v0 = first + mesh.triangles[t];
            const std::size_t v1 = first + mesh.triangles[t + 1];
            const std::size_t v2 = first + mesh.triangles[t + 2];
            fmt::format_to(out, "f {}//{} {}//{} {}//{}\n", v0, v0, v1, v1, v2, v2);
        }
        first += mesh.positions.size();
    }
    const std::string_view parts[] = {text};
    return writeWhole(path, parts);
}

Result<void> writeSurfaceGltf(const SurfaceFrame& frame, const std::filesystem::path& path) {
    if (const auto good = checkNames(frame); !good) return fileError(path.string(), good.error());
    GltfWriter writer;
    for (const SurfaceMesh& mesh : frame.meshes) {
        writer.add(mesh, hasColors(frame) ? std::optional(colorOf(frame.colors, mesh.fluid)) : std::nullopt,
                   hasNearest(frame, mesh) ? frame.ids : std::span<const ParticleId>());
    }
    const Result<std::string> bytes = writer.finish();
    if (!bytes) return Error{path.string() + ": " + bytes.error()};
    const std::string_view parts[] = {bytes.value()};
    return writeWhole(path, parts);
}

Result<void> writeOutlineSvg(std::span<const SurfaceOutline> outlines, const std::filesystem::path& path,
                             std::span<const Vec3> colors) {
    Vec3 low{0, 0, 0};
    Vec3 high{0, 0, 0};
    bool isFirst = true;
    std::string paths;
    const auto out = std::back_inserter(paths);
    for (const SurfaceOutline& outline : outlines) {
        const Vec3 color = colorOf(colors, outline.fluid);
        fmt::format_to(out, "<path id=\"fluid_{}\" fill=\"#{:02x}{:02x}{:02x}\" fill-rule=\"evenodd\" d=\"",
                       outline.fluid, colorByte(color.x), colorByte(color.y), colorByte(color.z));
        for (const std::vector<Vec3>& loop : outline.loops) {
            for (std::size_t k = 0; k < loop.size(); ++k) {
                low = isFirst ? loop[k] : lower(low, loop[k]);
                high = isFirst ? loop[k] : upper(high, loop[k]);
                isFirst = false;
                fmt::format_to(out, "{}{:.6g} {:.6g}", k == 0 ? "M" : "L", loop[k].x, -loop[k].y);
            }
            paths += "Z";
        }
        paths += "\"/>\n";
    }
    const std::string head =
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.6g} {:.6g} {:.6g} {:.6g}\">\n",
                    low.x, -high.y, high.x - low.x, high.y - low.y);
    const std::string_view parts[] = {head, paths, "</svg>\n"};
    return writeWhole(path, parts);
}

}  // namespace undine
