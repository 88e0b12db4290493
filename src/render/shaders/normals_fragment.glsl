// SPDX-License-Identifier: Zlib
// Normals of the smooth surface in the eye's space; the distance goes along.
in vec2 uv;
out vec4 surface;

layout(binding = 0) uniform sampler2D distances;

vec3 pointAt(ivec2 pixel, vec2 texel, float distance) { return eyePoint((vec2(pixel) + 0.5) * texel, distance); }

// Along one axis, towards the neighbour whose distance differs less: so edges do not bend the surface.
vec3 slope(ivec2 here, ivec2 step, vec2 texel, vec3 middle) {
    ivec2 last = textureSize(distances, 0) - 1;
    ivec2 after = min(here + step, last), before = max(here - step, ivec2(0));
    float a = texelFetch(distances, after, 0).r, b = texelFetch(distances, before, 0).r;
    float da = abs(a + middle.z), db = abs(b + middle.z);
    if (after == here) da = kNothing;
    if (before == here) db = kNothing;
    if (max(da, db) < 3.0 * stage.w) return pointAt(after, texel, a) - pointAt(before, texel, b);
    return da < db ? pointAt(after, texel, a) - middle : middle - pointAt(before, texel, b);
}

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float middle = texelFetch(distances, here, 0).r;
    surface = vec4(0.0, 0.0, 1.0, kNothing);
    if (middle > 0.5 * kNothing) return;
    vec2 texel = 1.0 / vec2(textureSize(distances, 0));
    vec3 point = pointAt(here, texel, middle);
    vec3 normal = cross(slope(here, ivec2(1, 0), texel, point), slope(here, ivec2(0, 1), texel, point));
    surface = vec4(dot(normal, normal) > 0.0 ? normalize(normal) : vec3(0.0, 0.0, 1.0), middle);
}
