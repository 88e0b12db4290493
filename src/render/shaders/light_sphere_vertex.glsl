// SPDX-License-Identifier: Zlib
// A particle as the light sees it.
#include "point_head"
layout(location = 1) uniform float pixelsPerMetre;
layout(location = 2) uniform float opticalDepth;  // of a chord of one metre

flat out vec4 share;

void main() {
    gl_Position = lightMatrix * vec4(position, 1.0);
    float ball = radius * radiusScale;
    gl_PointSize = max(2.0 * ball * pixelsPerMetre, 1.0);
    vec3 sigma = -log(clamp(toLinear(color.rgb), 0.03, 0.97));
    share = vec4(sigma * (opticalDepth * ball * 3.0 / max(sigma.r + sigma.g + sigma.b, 0.3)),
                 0.5 * gl_Position.z + 0.5);
}
