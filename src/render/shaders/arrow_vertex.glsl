// SPDX-License-Identifier: Zlib
// An arrow without any mesh: a shaft and a head of kSides flat sides each, from the number of the vertex.
#include "point_head"
layout(location = 3) in vec3 arrow;

layout(binding = 0) uniform sampler2DShadow solidShadow;
layout(binding = 1) uniform sampler2D fluidShadow;

out vec3 facing;
flat out vec3 tone;
flat out float lit;

const int kSides = 6;
const float kShaft = 0.30;  // radius beside that of the ball
const float kHead = 0.85;

// Where a vertex is along and away from the axis: one side of the shaft is two triangles, one of the head one,
// and one of the disc below the head another.
const vec2 kProfile[12] = vec2[](vec2(0.0, kShaft), vec2(0.0, kShaft), vec2(1.0, kShaft),  //
                                 vec2(1.0, kShaft), vec2(0.0, kShaft), vec2(1.0, kShaft),  //
                                 vec2(1.0, kHead), vec2(1.0, kHead), vec2(2.0, 0.0),       //
                                 vec2(1.0, kHead), vec2(1.0, 0.0), vec2(1.0, kHead));
const int kNext[12] = int[](0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1);  // which of two edges of the side

void main() {
    int corner = gl_VertexID % 12;
    float side = float(gl_VertexID / 12 + kNext[corner]);
    float angle = 6.2831853 * side / float(kSides);
    float size = length(arrow);
    vec3 along = arrow / max(size, 1e-20);
    vec3 across = normalize(cross(along, abs(along.y) < 0.9 ? vec3(0, 1, 0) : vec3(1, 0, 0)));
    vec3 out_ = cos(angle) * across + sin(angle) * cross(along, across);
    // Short arrows are thin.
    float ball = radius * radiusScale;
    float thick = min(ball, 0.25 * size);
    float head = min(2.2 * thick, 0.6 * size);
    vec2 place = kProfile[corner];
    float reach = place.x < 0.5 ? 0.0 : place.x < 1.5 ? size - head : size;
    vec3 world = position + reach * along + place.y * thick * out_;
    facing = corner < 6 ? out_ : corner < 9 ? normalize(out_ + 0.4 * along) : -along;
    tone = toLinear(color.rgb);
    lit = lightAt(position + 1.5 * ball * light.xyz, solidShadow, fluidShadow, false).r;
    gl_Position = projection * (view * vec4(world, 1.0));
}
