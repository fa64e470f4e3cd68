import type { Canvas } from '../../../domain/composition/composition.js';
import { t } from '../words/words.js';

/** The beginning of each shader that computes pixels. */
export const SHADER = `#version 300 es
precision highp float;
out vec4 result;
vec4 at(sampler2D of, ivec2 place) {
  return texelFetch(of, clamp(place, ivec2(0), textureSize(of, 0) - 1), 0) * 255.0;
}
`;

/** A triangle that covers the target. */
const CORNERS = `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`;

export const lost = (): Error => new Error(t('The graphics context was lost.'));

/** Without a graphics processor, the page would stand still for a second or two. */
const isSoftware = (gl: WebGL2RenderingContext): boolean => {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info !== null && /swiftshader|llvmpipe/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)));
};

let isPossible = true;

/**
 * Opens a graphics context, of which browsers keep few.
 * @returns undefined in browsers without WebGL 2 or a graphics processor
 */
export const openGraphics = ({ width, height }: Canvas, onLost: () => void) => {
  const canvas = new OffscreenCanvas(width, height);
  const gl = isPossible ? canvas.getContext('webgl2', { alpha: false }) : null;
  if (gl?.isContextLost() === true) return undefined; // there may be another one later
  isPossible = gl !== null && !isSoftware(gl);
  if (!gl || !isPossible) return undefined;
  canvas.addEventListener('webglcontextlost', onLost);
  return { canvas, gl };
};

/** @param textures its textures, which are the units of their indices */
export const programOf = (
  gl: WebGL2RenderingContext,
  fragment: string,
  textures: ReadonlyArray<string>,
): WebGLProgram => {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, CORNERS],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw lost();
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  for (const [unit, name] of textures.entries()) gl.uniform1i(gl.getUniformLocation(program, name), unit);
  return program;
};

/** Makes a texture, the pixels of which are read as they are, the one of a unit. */
export const bindTexture = (gl: WebGL2RenderingContext, unit: number): WebGLTexture => {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  return texture;
};
