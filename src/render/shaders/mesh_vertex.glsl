// SPDX-License-Identifier: Zlib
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

layout(location = 4) uniform mat4 placement;

out vec3 place;
out vec3 facing;

void main() {
    vec4 world = placement * vec4(position, 1.0);
    place = world.xyz;
    facing = mat3(placement) * normal;
    gl_Position = projection * (view * world);
}
