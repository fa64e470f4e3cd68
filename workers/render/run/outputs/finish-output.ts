import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSubtitles } from '../../../../domain/composition/format/output-formats.js';
import type { OutputFile } from '../../../../domain/render/render-output.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import {
  type Besides,
  hlsCommand,
  m4aCommand,
  muxCommand,
  own,
  PIPED_MOVIE,
  type SubtitleTrack,
} from '../../compose/container-commands.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import { allOrNone } from '../tasks/all-or-none.js';
import type { RenderContext } from '../context.js';
import { encoded, valueOf } from '../tasks/failures.js';
import { sha256OfFile } from '../../../files/file-hash.js';
import { filesOf } from '../pieces/take-pieces.js';
import type { EncodedPicture } from './encode-picture.js';
import { inspectedFile } from './inspected-file.js';
import { inspectedPieces } from './inspected-pieces.js';
import { joinedMovie, readPieces } from './joined-pieces.js';
import type { PlannedFile } from './output-files.js';

/** A file that was written, and what it is. */
export interface WrittenFile {
  readonly path: string;
  readonly file: OutputFile;
  /** What identifies it, if it is the first output of a render and of a format that is inspected. */
  readonly inspected?: InspectedFile | undefined;
}

const failed = (message: string): FailureCause => ({ _tag: 'EncodingFailed', message, retryable: false });

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

/** Reads a video back. @throws RenderError where it does not have the frames that were composed */
const inspected = async (
  path: string,
  picture: EncodedPicture,
  { probe, folder, signal }: RenderContext,
): Promise<Pick<OutputFile, 'width' | 'height' | 'frames' | 'durationMs'>> => {
  const { plan, size } = picture;
  const { frames, width, height, duration } = await valueOf(probe.inspectOutput(path, { folder, signal }));
  if (frames !== plan.frames || width !== size.width || height !== size.height)
    throw new RenderError({
      _tag: 'EncodingFailed',
      message: `the output has ${frames} frames of ${width}×${height} instead of ${plan.frames} of ${size.width}×${size.height}`,
      retryable: true,
    });
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

/** Puts the parts of an output together, and checks the file. */
export const finishVideo = async (
  planned: PlannedFile,
  { picture, sound, subtitles }: VideoParts,
  context: RenderContext,
): Promise<ReadonlyArray<WrittenFile>> => {
  const { folder, encoder, signal } = context;
  const { output, key } = planned;
  const { format } = output;
  const { plan, size } = picture;
  const path = join(folder, key);
  const purpose = failed(`the ${format} could not be assembled`);
  const run = (command: MediaCommand) => encoded(encoder.run(command, { signal }), purpose);
  const besides = (): Besides => {
    if (sound === undefined) throw new RangeError('this format has sound');
    return { sound, subtitles };
  };
  /** Puts picture, sound and subtitles into a file. */
  const mux = async (path: string): Promise<void> => {
    if (picture._tag === 'Pieces') {
      const movie = joinedMovie(await readPieces(filesOf(picture.pieces), plan.rate, signal), plan.rate);
      const command = muxCommand('mp4', PIPED_MOVIE, besides(), path);
      return encoded(encoder.write(command, movie, { signal }), purpose);
    }
    if (!hasSubtitles(format)) throw new RangeError('this format has no sound');
    return run(muxCommand(format, own(picture.path), besides(), path));
  };
  if (format === 'hls') {
    const video = join(folder, `${key}.mp4`);
    const { segments = '' } = planned;
    await mux(video);
    const facts = await inspected(video, picture, context);
    await run(hlsCommand(video, path, segments));
    return [
      await recorded(path, planned, facts),
      await recorded(join(folder, segments), { ...planned, key: segments, role: 'segments' }, {}),
    ];
  }
  if (picture._tag === 'Pieces' && planned.index === 0) {
    const streams = await inspectedPieces(besides(), path, plan, picture.pieces, context);
    const facts = await inspected(path, picture, context);
    return [{ ...(await recorded(path, planned, facts)), inspected: streams }];
  }
  if (sound !== undefined) await mux(path);
  const written = sound === undefined && picture._tag === 'File' ? picture.path : path;
  if (format === 'webp' || format === 'pngSequence') {
    const durationMs = Math.round(instantOf(plan.frames, plan.rate));
    return [await recorded(written, planned, { ...size, frames: plan.frames, durationMs })];
  }
  // Both read the whole file: at the same time, as starting a program takes most of the time of a short video.
  const [facts, streams] = await allOrNone(context.signal, (signal) => [
    inspected(written, picture, { ...context, signal }),
    planned.index === 0 ? inspectedFile(written, format, { ...context, signal }) : Promise.resolve(undefined),
  ]);
  return [{ ...(await recorded(written, planned, facts)), inspected: streams }];
};

/** Makes a file of encoded sound an output of its own: the cache, and other outputs, may use that file too. */
export const finishSound = async (
  planned: PlannedFile,
  sound: string,
  durationMs: number,
  { folder, encoder, signal }: RenderContext,
): Promise<WrittenFile> => {
  const path = join(folder, planned.key);
  if (planned.output.format === 'm4a')
    await encoded(encoder.run(m4aCommand(sound, path), { signal }), failed('the m4a could not be assembled'));
  else await copyFile(sound, path, constants.COPYFILE_FICLONE);
  return recorded(path, planned, { durationMs });
};
