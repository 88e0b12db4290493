// SPDX-License-Identifier: Zlib
in vec2 uv;
out vec4 color;

layout(binding = 0) uniform sampler2D overlay;

void main() { color = texture(overlay, uv); }
