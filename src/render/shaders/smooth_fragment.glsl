// SPDX-License-Identifier: Zlib
// One direction of the narrow-range filter. Samples far behind belong to another surface and do not count, nor
// do their mirror images, so that the surface does not tilt towards its edge; samples far in front are brought
// back to the edge of the range. The range follows the surface: a sample within it widens it.
in vec2 uv;
layout(location = 0) out float result;

layout(location = 0) uniform ivec2 step;
layout(location = 1) uniform float reach;    // m
layout(location = 2) uniform float spacing;  // m
layout(binding = 0) uniform sampler2D distances;

const int kMost = 12;  // pixels to either side

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float middle = texelFetch(distances, here, 0).r;
    result = middle;
    if (middle > 0.5 * kNothing) return;
    ivec2 last = textureSize(distances, 0) - 1;
    float pixels = clamp(pixelsOf(reach, middle, float(last.y + 1)), 1.0, float(kMost));
    float sharpness = 4.5 / (pixels * pixels * 2.0);
    float range = 2.2 * spacing;
    float low = middle - range, high = middle + range;
    float clampTo = middle - 1.0 * spacing;
    float sum = middle, weights = 1.0;
    int count = int(ceil(pixels));
    for (int k = 1; k <= count; ++k) {
        float a = texelFetch(distances, clamp(here + k * step, ivec2(0), last), 0).r;
        float b = texelFetch(distances, clamp(here - k * step, ivec2(0), last), 0).r;
        if (a > high || b > high) continue;
        float weight = exp(-sharpness * float(k * k));
        if (a >= low && b >= low) {
            low = min(low, min(a, b) - range);
            high = max(high, max(a, b) + range);
        }
        sum += weight * ((a < low ? clampTo : a) + (b < low ? clampTo : b));
        weights += 2.0 * weight;
    }
    result = sum / weights;
}
