// SPDX-License-Identifier: Zlib
#include <string>

#include "undine/surface.h"

namespace undine {

Result<SurfaceInput> surfaceInput(const World& world, std::span<const std::string> fields) {
    SurfaceInput input;
    input.positions = world.positions();
    input.spacing = world.settings().particleSpacing / world.settings().simulationScale;
    input.dimension = world.settings().dimension;
    input.fluids = world.fluidIndices();
    for (const std::string& name : fields) {
        const std::optional<FieldView> field = world.field(name);
        if (!field) return Error{"there is no field \"" + name + "\""};
        input.fields.push_back(*field);
    }
    return input;
}

}  // namespace undine
