import { join } from 'node:path';
import { groupedBy } from '../../../../domain/groups.js';
import type { Output } from '../../../../domain/composition/fields/output.js';
import type { EncoderSettings } from '../../../../domain/render/render-output.js';
import { inFolder, type RenderContext, type RenderSettings } from '../context.js';
import { encoderSettings } from '../pieces/encoder-settings.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { allOrNone } from '../tasks.js';
import { makePictures, viewStill } from './compose-view.js';
import { encodeStill, type EncodedPicture } from './encode-picture.js';
import { finishSound, finishVideo, recorded, type WrittenFile } from './finish-output.js';
import { isStillFile, type PlannedFile, plannedFiles } from './output-files.js';
import { progressOfParts } from '../../plan/progress.js';
import { sidecars, subtitleTrack } from './subtitles.js';
import { encodedSounds, millisecondsOf, soundCodecOf, soundSpan } from './sounds.js';
import {
  type ComposedView,
  type UsedFonts,
  h264,
  type Material,
  sizeAt,
  viewGroups,
  viewOf,
} from './views.js';

export interface WrittenOutputs {
  readonly files: ReadonlyArray<WrittenFile>;
  readonly fonts: UsedFonts;
  /** How the first output was encoded, if it is H.264. */
  readonly encoder?: EncoderSettings;
  /** The number of frames of the first output that were copied from sources. Absent: none. */
  readonly copiedFrames?: number;
}

const copiedFrameCount = ({ plan, copied }: Pick<ComposedView, 'plan' | 'copied'>): number =>
  [...(copied?.stretches.keys() ?? [])].reduce((sum, index) => {
    const { from, to } = plan.pieces[index]?.span ?? { from: 0, to: 0 };
    return sum + to - from;
  }, 0);

/** Writes stills. The files of each instant show the same frame, which is composed once. */
const makeStills = async (
  instants: ReadonlyArray<ReadonlyArray<PlannedFile>>,
  material: Material,
  context: RenderContext,
  progressOf: ReturnType<typeof progressOfParts>,
) => {
  const stills = new Map<PlannedFile, WrittenFile>();
  const fonts: UsedFonts[] = [];
  for (const [index, files] of instants.entries()) {
    const [first] = files;
    if (!first) continue;
    const own = { ...(await inFolder(context, `instant-${index}`)), progress: progressOf(index) };
    const view = { ...viewOf(first, material.composition), range: undefined };
    const shown = await viewStill(material, view, first.output.at ?? 0, own);
    for (const file of files) {
      const path = join(own.folder, file.key);
      const size = sizeAt(file.output, material);
      await encodeStill(file.output, size, shown, path, own);
      stills.set(file, await recorded(path, file, { ...size, frames: 1 }));
    }
    fonts.push(shown.fonts);
    own.progress('encode', 1);
  }
  return { stills, fonts: fonts.flat() };
};

/** How an output was encoded, and how many of its frames were copied, if it is H.264. */
const recordedEncoding = (
  { output }: PlannedFile,
  picture: EncodedPicture | undefined,
  settings: RenderSettings,
): Pick<WrittenOutputs, 'encoder' | 'copiedFrames'> => {
  if (picture?._tag !== 'Pieces') return {};
  const { plan, copied } = picture;
  const sound = soundCodecOf(output);
  const copiedFrames = copiedFrameCount(picture);
  return {
    ...(sound
      ? { encoder: encoderSettings(h264(output, settings, plan), sound, plan, copied?.matching) }
      : {}),
    ...(copiedFrames > 0 ? { copiedFrames } : {}),
  };
};

/** Writes all files. Files with the same view share its composed frames. */
const writeOutputs = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { composition, settings, watch } = material;
  const files = plannedFiles(outputs, stem);
  const views = viewGroups(files, material);
  const sameInstants = groupedBy(files.filter(isStillFile), (file) =>
    JSON.stringify([file.output.at ?? 0, { ...viewOf(file, composition), fps: 0, range: undefined }]),
  );
  const instants = [...sameInstants.values()];
  const progressOf = progressOfParts(views.length + instants.length, context.progress);
  const drawn = async (own: RenderContext) => {
    const { pictures, fonts } = await makePictures(views, own, progressOf);
    const made = await makeStills(instants, material, own, (index) => progressOf(views.length + index));
    return { pictures, stills: made.stills, fonts: [...fonts, ...made.fonts] };
  };
  const [{ pictures, stills, fonts }, sounds] = await allOrNone(context.signal, (signal) => [
    drawn({ ...context, signal }),
    watch.time('sound', () => encodedSounds(files, material, { ...context, signal })),
  ]);

  const written: WrittenFile[] = [];
  await watch.time('finish', async () => {
    for (const file of files) {
      const picture = pictures.get(file);
      const sound = sounds.get(file);
      const still = stills.get(file);
      if (picture) {
        const subtitles = subtitleTrack(file, composition);
        written.push(...(await finishVideo(file, { picture, sound, subtitles }, context)));
      } else if (sound !== undefined)
        written.push(await finishSound(file, sound, millisecondsOf(soundSpan(file, material)), context));
      else if (still) written.push(still);
    }
  });
  const captions = await sidecars(files, stem, composition, context.folder);
  const [first] = files;
  return {
    files: [...written, ...captions],
    fonts,
    ...(first ? recordedEncoding(first, pictures.get(first), settings) : {}),
  };
};

/** Whether encoding failed, rather than a source or the render as a whole. */
const isEncodingFailure = (error: unknown): boolean =>
  error instanceof RenderError &&
  (error.cause._tag === 'EncodingFailed' ||
    (error.cause._tag === 'LimitExceeded' && error.cause.stage === 'encode'));

/**
 * Writes all outputs of a composition. If a hardware encoder fails, it writes all of them again with x264, because pieces
 * of different encoders can't be joined.
 */
export const renderOutputs = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { hardware, ...software } = material.settings;
  try {
    return await writeOutputs(outputs, stem, material, context);
  } catch (error) {
    if (hardware === undefined || context.signal.aborted || !isEncodingFailure(error)) throw error;
    context.hardware?.failed();
    const again = await inFolder(context, 'software');
    return writeOutputs(outputs, stem, { ...material, settings: software }, again);
  }
};
