import { join } from 'node:path';
import type { Output } from '../../../../domain/composition/format/output.js';
import type { EncoderSettings } from '../../../../domain/render/render-output.js';
import { inFolder, type RenderContext } from '../context.js';
import { NO_REUSE } from '../pieces/reuse.js';
import { encoderSettings } from '../pieces/encoder-settings.js';
import type { RenderSettings } from '../render-settings.js';
import { allOrNone } from '../tasks/in-parallel.js';
import { viewPictures } from './compose-view.js';
import type { EncodedPicture } from './encode-picture.js';
import { finishSound, finishVideo, type WrittenFile } from './finish-output.js';
import { isStillFile, type PlannedFile, plannedFiles } from './output-files.js';
import { shares } from '../../plan/progress.js';
import { sidecars, subtitleTrack } from './subtitles.js';
import { soundKey, soundSpan } from './sound-spans.js';
import { encodedSounds, millisecondsOf, type EncodedSound, soundCodecOf } from './sounds.js';
import {
  type ComposedView,
  type UsedFonts,
  groupedBy,
  h264,
  type Material,
  type ViewGroup,
  viewGroups,
  viewOf,
} from './views.js';
import { writtenStills } from './written-stills.js';

/** What is written, and which fonts it took. */
export interface WrittenOutputs {
  readonly files: ReadonlyArray<WrittenFile>;
  readonly fonts: UsedFonts;
  /** How the first output was encoded, if it is H.264. */
  readonly encoder?: EncoderSettings;
  /** How many frames of the first output were copied from sources. Absent: none. */
  readonly copiedFrames?: number;
}

const copiedIn = ({ plan, copied }: Pick<ComposedView, 'plan' | 'copied'>): number =>
  [...(copied?.files.keys() ?? [])].reduce((sum, index) => {
    const { from, to } = plan.pieces[index]?.span ?? { from: 0, to: 0 };
    return sum + to - from;
  }, 0);

/** Frames are counted for the first view only: they are the frames of the first output. */
const uncounted = (context: RenderContext): RenderContext => ({
  ...context,
  reuse: { ...(context.reuse ?? NO_REUSE), countFrames: () => undefined },
});

type ProgressOf = ReturnType<typeof shares>;

/** Composes and encodes the pictures of videos, one view after the other. */
const makePictures = async (
  views: ReadonlyArray<ViewGroup>,
  context: RenderContext,
  progressOf: ProgressOf,
) => {
  const pictures = new Map<PlannedFile, EncodedPicture>();
  const fonts: UsedFonts[] = [];
  for (const [index, group] of views.entries()) {
    const own = index === 0 ? context : uncounted(await inFolder(context, `view-${index}`));
    const made = await viewPictures(group, { ...own, progress: progressOf(index) });
    for (const [file, picture] of made.pictures) pictures.set(file, picture);
    fonts.push(made.fonts);
  }
  return { pictures, fonts: fonts.flat() };
};

/** Writes stills; `instants` are those that show the same frame. */
const makeStills = async (
  instants: ReadonlyArray<ReadonlyArray<PlannedFile>>,
  material: Material,
  context: RenderContext,
  progressOf: ProgressOf,
) => {
  const stills = new Map<PlannedFile, WrittenFile | undefined>();
  const fonts: UsedFonts[] = [];
  for (const [index, group] of instants.entries()) {
    const own = await inFolder(context, `instant-${index}`);
    const progress = progressOf(index);
    const made = await writtenStills(group, material, { ...own, progress });
    for (const [at, file] of group.entries()) stills.set(file, made.files[at]);
    fonts.push(made.fonts);
    progress('encode', 1);
  }
  return { stills, fonts: fonts.flat() };
};

/** Encodes the sounds of files. A sound that is the only one is taken from an earlier render, or kept for later ones. */
const makeSounds = async (
  files: ReadonlyArray<PlannedFile>,
  material: Material,
  context: RenderContext,
): Promise<ReadonlyMap<PlannedFile, EncodedSound>> => {
  const { reuse = NO_REUSE, folder } = context;
  const sounding = files.flatMap((file) => {
    const codec = soundCodecOf(file.output);
    return codec ? [{ file, codec, span: soundSpan(file, material) }] : [];
  });
  const [only, another] = sounding;
  if (!only) return new Map();
  const kept = another ? undefined : await soundKey(only.file, material, reuse);
  const keptAt = join(folder, 'kept-sound');
  if (await reuse.take(kept, keptAt)) return new Map([[only.file, keptAt]]);
  const sounds = await encodedSounds(material.sound, sounding, context);
  if (typeof sounds[0] === 'string') reuse.keep(kept, sounds[0]);
  return new Map(
    sounding.flatMap(({ file }, index) => {
      const sound = sounds[index];
      return sound === undefined ? [] : [[file, sound]];
    }),
  );
};

/** How an output was encoded, and how much of it was copied, if it is H.264. */
const encodingOf = (
  { output }: PlannedFile,
  picture: EncodedPicture | undefined,
  settings: RenderSettings,
): Pick<WrittenOutputs, 'encoder' | 'copiedFrames'> => {
  if (picture?._tag !== 'Pieces') return {};
  const { plan, copied } = picture;
  const sound = soundCodecOf(output);
  const copiedFrames = copiedIn(picture);
  return {
    ...(sound
      ? { encoder: encoderSettings(h264(output, settings, plan), sound, plan, copied?.matching) }
      : {}),
    ...(copiedFrames > 0 ? { copiedFrames } : {}),
  };
};

/** Writes all outputs of a composition: fetched and probed sources are shared, and so is all that shows the same view. */
export const renderOutputs = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { composition, settings, watch } = material;
  const files = plannedFiles(outputs, stem);
  const views = viewGroups(files, material);
  const instants = groupedBy(files.filter(isStillFile), (file) => [
    file.output.at ?? 0,
    { ...viewOf(file, composition), fps: 0, range: undefined },
  ]);
  const progressOf = shares(views.length + instants.length, context.progress);
  const drawn = async (own: RenderContext) => {
    const { pictures, fonts } = await makePictures(views, own, progressOf);
    const made = await makeStills(instants, material, own, (index) => progressOf(views.length + index));
    return { pictures, stills: made.stills, fonts: [...fonts, ...made.fonts] };
  };
  const [{ pictures, stills, fonts }, sounds] = await allOrNone(context.signal, (signal) => [
    drawn({ ...context, signal }),
    watch.time('sound', () => makeSounds(files, material, { ...context, signal })),
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
    ...(first ? encodingOf(first, pictures.get(first), settings) : {}),
  };
};
