// SPDX-License-Identifier: Zlib
#include "io/columns.h"

namespace undine {
namespace {

std::string componentName(const std::string& field, std::size_t axis) {
    const char letter = "xyz"[axis];
    if (field == "position") return {letter};
    if (field == "velocity") return {'v', letter};
    return field + '_' + letter;
}

void addColumns(std::vector<Column>& columns, const FrameField& field) {
    if (field.info.type != FieldType::Vector) {
        columns.push_back({field.info.name, field.info.type, field.data()});
        return;
    }
    for (std::size_t k = 0; k < 3; ++k) {
        columns.push_back({componentName(field.info.name, k), FieldType::Scalar, field.data(k)});
    }
}

}  // namespace

std::vector<Column> columnsOf(const Frame& frame) {
    std::vector<Column> columns;
    addColumns(columns, frame.position());
    for (const FrameField* field : frame.fields()) addColumns(columns, *field);
    return columns;
}

}  // namespace undine
