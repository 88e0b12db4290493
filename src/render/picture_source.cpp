// SPDX-License-Identifier: Zlib
#include "render/picture_source.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/printable.h"
#include "undine/parameters.h"

namespace undine {
namespace {

constexpr std::string_view kSpeed = "speed";  // people say so; the field is the velocity

const FieldView* findColorField(const PictureSource& source, std::string_view name) {
    const FieldView* field = source.find(name);
    return field == nullptr && name == kSpeed ? source.find("velocity") : field;
}

template <class Word>
void copyNumbers(const FieldView& field, std::vector<float>& values) {
    const auto* words = static_cast<const Word*>(field.data[0]);
    for (Index i = 0; i < field.size; ++i) values[i] = static_cast<float>(words[i]);
}

}  // namespace

const FieldView* PictureSource::find(std::string_view name) const {
    const auto found = std::ranges::find(fields, name, [](const FieldView& f) { return f.info.name; });
    return found == fields.end() ? nullptr : &*found;
}

Index PictureSource::size() const {
    const FieldView* position = find("position");
    return position == nullptr ? 0 : position->size;
}

PictureSource sourceOf(const World& world) {
    PictureSource source;
    source.time = world.time();
    for (const FieldInfo& info : world.fields()) source.fields.push_back(*world.field(info.name));
    source.bodies = world.bodies();
    source.tracers.assign(world.tracerPositions().begin(), world.tracerPositions().end());
    source.tracerColors = world.tracerColors();
    source.tracerTemperatures = world.tracerTemperatures();
    source.tracerSmoke = world.tracerSmoke();
    return source;
}

Vec3 vectorAt(const FieldView& field, Index i) {
    const auto plane = [&](int k) { return static_cast<const float*>(field.data[k])[i]; };
    return {plane(0), plane(1), plane(2)};
}

std::vector<std::string> colorFields(const PictureSource& source) {
    std::vector<std::string> names;
    for (const FieldView& field : source.fields) names.push_back(field.info.name);
    if (source.find("velocity") != nullptr) names.emplace_back(kSpeed);
    return names;
}

Result<void> readField(const PictureSource& source, std::string_view name, std::vector<float>& values) {
    const FieldView* field = findColorField(source, name);
    if (field == nullptr) {
        const std::vector<std::string> names = colorFields(source);
        const std::vector<std::string_view> known(names.begin(), names.end());
        return Error{fmt::format("there is no field \"{}\" to colour by{} (known here: {})",
                                 printableShort(name), suggestion(name, known), fmt::join(known, ", "))};
    }
    values.resize(field->size);
    switch (field->info.type) {
        case FieldType::Scalar:
            copyNumbers<float>(*field, values);
            break;
        case FieldType::UInt32:
            copyNumbers<std::uint32_t>(*field, values);
            break;
        case FieldType::UInt64:
            copyNumbers<std::uint64_t>(*field, values);
            break;
        case FieldType::Vector: {
            const auto plane = [&](int k) { return static_cast<const float*>(field->data[k]); };
            for (Index i = 0; i < field->size; ++i) {
                values[i] = std::hypot(plane(0)[i], plane(1)[i], plane(2)[i]);
            }
        }
    }
    return {};
}

std::string fieldUnit(const PictureSource& source, std::string_view name) {
    const FieldView* field = findColorField(source, name);
    return field == nullptr ? "" : field->info.unit;
}

}  // namespace undine
