// SPDX-License-Identifier: Zlib
// A puff as the light sees it: it takes as much as it hides. What is in the air glows rather than shades.
#include "point_head"
layout(location = 1) uniform float pixelsPerMetre;
layout(location = 2) uniform float opticalDepth;  // beside that of the picture
layout(location = 3) in vec4 own;                 // opacity, sun, sky, temperature

flat out vec4 share;

void main() {
    gl_Position = lightMatrix * vec4(position, 1.0);
    gl_PointSize = max(2.0 * radius * radiusScale * pixelsPerMetre, 1.0);
    // The chord of light_tint has a mean of 4/3, the softness of a puff one of 1/3.
    share = vec4(vec3(0.25 * opticalDepth * own.x * daylight()), 0.5 * gl_Position.z + 0.5);
}
