// SPDX-License-Identifier: Zlib
// A particle of fluid, a little enlarged.
#include "point_head"
layout(location = 1) uniform float pictureHeight;
layout(location = 2) uniform float opticalDepth;

flat out vec4 share;  // optical depth of a chord of one radius, and its whiteness
flat out vec2 place;  // distance and radius

void main() {
    vec4 inEye = view * vec4(position, 1.0);
    float ball = radius * radiusScale;
    place = vec2(-inEye.z, ball);
    vec3 sigma = -log(clamp(toLinear(color.rgb), 0.02, 0.97));
    sigma *= 3.0 / max(sigma.r + sigma.g + sigma.b, 0.3);
    // Enlarged balls overlap: together they are to be as thick as the fluid they stand for.
    float optical = opticalDepth * ball * 0.57;
    share = vec4(sigma * optical, color.a * optical);
    gl_Position = projection * inEye;
    gl_PointSize = max(2.0 * pixelsOf(ball, -inEye.z, pictureHeight), 1.5);
}
