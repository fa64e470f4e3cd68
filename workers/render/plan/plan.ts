import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { evenCanvas } from '../../../domain/composition/geometry/geometry.js';
import {
  type FrameRate,
  type FrameSpan,
  frameAt,
  frameCount,
  frameRate,
  isEmptySpan,
  overlapOf,
} from '../../../domain/composition/timeline.js';
import { boundariesOf } from './boundaries.js';
import { framesInRange, listedClips } from './clip-frames.js';
import { type CopiedFrames, copiedParts, type CopyableVideos, type CopyingOptions } from './copied-frames.js';
import type { Layer } from './layers.js';
import type { LocalSource } from './local-source.js';
import { planLayers } from './plan-layers.js';
import type { PlannedLayerSource } from './scenes/scene-builder.js';
import { type Boundary, cutIntoPieces } from './pieces.js';
import { layersOfPieces } from './piece-layers.js';
import { resultOf, type Steps } from './steps.js';
import { planSound, type SoundPlan } from './sound/sound-plan.js';
import { planWaveforms, type ShownSound } from './sound/waveforms.js';

/** A part of the timeline and its layers, bottom to top. Frames of the layers are relative to the start of the piece. */
export interface Piece {
  readonly span: FrameSpan;
  readonly layers: ReadonlyArray<Layer>;
  /** The frames of a source to copy instead of composing the layers; absent if that is not possible. */
  readonly copied?: CopiedFrames;
}

/** Everything to draw, encode and mix, in whole frames, pixels and samples. */
export interface RenderPlan {
  readonly canvas: Canvas;
  /** The canvas with even sides. */
  readonly output: Canvas;
  readonly rate: FrameRate;
  readonly frames: number;
  /** The frames of the video that are planned. */
  readonly span: FrameSpan;
  /** Whether uncovered parts of the canvas stay as transparent as the background. */
  readonly alpha: boolean;
  /** The first is the background. */
  readonly layerSources: ReadonlyArray<{
    readonly layerSource: PlannedLayerSource;
    readonly clip: ClipPath | undefined;
  }>;
  readonly pieces: ReadonlyArray<Piece>;
  readonly sound: SoundPlan;
  /** Sounds whose levels must be measured before drawing. */
  readonly shownSounds: ReadonlyArray<ShownSound>;
}

export interface PlanOptions {
  readonly pieceSeconds: number;
  /** Plan only the frame shown at this time (ms), as one piece. */
  readonly onlyFrameAt?: number;
  /** Plan only this part, in ms. */
  readonly range?: { readonly from: number; readonly to?: number | undefined } | undefined;
  /** Default: false. */
  readonly alpha?: boolean;
  /** The folder for files that drawing needs. */
  readonly folder?: string;
  /** Files of colour tables by URL. */
  readonly tables?: Readonly<Record<string, string>>;
  /** The videos whose frames can be copied where they are shown unchanged; default: none. */
  readonly copyable?: CopyableVideos;
}

/** Plans a render. `sources` has an entry for each clip with a source. */
export const planRender = (...parameters: Parameters<typeof planInSteps>): RenderPlan =>
  resultOf(planInSteps(...parameters));

/** {@link planRender} in short steps, between which other tasks can run. */
export function* planInSteps(
  { metadata, clips }: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  { pieceSeconds, onlyFrameAt, range, alpha = false, folder = '', tables = {}, copyable }: PlanOptions,
): Steps<RenderPlan> {
  const rate = frameRate(metadata.fps);
  const frames = frameCount(metadata.duration, rate);
  const whole = framesInRange(range, { rate, frames });
  const planned = onlyFrameAt === undefined ? whole : frameAt(onlyFrameAt, rate, frames);
  const layerSources: { layerSource: PlannedLayerSource; clip: ClipPath | undefined }[] = [
    {
      layerSource: { _tag: 'Background', color: metadata.backgroundColor, ...(alpha ? { alpha } : {}) },
      clip: undefined,
    },
  ];
  const add = (clip: ClipPath, layerSource: PlannedLayerSource): number =>
    layerSources.push({ layerSource, clip }) - 1;

  const listed = listedClips(clips);
  const sound = planSound(metadata, clips, sources, frames, rate);
  yield;
  const { levels: levelsOf, shown: shownSounds } = planWaveforms(clips, sources, sound, folder);
  const { canvas, duration } = metadata;
  const context = { canvas, rate, frames, duration, sources, tables, levelsOf, add, alpha };
  // A frame outside the range belongs to no render, so it is planned by itself.
  const inRender = isEmptySpan(overlapOf(whole, planned)) ? planned : whole;
  const layers = yield* planLayers(listed, { whole: inRender, planned }, metadata.backgroundColor, context);

  const output = evenCanvas(canvas);
  const clipOf = (layer: Layer): ClipPath | undefined =>
    layer._tag === 'Pictures' ? layerSources[layer.layerSource]?.clip : layer.clip;
  const clipsByPath = new Map(listed.map(({ clip, at }) => [at, clip]));
  const spans: ReadonlyArray<CutSpan> =
    onlyFrameAt === undefined
      ? yield* cutSpans(layers, yield* boundariesOf(layers, clipOf, clipsByPath, rate), {
          planned,
          output,
          rate,
          target: Math.max(1, Math.round((pieceSeconds * rate.num) / rate.den)),
          copyable: copyable ?? new Map(),
        })
      : [planned];
  const parts = yield* layersOfPieces(spans, layers, rate);
  return {
    canvas,
    output,
    rate,
    frames: planned.to - planned.from,
    span: planned,
    alpha,
    layerSources,
    pieces: spans.map(({ copied, ...span }, index) => ({
      span,
      layers: parts[index] ?? [],
      ...(copied ? { copied } : {}),
    })),
    sound,
    shownSounds,
  };
}

type CutSpan = FrameSpan & Pick<Piece, 'copied'>;

/** The spans of all pieces: the copied parts, and the stretches between them, cut into pieces. */
function* cutSpans(
  layers: ReadonlyArray<Layer>,
  boundaries: ReadonlyArray<Boundary>,
  copying: CopyingOptions,
): Steps<ReadonlyArray<CutSpan>> {
  const { planned, target } = copying;
  const copied = copiedParts(layers, copying);
  yield;
  const moving = layers.filter(({ _tag }) => _tag !== 'Pictures').map(({ span }) => span);
  const cut = (part: FrameSpan): ReadonlyArray<FrameSpan> => cutIntoPieces(part, target, boundaries, moving);
  const spans: CutSpan[] = [];
  let { from } = planned;
  for (const { span, path, frames } of copied) {
    if (span.from > from) spans.push(...cut({ from, to: span.from }));
    spans.push({ ...span, copied: { path, frames } });
    from = span.to;
    yield;
  }
  if (from < planned.to || copied.length === 0) spans.push(...cut({ from, to: planned.to }));
  return spans;
}
