// SPDX-License-Identifier: Zlib
// In front of every shader: what all passes of a picture share.
#version 450 core

layout(std140, binding = 0) uniform FrameBlock {
    mat4 view;         // world to eye
    mat4 projection;   // eye to clip
    mat4 lightMatrix;  // world to the clip space of the light
    vec4 eye;          // world; w: 1 with perspective
    vec4 rightAxis;    // world, to the right edge: at the distance 1 with perspective; w: daylight, 0..1
    vec4 upAxis;       // the same to the upper edge
    vec4 forwardAxis;  // w: width of a cell of the ground's grid
    vec4 light;        // world, towards the light; w: 1 where there are shadows
    vec4 viewport;     // width, height in pixels, and one over them
    vec4 stage;        // height of the ground, 1 where there is one, radius of the scene, spacing
    vec4 center;       // middle of the scene; w: 1 for a flat one
};

const vec3 kSun = vec3(1.00, 0.97, 0.92) * 1.9;
const float kNothing = 1e9;  // distance where there is no fluid

bool isPerspective() { return eye.w > 0.5; }
float daylight() { return rightAxis.w; }
bool isFlat() { return center.w > 0.5; }

// From the depth buffer to metres in front of the eye, and back.
float distanceOf(float depth) {
    float ndc = 2.0 * depth - 1.0;
    return isPerspective() ? projection[3][2] / (ndc + projection[2][2])
                           : (projection[3][2] - ndc) / projection[2][2];
}
float depthOf(float distance) {
    float ndc = isPerspective() ? (projection[3][2] - projection[2][2] * distance) / distance
                                : projection[3][2] - projection[2][2] * distance;
    return 0.5 * ndc + 0.5;
}

// The point of the eye's space at a place of the picture (0..1) and a distance.
vec3 eyePoint(vec2 uv, float distance) {
    vec2 ndc = 2.0 * uv - 1.0;
    vec2 xy = ndc / vec2(projection[0][0], projection[1][1]);
    return vec3(isPerspective() ? xy * distance : xy, -distance);
}

// The direction from the eye to such a point.
vec3 eyeRay(vec3 point) { return isPerspective() ? normalize(point) : vec3(0, 0, -1); }

// Pixels of a length at a distance, on a picture of this height.
float pixelsOf(float metres, float distance, float height) {
    return 0.5 * metres * projection[1][1] * height / (isPerspective() ? max(distance, 1e-6) : 1.0);
}

vec3 toLinear(vec3 c) { return c * c * (0.3 * c + 0.7); }

// A studio: light at the horizon, deep blue above, a large soft lamp.
vec3 skyColor(vec3 direction) {
    float up = direction.y;
    vec3 sky = mix(vec3(1.05, 1.10, 1.15), vec3(0.16, 0.32, 0.55), smoothstep(0.0, 0.75, up));
    vec3 floorColor = mix(vec3(0.42, 0.45, 0.48), vec3(0.26, 0.28, 0.30), smoothstep(0.0, 0.6, -up));
    vec3 color = mix(floorColor, sky, smoothstep(-0.04, 0.04, up));
    float lamp = dot(direction, light.xyz);
    return color + kSun * (0.8 * smoothstep(0.90, 0.97, lamp) + 0.12 * smoothstep(0.3, 1.0, lamp));
}

// What is behind everything, by the height on the picture.
vec3 backdrop(float y) {
    return daylight() * mix(vec3(0.50, 0.545, 0.59), vec3(0.20, 0.27, 0.36), smoothstep(0.15, 1.15, y));
}

// What is left of the light at a point of the world. `solid` holds the nearest depths the light sees, `tint` the
// optical depth of fluid and, in alpha, where the fluid begins.
vec3 lightAt(vec3 world, sampler2DShadow solid, sampler2D tint, bool isSoft) {
    if (light.w < 0.5) return vec3(1.0);
    vec3 p = 0.5 * (lightMatrix * vec4(world, 1.0)).xyz + 0.5;
    if (any(lessThan(p.xy, vec2(0.0))) || any(greaterThan(p.xy, vec2(1.0)))) return vec3(1.0);
    vec2 texel = 2.2 / vec2(textureSize(solid, 0));
    float bias = p.z - 0.004;
    float lit = 0.0;
    if (!isSoft) {
        lit = texture(solid, vec3(p.xy, bias));
    } else {
        for (int k = 0; k < 4; ++k) {
            vec2 at = (vec2(k & 1, k >> 1) - 0.5) * texel;
            lit += 0.25 * texture(solid, vec3(p.xy + at, bias));
        }
    }
    vec4 fluid = texture(tint, p.xy);
    vec3 through = fluid.a < p.z + 0.01 ? exp(-fluid.rgb) : vec3(1.0);
    return lit * through;
}
