// SPDX-License-Identifier: Zlib
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

layout(location = 4) uniform mat4 placement;

void main() { gl_Position = lightMatrix * (placement * vec4(position, 1.0)); }
