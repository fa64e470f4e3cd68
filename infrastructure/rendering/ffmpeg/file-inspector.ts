import type {
  FileInspector,
  FramesToHash,
  InspectedFile,
} from '../../../application/ports/file-inspector.js';
import type { StreamHash } from '../../../domain/render/events.js';
import { dHash, type Fingerprint, GREY_BYTES, GREY_SIDE } from '../../../domain/render/fingerprint.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { INPUT_LIMITS } from './input-limits.js';
import { INSPECT_LIMITS } from './process-limits.js';

/**
 * Shrinks frames to levels of grey and adds a row below that holds the time in ms, lowest byte first: raw video has no
 * timestamps.
 */
const SHRINK = `scale=${GREY_SIDE}:${GREY_SIDE}:flags=area,format=gray,pad=${GREY_SIDE}:${GREY_SIDE + 1},geq=lum='if(lt(Y,${GREY_SIDE}),lum(X,Y),mod(floor(T*1000/pow(256,X)),256))'`;
const FRAME_BYTES = GREY_BYTES + GREY_SIDE;

/**
 * Makes the packets of a stream the same in all containers: H.264 with start codes and parameter sets, without SEI and
 * access unit delimiters, which change no decoded frame; AAC without ADTS headers. They refuse other codecs.
 */
const SAME_IN_ALL_CONTAINERS = '-bsf:v h264_mp4toannexb,filter_units=remove_types=6|9 -bsf:a aac_adtstoasc';

const framesTo = (frames: FramesToHash): ReadonlyArray<string> => [
  ...'-map 0:v:0 -fps_mode passthrough -vf'.split(' '),
  frames === 'key' ? SHRINK : `fps=10,${SHRINK}`,
  ...'-f rawvideo pipe:1'.split(' '),
];

/** ffmpeg completes its outputs in order, so the hashes are behind the frames. */
const STREAM_HASHES =
  `-map 0:v:0 -map 0:a:0? -c copy ${SAME_IN_ALL_CONTAINERS} -f streamhash -hash sha256 pipe:1`.split(' ');

/** More than a video of a day has at ten frames a second. */
const MAX_BYTES = FRAME_BYTES * 1_000_000;

const runFfmpeg = async (
  program: string,
  args: ReadonlyArray<string>,
  path: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> => {
  const tooLong = new AbortController();
  const { stdout, ended } = runSandboxed({
    program,
    args: ['-hide_banner', '-nostdin', '-v', 'error', ...args],
    files: { reads: [path] },
    signal: AbortSignal.any([signal, tooLong.signal]),
    limits: INSPECT_LIMITS,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) tooLong.abort();
    else chunks.push(chunk);
  }
  const { ok } = await ended;
  signal.throwIfAborted();
  return ok ? Buffer.concat(chunks) : undefined;
};

const HASH_LINES = /(?:\d+,[va],SHA256=[0-9a-f]{64}\n)+$/;

/** The hashes at the end of the output, and what is before them. */
const separated = (output: Buffer) => {
  // Two lines at most; what is before them are bytes, not text.
  const tail = output.subarray(-200).toString('latin1');
  const lines = HASH_LINES.exec(tail)?.[0] ?? '';
  const streams = [...lines.matchAll(/,([va]),SHA256=([0-9a-f]{64})/g)].map(
    ([, kind, sha256 = '']): StreamHash => ({ kind: kind === 'v' ? 'video' : 'audio', sha256 }),
  );
  return { streams, frames: output.subarray(0, output.length - lines.length) };
};

const fingerprintOf = (frames: Buffer): Fingerprint => {
  const at: number[] = [];
  const hashes: string[] = [];
  for (let start = 0; start + FRAME_BYTES <= frames.length; start += FRAME_BYTES) {
    at.push(frames.readUInt32LE(start + GREY_BYTES) & 0x7fffffff);
    hashes.push(dHash(frames.subarray(start, start + GREY_BYTES)));
  }
  return { method: 'dhash-128', at, hashes };
};

/** Inspects files with ffmpeg. */
export const ffmpegFileInspector = (program = 'ffmpeg'): FileInspector => ({
  inspect: async (path, frames, signal): Promise<InspectedFile | undefined> => {
    const skip = frames === 'key' ? ['-skip_frame', 'nokey'] : [];
    const input = [...INPUT_LIMITS, ...skip, '-i', path];
    const both = await runFfmpeg(program, [...input, ...framesTo(frames), ...STREAM_HASHES], path, signal);
    if (both) {
      const { streams, frames: grey } = separated(both);
      return { streams, fingerprint: fingerprintOf(grey) };
    }
    // Other codecs have no hashes that could match, but pictures that may.
    const grey = await runFfmpeg(program, [...input, ...framesTo(frames)], path, signal);
    return grey && { streams: [], fingerprint: fingerprintOf(grey) };
  },
});
