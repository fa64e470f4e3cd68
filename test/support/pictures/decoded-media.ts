/** What FFmpeg says of media files: its library in this process, or its programs. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, FilterGraph, Frame } from 'node-av/lib';

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

/**
 * What is made of each frame that filters make of the pictures (or with the prefix `a`, of the sound) of a file. The
 * library reads it in this process: a start of ffmpeg takes ten times the processor time of decoding a short video.
 */
const eachFrame = <A>(
  path: string,
  filters: string,
  look: (frame: Frame) => A,
  kind: '' | 'a' = '',
): ReadonlyArray<A> => {
  const graph = new FilterGraph();
  graph.alloc();
  const text = `${kind}movie=filename='${path}',${filters},${kind}buffersink@out`;
  FFmpegError.throwIfError(graph.parsePtr(text, null, null), path);
  FFmpegError.throwIfError(graph.configSync(), path);
  const sink = graph.getFilter(`${kind}buffersink@out`);
  if (!sink) throw new Error('the graph has no end');
  const frame = new Frame();
  frame.alloc();
  const looks: A[] = [];
  let got = sink.buffersinkGetFrameSync(frame);
  for (; got >= 0; got = sink.buffersinkGetFrameSync(frame)) {
    looks.push(look(frame));
    frame.unref();
  }
  if (got !== AVERROR_EOF) FFmpegError.throwIfError(got, path);
  frame.free();
  graph.free();
  return looks;
};

/** All frames of a file in RGB, or those selected by `select` (an ffmpeg expression of n). */
export const decodeFrames = async (path: string, select = '1'): Promise<ReadonlyArray<Picture>> =>
  eachFrame(
    path,
    `select='${select}',scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24`,
    (frame) => pictureOf(frame.width, frame.height, Buffer.from(frame.toBuffer())),
  );

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
  const filters = 'aresample=48000,aformat=sample_fmts=flt:channel_layouts=stereo';
  const parts = eachFrame(path, filters, (frame) => Buffer.from(frame.toBuffer()), 'a');
  return new Float32Array(Uint8Array.from(Buffer.concat(parts)).buffer);
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
export const framesOf = async (path: string): Promise<ReadonlyArray<string>> =>
  eachFrame(path, 'null', (frame) => createHash('md5').update(frame.toBuffer()).digest('hex'));
