// SPDX-License-Identifier: Zlib
// What the smooth surface of the particles is elsewhere: its normal and its distance.
in vec3 facing;
in float distance_;
out vec4 surface;

layout(location = 0) uniform vec2 pixelScale;  // pixels of the solid picture per pixel here
layout(binding = 0) uniform sampler2D solidDepth;

void main() {
    float solid = distanceOf(texelFetch(solidDepth, ivec2(gl_FragCoord.xy * pixelScale), 0).r);
    if (distance_ > solid) discard;
    vec3 n = normalize(facing);
    surface = vec4(gl_FrontFacing ? n : -n, distance_);
}
