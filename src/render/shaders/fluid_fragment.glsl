// SPDX-License-Identifier: Zlib
// Fluid over what is behind it.
in vec2 uv;
out vec4 color;

layout(location = 0) uniform float spacing;
layout(location = 1) uniform float layer;  // optical depth of a spacing
layout(binding = 0) uniform sampler2D solid;
layout(binding = 1) uniform sampler2D solidDepth;
layout(binding = 2) uniform sampler2D surface;    // normal and distance, at a lower resolution
layout(binding = 3) uniform sampler2D thickness;  // optical depth and whiteness
layout(binding = 4) uniform sampler2D surroundings;  // the same, blurred further

// Normal, distance and how much of the pixel is covered: the mean over those of the four around it that have
// fluid and belong to one surface.
vec4 surfaceAt(out float cover) {
    vec2 size = vec2(textureSize(surface, 0));
    vec2 at = uv * size - 0.5;
    vec2 share = fract(at);
    ivec2 first = ivec2(floor(at)), last = ivec2(size) - 1;
    vec4 four[4];
    float nearest = kNothing;
    for (int k = 0; k < 4; ++k) {
        four[k] = texelFetch(surface, clamp(first + ivec2(k & 1, k >> 1), ivec2(0), last), 0);
        nearest = min(nearest, four[k].w);
    }
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    cover = 0.0;
    for (int k = 0; k < 4; ++k) {
        float weight = ((k & 1) == 0 ? 1.0 - share.x : share.x) * ((k >> 1) == 0 ? 1.0 - share.y : share.y);
        if (four[k].w < 0.5 * kNothing) cover += weight;
        if (four[k].w > nearest + 3.0 * spacing) continue;
        sum += weight * four[k];
        weights += weight;
    }
    return weights > 0.0 ? vec4(normalize(sum.xyz), sum.w / weights) : vec4(0.0, 0.0, 1.0, kNothing);
}

void main() {
    vec3 behind = texture(solid, uv).rgb;
    color = vec4(behind, 1.0);
    float cover;
    vec4 front = surfaceAt(cover);
    vec4 optical = texture(thickness, uv);
    float depth = (optical.r + optical.g + optical.b) / 3.0;
    // The blurred thickness has a smooth outline, where the depths have that of balls. Beside thick fluid the
    // outline is where the thickness falls below a share of it; a drop has nothing thick beside it and stays.
    vec3 around = texture(surroundings, uv).rgb;
    float outline = clamp(0.15 * (around.r + around.g + around.b) / layer, 0.16, 1.6);
    cover = smoothstep(0.0, 0.5, cover) * smoothstep(0.75 * outline, 1.25 * outline, depth / layer);
    if (cover <= 0.0) return;
    float wall = distanceOf(texture(solidDepth, uv).r);
    if (front.w > wall) return;

    vec3 point = eyePoint(uv, front.w);
    vec3 ray = eyeRay(point);
    vec3 normal = front.xyz;
    float facing = clamp(-dot(normal, ray), 0.18, 1.0);
    float rim = smoothstep(0.15, 1.2, depth / layer);

    // What is behind, shifted by the bend of the light.
    vec2 bend = normal.xy * (0.035 * min(depth, 1.2)) * projection[1][1] * vec2(viewport.y * viewport.z, 1.0) *
                stage.z / max(isPerspective() ? front.w : 1.0, 1e-6);
    vec2 shifted = clamp(uv - bend, vec2(0.002), vec2(0.998));
    if (distanceOf(texture(solidDepth, shifted).r) < front.w) shifted = uv;
    vec3 refracted = texture(solid, shifted).rgb;
    // The first layer takes a little of its own, so that a thin film is seen too.
    vec3 sigma = optical.rgb / max(depth, 1e-4);
    vec3 through = exp(-optical.rgb - 0.22 * rim * sigma);

    // The fluid's own colour: light that was scattered back on the way, less and bluer from the deep.
    mat3 toWorld = transpose(mat3(view));
    vec3 worldNormal = toWorld * normal;
    float sunlit = 0.55 + 0.45 * max(dot(worldNormal, light.xyz), 0.0);
    vec3 hue = exp(-1.15 * sigma);
    vec3 water = refracted * through + hue * 0.42 * sunlit * (1.0 - exp(-0.5 * depth - 0.1 * rim));

    vec3 mirrored = toWorld * reflect(ray, normal);
    float fresnel = 0.03 + 0.97 * pow(1.0 - facing, 3.6);
    vec3 sky = skyColor(mirrored);
    vec3 lit = mix(water, sky, 0.9 * fresnel * rim);
    vec3 bisector = normalize(light.xyz - toWorld * ray);
    float glint = max(dot(worldNormal, bisector), 0.0);
    lit += kSun * rim * (0.22 * pow(glint, 300.0) + 0.05 * pow(glint, 40.0));

    float white = smoothstep(0.05, 0.5, optical.a / max(depth, 1e-3));
    vec3 foam = vec3(0.93, 0.95, 0.97) * (0.62 + 0.36 * max(dot(worldNormal, light.xyz), 0.0));
    lit = mix(lit, foam, 0.85 * white * rim);
    color.rgb = mix(behind, lit, cover);
}
