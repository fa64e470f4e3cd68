import type { FrameSpan } from '../../../domain/composition/timeline.js';

/**
 * Cuts `frames` into pieces of about `target` frames, each encoded separately. A cut is moved to the boundary of a
 * clip within half a piece, so that fewer layers share a piece.
 */
export const cutIntoPieces = (
  frames: number,
  target: number,
  boundaries: Iterable<number>,
): ReadonlyArray<FrameSpan> => {
  const cuts = [...new Set(boundaries)].filter((cut) => cut > 0 && cut < frames).sort((a, b) => a - b);
  const pieces: FrameSpan[] = [];
  const least = Math.max(1, Math.ceil(target / 2));
  let from = 0;
  let next = 0;
  while (from < frames) {
    const ideal = from + target;
    while (next < cuts.length && (cuts[next] ?? 0) < from + least) next += 1;
    let to = ideal;
    let nearest = least + 1;
    for (let index = next; index < cuts.length; index += 1) {
      const cut = cuts[index] ?? frames;
      if (cut > ideal + least) break;
      if (Math.abs(cut - ideal) < nearest) [nearest, to] = [Math.abs(cut - ideal), cut];
    }
    if (frames - to < least) to = frames;
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
};
