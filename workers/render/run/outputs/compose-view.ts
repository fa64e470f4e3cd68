import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipPath } from '../../../../domain/composition/clip-paths.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../compose/still-inputs.js';
import type { LocalSource } from '../../plan/layers.js';
import { planRender, type RenderPlan } from '../../plan/plan.js';
import { withTightRects } from '../../plan/tight-rects.js';
import type { Provenance } from '../../../../domain/render/events.js';
import type { RenderContext } from '../context.js';
import { composePiece, encodePieces } from '../encode.js';
import { measureLevels } from '../measure-levels.js';
import type { MeasuredSound } from '../measure-sound.js';
import { rasterizeSources } from '../rasterize.js';
import type { RenderSettings } from '../render-settings.js';
import type { Stopwatch } from '../stopwatch.js';
import type { View } from './views.js';

/** What all outputs of a render are made from. */
export interface Material {
  readonly composition: ResolvedComposition;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  readonly tables: Readonly<Record<string, string>>;
  readonly settings: RenderSettings;
  readonly watch: Stopwatch;
  readonly mix: () => Promise<MeasuredSound>;
}

export type Fonts = Provenance['fonts'];

/** The frames of a view, in pieces. */
export interface ComposedView {
  readonly plan: RenderPlan;
  readonly pieces: ReadonlyArray<string>;
  readonly fonts: Fonts;
}

const planOf = (
  { composition, sources, tables, settings }: Material,
  { fps, range, alpha }: View,
  folder: string,
  onlyFrameAt?: number,
): RenderPlan => {
  const at = { ...composition, metadata: { ...composition.metadata, fps } };
  const only = onlyFrameAt === undefined ? {} : { onlyFrameAt };
  return planRender(at, sources, { ...settings, range, alpha, folder, tables, ...only });
};

/** Measures and paints what a plan shows, before its frames are composed. */
const prepare = async (
  plan: RenderPlan,
  { mix, watch }: Material,
  context: RenderContext,
): Promise<Rasters> => {
  if (plan.shownSounds.length > 0) await measureLevels(plan.shownSounds, await mix(), context);
  return watch.time('paint', () => rasterizeSources(plan, context));
};

const fontsOf = (rasters: Rasters): Fonts => rasters.flatMap((raster) => raster?.fonts ?? []);

/** Paints and composes a view; its pieces are encoded as `codec` says. */
export const composeView = async (
  material: Material,
  view: View,
  codecFor: (plan: RenderPlan) => PictureCodec,
  context: RenderContext,
): Promise<ComposedView> => {
  const plan = planOf(material, view, context.folder);
  if (plan.frames === 0)
    throw new RenderError({
      _tag: 'EncodingFailed',
      message: `no frame of the video lies in the range from ${view.range?.from ?? 0} ms of an output`,
      retryable: false,
    });
  const rasters = await prepare(plan, material, context);
  const pieces = await material.watch.time('encode', () =>
    encodePieces(
      withTightRects(plan, rasters),
      rasters,
      codecFor(plan),
      material.settings.parallelPieces,
      context,
    ),
  );
  return { plan, pieces, fonts: fontsOf(rasters) };
};

/** Composes the frame that a view shows at an instant (ms) into a PNG. */
export const composeStill = async (
  material: Material,
  view: View,
  at: number,
  context: RenderContext,
): Promise<{ readonly plan: RenderPlan; readonly picture: string; readonly fonts: Fonts }> => {
  const plan = planOf(material, view, context.folder, at);
  const rasters = await prepare(plan, material, context);
  const tight = withTightRects(plan, rasters);
  const picture = join(context.folder, 'frame.png');
  const [piece] = tight.pieces;
  if (!piece) throw new RangeError('a video has a frame at every instant');
  const target = { output: picture, stem: join(context.folder, 'frame') };
  await material.watch.time('encode', () =>
    composePiece(tight, piece, rasters, { _tag: 'Still', format: 'png', alpha: plan.alpha }, target, {
      ...context,
      onFrames: () => undefined,
    }),
  );
  return { plan, picture, fonts: fontsOf(rasters) };
};

/** A context with a folder of its own within that of the render. */
export const inFolder = async (context: RenderContext, name: string): Promise<RenderContext> => {
  const folder = join(context.folder, name);
  await mkdir(folder, { mode: 0o700 });
  return { ...context, folder };
};
