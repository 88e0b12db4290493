// SPDX-License-Identifier: Zlib
#include "io/frame_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/particle_file.h"
#include "io/printable.h"
#include "io/read_file.h"

namespace undine {
namespace {

template <class Value>
std::vector<Value> converted(const std::vector<double>& column) {
    std::vector<Value> values(column.size());
    std::ranges::transform(column, values.begin(), [](double v) { return static_cast<Value>(v); });
    return values;
}

bool isWholeBelow(const std::vector<double>& column, double end) {
    return std::ranges::all_of(column, [&](double v) { return v >= 0 && v < end && v == std::floor(v); });
}

/// Names of the columns of a vector.
std::vector<std::string> componentsOf(const std::string& name) {
    if (name == "velocity") return {"vx", "vy", "vz"};
    return {name + "_x", name + "_y", name + "_z"};
}

}  // namespace

SurfaceInput FrameTable::input() const {
    SurfaceInput input;
    input.positions = VectorView(x_.data(), y_.data(), z_.data(), static_cast<Index>(x_.size()));
    input.spacing = spacing_;
    input.dimension = dimension_;
    input.fluids = fluids_;
    input.wantsNearest = !ids_.empty();
    for (const Field& field : fields_) {
        FieldView view{.info = field.info, .data = {}, .size = input.positions.size()};
        for (int k = 0; k < 3; ++k) view.data[k] = field.planes[k].data();
        input.fields.push_back(view);
    }
    return input;
}

Result<FrameTable> readFrameTable(const std::string& path, const std::vector<std::string>& attributes,
                                  std::optional<double> spacing) {
    const auto read = readParticleTable(path);
    if (!read) return Error{read.error()};
    const ParticleTable& table = read.value();
    FrameTable frame;
    frame.x_ = converted<float>(*table.find("x"));
    frame.y_ = converted<float>(*table.find("y"));
    frame.z_ = converted<float>(*table.find("z"));
    const bool isFlat = table.size > 1 && std::ranges::all_of(frame.z_, [](float z) { return z == 0; });
    frame.dimension_ = table.dimension.value_or(isFlat ? 2 : 3) == 2 ? 2 : 3;
    const double distance = spacing.value_or(table.spacing.value_or(0));
    if (!(distance > 0 && distance < 1e9)) {
        return fileError(path, "does not say how far apart its particles are: give --spacing");
    }
    frame.spacing_ = static_cast<float>(distance);
    frame.time_ = table.time.value_or(0);

    if (const std::vector<double>* fluid = table.find("fluid")) {
        if (!isWholeBelow(*fluid, 4294967296.0)) return fileError(path, "a fluid is no whole number");
        frame.fluids_ = converted<std::uint32_t>(*fluid);
    }
    for (const std::string& name : attributes) {
        if (name == "fluid" && !frame.fluids_.empty()) continue;  // meshes have it
        FrameTable::Field field;
        field.info.name = name;
        const std::vector<std::string> components = componentsOf(name);
        if (const std::vector<double>* column = table.find(name)) {
            if (name == "id" && !isWholeBelow(*column, 18446744073709551616.0)) {
                return fileError(path, "an id is no whole number");
            }
            if (name == "id") {
                frame.ids_ = converted<ParticleId>(*column);
                continue;
            }
            field.planes[0] = converted<float>(*column);
        } else if (std::ranges::all_of(components, [&](const auto& c) { return table.find(c) != nullptr; })) {
            field.info.type = FieldType::Vector;
            for (std::size_t k = 0; k < 3; ++k)
                field.planes[k] = converted<float>(*table.find(components[k]));
        } else {
            return fileError(path, fmt::format("has no field \"{}\"; its columns are {}",
                                               printableShort(name), fmt::join(table.names, ", ")));
        }
        frame.fields_.push_back(std::move(field));
    }
    return frame;
}

}  // namespace undine
