// SPDX-License-Identifier: Zlib
// A particle as a point that is as large as a ball seems.
#include "point_head"
layout(location = 1) uniform float pictureHeight;

layout(binding = 0) uniform sampler2DShadow solidShadow;
layout(binding = 1) uniform sampler2D fluidShadow;

flat out vec3 middle;
flat out float ball;
flat out vec3 tone;
flat out float lit;
flat out vec3 toLight;
flat out vec3 bisector;

void main() {
    vec4 inEye = view * vec4(position, 1.0);
    middle = inEye.xyz;
    ball = radius * radiusScale;
    tone = toLinear(color.rgb);
    tone = mix(tone, vec3(0.9), 0.6 * color.a);
    // One look at the shadow per ball, from its side towards the light.
    lit = lightAt(position + 1.5 * ball * light.xyz, solidShadow, fluidShadow, false).r;
    toLight = mat3(view) * light.xyz;
    bisector = normalize(toLight + vec3(0.0, 0.0, 1.0));
    gl_Position = projection * inEye;
    gl_PointSize = max(2.0 * pixelsOf(ball, -inEye.z, pictureHeight), 1.0);
}
