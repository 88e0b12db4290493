// SPDX-License-Identifier: Zlib
#include "io/frame_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/frame_files.h"
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

/// As floats; the error names the first particle whose value is none.
Result<std::vector<float>> finite(const std::vector<double>& column, std::string_view name) {
    std::vector<float> values = converted<float>(column);
    const auto bad = std::ranges::find_if_not(values, [](float v) { return std::isfinite(v); });
    if (bad == values.end()) return values;
    return Error{
        fmt::format("particle {}: {} must be a finite number", bad - values.begin(), printableShort(name))};
}

bool isWholeBelow(const std::vector<double>& column, double end) {
    return std::ranges::all_of(column, [&](double v) { return v >= 0 && v < end && v == std::floor(v); });
}

/// Names of the columns of a vector. Velocity is vx, vy, vz in PLY and CSV, but not in BGEO.
std::vector<std::string> componentsOf(const std::string& name, const ParticleTable& table) {
    if (name == "velocity" && table.find("vx") != nullptr) return {"vx", "vy", "vz"};
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

// From the columns of a file; errors do not name it.
class FrameTableReader {
  public:
    explicit FrameTableReader(const ParticleTable& table) : table_(table) {}

    Result<FrameTable> read(const std::vector<std::string>& attributes, std::optional<double> spacing) {
        if (const auto added = addPositions(); !added) return Error{added.error()};
        const double distance = spacing.value_or(table_.spacing.value_or(0));
        if (!(distance > 0 && distance <= 1e9)) {
            return Error{"does not say how far apart its particles are: give --spacing"};
        }
        frame_.spacing_ = static_cast<float>(distance);
        frame_.time_ = table_.time.value_or(0);
        if (const std::vector<double>* fluid = table_.find("fluid")) {
            if (!isWholeBelow(*fluid, 4294967296.0)) return Error{"a fluid is no whole number"};
            frame_.fluids_ = converted<std::uint32_t>(*fluid);
        }
        for (const std::string& name : attributes) {
            if (name == "fluid" && !frame_.fluids_.empty()) continue;  // meshes have it
            if (const auto added = addAttribute(name); !added) return Error{added.error()};
        }
        return std::move(frame_);
    }

  private:
    Result<void> addPositions() {
        std::vector<float>* const planes[] = {&frame_.x_, &frame_.y_, &frame_.z_};
        const char* const names[] = {"x", "y", "z"};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::vector<double>* column = table_.find(names[k]);
            if (column == nullptr) return Error{fmt::format("has no column {}", names[k])};
            Result<std::vector<float>> values = finite(*column, names[k]);
            if (!values) return Error{values.error()};
            *planes[k] = std::move(values).value();
        }
        frame_.dimension_ = dimensionOf(table_).value_or(3);
        return {};
    }

    Result<void> addAttribute(const std::string& name) {
        FrameTable::Field field;
        field.info.name = name;
        std::vector<std::string> columns = {name};
        if (const std::vector<double>* column = table_.find(name); column != nullptr && name == "id") {
            if (!isWholeBelow(*column, 18446744073709551616.0)) return Error{"an id is no whole number"};
            frame_.ids_ = converted<ParticleId>(*column);
            return {};
        } else if (column == nullptr) {
            field.info.type = FieldType::Vector;
            columns = componentsOf(name, table_);
        }
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::vector<double>* column = table_.find(columns[k]);
            if (column == nullptr) {
                return Error{
                    fmt::format("has no field \"{}\"; its columns are {}", printableShort(name),
                                printableShort(fmt::format("{}", fmt::join(table_.names, ", ")), 400))};
            }
            Result<std::vector<float>> values = finite(*column, columns[k]);
            if (!values) return Error{values.error()};
            field.planes[k] = std::move(values).value();
        }
        frame_.fields_.push_back(std::move(field));
        return {};
    }

    const ParticleTable& table_;
    FrameTable frame_;
};

Result<FrameTable> readFrameTable(const std::string& path, const std::vector<std::string>& attributes,
                                  std::optional<double> spacing) {
    const Result<ParticleTable> table = readFrameFile(path);
    if (!table) return Error{table.error()};
    Result<FrameTable> frame = FrameTableReader(table.value()).read(attributes, spacing);
    return frame ? std::move(frame) : fileError(path, frame.error());
}

}  // namespace undine
