import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { evenCanvas, placementOf, type Rect } from '../../../domain/composition/geometry/geometry.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import {
  type FrameRate,
  frameCount,
  frameRate,
  type FrameSpan,
  isEmptySpan,
  overlapOf,
} from '../../../domain/composition/timeline.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { framesInRange, framesOf, type ListedClip, listedClips } from './clip-frames.js';
import type { LocalSource } from './local-source.js';
import type { RenderPlan } from './plan.js';
import type { PlannedLayerSource, PlannedScene, SceneContext } from './scenes/scene-builder.js';
import { divideFrames } from './scenes/divided-clips.js';
import { drawnSpans } from './scenes/drawn-spans.js';
import { needsPictureBelow } from './scenes/mixed-spans.js';
import { inDrawingOrder, planScene } from './scenes/scenes.js';
import { planSound, type SoundPlan } from './sound/sound-plan.js';
import { planWaveforms, type ShownSound } from './sound/waveforms.js';

/** All visible clips as one scene, and the mix. */
export interface PlaybackPlan {
  readonly canvas: Canvas;
  readonly rect: Rect;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly layerSources: RenderPlan['layerSources'];
  readonly scene: PlannedScene;
  /** For each node of the scene, in order, the spans of frames during which it does not change. */
  readonly stills: ReadonlyArray<ReadonlyArray<FrameSpan>>;
  readonly sound: SoundPlan;
  readonly shownSounds: ReadonlyArray<ShownSound>;
}

interface PlaybackOptions {
  /** For files that drawing needs. */
  readonly folder: string;
  /** Colour tables by URL. */
  readonly tables: Readonly<Record<string, string>>;
  /** The range of the video whose clips are in the scene, in ms. */
  readonly range: { readonly from: number; readonly to: number };
}

/**
 * The texts and captions that renders rasterize at their angle: what is drawn as a still on all of its frames. Below a
 * clip with which they are blended, renders draw them turned.
 */
const turnedTexts = (
  drawn: ReadonlyArray<ListedClip>,
  listed: ReadonlyArray<ListedClip>,
  context: SceneContext,
): ReadonlySet<ClipPath> => {
  const isTurned = (one: ListedClip, order: number): boolean => {
    const span = framesOf(one, context);
    return (
      (one.clip.type === 'text' || one.clip.type === 'caption') &&
      placementOf(one.clip).rotation !== 0 &&
      divideFrames(one, listed, span, context).every(({ plain }) => plain === one) &&
      drawn
        .slice(order)
        .every(
          (other) => !needsPictureBelow(other.clip) || isEmptySpan(overlapOf(framesOf(other, context), span)),
        )
    );
  };
  return new Set(drawn.filter(isTurned).map(({ at }) => at));
};

export const planPlayback = (
  { metadata, clips }: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  { folder, tables, range }: PlaybackOptions,
): PlaybackPlan => {
  const { canvas, duration, backgroundColor } = metadata;
  const rate = frameRate(metadata.fps);
  const frames = frameCount(duration, rate);
  const layerSources: { layerSource: PlannedLayerSource; clip: ClipPath }[] = [];
  const sound = planSound(metadata, clips, sources, frames, rate);
  const { levels: levelsOf, shown } = planWaveforms(clips, sources, sound, folder);
  const listed = listedClips(clips);
  const drawn = inDrawingOrder(listed);
  const context: SceneContext = {
    canvas,
    rate,
    frames,
    only: framesInRange(range, { rate, frames }),
    duration,
    alpha: false,
    sources,
    tables,
    levelsOf,
    add: (clip, layerSource) => layerSources.push({ layerSource, clip }) - 1,
  };
  const turned = turnedTexts(drawn, listed, context);
  const { scene, clips: paths } = planScene(drawn, listed, { ...context, turned }, backgroundColor);
  const listedAt = new Map(drawn.map((one) => [one.at, one]));
  const stills = scene.nodes.map(({ span }, index) => {
    const one = listedAt.get(paths[index] ?? '');
    const spans = one ? drawnSpans(one, listed, span, context) : [];
    return spans.flatMap((part) => (part.moves ? [] : [part.span]));
  });
  const shownSounds = shown.filter(({ path }) => scene.levels.some((levels) => levels.path === path));
  const rect = { x: 0, y: 0, ...evenCanvas(canvas) };
  return { canvas, rect, rate, frames, layerSources, scene, stills, sound, shownSounds };
};
