// SPDX-License-Identifier: Zlib
// Lays the smoke, which is drawn smaller, over the picture.
in vec2 uv;
out vec4 color;

layout(binding = 0) uniform sampler2D smoke;

void main() { color = texture(smoke, uv); }
