// SPDX-License-Identifier: Zlib
// A puff of smoke, lit by what is left of the light after the smoke before it.
#include "point_head"
layout(location = 1) uniform float pictureHeight;

layout(binding = 0) uniform sampler2DShadow solidShadow;
layout(binding = 1) uniform sampler2D tint;

flat out vec3 tone;
flat out vec2 place;  // distance and radius

void main() {
    vec4 inEye = view * vec4(position, 1.0);
    float ball = radius * radiusScale;
    place = vec2(-inEye.z, ball);
    float lit = 1.0;
    if (light.w > 0.5) {
        vec3 p = 0.5 * (lightMatrix * vec4(position, 1.0)).xyz + 0.5;
        vec4 smoke = texture(tint, p.xy);
        // How deep in the smoke, as a share of the scene: as much of the smoke is between here and the light.
        float deep = clamp((p.z - smoke.a) * 6.0, 0.0, 1.0);
        lit = texture(solidShadow, vec3(p.xy, p.z - 0.004)) * exp(-2.2 * dot(smoke.rgb, vec3(0.33)) * deep);
    }
    tone = mix(toLinear(color.rgb), vec3(0.8), 0.15) * (0.38 + 0.75 * lit);
    gl_Position = projection * inEye;
    gl_PointSize = max(2.0 * pixelsOf(ball, -inEye.z, pictureHeight), 2.0);
}
