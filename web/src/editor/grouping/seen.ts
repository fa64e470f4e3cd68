import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../../../domain/codec/json.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { placementOf } from '../../../../domain/composition/geometry/geometry.js';
import { pushesAmong } from '../../../../domain/composition/pushers.js';
import type { ResolvedClip, ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { labelsOf, quoted } from '../clip-label.js';
import type { Document } from '../document.js';
import { type Assumed, resolvedDocument } from '../resolved-document.js';
import { withShift } from './shift.js';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { t } from '../../words/words.js';

// Decides whether a document looks and sounds the same with a group as with the clips of the group in its place. Both
// forms are resolved as renders do it, and compared field by field.

/** A clip with its times and its position in the video, whether it is in the group or not. */
interface Seen {
  readonly clip: ResolvedClip;
  /** When it ends, at the latest with its group, in ms. */
  readonly until: number;
}

const inDrawingOrder = (clips: ReadonlyArray<ResolvedClip>): ReadonlyArray<ResolvedClip> =>
  clips.toSorted((a, b) => a.position.z - b.position.z);

/** A clip of a group with its times and its position outside the group. */
const outside = (clip: ResolvedClip, group: ResolvedClip): Seen => {
  const { x, y } = placementOf(group).box;
  const { start, end } = group.timeFrame;
  const placed = withShift(clip as unknown as Clip, { ms: start, x, y }) as unknown as ResolvedClip;
  return { clip: placed, until: Math.min(end, placed.timeFrame.end) };
};

/** All clips of the video in drawing order, those of the group in its place. */
const seenIn = ({ clips }: ResolvedComposition, group: string): ReadonlyArray<Seen> =>
  inDrawingOrder(clips).flatMap((clip) =>
    clip.id === group && clip.type === 'group'
      ? inDrawingOrder(clip.clips).map((one) => outside(one, clip))
      : [{ clip, until: clip.timeFrame.end }],
  );

/** The pushes between clips of the video and between clips of the group, as text. */
const pushesIn = ({ clips }: ResolvedComposition, group: string): string => {
  const among = (list: ReadonlyArray<ResolvedClip>): ReadonlyArray<string> => {
    const listed = inDrawingOrder(list).map((clip) => ({ clip }));
    return listed.flatMap((one) =>
      pushesAmong(one, listed, ({ clip }) => clip.timeFrame).map(
        (push) => `${push.clip.clip.id} ${push.side} ${one.clip.id}`,
      ),
    );
  };
  const inner = clips.flatMap((clip) => (clip.id === group && clip.type === 'group' ? clip.clips : []));
  return [...among(clips), ...among(inner)].toSorted().join('\n');
};

/** The canvas across which a clip slides or pushes; undefined if it does neither. */
const canvasCrossed = ({ transition = {} }: ResolvedClip, canvas: Canvas): Canvas | undefined =>
  [transition.in, transition.out].some(
    (one) => one?.type === 'push' || (one?.type === 'slide' && one.distance === 'canvas'),
  )
    ? canvas
    : undefined;

/** Whether values are equal, apart from floating-point errors of numbers. */
const isNear = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-6;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isNear(one, b[index]));
  if (isRecord(a) && isRecord(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isNear(a[key], b[key]));
  return a === b;
};

/** Whether a clip depends on its duration, so that an earlier end changes more than its end. */
const dependsOnLength = ({ transition, motion, timeFrame, type, ...clip }: ResolvedClip): boolean =>
  transition !== undefined ||
  motion !== undefined ||
  timeFrame.reverse === true ||
  type === 'group' ||
  'audio' in clip ||
  ('textProperties' in clip &&
    isRecord(clip.textProperties) &&
    ('animation' in clip.textProperties || 'counter' in clip.textProperties));

/** The fields of a clip that are compared. Layers are compared as the drawing order. */
const fieldsOf = ({ clip, until }: Seen, canvas: Canvas) => {
  const { timeFrame, position, size, keyframes, ...others } = clip;
  const { z: _, ...place } = position;
  const { end, ...times } = timeFrame;
  return {
    time: { ...times, until, end: dependsOnLength(clip) ? end : until },
    place: clip.type !== 'audio' && { ...place, size, keyframes, crossed: canvasCrossed(clip, canvas) },
    look: others,
  };
};

const isDrawn = ({ clip }: Seen): boolean => clip.type !== 'audio';
const overlap = (a: Seen, b: Seen): boolean =>
  a.clip.timeFrame.start < b.until && b.clip.timeFrame.start < a.until;

/** The id of a clip whose drawing order with another, overlapping clip would change. */
const crossing = (before: ReadonlyArray<Seen>, after: ReadonlyArray<Seen>): string | undefined => {
  const order = new Map(after.map(({ clip: { id } }, index) => [id, index]));
  const drawn = before.filter(isDrawn);
  const isBelow = (a: Seen, b: Seen): boolean => (order.get(a.clip.id) ?? 0) < (order.get(b.clip.id) ?? 0);
  return drawn.find((one, index) =>
    drawn.slice(index + 1).some((above) => !isBelow(one, above) && overlap(one, above)),
  )?.clip.id;
};

const withCanvas = (resolved: ResolvedComposition, group: string, id: string): Canvas =>
  resolved.clips
    .flatMap((clip) =>
      clip.id === group && clip.type === 'group' ? clip.clips.map((one) => ({ one, clip })) : [],
    )
    .find(({ one }) => one.id === id)?.clip.size ?? resolved.metadata.canvas;

/** A number from 0 to 1008 that differs from clip to clip. */
const numberOf = (id: string): number =>
  Array.from(id, (_, index) => id.charCodeAt(index)).reduce((sum, code) => (sum * 31 + code) % 1009, 7);

/** Assumes unusual facts about media and texts, different for each clip: shorter or longer than the whole video. */
const strange =
  (isShort: (number: number) => boolean) =>
  (id: string, { width, height }: Canvas): Assumed => {
    const own = numberOf(id);
    return {
      media: {
        durationMs: isShort(own) ? 1 + own / 1009 : 3_600_000 + own * 1000,
        size: { width: width / 2 + own, height: height / 2 },
      },
      lines: { width: width / 3 + own, height: height / 9 + own },
    };
  };

/** Facts about media and texts that the service might find. The result must be the same for all of them. */
const ASSUMPTIONS = [
  undefined,
  strange(() => true),
  strange(() => false),
  strange((own) => own % 2 === 0),
  strange((own) => own % 2 !== 0),
];

/**
 * The difference in look or sound between a document with a group and the one with the clips of the group in its place,
 * in either direction; undefined if there is none.
 */
export const differenceBetween = (before: Document, after: Document, group: string): string | undefined => {
  const names = new Map([...labelsOf(before.clips), ...labelsOf(after.clips)]);
  for (const { type, ...clip } of [...before.clips, ...after.clips])
    if (type === 'group' && 'clips' in clip)
      for (const [id, name] of labelsOf(clip.clips)) names.set(id, name);
  const named = (id: string): string => quoted(names.get(id) ?? id);
  for (const assume of ASSUMPTIONS) {
    const [was, is] = [resolvedDocument(before, assume), resolvedDocument(after, assume)];
    if (E.isLeft(was)) {
      if (assume) continue; // such media would have been refused before
      return was.left[0];
    }
    if (E.isLeft(is)) return is.left[0];
    const [one, other] = [seenIn(was.right, group), seenIn(is.right, group)];
    const found = new Map(other.map((seen) => [seen.clip.id, seen]));
    for (const seen of one) {
      const { id } = seen.clip;
      const twin = found.get(id);
      if (!twin) return t('{clip} would be gone', { clip: named(id) });
      const fields = fieldsOf(seen, withCanvas(was.right, group, id));
      const others = fieldsOf(twin, withCanvas(is.right, group, id));
      if (!isNear(fields.time, others.time)) return t('{clip} would have other times', { clip: named(id) });
      if (!isNear(fields.place, others.place))
        return t('{clip} would have another place or size', { clip: named(id) });
      if (!isNear(fields.look, others.look)) return t('{clip} would look different', { clip: named(id) });
    }
    if (one.length !== other.length) return t('there would be other clips');
    const { canvas, duration } = was.right.metadata;
    if (
      !isNear(
        { canvas, duration },
        { canvas: is.right.metadata.canvas, duration: is.right.metadata.duration },
      )
    )
      return t('the size or the length of the video would change');
    if (pushesIn(was.right, group) !== pushesIn(is.right, group))
      return t('a transition of type push would move other clips');
    const moved = crossing(one, other);
    if (moved !== undefined)
      return t('{clip} would be above or below other clips than now', { clip: named(moved) });
  }
  return undefined;
};
