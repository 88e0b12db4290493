// SPDX-License-Identifier: Zlib
#include "surface/mesh_attributes.h"

#include <limits>

#include "neighbors/row_finder.h"

namespace undine {
namespace {

constexpr float kReach = 2;  // spacings

/// Values of a field of the input, as floats.
float valueOf(const FieldView& field, int axis, Index i) {
    switch (field.info.type) {
        case FieldType::UInt32:
            return static_cast<float>(static_cast<const std::uint32_t*>(field.data[0])[i]);
        case FieldType::UInt64:
            return static_cast<float>(static_cast<const std::uint64_t*>(field.data[0])[i]);
        default:
            return static_cast<const float*>(field.data[axis])[i];
    }
}

bool isWhole(const FieldView& field) {
    return field.info.type == FieldType::UInt32 || field.info.type == FieldType::UInt64;
}

/// The particles around a vertex with their weights, and the nearest of all.
class Surroundings {
  public:
    Surroundings(SurfaceParticles& particles, FluidIndex fluid)
        : particles_(particles), finder_(particles.grid()), fluid_(fluid) {}

    void look(Vec3 at) {
        members_.clear();
        total_ = 0;
        float least = std::numeric_limits<float>::infinity();
        const VectorSpan x = particles_.positions();
        const float inverse = 1 / (kReach * kReach * particles_.spacing() * particles_.spacing());
        for (const Range row : finder_.rowsAround(at)) {
            for (Index i = row.begin; i < row.end; ++i) {
                const Vec3 d = x[i] - at;
                const float q2 = dot(d, d) * inverse;
                if (q2 >= 1 && q2 >= least) continue;
                if (particles_.fluids()[i] != fluid_) continue;
                if (q2 < least) {
                    least = q2;
                    nearest_ = particles_.inputIndex(i);
                }
                if (q2 >= 1) continue;
                const float s = 1 - q2;
                members_.push_back({particles_.inputIndex(i), s * s * s});
                total_ += s * s * s;
            }
        }
    }
    Index nearest() const { return nearest_; }
    float mean(const FieldView& field, int axis) const {
        if (members_.empty() || isWhole(field)) return valueOf(field, axis, nearest_);
        float sum = 0;
        for (const Member& member : members_) sum += member.weight * valueOf(field, axis, member.particle);
        return sum / total_;
    }

  private:
    struct Member {
        Index particle;
        float weight;
    };
    SurfaceParticles& particles_;
    RowFinder finder_;
    FluidIndex fluid_;
    std::vector<Member> members_;
    float total_ = 0;
    Index nearest_ = 0;
};

}  // namespace

void addAttributes(const SurfaceInput& input, SurfaceParticles& particles, SurfaceMesh& mesh,
                   const ThreadPool& pool) {
    const std::size_t vertices = mesh.positions.size();
    if (input.wantsNearest) mesh.nearest.resize(vertices);
    for (const FieldView& field : input.fields) {
        const int width = field.info.type == FieldType::Vector ? 3 : 1;
        mesh.attributes.push_back({field.info.name, width, std::vector<float>(vertices * width)});
    }
    pool.forEachBlock(
        static_cast<Index>(vertices),
        [&](Range block) {
            Surroundings around(particles, mesh.fluid);
            for (Index v = block.begin; v < block.end; ++v) {
                around.look(mesh.positions[v]);
                if (input.wantsNearest) mesh.nearest[v] = around.nearest();
                for (std::size_t f = 0; f < input.fields.size(); ++f) {
                    SurfaceAttribute& attribute = mesh.attributes[f];
                    for (int axis = 0; axis < attribute.width; ++axis) {
                        attribute.values[std::size_t{v} * attribute.width + axis] =
                            around.mean(input.fields[f], axis);
                    }
                }
            }
        },
        256);
}

}  // namespace undine
