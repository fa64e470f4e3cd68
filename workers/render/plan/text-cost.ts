import { longestText } from '../../../domain/composition/animation/text-states.js';
import { movingStretch, unitLookAt, unitStarts } from '../../../domain/composition/animation/text-units.js';
import { isAnimatedCaption } from '../../../domain/composition/captions/caption-groups.js';
import type { ResolvedClip, ResolvedClipOf } from '../../../domain/composition/resolve/resolved.js';

/** The fixed cost of drawing a picture, in addition to its pixels, in pixel operations. */
const PICTURE_COST = 4000;

/** Operations per pixel of a blur. */
const BLUR = 5;

/** Approximate number of letters in a word, and the width of a letter in font sizes. */
const WORD = { letters: 6, width: 0.6 };

/** Number of instants at which the animation of a text is sampled. */
const SAMPLES = 16;

/**
 * The pixel operations for moving letters, words and lines on all frames of a clip, in addition to those for its box.
 */
export const unitsCost = (clip: ResolvedClip, framesPerMs: number): number => {
  if (clip.type === 'text') return textCost(clip, framesPerMs);
  if (clip.type === 'caption' && isAnimatedCaption(clip.captionProperties))
    return captionCost(clip, framesPerMs);
  return 0;
};

const textCost = ({ textProperties, timeFrame }: ResolvedClipOf<'text'>, framesPerMs: number): number => {
  const { animation, spans = [], shadow } = textProperties;
  if (!animation) return 0;
  const { unit } = animation;
  const content = longestText(textProperties);
  const letters = unitStarts(content, 'letter').length;
  const size = Math.max(textProperties.fontSize, ...spans.map(({ fontSize = 0 }) => fontSize));
  // Line breaks are not known here, so lines count as words.
  const count = unit === 'letter' ? letters : unitStarts(content, 'word').length;
  const width = (letters / Math.max(1, count)) * WORD.width * size;
  const length = timeFrame.end - timeFrame.start;
  const { from, to } = movingStretch(animation, content, length);
  const layers = shadow || spans.some((span) => span.shadow) ? 3 : 2;
  let sum = 0;
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    const t = from + ((to - from) * sample) / SAMPLES;
    for (let index = 0; index < count; index += 1) {
      const { opacity, blur } = unitLookAt(animation, index, count, t, length);
      if (opacity > 0) sum += layers * (PICTURE_COST + pixelOperations(width, size, blur));
    }
  }
  return (sum / (SAMPLES + 1)) * (to - from) * framesPerMs;
};

/** The pixel operations of one picture; a blur spreads it by three standard deviations on each side. */
const pixelOperations = (width: number, height: number, blur: number): number => {
  const margin = 6 * blur * height;
  return (width + margin) * (height + margin) * (blur > 0 ? BLUR : 1);
};

const captionCost = ({ captionProperties, timeFrame }: ResolvedClipOf<'caption'>, framesPerMs: number) => {
  const { words, maxWordsInFrame, highlightTextProperties, nonHighlightTextProperties } = captionProperties;
  const size = Math.max(highlightTextProperties.fontSize, nonHighlightTextProperties.fontSize);
  const count = Math.min(words.length, maxWordsInFrame);
  const each = 2 * (PICTURE_COST + pixelOperations(WORD.letters * WORD.width * size, size, 0));
  return count * each * (timeFrame.end - timeFrame.start) * framesPerMs;
};
