import type { Canvas } from '../../../domain/composition/composition.js';
import type { Point } from '../../../domain/composition/geometry/geometry.js';
import type { CanvasSurface } from './canvas-tools.js';
import { bindTexture, lost, openGraphics, programOf, SHADER } from './graphics.js';

// Renders compose layers as Y'CbCr (BT.709, limited range) with a quarter of the colours. These shaders do to the layers of a
// paused picture what swscale and FFmpeg's overlay do to them, in whole levels.

const HEAD = `${SHADER}
uniform sampler2D layer;
uniform sampler2D luma;
uniform sampler2D colors;
// The kernel by which swscale halves and doubles colour (B = 0, C = 0.6), at a quarter, three quarters … of a sample.
const float KERNEL[4] = float[](0.871875, 0.240625, -0.084375, -0.028125);
vec4 levels(vec2 values, float alpha) {
  return vec4(floor(values + 0.5) / 255.0, 0.0, alpha / 255.0);
}
`;

const LUMA = `${HEAD}
void main() {
  vec4 pixel = at(layer, ivec2(gl_FragCoord.xy));
  result = levels(vec2(16.0 + dot(pixel.rgb, vec3(0.182586, 0.614231, 0.062007))), pixel.a);
}`;

/**
 * Of two by two pixels: opacity from the mean of all, but at the end of the layer as in FFmpeg's overlay. Colour, if they are a still, from pixels weighted by their opacity
 * (1-2-1 across, 1-1 down: `toYuv420`), else from means of neighbours and the kernel down.
 */
const COLORS = `${HEAD}
uniform bool isStill;
uniform ivec2 end;
vec3 ofStill(ivec2 corner) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 6; i++) {
    ivec2 place = corner + ivec2(i % 3 - 1, i / 3);
    vec4 pixel = place.x < 0 ? vec4(0.0) : at(layer, place);
    sum += (i % 3 == 1 ? 2.0 : 1.0) * vec4(pixel.rgb * pixel.a, pixel.a);
  }
  return sum.rgb / max(sum.a, 1.0);
}
vec3 ofDrawn(ivec2 corner) {
  vec3 sum = vec3(0.0);
  for (int tap = 0; tap < 4; tap++)
    for (int side = 0; side < 4; side++) {
      int y = side < 2 ? corner.y - tap : corner.y + 1 + tap;
      sum += KERNEL[tap] * at(layer, ivec2(corner.x + side % 2, y)).rgb / 4.0;
    }
  return sum;
}
void main() {
  ivec2 corner = ivec2(gl_FragCoord.xy) * 2;
  float alpha = 0.0;
  ivec2 next = ivec2(lessThan(corner + 2, end));
  if (next == ivec2(1)) for (int i = 0; i < 4; i++) alpha += at(layer, corner + ivec2(i % 2, i / 2)).a / 4.0;
  else alpha = (at(layer, corner).a * 2.0 + at(layer, corner + ivec2(next.x, 0)).a + at(layer, corner + ivec2(0, next.y)).a) / 4.0;
  vec3 mean = isStill ? ofStill(corner) : ofDrawn(corner);
  vec2 color = 128.0 + vec2(
    dot(mean, vec3(-0.100644, -0.338572, 0.439216)),
    dot(mean, vec3(0.439216, -0.398942, -0.040274)));
  result = levels(color, alpha);
}`;

const PIXELS = `${HEAD}
void main() {
  ivec2 place = ivec2(gl_FragCoord.x, float(textureSize(luma, 0).y) - gl_FragCoord.y);
  ivec2 way = (place % 2) * 2 - 1;
  int order[4] = int[](0, 1, -1, 2);
  vec2 color = vec2(0.0);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      color += KERNEL[i] * KERNEL[j] * at(colors, place / 2 + way * ivec2(order[i], order[j])).rg;
  color = clamp(color, 0.0, 255.0) - 128.0;
  vec3 tint = vec3(1.792741 * color.g, dot(color, vec2(-0.213249, -0.532909)), 2.112402 * color.r);
  result = vec4(floor(1.164384 * (at(luma, place).r - 16.0) + tint + 0.5) / 255.0, 1.0);
}`;

/** The textures of the shaders, which are the units of these numbers. */
const TEXTURES = ['layer', 'luma', 'colors'] as const;

const textureOf = (gl: WebGL2RenderingContext, unit: number, { width, height }: Canvas): WebGLFramebuffer => {
  const [texture, target] = [bindTexture(gl, unit), gl.createFramebuffer()];
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return target;
};

const opened = (size: Canvas) => {
  const graphics = openGraphics(size, () => (kept = undefined));
  if (!graphics) return undefined;
  const { canvas, gl } = graphics;
  const half = { width: size.width / 2, height: size.height / 2 };
  const [toLuma, toColors, toPixels] = [LUMA, COLORS, PIXELS].map((shader) =>
    programOf(gl, shader, TEXTURES),
  ) as [WebGLProgram, WebGLProgram, WebGLProgram];
  const [luma, colors] = [textureOf(gl, 1, size), textureOf(gl, 2, half)];
  textureOf(gl, 0, size);
  const [still, layerEnd] = [
    gl.getUniformLocation(toColors, 'isStill'),
    gl.getUniformLocation(toColors, 'end'),
  ];
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  const draw = (program: WebGLProgram, target: WebGLFramebuffer | null, on: Canvas): void => {
    gl.useProgram(program);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.viewport(0, 0, on.width, on.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  };
  return {
    size,
    /**
     * Lays what is on a surface over the layers before it; the first must be opaque.
     * @param isStill whether renders have it as a still, and do not draw it frame by frame
     * @param end its right and lower edge in renders, px
     */
    add: (layer: CanvasSurface, isStill: boolean, end: Point): void => {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, layer.canvas);
      gl.enable(gl.BLEND);
      draw(toLuma, luma, size);
      gl.useProgram(toColors);
      gl.uniform1i(still, Number(isStill));
      gl.uniform2i(layerEnd, end.x, end.y);
      draw(toColors, colors, half);
    },
    /** Draws the picture on a surface. */
    show: ({ context }: CanvasSurface): void => {
      gl.disable(gl.BLEND);
      draw(toPixels, null, size);
      if (gl.isContextLost()) throw lost();
      (context as unknown as CanvasRenderingContext2D).drawImage(canvas, 0, 0);
    },
  };
};

export type VideoColors = NonNullable<ReturnType<typeof opened>>;

/** What composed last: browsers keep few contexts. */
let kept: VideoColors | undefined;

/**
 * What composes pictures from layers as renders do.
 * @param size with even sides
 * @returns undefined in browsers without WebGL 2 or a graphics processor
 */
export const videoColors = ({ width, height }: Canvas): VideoColors | undefined => {
  if (kept?.size.width !== width || kept.size.height !== height) kept = opened({ width, height });
  return kept;
};
