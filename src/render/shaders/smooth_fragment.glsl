// SPDX-License-Identifier: Zlib
// One direction of the narrow-range filter. Samples outside the range belong to another surface and do not count,
// nor do their mirror images, so that the surface does not tilt towards its edge. The range follows the surface: a
// sample within it widens it. The last round also lets the surface run on a little beyond its edge, where the
// thickness of the fluid then draws a smoother outline.
in vec2 uv;
layout(location = 0) out float result;

layout(location = 0) uniform ivec2 step;
layout(location = 1) uniform float reach;    // m
layout(location = 2) uniform float spacing;  // m
layout(location = 3) uniform int isLast;
layout(binding = 0) uniform sampler2D distances;

const int kMost = 12;  // pixels to either side

float beyondEdge(ivec2 here, ivec2 last) {
    for (int k = 1; k <= 3; ++k) {
        float a = texelFetch(distances, clamp(here + k * step, ivec2(0), last), 0).r;
        float b = texelFetch(distances, clamp(here - k * step, ivec2(0), last), 0).r;
        if (min(a, b) < 0.5 * kNothing) return min(a, b);
    }
    return kNothing;
}

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float middle = texelFetch(distances, here, 0).r;
    result = middle;
    ivec2 last = textureSize(distances, 0) - 1;
    if (middle > 0.5 * kNothing) {
        if (isLast != 0) result = beyondEdge(here, last);
        return;
    }
    float pixels = clamp(pixelsOf(reach, middle, float(last.y + 1)), 1.0, float(kMost));
    float sharpness = 4.5 / (pixels * pixels * 2.0);
    float range = 2.2 * spacing;
    float low = middle - range, high = middle + range;
    float sum = middle, weights = 1.0;
    int count = int(ceil(pixels));
    for (int k = 1; k <= count; ++k) {
        float a = texelFetch(distances, clamp(here + k * step, ivec2(0), last), 0).r;
        float b = texelFetch(distances, clamp(here - k * step, ivec2(0), last), 0).r;
        if (max(a, b) > high || min(a, b) < low) continue;
        float weight = exp(-sharpness * float(k * k));
        low = min(low, min(a, b) - range);
        high = max(high, max(a, b) + range);
        sum += weight * (a + b);
        weights += 2.0 * weight;
    }
    result = sum / weights;
}
