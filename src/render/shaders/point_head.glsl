// SPDX-License-Identifier: Zlib
// A RenderPoint, as the vertex shaders of all points see it.
layout(location = 0) in vec3 position;
layout(location = 1) in float radius;
layout(location = 2) in vec4 color;

layout(location = 0) uniform float radiusScale;
