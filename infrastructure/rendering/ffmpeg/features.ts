import type { OutputFeature } from '../../../domain/composition/format/output.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { PROBE_LIMITS } from './process-limits.js';

/** What ffmpeg prints about itself. */
export const saying = async (program: string, ...args: string[]): Promise<string> => {
  const { stdout, ended } = runSandboxed({
    program,
    args,
    files: { reads: [] },
    signal: new AbortController().signal,
    limits: PROBE_LIMITS,
  });
  let text = '';
  for await (const chunk of stdout) text += String(chunk);
  await ended;
  return text;
};

/** The encoders of each feature, the preferred one first; all of a list within it must be there. */
const ENCODERS: Readonly<Record<OutputFeature, ReadonlyArray<ReadonlyArray<string>>>> = {
  h264: [['libx264', 'aac']],
  h265: [['libx265', 'aac']],
  av1: [
    ['libsvtav1', 'aac'],
    ['libaom-av1', 'aac'],
  ],
  vp9: [['libvpx-vp9', 'libopus']],
  prores: [['prores_ks', 'pcm_s16le']],
  gif: [['gif']],
  webp: [['libwebp_anim', 'libwebp']],
  png: [['png']],
  jpg: [['mjpeg']],
  mp3: [['libmp3lame']],
  wav: [['pcm_s16le']],
  m4a: [['aac']],
};

/** What an ffmpeg can encode, and the encoder for it. */
export const ffmpegFeatures = async (program = 'ffmpeg'): Promise<ReadonlyMap<OutputFeature, string>> => {
  const listed = await saying(program, '-hide_banner', '-encoders');
  const known = new Set([...listed.matchAll(/^ [VAS][.\w]{5} (\S+)/gm)].map(([, name]) => name));
  return new Map(
    (Object.keys(ENCODERS) as OutputFeature[]).flatMap((feature) => {
      const found = ENCODERS[feature].find((names) => names.every((name) => known.has(name)));
      return found?.[0] === undefined ? [] : [[feature, found[0]] as const];
    }),
  );
};
