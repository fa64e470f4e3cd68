import { type FrameSpan, isEmptySpan, overlapOf } from '../../../domain/composition/timeline.js';

export interface Boundary {
  readonly frame: number;
  /** The content that begins, ends or continues there, independent of its position on the timeline. */
  readonly content: string;
  /** How many layers begin or end there. */
  readonly changes: number;
}

/** How many times longer pieces without movement are, because they cost little. */
const STILL_LENGTH = 4;

/**
 * The least distance of cuts at boundaries, as a fraction of the target: each piece starts a process that decodes videos
 * from a key frame on. Pieces without movement get at least three pictures.
 */
const LEAST_DISTANCE = { moving: 0.2, still: 0.4 } as const;
const leastDistance = (target: number, moves: boolean): number =>
  Math.max(2, Math.ceil(target * LEAST_DISTANCE[moves ? 'moving' : 'still']));

/**
 * Cuts the frames of `all` into pieces of about `target` frames, which are encoded separately. Stretches without
 * movement are pieces of their own. Elsewhere, cuts depend only on nearby boundaries, so that an edit, or a part that is
 * moved in time, leaves most pieces unchanged.
 * @param moving the frames on which something moves
 */
export const cutIntoPieces = (
  all: FrameSpan,
  target: number,
  boundaries: Iterable<Boundary>,
  moving: ReadonlyArray<FrameSpan>,
): ReadonlyArray<FrameSpan> => {
  const inside = [...new Map([...boundaries].map((one) => [one.frame, one])).values()]
    .filter(({ frame }) => frame > all.from && frame < all.to)
    .toSorted((a, b) => a.frame - b.frame);
  return stretchesOf(all, Math.ceil(target / 5), moving).flatMap(({ moves, ...span }) => {
    const length = moves ? target : target * STILL_LENGTH;
    const within = inside.filter(({ frame }) => frame > span.from && frame < span.to);
    const anchors = anchorsOf(within, span, leastDistance(target, moves));
    const ends = [span.from, ...anchors, span.to];
    const cuts = within.map(({ frame }) => frame);
    return ends.slice(1).flatMap((to, index) => cutEvenly({ from: ends[index] ?? 0, to }, length, cuts));
  });
};

/** Alternating spans with movement (at least two frames) and without (at least `least` frames). */
const stretchesOf = (
  all: FrameSpan,
  least: number,
  moving: ReadonlyArray<FrameSpan>,
): ReadonlyArray<FrameSpan & { readonly moves: boolean }> => {
  const stretches: { from: number; to: number; moves: boolean }[] = [];
  const add = (from: number, to: number, moves: boolean): void => {
    const last = stretches.at(-1);
    if (from >= to) return;
    if (last && last.moves === moves) last.to = to;
    else stretches.push({ from, to, moves });
  };
  let at = all.from;
  const within = moving.map((span) => overlapOf(span, all)).filter((span) => !isEmptySpan(span));
  for (const { from: begin, to } of within.toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(all.from, Math.min(begin, all.to - 2));
    const end = Math.min(all.to, Math.max(to, from + 2));
    if (end <= at) continue;
    add(at, from, from - at < least && at > all.from);
    at = Math.max(at, from);
    add(at, end, true);
    at = end;
  }
  add(at, all.to, all.to - at < least && at > all.from);
  const [first, second] = stretches;
  if (first && second && !first.moves && first.to - all.from < least) {
    stretches.shift();
    second.from = all.from;
  }
  return stretches;
};

/**
 * The boundaries with more changes than any other within `reach` frames. Of boundaries with equally many changes, it is
 * the one with the greater hash of its content.
 */
const anchorsOf = (
  boundaries: ReadonlyArray<Boundary>,
  span: FrameSpan,
  reach: number,
): ReadonlyArray<number> => {
  const ranked = boundaries.map((one) => ({ ...one, rank: hashOf(one.content) }));
  const near = (from: number, to: number): boolean => Math.abs(to - from) < reach;
  return ranked
    .filter(({ frame, changes, rank }, index) => {
      if (near(span.from, frame) || near(frame, span.to)) return false;
      const isBeatenBy = (other: (typeof ranked)[number], step: 1 | -1): boolean =>
        other.changes === changes
          ? other.rank > rank || (step < 0 && other.rank === rank)
          : other.changes > changes;
      const isBeaten = (step: 1 | -1): boolean => {
        for (let at = index + step; ; at += step) {
          const other = ranked[at];
          if (!other || !near(other.frame, frame)) return false;
          if (isBeatenBy(other, step)) return true;
        }
      };
      return !isBeaten(-1) && !isBeaten(1);
    })
    .map(({ frame }) => frame);
};

/** The 32-bit FNV-1a hash. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
};

/** Cuts a span about every `target` frames, at the nearest boundary within half of that distance. */
const cutEvenly = (
  span: FrameSpan,
  target: number,
  cuts: ReadonlyArray<number>,
): ReadonlyArray<FrameSpan> => {
  const pieces: FrameSpan[] = [];
  const least = Math.max(1, Math.ceil(target / 2));
  let { from } = span;
  let next = 0;
  while (from < span.to) {
    const ideal = from + target;
    while (next < cuts.length && (cuts[next] ?? 0) < from + least) next += 1;
    let to = ideal;
    let nearest = least + 1;
    for (let index = next; index < cuts.length; index += 1) {
      const cut = cuts[index] ?? span.to;
      if (cut > ideal + least) break;
      if (Math.abs(cut - ideal) < nearest) [nearest, to] = [Math.abs(cut - ideal), cut];
    }
    if (span.to - to < least) ({ to } = span);
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
};
