import type { InspectedFile } from '../../../application/ports/file-inspector.js';
import { dHash, type Fingerprint, GREY_BYTES, GREY_SIDE } from '../../../domain/render/fingerprint.js';
import type { StreamHash } from '../../../domain/render/render-output.js';

// Outputs of an ffmpeg command, on its standard output, that identify the streams of a file: shrunk frames,
// followed by the hashes of the streams. ffmpeg completes its outputs in order.

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
const SAME_VIDEO = '-bsf:v h264_mp4toannexb,filter_units=remove_types=6|9';
const SAME_SOUND = '-bsf:a aac_adtstoasc';

const STREAM_HASHES = '-f streamhash -hash sha256 pipe:1';

/** An option of an input whose key frames alone are decoded. Copying is not affected. */
export const KEY_FRAMES_ONLY = ['-skip_frame', 'nokey'];

/** The output of shrunk frames. @param input the number of the input whose video they are of */
export const framesTo = (input: number, perSecond?: number): ReadonlyArray<string> => [
  ...`-map ${input}:v:0 -fps_mode passthrough -vf`.split(' '),
  perSecond === undefined ? SHRINK : `fps=${perSecond},${SHRINK}`,
  ...'-f rawvideo pipe:1'.split(' '),
];

/** The output of the hashes of the first video and the first sound of the first input. */
export const hashesOfStreams =
  `-map 0:v:0 -map 0:a:0? -c copy ${SAME_VIDEO} ${SAME_SOUND} ${STREAM_HASHES}`.split(' ');

/** The output of the hash of a sound. @param sound a stream specifier */
export const hashOfSound = (sound: string): ReadonlyArray<string> =>
  `-map ${sound} -c copy ${SAME_SOUND} ${STREAM_HASHES}`.split(' ');

/** More than a video of a day has at ten frames a second. */
const MAX_BYTES = FRAME_BYTES * 1_000_000;

/** The whole output of an ffmpeg process. @param tooMuch called as soon as it is longer than that of any inspection */
export const allOf = async (stdout: AsyncIterable<unknown>, tooMuch: () => void): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) tooMuch();
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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

/** The fingerprint that shrunk frames give. */
export const fingerprintOf = (frames: Buffer): Fingerprint => {
  const at: number[] = [];
  const hashes: string[] = [];
  for (let start = 0; start + FRAME_BYTES <= frames.length; start += FRAME_BYTES) {
    at.push(frames.readUInt32LE(start + GREY_BYTES) & 0x7fffffff);
    hashes.push(dHash(frames.subarray(start, start + GREY_BYTES)));
  }
  return { method: 'dhash-128', at, hashes };
};

/** The content of both outputs. */
export const inspectedIn = (output: Buffer): InspectedFile => {
  const { streams, frames } = separated(output);
  return { streams, fingerprint: fingerprintOf(frames) };
};
