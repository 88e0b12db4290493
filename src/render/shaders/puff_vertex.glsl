// SPDX-License-Identifier: Zlib
// A puff of smoke or flame. Smoke is lit by what is left of the light after the smoke before it; what is hot
// glows, from a deep red over orange and yellow to white.
#include "point_head"
layout(location = 1) uniform float pictureHeight;
layout(location = 3) in vec4 own;  // opacity, sun, sky, temperature

layout(binding = 0) uniform sampler2DShadow solidShadow;

flat out vec3 tone;     // of the smoke, lit
flat out vec4 flame;    // light it gives off; how much it hides
flat out float opacity;
flat out vec2 place;  // distance and radius

const float kGlow = 700.0;  // K, where it begins

void main() {
    vec4 inEye = view * vec4(position, 1.0);
    float ball = radius * radiusScale;
    place = vec2(-inEye.z, ball);
    float sun = own.y;
    if (light.w > 0.5) {
        vec3 p = 0.5 * (lightMatrix * vec4(position, 1.0)).xyz + 0.5;
        sun *= texture(solidShadow, vec3(p.xy, p.z - 0.004));
    }
    tone = mix(toLinear(color.rgb), vec3(0.8), 0.15) * (0.34 * own.z + 0.95 * sun) * daylight();

    float heat = clamp((own.w - kGlow) / 900.0, 0.0, 1.6);
    vec3 hue = vec3(1.0, 0.10 + 0.55 * smoothstep(0.05, 1.1, heat), 0.012 + 0.35 * smoothstep(0.6, 1.6, heat));
    flame = vec4(hue * (3.2 * heat * heat + 0.7 * heat), smoothstep(0.0, 0.25, heat));
    // Soot that glows hides little by itself.
    opacity = own.x * (1.0 - 0.85 * smoothstep(0.0, 0.5, heat));
    gl_Position = projection * inEye;
    gl_PointSize = max(2.0 * pixelsOf(ball, -inEye.z, pictureHeight), 2.0);
}
