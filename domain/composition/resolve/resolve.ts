import * as E from 'fp-ts/lib/Either.js';
import { isRetimed, retimingOf } from '../animation/retiming.js';
import { playedMedia, roundsOf } from '../animation/time-map.js';
import type { Clip } from '../clips/clip.js';
import type { Canvas, Composition } from '../composition.js';
import { listedWords } from '../fields/caption.js';
import { type Keyframes, allowsRelativeLengths } from '../fields/keyframes.js';
import type { TextProperties } from '../fields/text.js';
import type { Span, TextStyleProperties } from '../fields/text-style.js';
import { LIMITS } from '../limits.js';
import type { CompositionFacts, Unresolvable } from './facts.js';
import { anchorFractions } from '../geometry/anchors.js';
import { pixelsOf } from './lengths.js';
import type {
  ResolvedClip,
  ResolvedComposition,
  ResolvedPosition,
  ResolvedSpan,
  ResolvedText,
  ResolvedTextStyle,
} from './resolved.js';
import { canvasOf, sizeOf } from './sizes.js';
import { type Interval, timesOf } from './times.js';

/**
 * Resolves all times, positions and sizes of a composition to numbers. A composition without automatic or relative
 * values is unchanged. Except for layering, the result does not depend on the order of the clips.
 */
export const resolveComposition = (
  composition: Composition,
  facts: CompositionFacts,
): E.Either<Unresolvable, ResolvedComposition> => {
  const { metadata, clips } = composition;
  const canvas = canvasOf(metadata, clips, facts);
  if (!canvas)
    return E.left({
      clip: undefined,
      problem: 'metadata.canvas is "auto", but no video or image determines a size',
    });
  const times = timesOf(clips, metadata.duration, facts);
  if (E.isLeft(times)) return times;
  const resolved = resolveClips(clips, canvas, times.right.intervals, facts);
  if (E.isLeft(resolved)) return resolved;
  return E.right({
    ...composition,
    metadata: { ...metadata, duration: times.right.end, canvas },
    clips: resolved.right,
  });
};

const resolveClips = (
  clips: ReadonlyArray<Clip>,
  canvas: Canvas,
  intervals: ReadonlyMap<string, Interval>,
  facts: CompositionFacts,
): E.Either<Unresolvable, ReadonlyArray<ResolvedClip>> => {
  const resolved: ResolvedClip[] = [];
  for (const clip of clips) {
    const result = resolveClip(clip, canvas, intervals.get(clip.id) ?? { start: 0, end: 0 }, facts);
    if (E.isLeft(result)) return result;
    resolved.push(result.right);
  }
  return E.right(resolved);
};

const resolveClip = (
  clip: Clip,
  canvas: Canvas,
  { start, end }: Interval,
  facts: CompositionFacts,
): E.Either<Unresolvable, ResolvedClip> => {
  const size = sizeOf(clip, canvas, facts);
  if (!size) return E.left({ clip: clip.id, problem: 'size is "auto", but the media has no size' });
  const excess = excessProblem(clip, end - start, facts);
  if (excess !== undefined) return E.left({ clip: clip.id, problem: excess });
  const { duration: _, after: __, gap: ___, ...timing } = clip.timeFrame;
  const placed = {
    timeFrame: { ...timing, start, end },
    position: resolvePosition(clip.position, canvas),
    size,
    ...(clip.keyframes
      ? { keyframes: clip.keyframes.map((track) => resolveKeyframes(track, clip.position, canvas)) }
      : {}),
  };
  switch (clip.type) {
    case 'group': {
      const times = timesOf(clip.clips, end - start, facts);
      if (E.isLeft(times)) return times;
      const inner = resolveClips(clip.clips, size, times.right.intervals, facts);
      return E.map((clips: ReadonlyArray<ResolvedClip>): ResolvedClip => ({ ...clip, ...placed, clips }))(
        inner,
      );
    }
    case 'text':
      return E.right({ ...clip, ...placed, textProperties: resolveText(clip.textProperties, canvas) });
    case 'caption': {
      const { highlightTextProperties, nonHighlightTextProperties, words } = clip.captionProperties;
      const captionProperties = {
        ...clip.captionProperties,
        words: listedWords(words),
        // With an automatic width, the box is as wide as its lines, so lines break at its width.
        ...(clip.size.width === 'auto'
          ? { maxWidth: Math.min(clip.captionProperties.maxWidth, size.width * clip.transform.scale.x) }
          : {}),
        highlightTextProperties: resolveStyle(highlightTextProperties, canvas),
        nonHighlightTextProperties: resolveStyle(nonHighlightTextProperties, canvas),
      };
      return E.right({ ...clip, ...placed, captionProperties });
    }
    case 'video':
    case 'audio':
    case 'image':
    case 'shape':
    case 'progress':
    case 'waveform':
      return E.right({ ...clip, ...placed });
  }
};

/** The problem if a clip of `length` ms, or its mask, plays more media than allowed. */
const excessProblem = (clip: Clip, length: number, { media, masks }: CompositionFacts) => {
  const problemOf = (subject: string, durationMs: number | undefined): string | undefined => {
    if (durationMs === undefined) return undefined;
    const retiming = retimingOf(clip, durationMs, length);
    if (!isRetimed(retiming)) return undefined;
    if (playedMedia(retiming) > LIMITS.durationMs)
      return `the clip plays more than ${LIMITS.durationMs} ms of media`;
    return roundsOf(retiming) > LIMITS.plays ? `${subject} plays more than ${LIMITS.plays} times` : undefined;
  };
  return (
    problemOf('the media of the clip', media.get(clip.id)?.durationMs) ??
    problemOf('the mask of the clip', masks?.get(clip.id)?.durationMs)
  );
};

const resolvePosition = (
  { x, y, z, anchor, relativeTo = 'topLeft' }: Clip['position'],
  canvas: Canvas,
): ResolvedPosition => {
  const origin = anchorFractions(relativeTo);
  return {
    x: origin.x * canvas.width + pixelsOf(x, canvas.width, canvas),
    y: origin.y * canvas.height + pixelsOf(y, canvas.height, canvas),
    z,
    ...(anchor === undefined ? {} : { anchor }),
  };
};

/** Keyframes with lengths in px, and positions counted from the top left of the canvas. */
const resolveKeyframes = (
  track: Keyframes,
  { relativeTo = 'topLeft' }: Clip['position'],
  canvas: Canvas,
): Keyframes => {
  const { property, points } = track;
  if (!allowsRelativeLengths(property)) return track;
  const isAcross = property === 'position.x' || property === 'size.width';
  const side = isAcross ? canvas.width : canvas.height;
  const fractions = anchorFractions(relativeTo);
  const origin = property.startsWith('position.') ? side * (isAcross ? fractions.x : fractions.y) : 0;
  const maximum = property.startsWith('position.') ? Infinity : LIMITS.boxSide;
  return {
    ...track,
    points: points.map((point) => ({
      ...point,
      value: origin + Math.min(maximum, pixelsOf(point.value, side, canvas)),
    })),
  };
};

/** A font size in px. A relative one is limited to the range of absolute ones. */
const fontSizeOf = (size: number | string, canvas: Canvas): number =>
  Math.min(LIMITS.fontSize, Math.max(1, pixelsOf(size, canvas.height, canvas)));

const resolveStyle = (style: TextStyleProperties, canvas: Canvas): ResolvedTextStyle => ({
  ...style,
  fontSize: fontSizeOf(style.fontSize, canvas),
  padding: pixelsOf(style.padding, canvas.width, canvas),
});

const resolveSpan = ({ fontSize, ...span }: Span, canvas: Canvas): ResolvedSpan =>
  fontSize === undefined ? span : { ...span, fontSize: fontSizeOf(fontSize, canvas) };

const resolveText = ({ spans, ...text }: TextProperties, canvas: Canvas): ResolvedText => ({
  ...text,
  fontSize: fontSizeOf(text.fontSize, canvas),
  padding: pixelsOf(text.padding, canvas.width, canvas),
  ...(spans === undefined ? {} : { spans: spans.map((span) => resolveSpan(span, canvas)) }),
});
