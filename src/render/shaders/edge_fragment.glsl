// SPDX-License-Identifier: Zlib
// A soft thin line. In the second pass only what lies in front of the fluid is drawn again over it.
in float across;
in float distance;
out vec4 color;

layout(location = 0) uniform float halfWidth;
layout(location = 1) uniform int isOverFluid;

layout(binding = 2) uniform sampler2D surface;  // normal and distance of the fluid

void main() {
    float opacity = 0.5 * clamp(halfWidth - abs(across), 0.0, 1.0);
    if (isOverFluid != 0) {
        float fluid = texture(surface, gl_FragCoord.xy * viewport.zw).w;
        if (fluid > 0.5 * kNothing || distance > fluid + stage.w) discard;
    }
    color = vec4(vec3(0.90, 0.95, 1.0), opacity);
}
