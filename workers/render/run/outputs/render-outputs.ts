import { join } from 'node:path';
import type { Output } from '../../../../domain/composition/format/output.js';
import type { EncoderSettings } from '../../../../domain/render/render-output.js';
import { inFolder, type RenderContext } from '../context.js';
import { NO_REUSE, type Reuse } from '../pieces/reuse.js';
import { encoderSettings } from '../pieces/encoder-settings.js';
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
  type Fonts,
  groupedBy,
  h264,
  type Material,
  viewGroups,
  viewOf,
} from './views.js';
import { writtenStills } from './written-stills.js';

/** What is written, and which fonts it took. */
export interface WrittenOutputs {
  readonly files: ReadonlyArray<WrittenFile>;
  readonly fonts: Fonts;
  /** How the first output was encoded, if it is H.264. */
  readonly encoder?: EncoderSettings;
  /** How many frames of the first output were copied from sources. Absent: none. */
  readonly copiedFrames?: number;
}

/** How many frames of a view were copied. */
const copiedIn = ({ plan, copied }: Pick<ComposedView, 'plan' | 'copied'>): number =>
  [...(copied?.files.keys() ?? [])].reduce((sum, index) => {
    const { from, to } = plan.pieces[index]?.span ?? { from: 0, to: 0 };
    return sum + to - from;
  }, 0);

/** Frames are counted for the first view only: they are the frames of the first output. */
const uncounted = (reuse: Reuse): Reuse => ({ ...reuse, countFrames: () => undefined });

/** Writes all outputs of a composition: fetched and probed sources are shared, and so is all that shows the same view. */
export const renderOutputs = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { reuse = NO_REUSE } = context;
  const files = plannedFiles(outputs, stem);
  const sounding = files.flatMap((file) => {
    const codec = soundCodecOf(file.output);
    return codec ? [{ file, codec, span: soundSpan(file, material) }] : [];
  });
  const views = viewGroups(files, material);
  const instants = groupedBy(files.filter(isStillFile), (file) => [
    file.output.at ?? 0,
    { ...viewOf(file, material.composition), fps: 0, range: undefined },
  ]);
  const fonts: Fonts[] = [];
  const written = new Map<PlannedFile, ReadonlyArray<WrittenFile>>();
  const parts = shares(views.length + instants.length, context.progress);

  const pictures = async (signal: AbortSignal): Promise<ReadonlyMap<PlannedFile, EncodedPicture>> => {
    const all = new Map<PlannedFile, EncodedPicture>();
    for (const [index, group] of views.entries()) {
      const own =
        index === 0
          ? { ...context, reuse }
          : { ...(await inFolder(context, `view-${index}`)), reuse: uncounted(reuse) };
      const made = await viewPictures(group, { ...own, signal, progress: parts(index) });
      for (const [file, picture] of made.pictures) all.set(file, picture);
      fonts.push(made.fonts);
    }
    for (const [index, group] of instants.entries()) {
      const own = await inFolder(context, `instant-${index}`);
      const progress = parts(views.length + index);
      const made = await writtenStills(group, material, { ...own, signal, progress });
      for (const [at, file] of group.entries()) written.set(file, made.files.slice(at, at + 1));
      fonts.push(made.fonts);
      progress('encode', 1);
    }
    return all;
  };
  const sounds = async (signal: AbortSignal): Promise<ReadonlyMap<PlannedFile, EncodedSound>> => {
    const [only, another] = sounding;
    if (!only) return new Map();
    const kept = another ? undefined : await soundKey(only.file, material, reuse);
    const keptAt = join(context.folder, 'kept-sound');
    if (await reuse.take(kept, keptAt)) return new Map([[only.file, keptAt]]);
    const all = await encodedSounds(material.sound, sounding, { ...context, signal });
    const [first] = all;
    if (typeof first === 'string') reuse.keep(kept, first);
    return new Map(
      sounding.flatMap(({ file }, index) => (all[index] === undefined ? [] : [[file, all[index]]])),
    );
  };
  const [made, heard] = await allOrNone(context.signal, (signal) => [
    pictures(signal),
    material.watch.time('sound', () => sounds(signal)),
  ]);
  await material.watch.time('finish', async () => {
    for (const file of files) {
      const picture = made.get(file);
      const sound = heard.get(file);
      if (picture) {
        const subtitles = subtitleTrack(file, material.composition);
        written.set(file, await finishVideo(file, { picture, sound, subtitles }, context));
      } else if (sound !== undefined)
        written.set(file, [
          await finishSound(file, sound, millisecondsOf(soundSpan(file, material)), context),
        ]);
    }
  });
  const [first] = files;
  const picture = first && made.get(first);
  const sound = first && soundCodecOf(first.output);
  const encoder =
    picture?._tag === 'Pieces' && sound
      ? encoderSettings(
          h264(first.output, material.settings, picture.plan),
          sound,
          picture.plan,
          picture.copied?.matching,
        )
      : undefined;
  const copiedFrames = picture?._tag === 'Pieces' ? copiedIn(picture) : 0;
  return {
    files: [
      ...files.flatMap((file) => written.get(file) ?? []),
      ...(await sidecars(files, stem, material.composition, context.folder)),
    ],
    fonts: fonts.flat(),
    ...(encoder ? { encoder } : {}),
    ...(copiedFrames > 0 ? { copiedFrames } : {}),
  };
};
