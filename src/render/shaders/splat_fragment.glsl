// SPDX-License-Identifier: Zlib
flat in vec4 share;
flat in vec2 place;
layout(location = 0) out float nearest;
layout(location = 1) out vec4 thickness;

layout(location = 3) uniform vec2 pixelScale;  // pixels of the solid picture per pixel here
layout(binding = 0) uniform sampler2D solidDepth;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(q, q);
    if (r2 > 1.0) discard;
    float bulge = sqrt(1.0 - r2);
    float front = place.x - place.y * bulge;
    float solid = distanceOf(texelFetch(solidDepth, ivec2(gl_FragCoord.xy * pixelScale), 0).r);
    if (front > solid) discard;
    nearest = front;
    thickness = share * 2.0 * bulge;
}
