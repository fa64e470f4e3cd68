import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { evenCanvas } from '../../../../domain/composition/geometry/geometry.js';
import { scaledCanvas, scaledComposition } from '../../../../domain/composition/geometry/scaling.js';
import { encodingFailed, RenderError } from '../../../../domain/render/failure-cause.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import { shownSources } from '../../plan/layers.js';
import { planInSteps, type PlanOptions, type RenderPlan } from '../../plan/plan.js';
import { trimmedToInk } from '../../plan/scenes/ink-bounds.js';
import { inFolder, type RenderContext } from '../context.js';
import { type CopyableSource, copyableSources, copyPieces } from '../copies/copying.js';
import { tooLargeToCopy } from '../copies/too-large.js';
import { composeStill } from '../pieces/compose-still.js';
import { makePieces, lookUpPieces } from '../pieces/make-pieces.js';
import { writeShownLevels } from '../mix-sounds.js';
import { prepareRasters } from '../pieces/rasterize.js';
import { refuseTooCostly } from '../prepare/resolve-composition.js';
import { inSlices } from '../tasks.js';
import { progressOfParts } from '../../plan/progress.js';
import { type EncodedPicture, encodePicture } from './encode-picture.js';
import type { PlannedFile } from './output-files.js';
import {
  type ComposedView,
  type UsedFonts,
  type Material,
  sizeAt,
  type View,
  type ViewGroup,
} from './views.js';

/** The clips, with captions that show no words. */
const withoutWords = (clips: ReadonlyArray<ResolvedClip>): ReadonlyArray<ResolvedClip> =>
  clips.map((clip) => {
    if (clip.type === 'group') return { ...clip, clips: withoutWords(clip.clips) };
    if (clip.type !== 'caption') return clip;
    return { ...clip, captionProperties: { ...clip.captionProperties, words: [] } };
  });

const planOf = async (
  { composition, sources, tables, settings }: Material,
  { fps, range, alpha, scale, hidesCaptions }: View,
  { folder, signal }: Pick<RenderContext, 'folder' | 'signal'>,
  options: Pick<PlanOptions, 'onlyFrameAt' | 'copyable'> = {},
): Promise<RenderPlan> => {
  const clips = hidesCaptions ? withoutWords(composition.clips) : composition.clips;
  const shown = { ...composition, clips, metadata: { ...composition.metadata, fps } };
  const at = scaledComposition(shown, scale);
  if (scale > 1) await refuseTooCostly(at, sources, signal);
  return inSlices(
    planInSteps(at, sources, { ...settings, range, alpha, folder, tables, ...options }),
    signal,
  );
};

const fontsOf = (rasters: Rasters): UsedFonts => rasters.flatMap((raster) => raster?.fonts ?? []);

/** Only the first view counts reused frames, because they are reported for the first output. */
const uncounted = (context: RenderContext): RenderContext => ({
  ...context,
  reuse: { ...context.reuse, countFrames: () => undefined },
});

/** Composes and encodes the pictures of videos, one view after the other. */
export const makePictures = async (
  views: ReadonlyArray<ViewGroup>,
  context: RenderContext,
  progressOf: ReturnType<typeof progressOfParts>,
): Promise<{ readonly pictures: ReadonlyMap<PlannedFile, EncodedPicture>; readonly fonts: UsedFonts }> => {
  const pictures = new Map<PlannedFile, EncodedPicture>();
  const fonts: UsedFonts[] = [];
  for (const [index, { files, view, isDirect, codecFor, material }] of views.entries()) {
    const own = index === 0 ? context : uncounted(await inFolder(context, `view-${index}`));
    const parts = progressOfParts(isDirect ? 1 : files.length + 1, progressOf(index));
    const composed = await composeView(material, view, codecFor, { ...own, progress: parts(0) });
    fonts.push(composed.fonts);
    for (const [part, file] of files.entries()) {
      const size = sizeAt(file.output, material);
      const encode = (): Promise<EncodedPicture> =>
        encodePicture(file.output, size, composed, material.settings, `picture-${file.key}`, {
          ...own,
          progress: parts(part + 1),
        });
      const picture: EncodedPicture = isDirect
        ? { ...composed, _tag: 'Pieces', size }
        : await material.watch.time('encode', encode);
      pictures.set(file, picture);
    }
  }
  return { pictures, fonts: fonts.flat() };
};

/** Plans and rasterizes a view, and makes the pieces that no earlier render made, encoded as `codecFor` says. */
export const composeView = async (
  material: Material,
  view: View,
  codecFor: (plan: RenderPlan) => PictureCodec,
  context: RenderContext,
): Promise<ComposedView> => {
  const { watch, settings } = material;
  const { composition, sources } = material;
  const copyable = settings.copiesStretches
    ? await copyableSources(sources, evenCanvas(scaledCanvas(composition.metadata.canvas, view.scale)))
    : new Map<string, CopyableSource>();
  const { plan, codec, copied } = await planAndCopy(material, view, codecFor, copyable, context);
  if (plan.frames === 0)
    throw new RenderError(
      encodingFailed(`no frame of the video lies in the range from ${view.range?.from ?? 0} ms of an output`),
    );
  await watch.time('sound', () => writeShownLevels(material.sound, plan.shownSounds, context));
  const { rasters, paint } = await watch.time('paint', () => prepareRasters(plan, context));
  const tight = trimmedToInk(plan, rasters);
  const pieces = await watch.time('reuse', () => lookUpPieces(tight, rasters, codec, context, copied));
  const missing = pieces.flatMap((one) => one.missing?.piece.layers ?? []);
  await watch.time('paint', () => paint(shownSources(missing)));
  await watch.time('encode', () => makePieces(tight, pieces, settings.parallelPieces, context));
  return { plan, pieces, fonts: fontsOf(rasters), ...(copied ? { copied } : {}) };
};

/**
 * Plans a view, copies the pieces that can be copied from these sources, and decides how the rest is encoded. If copying
 * turns out to be impossible, it plans again without the sources that are too large to copy, or without any.
 */
const planAndCopy = async (
  material: Material,
  view: View,
  codecFor: (plan: RenderPlan) => PictureCodec,
  copyable: ReadonlyMap<string, CopyableSource>,
  context: RenderContext,
): Promise<Pick<ComposedView, 'plan' | 'copied'> & { readonly codec: PictureCodec }> => {
  const { sources, watch } = material;
  const plan = await planOf(material, view, context, { copyable });
  const codec = codecFor(plan);
  if (!plan.pieces.some(({ copied }) => copied)) return { plan, codec };
  const againWith = (left: typeof copyable) => planAndCopy(material, view, codecFor, left, context);
  if (codec._tag !== 'H264' || codec.hardware !== undefined) return againWith(new Map());

  const tooLarge = await watch.time('copy', () =>
    tooLargeToCopy(plan, copyable, sources.values(), codec, context),
  );
  if (tooLarge.size > 0) return againWith(new Map([...copyable].filter(([path]) => !tooLarge.has(path))));
  const copied = await watch.time('copy', () => copyPieces(plan, copyable, codec, context));
  return copied ? { plan, codec: { ...codec, matching: copied.matching }, copied } : againWith(new Map());
};

/** The frame that a view shows at the instant `at`, in ms, as a PNG. */
export const viewStill = async (
  material: Material,
  view: View,
  at: number,
  context: RenderContext,
): Promise<{ readonly plan: RenderPlan; readonly picture: string; readonly fonts: UsedFonts }> => {
  const plan = await planOf(material, view, context, { onlyFrameAt: at });
  const { picture, rasters } = await material.watch.time('encode', () =>
    composeStill({ ...plan, sound: material.sound }, { format: 'png' }, context),
  );
  return { plan, picture, fonts: fontsOf(rasters) };
};
