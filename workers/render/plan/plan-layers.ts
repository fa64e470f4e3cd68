import type { Paint } from '../../../domain/composition/fields/paint.js';
import { evenCanvas, grownToEvenPixels, unionOf } from '../../../domain/composition/geometry/geometry.js';
import { type FrameSpan, isEmptySpan, overlapOf } from '../../../domain/composition/timeline.js';
import { framesOf, freeSpans, type ListedClip, pushedFrames, pushesOf } from './clip-frames.js';
import { divideFrames } from './scenes/divided-clips.js';
import { drawnSpans } from './scenes/drawn-spans.js';
import type { DrawnLayer, Layer } from './layers.js';
import { hidesCanvas } from './opaque-clips.js';
import { type MixedSpan, mixedSpans } from './scenes/mixed-spans.js';
import { plainLayersOf } from './plain-layers.js';
import { boundsOf } from './scenes/scene-bounds.js';
import type { SceneContext } from './scenes/scene-builder.js';
import { runsOf } from '../../../domain/groups.js';
import type { Steps } from './steps.js';
import { inDrawingOrder, planScene } from './scenes/scenes.js';

/** All frames of a render (`whole`), and the frames to plan (`planned`): all of them, or a single one. */
export interface PlannedFrames {
  readonly whole: FrameSpan;
  readonly planned: FrameSpan;
}

/**
 * The layers of all clips on the planned frames, bottom to top. Each has the same rectangle as in the whole render,
 * because the colours of pixels at an edge depend on the position of the edge.
 */
export function* planLayers(
  listed: ReadonlyArray<ListedClip>,
  frames: PlannedFrames,
  background: Paint,
  context: SceneContext,
): Steps<ReadonlyArray<Layer>> {
  const { whole, planned } = frames;
  const shown = inDrawingOrder(listed);
  const mixed = yield* mixedSpans(shown, listed, whole, context);
  const layers: Layer[] = [];
  for (const [order, one] of shown.entries()) {
    yield;
    const visible = overlapOf(framesOf(one, context), whole);
    if (isEmptySpan(overlapOf(visible, planned))) continue;
    const together = mixed.filter(({ top }) => top >= order).map(({ span }) => span);
    for (const span of freeSpans(visible, together))
      layers.push(
        ...divideFrames(one, listed, span, context).flatMap((part) => {
          const needed = overlapOf(part.span, planned);
          if (isEmptySpan(needed)) return [];
          return part.plain
            ? plainLayersOf(part.plain, needed, context)
            : drawnLayers(one, listed, part.span, planned, context);
        }),
      );
    for (const one of mixed)
      if (one.top === order && !isEmptySpan(overlapOf(one.span, planned)))
        layers.push(mixedLayer(shown, one, listed, planned, background, context));
  }
  return layers;
}

/** The clips from the lowest visible one to the topmost, drawn as one layer. */
const mixedLayer = (
  shown: ReadonlyArray<ListedClip>,
  { span, top }: MixedSpan,
  listed: ReadonlyArray<ListedClip>,
  planned: FrameSpan,
  background: Paint,
  context: SceneContext,
): DrawnLayer => {
  const needed = overlapOf(span, planned);
  const upTo = shown.slice(0, top + 1);
  const lowest = upTo.findLastIndex((one) => hidesAll(one, listed, span, context));
  const clips = upTo.slice(Math.max(0, lowest));
  const output = evenCanvas(context.canvas);
  return {
    _tag: 'Drawn',
    clip: clips.at(-1)?.at ?? '',
    ...planScene(clips, listed, { ...context, only: needed }, lowest < 0 ? background : undefined),
    rect: { x: 0, y: 0, ...output },
    opaque: lowest >= 0 || !context.alpha,
    span: needed,
    firstFrame: needed.from,
  };
};

/**
 * The layers, on the planned frames, of a clip that is drawn as a scene on `span`: frame by frame while it moves or
 * plays, and once while it is still.
 */
const drawnLayers = (
  one: ListedClip,
  listed: ReadonlyArray<ListedClip>,
  span: FrameSpan,
  planned: FrameSpan,
  context: SceneContext,
): ReadonlyArray<Layer> => {
  const { canvas, rate, add } = context;
  const drawn = planScene([one], listed, { ...context, only: overlapOf(span, planned) });
  if (drawn.scene.nodes.length === 0) return [];
  const isPushed = pushesOf(one, listed).length > 0;
  const whole = { x: 0, y: 0, ...canvas };
  // Moving spans one by one, and consecutive still spans together.
  const runs = runsOf(drawnSpans(one, listed, span, context), (last, next) => !last.moves && !next.moves);
  return runs.flatMap((parts): ReadonlyArray<Layer> => {
    const [first] = parts;
    const together = { from: first.span.from, to: parts.at(-1)?.span.to ?? first.span.to };
    const needed = overlapOf(together, planned);
    if (isEmptySpan(needed)) return [];
    const opaque = hidesAll(one, listed, together, context);
    const seen = first.moves ? [together] : parts.map(({ span: { from } }) => ({ from, to: from + 1 }));
    const isWhole = isPushed || opaque;
    const bounds = isWhole
      ? whole
      : unionOf(seen.flatMap((frames) => boundsOf(one.clip, frames, rate, canvas) ?? []));
    // The clip may be visible on other frames of the render only.
    const isPart = needed.to - needed.from < together.to - together.from;
    const isUnseen = isPart && !isWhole && !boundsOf(one.clip, needed, rate, canvas);
    if (!bounds || isUnseen) return [];
    const rect = grownToEvenPixels(bounds, canvas);
    if (first.moves)
      return [{ _tag: 'Drawn', clip: one.at, ...drawn, rect, opaque, span: needed, firstFrame: needed.from }];
    const spans = parts.map((part) => overlapOf(part.span, planned)).filter((part) => !isEmptySpan(part));
    const frames = spans.map(({ from }) => from);
    const layerSource = add(one.at, { _tag: 'Scene', ...drawn, rect, frames, opaque });
    const cues = spans.map((shown, page) => ({ page, span: shown }));
    return [{ _tag: 'Pictures', layerSource, cues, span: needed }];
  });
};

/** Whether a clip is there and hides the whole canvas on every frame of a span. A pushed clip uncovers a part of it. */
const hidesAll = (
  one: ListedClip,
  listed: ReadonlyArray<ListedClip>,
  span: FrameSpan,
  context: SceneContext,
): boolean => {
  const { from, to } = framesOf(one, context);
  return (
    from <= span.from &&
    span.to <= to &&
    hidesCanvas(one, span, context) &&
    pushedFrames(one, listed, context).every((pushed) => isEmptySpan(overlapOf(pushed, span)))
  );
};
