import { frameAt, frameCount, instantOf } from '../../../domain/composition/timeline.js';
import type { Compositor } from './compositor.js';

const lengthOf = ({ frames, rate }: Compositor): number => instantOf(frames, rate);
const fpsOf = ({ rate: { num, den } }: Compositor): number => num / den;

/**
 * Two compositors with one playhead, at the higher frame rate, until the longer one ends; the sound is that of the second.
 * @param canvas on which the second draws; the first draws on the canvas that is given for each frame
 */
export const pairedCompositor = (
  first: Compositor,
  second: Compositor,
  canvas: HTMLCanvasElement,
): Compositor => {
  const { rate } = fpsOf(first) > fpsOf(second) ? first : second;
  return {
    ...second,
    size: first.size,
    rate,
    frames: frameCount(Math.max(lengthOf(first), lengthOf(second)), rate),
    draw: async (frame, target) => {
      const ms = instantOf(frame, rate);
      const at = ({ rate, frames }: Compositor): number => frameAt(ms, rate, frames).from;
      const drawn = await Promise.all([first.draw(at(first), target), second.draw(at(second), canvas)]);
      return drawn.every(Boolean);
    },
    // The caller opened both compositors, and closes them.
    close: () => Promise.resolve(),
  };
};
