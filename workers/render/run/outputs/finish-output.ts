import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { OutputFile } from '../../../../domain/render/events.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import { hlsCommand, m4aCommand, muxCommand } from '../../compose/container-commands.js';
import { pictureSize } from '../../compose/output-commands.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import type { RenderContext } from '../context.js';
import { join as joinPieces } from '../encode.js';
import { encoded, valueOf } from '../failures.js';
import type { EncodedPicture } from './encode-picture.js';
import type { PlannedFile } from './output-files.js';

/** A file that was written, and what it is. */
export interface WrittenFile {
  readonly path: string;
  readonly file: OutputFile;
}

const failed = (message: string): FailureCause => ({ _tag: 'EncodingFailed', message, retryable: false });

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** The size of a file in bytes, and its SHA-256, hex. */
export const sizeAndHash = async (path: string): Promise<Pick<OutputFile, 'bytes' | 'sha256'>> => ({
  bytes: (await stat(path)).size,
  sha256: await sha256Of(path),
});

/** A file as it is recorded. */
export const recorded = async (
  path: string,
  { key, role, index, output }: Pick<PlannedFile, 'key' | 'role' | 'index' | 'output'>,
  facts: Pick<OutputFile, 'width' | 'height' | 'frames' | 'durationMs'>,
): Promise<WrittenFile> => ({
  path,
  file: {
    key,
    role,
    format: output.format,
    output: index,
    ...(await sizeAndHash(path)),
    ...facts,
  },
});

/** Reads a video back. @throws RenderError where it does not have the frames that were composed */
const inspected = async (
  path: string,
  picture: EncodedPicture,
  size: Canvas,
  { probe, signal }: RenderContext,
): Promise<Pick<OutputFile, 'width' | 'height' | 'frames' | 'durationMs'>> => {
  const { plan } = picture;
  const { frames, width, height, duration } = await valueOf(probe.inspectOutput(path, signal));
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

/** Puts picture and sound of an output together, and checks the file. */
export const finishVideo = async (
  planned: PlannedFile,
  picture: EncodedPicture,
  sound: string | undefined,
  context: RenderContext,
): Promise<ReadonlyArray<WrittenFile>> => {
  const { folder, encoder, signal } = context;
  const { output, key } = planned;
  const { format } = output;
  const { plan } = picture;
  const path = join(folder, key);
  const size = pictureSize(output, plan.output);
  const run = (command: MediaCommand) =>
    encoded(encoder.run(command, { signal }), failed(`the ${format} could not be put together`));
  const joined = async (path: string): Promise<void> => {
    if (sound === undefined) throw new RangeError('this format has sound');
    if (picture._tag === 'Pieces') await joinPieces(plan, picture.pieces, sound, path, context);
    else if (format === 'mp4' || format === 'webm' || format === 'mov')
      await run(muxCommand(format, picture.path, sound, path));
  };
  if (format === 'hls') {
    const video = join(folder, `${key}.mp4`);
    const { segments = '' } = planned;
    await joined(video);
    const facts = await inspected(video, picture, size, context);
    await run(hlsCommand(video, path, segments));
    return [
      await recorded(path, planned, facts),
      await recorded(join(folder, segments), { ...planned, key: segments, role: 'segments' }, {}),
    ];
  }
  if (sound !== undefined) await joined(path);
  const written = sound === undefined && picture._tag === 'File' ? picture.path : path;
  if (format === 'webp' || format === 'pngSequence') {
    const durationMs = Math.round(instantOf(plan.frames, plan.rate));
    return [await recorded(written, planned, { ...size, frames: plan.frames, durationMs })];
  }
  return [await recorded(written, planned, await inspected(written, picture, size, context))];
};

/** Makes a file of encoded sound an output. */
export const finishSound = async (
  planned: PlannedFile,
  sound: string,
  durationMs: number,
  { folder, encoder, signal }: RenderContext,
): Promise<WrittenFile> => {
  if (planned.output.format !== 'm4a') return recorded(sound, planned, { durationMs });
  const path = join(folder, planned.key);
  await encoded(
    encoder.run(m4aCommand(sound, path), { signal }),
    failed('the m4a could not be put together'),
  );
  return recorded(path, planned, { durationMs });
};
