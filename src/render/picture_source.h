// SPDX-License-Identifier: Zlib
// Where a picture's particles come from: a world, or files. All of them come
// down to views of arrays, so that one function fills a RenderScene from any of them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "undine/fields.h"
#include "undine/report.h"
#include "undine/world.h"

namespace undine {

/// Views; valid as long as what they were made of is not changed.
struct PictureSource {
    double time = 0;                ///< s.
    std::vector<FieldView> fields;  ///< "position" is among them.
    std::span<const BodyState> bodies;
    std::vector<Vec3> tracers;
    std::span<const Vec3> tracerColors;
    std::span<const float> tracerTemperatures;  ///< K. Empty, as is the next, where nothing is hot or burns.
    std::span<const float> tracerSmoke;         ///< 0..1.

    const FieldView* find(std::string_view name) const;
    Index size() const;
};

PictureSource sourceOf(const World& world);

/// Of a field of vectors.
Vec3 vectorAt(const FieldView& field, Index i);

/// The names that particles can be coloured by: all fields, and "speed" where there is a velocity.
std::vector<std::string> colorFields(const PictureSource& source);

/// One number per particle: of a vector its length. The error names the nearest field and all there are.
Result<void> readField(const PictureSource& source, std::string_view name, std::vector<float>& values);

/// The unit of what readField() reads.
std::string fieldUnit(const PictureSource& source, std::string_view name);

}  // namespace undine
