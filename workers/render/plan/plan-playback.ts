import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import { evenCanvas } from '../../../domain/composition/geometry/geometry.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import {
  type FrameRate,
  frameCount,
  frameRate,
  type FrameSpan,
} from '../../../domain/composition/timeline.js';
import type { Rect } from '../../../domain/composition/geometry/geometry.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { listClips } from './clip-frames.js';
import type { LocalSource } from './local-source.js';
import type { RenderPlan } from './plan.js';
import type { PlannedLayerSource, PlannedScene, SceneContext } from './scenes/scene-builder.js';
import { drawnSpans } from './scenes/drawn-spans.js';
import { inDrawingOrder, maskIds, planScene } from './scenes/scenes.js';
import { planSound, type SoundPlan } from './sound/sound-plan.js';
import { planWaveforms, type ShownSound } from './sound/waveforms.js';

/** All clips as one scene, and the mix. */
export interface PlaybackPlan {
  readonly canvas: Canvas;
  readonly rect: Rect;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly layerSources: RenderPlan['layerSources'];
  readonly scene: PlannedScene;
  /** The spans of frames on which each node of the scene stays as it is, in the order of the nodes. */
  readonly stills: ReadonlyArray<ReadonlyArray<FrameSpan>>;
  readonly sound: SoundPlan;
  readonly shownSounds: ReadonlyArray<ShownSound>;
}

/** Plans the playback of a whole video. `folder` is for files that drawing needs; `tables`: colour tables by URL. */
export const planPlayback = (
  { metadata, clips }: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  folder: string,
  tables: Readonly<Record<string, string>>,
): PlaybackPlan => {
  const { canvas, duration, backgroundColor } = metadata;
  const rate = frameRate(metadata.fps);
  const frames = frameCount(duration, rate);
  const layerSources: { layerSource: PlannedLayerSource; clip: ClipPath }[] = [];
  const sound = planSound(metadata, clips, sources, frames, rate);
  const { levels: levelsOf, shown: shownSounds } = planWaveforms(clips, sources, sound, folder);
  const listed = listClips(clips);
  const masks = maskIds(listed);
  const drawn = inDrawingOrder(listed).filter(({ clip: { id } }) => !masks.has(id));
  const context: SceneContext = {
    canvas,
    rate,
    frames,
    duration,
    alpha: false,
    sources,
    tables,
    levelsOf,
    add: (clip, layerSource) => layerSources.push({ layerSource, clip }) - 1,
  };
  const { scene, clips: shown } = planScene(drawn, listed, context, backgroundColor);
  const listedAt = new Map(drawn.map((one) => [one.at, one]));
  const stills = scene.nodes.map(({ span }, index) => {
    const one = listedAt.get(shown[index] ?? '');
    const spans = one ? drawnSpans(one, listed, span, context) : [];
    return spans.flatMap((part) => (part.moves ? [] : [part.span]));
  });
  const rect = { x: 0, y: 0, ...evenCanvas(canvas) };
  return { canvas, rect, rate, frames, layerSources, scene, stills, sound, shownSounds };
};
