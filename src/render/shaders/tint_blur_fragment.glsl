// SPDX-License-Identifier: Zlib
// One direction of a blur: of the colours; of alpha, the least depth, what is nearest.
in vec2 uv;
out vec4 color;

layout(location = 0) uniform vec2 step;
layout(binding = 0) uniform sampler2D tint;

void main() {
    const float kWeights[4] = float[](0.22, 0.19, 0.13, 0.07);
    vec4 middle = texture(tint, uv);
    vec3 sum = kWeights[0] * middle.rgb;
    float nearest = middle.a;
    for (int k = 1; k < 4; ++k) {
        vec4 a = texture(tint, uv + float(k) * step), b = texture(tint, uv - float(k) * step);
        sum += kWeights[k] * (a.rgb + b.rgb);
        nearest = min(nearest, min(a.a, b.a));
    }
    color = vec4(sum, nearest);
}
