import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cue, cuesOf } from '../../../../domain/composition/captions/exported-captions.js';
import { captionFile, webVttText } from '../../../../domain/composition/captions/caption-files.js';
import { formatFacts } from '../../../../domain/composition/fields/output-formats.js';
import type { Output } from '../../../../domain/composition/fields/output.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { frameCount, frameRate, framesWithin, instantOf } from '../../../../domain/composition/timeline.js';
import { outputKey } from '../../../../domain/render/output-key.js';
import type { SubtitleTrack } from '../../ports/join-request.js';
import { recorded, type WrittenFile } from './finish-output.js';
import type { PlannedFile } from './output-files.js';
import { viewOf } from './views.js';

/** When an output starts and ends, in ms of the timeline; with a picture, on frames. */
const spanOf = (output: Output, composition: ResolvedComposition): { from: number; to: number } => {
  const { duration } = composition.metadata;
  const { from = 0, to = duration } = output.range ?? {};
  if (formatFacts(output.format).kind === 'audio') return { from, to: Math.min(to, duration) };
  const rate = frameRate(viewOf({ output }, composition).fps);
  const frames = framesWithin({ start: from, end: to }, rate, frameCount(duration, rate));
  return { from: instantOf(frames.from, rate), to: instantOf(frames.to, rate) };
};

/** The captions of an output, with times in whole ms from its start. */
const cuesWithin = (output: Output, composition: ResolvedComposition): ReadonlyArray<Cue> => {
  const { from, to } = spanOf(output, composition);
  const at = (ms: number): number => Math.round(Math.min(Math.max(ms, from), to) - from);
  return cuesOf(composition)
    .map(({ start, end, text }) => ({ start: at(start), end: at(end), text }))
    .filter(({ start, end }) => end > start);
};

/** The subtitle track of a file; undefined if none is requested or there are no captions. */
export const subtitleTrack = (
  { output, role }: PlannedFile,
  composition: ResolvedComposition,
): SubtitleTrack | undefined => {
  if (!output.captions?.track || role !== 'output') return undefined;
  const cues = cuesWithin(output, composition);
  if (cues.length === 0) return undefined;
  const isWebVtt = output.format === 'webm';
  return {
    language: output.captions.language,
    cues: cues.map(({ start, end, text }) => ({ start, end, text: isWebVtt ? webVttText(text) : text })),
  };
};

/** Writes the caption files of outputs. Their keys are numbered after those of `files`. */
export const sidecars = async (
  files: ReadonlyArray<PlannedFile>,
  stem: string,
  composition: ResolvedComposition,
  folder: string,
): Promise<ReadonlyArray<WrittenFile>> => {
  const written: WrittenFile[] = [];
  for (const { output, role, index } of files) {
    if (!output.captions || role !== 'output') continue;
    const cues = cuesWithin(output, composition);
    if (cues.length === 0) continue;
    for (const format of output.captions.sidecar) {
      const key = outputKey(stem, files.length + written.length, format);
      const path = join(folder, key);
      await writeFile(path, captionFile({ words: [], cues }, format));
      written.push(await recorded(path, { key, role: 'captions', index, output: { format } }, {}));
    }
  }
  return written;
};
