import { join } from 'node:path';
import { factsOf, featureOf, type Output, outputName } from '../../../../domain/composition/format/output.js';
import type { EncoderSettings } from '../../../../domain/render/events.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { pictureSize, stillCommand } from '../../compose/output-commands.js';
import { planRender, type RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import { encodeSoundCommand } from '../../sound/sound-commands.js';
import { madeAt, NO_REUSE, type Reuse } from '../reuse.js';
import { encoderSettings } from '../encoder-settings.js';
import { encoded } from '../failures.js';
import { allOrNone } from '../all-or-none.js';
import { composeStill, composeView, type Fonts, inFolder, type Material } from './compose-view.js';
import { type EncodedPicture, encodePicture, h264, isH264 } from './encode-picture.js';
import { finishSound, finishVideo, recorded, type WrittenFile } from './finish-output.js';
import { isStillFile, type PlannedFile, plannedFiles } from './output-files.js';
import { shares } from './shares.js';
import { samplesAt } from '../../plan/samples.js';
import { lengthOf, type SampleSpan, samplesOf, soundCodecOf, type Sounds, soundsOf } from './sounds.js';
import { grouped, viewOf } from './views.js';

/** What is written, and which fonts it took. */
export interface WrittenOutputs {
  readonly files: ReadonlyArray<WrittenFile>;
  readonly fonts: Fonts;
  /** How the first output was encoded, if it is H.264. */
  readonly encoder?: EncoderSettings;
}

/** @throws RenderError naming what this machine can't encode */
const refuseUnknown = async (outputs: ReadonlyArray<Output>, { encoder }: RenderContext): Promise<void> => {
  const features = await encoder.features();
  const missing = outputs.find((output) => !features.has(featureOf(output)));
  if (!missing) return;
  throw new RenderError({
    _tag: 'EncodingFailed',
    message: `${outputName(missing)} can't be encoded here: ffmpeg has no encoder for it`,
    retryable: false,
  });
};

/** The pictures of some videos that show the same view: its frames are composed once. */
const viewPictures = async (
  files: ReadonlyArray<PlannedFile>,
  material: Material,
  context: RenderContext,
): Promise<{ readonly pictures: ReadonlyMap<PlannedFile, EncodedPicture>; readonly fonts: Fonts }> => {
  const [first] = files;
  if (!first) return { pictures: new Map(), fonts: [] };
  const { settings, composition } = material;
  const view = viewOf(first.output, composition);
  const isDirect = files.length === 1 && isH264(first.output) && first.output.size === undefined;
  const parts = shares(isDirect ? 1 : files.length + 1, context.progress);
  const composed = await composeView(
    material,
    view,
    (plan) => (isDirect ? h264(first.output, settings, plan) : { _tag: 'Lossless', alpha: plan.alpha }),
    { ...context, progress: parts(0) },
  );
  const { plan, pieces, fonts } = composed;
  if (isDirect) return { pictures: new Map([[first, { _tag: 'Pieces', pieces, plan }]]), fonts };
  const pictures = new Map<PlannedFile, EncodedPicture>();
  for (const [index, file] of files.entries())
    pictures.set(
      file,
      await material.watch.time('encode', () =>
        encodePicture(file.output, composed, settings, `picture-${file.key}`, {
          ...context,
          progress: parts(index + 1),
        }),
      ),
    );
  return { pictures, fonts };
};

/** Stills that show the same instant of the same view: it is composed once. */
const stills = async (
  files: ReadonlyArray<PlannedFile>,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const [first] = files;
  if (!first) return { files: [], fonts: [] };
  const { output } = first;
  const view = { ...viewOf(output, material.composition), range: undefined };
  const { plan, picture, fonts } = await composeStill(material, view, output.at ?? 0, context);
  const written: WrittenFile[] = [];
  for (const file of files) {
    const path = join(context.folder, file.key);
    const command = stillCommand(file.output, plan.output, picture, path);
    await encoded(context.encoder.run(command, { signal: context.signal }), {
      _tag: 'EncodingFailed',
      message: `the ${file.output.format} could not be encoded`,
      retryable: false,
    });
    written.push(await recorded(path, file, { ...pictureSize(file.output, plan.output), frames: 1 }));
  }
  return { files: written, fonts };
};

const basePlan = ({ composition, sources, tables, settings }: Material, range: Output['range']): RenderPlan =>
  planRender(composition, sources, { ...settings, tables, range });

/** Which part of the mix an output has. */
const soundSpan = ({ output }: PlannedFile, material: Material): SampleSpan => {
  const whole = basePlan(material, undefined);
  if (factsOf(output.format).kind === 'audio') {
    const { from = 0, to = Infinity } = output.range ?? {};
    const end = samplesOf(whole).to;
    return { from: Math.min(end, samplesAt(from)), to: Math.min(end, samplesAt(to)) };
  }
  const { fps } = viewOf(output, material.composition);
  const metadata = { ...material.composition.metadata, fps };
  return samplesOf(
    basePlan({ ...material, composition: { ...material.composition, metadata } }, output.range),
  );
};

/** The key of all that makes encoded sound what it is. */
const soundKey = async (
  file: PlannedFile,
  material: Material,
  reuse: Reuse,
  folder: string,
): Promise<string | undefined> => {
  const codec = soundCodecOf(file.output);
  if (!codec) return undefined;
  const { sound } = basePlan(material, undefined);
  const command = encodeSoundCommand(codec, madeAt(folder, '.sound'));
  return reuse.keyOf('sound', { sound, span: soundSpan(file, material), command });
};

/** Writes all outputs of a composition: fetched and probed sources are shared, and so is all that shows the same view. */
export const renderOutputs = async (
  outputs: ReadonlyArray<Output>,
  stem: string,
  material: Material,
  context: RenderContext,
): Promise<WrittenOutputs> => {
  const { reuse = NO_REUSE } = context;
  await refuseUnknown(outputs, context);
  const files = plannedFiles(outputs, stem);
  const videos = files.filter((file) => !isStillFile(file) && factsOf(file.output.format).kind === 'video');
  const sounding = files.filter(({ output }) => soundCodecOf(output) !== undefined);
  const views = grouped(videos, ({ output }) => viewOf(output, material.composition));
  const instants = grouped(files.filter(isStillFile), ({ output }) => [
    output.at ?? 0,
    viewOf(output, material.composition).alpha,
  ]);
  const fonts: Fonts[] = [];
  const written = new Map<PlannedFile, ReadonlyArray<WrittenFile>>();
  const parts = shares(views.length + instants.length, context.progress);

  const pictures = async (signal: AbortSignal): Promise<ReadonlyMap<PlannedFile, EncodedPicture>> => {
    const all = new Map<PlannedFile, EncodedPicture>();
    for (const [index, group] of views.entries()) {
      const own = index === 0 ? context : await inFolder(context, `view-${index}`);
      const made = await viewPictures(group, material, { ...own, signal, progress: parts(index) });
      for (const [file, picture] of made.pictures) all.set(file, picture);
      fonts.push(made.fonts);
    }
    for (const [index, group] of instants.entries()) {
      const own = await inFolder(context, `instant-${index}`);
      const progress = parts(views.length + index);
      const made = await stills(group, material, { ...own, signal, progress });
      for (const [at, file] of group.entries()) written.set(file, made.files.slice(at, at + 1));
      fonts.push(made.fonts);
      progress('encode', 1);
    }
    return all;
  };
  const sounds = async (signal: AbortSignal): Promise<ReadonlyMap<PlannedFile, string>> => {
    const [only, another] = sounding;
    if (!only) return new Map();
    const kept = another ? undefined : await soundKey(only, material, reuse, context.folder);
    const keptAt = join(context.folder, 'kept-sound');
    if (await reuse.take(kept, keptAt)) return new Map([[only, keptAt]]);
    const mix = await material.mix();
    const source: Sounds = soundsOf(mix, sounding.length > 1, { ...context, signal });
    const all = new Map<PlannedFile, string>();
    for (const file of sounding) {
      const codec = soundCodecOf(file.output);
      if (codec) all.set(file, await source.encoded(codec, soundSpan(file, material)));
    }
    await reuse.keep(kept, all.get(only) ?? '');
    return all;
  };
  const [made, heard] = await allOrNone(context.signal, (signal) => [
    pictures(signal),
    material.watch.time('sound', () => sounds(signal)),
  ]);
  await material.watch.time('finish', async () => {
    for (const file of files) {
      const picture = made.get(file);
      const sound = heard.get(file);
      if (picture) written.set(file, await finishVideo(file, picture, sound, context));
      else if (sound !== undefined)
        written.set(file, [await finishSound(file, sound, lengthOf(soundSpan(file, material)), context)]);
    }
  });
  const [first] = files;
  const picture = first && made.get(first);
  const sound = first && soundCodecOf(first.output);
  const encoder =
    picture?._tag === 'Pieces' && sound
      ? encoderSettings(h264(first.output, material.settings, picture.plan), sound, picture.plan)
      : undefined;
  return {
    files: files.flatMap((file) => written.get(file) ?? []),
    fonts: fonts.flat(),
    ...(encoder ? { encoder } : {}),
  };
};
