import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSubtitles } from '../../../../domain/composition/fields/output-formats.js';
import type { OutputFile } from '../../../../domain/render/render-output.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import type { SubtitleTrack } from '../../ports/join-request.js';
import { presentationOf } from '../../mp4/presentation.js';
import type { RenderContext } from '../context.js';
import { sha256OfFile } from '../../../files/file-hash.js';
import type { EncodedPicture } from './encode-picture.js';
import { joinedPiece, joinInspected, joinParts, joinVideo } from './join-parts.js';
import type { PlannedFile } from './output-files.js';
import type { EncodedSound } from './sounds.js';

export interface WrittenFile {
  readonly path: string;
  readonly file: OutputFile;
  /** The hashes that identify it, if it is the first output of a render and has a format that is inspected. */
  readonly inspected?: InspectedFile | undefined;
}

/** The size of a file in bytes, and its SHA-256 in hex. */
export const sizeAndHash = async (path: string): Promise<Pick<OutputFile, 'bytes' | 'sha256'>> => ({
  bytes: (await stat(path)).size,
  sha256: await sha256OfFile(path),
});

/** The recorded fields of a planned file; captions have formats that outputs do not have. */
type RecordedFile = Pick<PlannedFile, 'key' | 'role' | 'index'> & {
  readonly output: { readonly format: string };
};

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

export interface VideoParts {
  readonly picture: EncodedPicture;
  readonly sound: EncodedSound | undefined;
  readonly subtitles: SubtitleTrack | undefined;
}

/** Joins the parts of an output, and checks that all frames are there. */
export const finishVideo = async (
  planned: PlannedFile,
  { picture, sound, subtitles }: VideoParts,
  context: RenderContext,
): Promise<ReadonlyArray<WrittenFile>> => {
  const { format } = planned.output;
  const { plan, size } = picture;
  const asPlanned = {
    ...size,
    frames: plan.frames,
    durationMs: Math.round(instantOf(plan.frames, plan.rate)),
  };
  if (sound === undefined) {
    if (picture._tag === 'Pieces') throw new RangeError('the sound of this format is missing');
    return [await recorded(picture.path, planned, asPlanned)];
  }
  if (format !== 'hls' && !hasSubtitles(format)) throw new RangeError('this format has no sound');
  const { folder } = context;
  const output = join(folder, planned.key);
  if (picture._tag === 'Pieces' && format === 'mp4' && planned.index === 0) {
    const inspected = await joinInspected(
      { format, sound, subtitles, output },
      plan,
      picture.pieces,
      context,
    );
    const [file, presentation] = await Promise.all([
      recorded(output, planned, asPlanned),
      presentationOf(output),
    ]);
    return [{ ...file, inspected: { ...inspected, ...(presentation ? { presentation } : {}) } }];
  }
  const parts = picture._tag === 'Pieces' ? picture.pieces : [{ output: picture.path }];
  const pieces = parts.map((part) => joinedPiece(part, false));
  const segments = planned.segments === undefined ? undefined : join(folder, planned.segments);
  const request = { format, sound, subtitles, output, segments };
  await joinVideo({ ...request, picture: { pieces, rate: plan.rate } }, plan.frames, context);
  return [
    await recorded(output, planned, asPlanned),
    ...(segments === undefined
      ? []
      : [await recorded(segments, { ...planned, key: planned.segments ?? '', role: 'segments' }, {})]),
  ];
};

/** Makes an output from encoded sound. It copies the file, which the cache and other outputs may use, too. */
export const finishSound = async (
  planned: PlannedFile,
  sound: EncodedSound,
  durationMs: number,
  context: RenderContext,
): Promise<WrittenFile> => {
  const output = join(context.folder, planned.key);
  if (planned.output.format === 'm4a' || typeof sound !== 'string')
    await joinParts({ format: 'm4a', sound, output }, context);
  else await copyFile(sound, output, constants.COPYFILE_FICLONE);
  return recorded(output, planned, { durationMs });
};
