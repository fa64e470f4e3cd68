/** What ffmpeg and ffprobe say of media files. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);

/** Pixels of one frame, three bytes each. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => readonly [number, number, number];
  readonly data: Buffer;
}

/** The peak signal-to-noise ratio of two pictures of the same size, dB. */
export const psnr = (a: Picture, b: Picture): number => {
  expect([a.width, a.height]).to.deep.equal([b.width, b.height]);
  let sum = 0;
  for (let i = 0; i < a.data.length; i += 1) sum += ((a.data[i] ?? 0) - (b.data[i] ?? 0)) ** 2;
  return sum === 0 ? 99 : 10 * Math.log10((255 * 255 * a.data.length) / sum);
};

/** A picture from its pixels in RGB. */
export const pictureOf = (width: number, height: number, data: Buffer): Picture => ({
  width,
  height,
  data,
  at: (x, y) => {
    const p = (y * width + x) * 3;
    return [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0];
  },
});

const PPM_HEADER = /^P6\n(\d+) (\d+)\n255\n/;

/** The pictures of PPM files, one after the other. */
const picturesOf = (files: Buffer): ReadonlyArray<Picture> => {
  const pictures: Picture[] = [];
  for (let from = 0; from < files.length;) {
    const [header, width, height] = PPM_HEADER.exec(files.toString('latin1', from, from + 32)) ?? [];
    if (header === undefined) throw new Error(`no picture at byte ${from} of ${files.length}`);
    const first = from + header.length;
    from = first + Number(width) * Number(height) * 3;
    pictures.push(pictureOf(Number(width), Number(height), files.subarray(first, from)));
  }
  return pictures;
};

/**
 * All frames of a file in RGB, or those selected by `select` (an ffmpeg expression of n). As PPM, they carry their size:
 * starting ffprobe for it takes about as much processor time as decoding a short video.
 */
export const decodeFrames = async (path: string, select = '1'): Promise<ReadonlyArray<Picture>> => {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      path,
      '-vf',
      `select='${select}',scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24`,
      '-fps_mode',
      'passthrough',
      '-c:v',
      'ppm',
      '-f',
      'image2pipe',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 31 },
  );
  return picturesOf(stdout);
};

/** The frames that ffmpeg writes with these options, `bytes` long each, as RGB. */
export const pixelsOf = async (bytes: number, ...options: string[]): Promise<ReadonlyArray<Buffer>> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', ...options, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 31 },
  );
  const count = Math.floor(stdout.length / bytes);
  return Array.from({ length: count }, (_, index) => stdout.subarray(index * bytes, (index + 1) * bytes));
};

/** The sound of a file as interleaved 48 kHz stereo floats. */
export const decodeSound = async (path: string): Promise<Float32Array> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vn', '-ac', '2', '-ar', '48000', '-f', 'f32le', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 31 },
  );
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
};

/** The ffprobe report of a file. */
export const probeOutput = async (
  path: string,
): Promise<{ streams: Record<string, string | number>[]; format: Record<string, string> }> => {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  return JSON.parse(stdout) as { streams: Record<string, string | number>[]; format: Record<string, string> };
};

/** The numbers of the key frames. */
export const keyFramesOf = async (path: string): Promise<ReadonlyArray<number>> => {
  const options = '-v error -select_streams v -show_entries packet=flags -of csv=p=0'.split(' ');
  const { stdout } = await run('ffprobe', [...options, path]);
  const flags = stdout.trim().split('\n');
  return flags.flatMap((flag, index) => (flag.startsWith('K') ? [index] : []));
};

/** Runs ffmpeg and returns its output. */
export const ffmpegSays = async (...options: string[]): Promise<string> => {
  const { stdout, stderr } = await run('ffmpeg', options, { maxBuffer: 2 ** 28 });
  return stdout + stderr;
};

/** The MD5 of each frame of a video. */
export const framesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-']);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
};
