// SPDX-License-Identifier: Zlib
// One direction of a short blur.
in vec2 uv;
out vec4 color;

layout(location = 0) uniform vec2 step;
layout(binding = 0) uniform sampler2D source;

void main() {
    // Between two pixels a linear lookup is the mean of both.
    color = 0.29 * texture(source, uv) + 0.235 * (texture(source, uv + 1.4 * step) + texture(source, uv - 1.4 * step)) +
            0.12 * (texture(source, uv + 3.3 * step) + texture(source, uv - 3.3 * step));
}
