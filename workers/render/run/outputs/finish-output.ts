import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSubtitles } from '../../../../domain/composition/format/output-formats.js';
import type { OutputFile } from '../../../../domain/render/render-output.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import type { SubtitleTrack } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { valueOf } from '../tasks/failures.js';
import { sha256OfFile } from '../../../files/file-hash.js';
import { filesOf } from '../pieces/take-pieces.js';
import type { EncodedPicture } from './encode-picture.js';
import { joinInspected, joinParts } from './join-parts.js';
import type { PlannedFile } from './output-files.js';

/** A file that was written, and what it is. */
export interface WrittenFile {
  readonly path: string;
  readonly file: OutputFile;
  /** What identifies it, if it is the first output of a render and of a format that is inspected. */
  readonly inspected?: InspectedFile | undefined;
}

/** The size of a file in bytes, and its SHA-256, hex. */
export const sizeAndHash = async (path: string): Promise<Pick<OutputFile, 'bytes' | 'sha256'>> => ({
  bytes: (await stat(path)).size,
  sha256: await sha256OfFile(path),
});

/** What is recorded of a planned file; captions have formats that outputs do not have. */
type RecordedFile = Pick<PlannedFile, 'key' | 'role' | 'index'> & {
  readonly output: { readonly format: string };
};

/** A file as it is recorded. */
export const recorded = async (
  path: string,
  { key, role, index, output: { format } }: RecordedFile,
  facts: Pick<OutputFile, 'width' | 'height' | 'frames' | 'durationMs'>,
): Promise<WrittenFile> => ({
  path,
  file: {
    key,
    role,
    format,
    output: index,
    ...(await sizeAndHash(path)),
    ...facts,
  },
});

/** That an output has other frames than were composed. */
const wrongFrames = (
  { plan, size }: EncodedPicture,
  { frames, width, height }: { readonly frames: number } & Canvas,
): RenderError =>
  new RenderError({
    _tag: 'EncodingFailed',
    message: `the output has ${frames} frames of ${width}×${height} instead of ${plan.frames} of ${size.width}×${size.height}`,
    retryable: true,
  });

/** Reads a video back. @throws RenderError where it does not have the frames that were composed */
const inspected = async (
  path: string,
  picture: EncodedPicture,
  { probe, folder, signal }: RenderContext,
): Promise<Pick<OutputFile, 'width' | 'height' | 'frames' | 'durationMs'>> => {
  const { plan, size } = picture;
  const { frames, width, height, duration } = await valueOf(probe.inspectOutput(path, { folder, signal }));
  if (frames !== plan.frames || width !== size.width || height !== size.height)
    throw wrongFrames(picture, { frames, width, height });
  // The sound of some formats is padded to whole packets.
  const length = picture._tag === 'Pieces' ? duration : instantOf(frames, plan.rate);
  return { width, height, frames, durationMs: Math.round(length) };
};

/** The parts of a video, each in a file. */
export interface VideoParts {
  readonly picture: EncodedPicture;
  readonly sound: string | undefined;
  readonly subtitles: SubtitleTrack | undefined;
}

/** Formats of which nothing is read back: several frames of theirs may be one file, and the rest is a picture. */
const UNREAD: ReadonlySet<string> = new Set(['webp', 'pngSequence']);

/** Puts the parts of an output together, and checks the file. */
export const finishVideo = async (
  planned: PlannedFile,
  { picture, sound, subtitles }: VideoParts,
  context: RenderContext,
): Promise<ReadonlyArray<WrittenFile>> => {
  const { format } = planned.output;
  const { plan, size } = picture;
  const durationMs = Math.round(instantOf(plan.frames, plan.rate));
  const asPlanned = { ...size, frames: plan.frames, durationMs };
  if (sound === undefined) {
    if (picture._tag === 'Pieces') throw new RangeError('this format has sound');
    const facts = UNREAD.has(format) ? asPlanned : await inspected(picture.path, picture, context);
    return [await recorded(picture.path, planned, facts)];
  }
  if (format !== 'hls' && !hasSubtitles(format)) throw new RangeError('this format has no sound');
  const { folder } = context;
  const output = join(folder, planned.key);
  if (picture._tag === 'Pieces' && format === 'mp4' && planned.index === 0) {
    const streams = await joinInspected({ format, sound, subtitles, output }, plan, picture.pieces, context);
    const facts = await inspected(output, picture, context);
    return [{ ...(await recorded(output, planned, facts)), inspected: streams }];
  }
  const paths = picture._tag === 'Pieces' ? filesOf(picture.pieces) : [picture.path];
  const pieces = paths.map((path) => ({ path, hashesKeyFrames: false }));
  const segments = planned.segments === undefined ? undefined : join(folder, planned.segments);
  const request = { format, picture: { pieces, rate: plan.rate }, sound, subtitles, output, segments };
  const { frames } = await joinParts(request, context);
  if (segments === undefined)
    return [await recorded(output, planned, await inspected(output, picture, context))];
  if (frames !== plan.frames) throw wrongFrames(picture, { frames, ...size });
  return [
    await recorded(output, planned, asPlanned),
    await recorded(segments, { ...planned, key: planned.segments ?? '', role: 'segments' }, {}),
  ];
};

/** Makes a file of encoded sound an output of its own: the cache, and other outputs, may use that file too. */
export const finishSound = async (
  planned: PlannedFile,
  sound: string,
  durationMs: number,
  context: RenderContext,
): Promise<WrittenFile> => {
  const output = join(context.folder, planned.key);
  if (planned.output.format === 'm4a') await joinParts({ format: 'm4a', sound, output }, context);
  else await copyFile(sound, output, constants.COPYFILE_FICLONE);
  return recorded(output, planned, { durationMs });
};
