import type { VideoSample } from 'mediabunny';
import type { CanvasSurface } from './canvas-tools.js';
import { bindTexture, openGraphics, programOf, SHADER } from './graphics.js';

/**
 * Scales the planes of a video and converts them to RGB as renders do, in whole levels. Browsers convert before they scale, and
 * spread the colours otherwise.
 */
const PIXELS = `${SHADER}
uniform sampler2D luma;
uniform sampler2D blue;
uniform sampler2D red;
uniform bool isPaired; // red and blue are in one plane
uniform ivec2 size;
uniform vec2 range; // black, and the levels up to white per 255
uniform vec2 shares; // of red and blue in luma
const vec2 HD = vec2(0.2126, 0.0722); // the same in BT.709, which renders have
// The cubic kernel of swscale (B = 0, C = 0.6).
float kernel(float d) {
  return d < 1.0 ? 1.0 + d * d * (1.4 * d - 2.4) : d < 2.0 ? 2.4 + d * (d * (3.0 - 0.6 * d) - 4.8) : 0.0;
}
vec2 scaled(sampler2D plane) {
  vec2 ratio = vec2(textureSize(plane, 0)) / vec2(size);
  vec2 spread = max(ratio, 1.0);
  vec2 center = vec2(gl_FragCoord.x, float(size.y) - gl_FragCoord.y) * ratio - 0.5;
  // Rounded towards zero, as by swscale, which leaves out a sample beyond the left and upper edges.
  ivec2 edge = ivec2(center - (ceil(4.0 * spread) - 1.0) / 2.0);
  ivec2 first = max(ivec2(floor(center - 2.0 * spread)) + 1, edge);
  ivec2 last = ivec2(ceil(center + 2.0 * spread)) - 1;
  vec3 sum = vec3(0.0);
  for (int y = first.y; y <= last.y; y++) {
    vec3 row = vec3(0.0);
    for (int x = first.x; x <= last.x; x++)
      row += kernel(abs(float(x) - center.x) / spread.x) * vec3(at(plane, ivec2(x, y)).rg, 1.0);
    vec2 cut = floor(128.0 * min(row.rg / row.z, 255.99)) / 128.0;
    sum += kernel(abs(float(y) - center.y) / spread.y) * vec3(cut, 1.0);
  }
  return clamp(sum.rg / sum.z, 0.0, 255.0);
}
vec3 whole(vec3 levels) { return floor(clamp(levels, 0.0, 255.0) + 0.5); }
// From luma, blue and red difference.
vec3 toRgb(vec3 levels, vec2 shares, vec2 range) {
  float light = (levels.x - range.x) * 255.0 / range.y;
  vec2 color = (levels.yz - 128.0) * 255.0 / (range.x > 0.0 ? 224.0 : 255.0);
  vec2 tint = 2.0 * (1.0 - shares.yx) * color; // of blue and red
  float green = -dot(shares.yx, tint) / (1.0 - shares.x - shares.y);
  return whole(light + vec3(tint.y, green, tint.x));
}
vec3 fromRgb(vec3 rgb, vec2 shares) {
  float light = dot(rgb, vec3(shares.x, 1.0 - shares.x - shares.y, shares.y));
  vec2 color = (rgb.br - light) / (2.0 * (1.0 - shares.yx));
  return whole(vec3(16.0 + light * 219.0 / 255.0, 128.0 + color * 224.0 / 255.0));
}
void main() {
  vec3 levels = vec3(scaled(luma).r, isPaired ? scaled(blue) : vec2(scaled(blue).r, scaled(red).r));
  // swscale changes the matrix by way of RGB in whole levels.
  if (shares != HD) levels = fromRgb(toRgb(levels, shares, range), HD);
  result = vec4(toRgb(whole(levels), HD, shares == HD ? range : vec2(16.0, 219.0)) / 255.0, 1.0);
}`;

/** The share of red and blue in luma, by the colour matrix. */
const SHARES: Readonly<Record<string, [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  smpte170m: [0.299, 0.114],
  bt470bg: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
};

/** How many pixels share a sample of colour, across and down. */
const SUBSAMPLING: Readonly<Record<string, readonly [across: number, down: number]>> = {
  I420: [2, 2],
  NV12: [2, 2],
  I422: [2, 1],
  I444: [1, 1],
};

const opened = () => {
  const graphics = openGraphics({ width: 1, height: 1 }, () => (kept = undefined));
  if (!graphics) return undefined;
  const { canvas, gl } = graphics;
  const textures = ['luma', 'blue', 'red'];
  const program = programOf(gl, PIXELS, textures);
  for (const unit of textures.keys()) bindTexture(gl, unit);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  return {
    canvas,
    gl,
    places: {
      isPaired: uniform('isPaired'),
      size: uniform('size'),
      range: uniform('range'),
      shares: uniform('shares'),
    },
  };
};

/** What scaled last: browsers keep few contexts. */
let kept: ReturnType<typeof opened>;

/**
 * Paints a frame of a video on a surface with the pixels that renders have, if this browser gives its planes and has a
 * graphics processor.
 * @param assumed the colour matrix, if the frame does not state one
 */
export const paintPlanes = async (
  { context, width, height }: CanvasSurface,
  sample: VideoSample,
  assumed: string,
): Promise<void> => {
  const { format, codedWidth, codedHeight, colorSpace, rotation } = sample;
  const [shares, subsampling] = [SHARES[colorSpace.matrix ?? assumed], SUBSAMPLING[format ?? '']];
  if (!shares || !subsampling || !(kept ??= opened())) return;
  const bytes = new Uint8Array(sample.allocationSize());
  const layout = await sample.copyTo(bytes);
  if (!kept) return; // lost meanwhile
  const { canvas, gl, places } = kept;
  for (const [unit, { offset, stride }] of layout.entries()) {
    const [across, down] = unit === 0 ? [1, 1] : subsampling;
    const isPair = unit === 1 && format === 'NV12';
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, isPair ? stride / 2 : stride);
    const [stored, given] = isPair ? [gl.RG8, gl.RG] : [gl.R8, gl.RED];
    const [wide, high] = [Math.ceil(codedWidth / across), Math.ceil(codedHeight / down)];
    gl.texImage2D(gl.TEXTURE_2D, 0, stored, wide, high, 0, given, gl.UNSIGNED_BYTE, bytes, offset);
  }
  const size = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  Object.assign(canvas, size);
  gl.viewport(0, 0, size.width, size.height);
  gl.uniform1i(places.isPaired, Number(format === 'NV12'));
  gl.uniform2i(places.size, size.width, size.height);
  gl.uniform2fv(places.range, colorSpace.fullRange === true ? [0, 255] : [16, 219]);
  gl.uniform2fv(places.shares, shares);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  if (gl.isContextLost()) return;
  // At once: the canvas is the one of all videos.
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate((rotation * Math.PI) / 180);
  (context as unknown as CanvasRenderingContext2D).drawImage(canvas, -size.width / 2, -size.height / 2);
  context.restore();
};
