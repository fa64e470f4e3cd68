import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { sameJson } from '../../../domain/codec/json.js';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import {
  centreOf,
  placementOf,
  type Placement,
  type Point,
  rotatedAbout,
} from '../../../domain/composition/geometry/geometry.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import { labelsOf } from './clip-label.js';
import type { Clip as SentClip } from '../../../clients/typescript/core/types.js';
import { tracksOf } from './animate/keyframes.js';
import type { Document } from './document.js';
import { shownDocument } from './variables/shown-document.js';
import { factsFor, KnownClip, KnownMetadata, resolvedDocument, REST } from './resolved-document.js';

/** A clip as it lies on the stage and on the timeline. */
export interface PlacedClip {
  readonly id: string;
  readonly type: Clip['type'];
  /** What it is called on screen. */
  readonly label: string;
  /** ms */
  readonly start: number;
  readonly end: number;
  readonly z: number;
  /** Undefined for sounds, which are not on the stage. */
  readonly placement: Placement | undefined;
  /** With its times as numbers. */
  readonly resolved: ResolvedClip;
}

export interface Places {
  readonly canvas: { readonly width: number; readonly height: number };
  /** ms */
  readonly duration: number;
  /** Frames per second. */
  readonly fps: number;
  readonly clips: ReadonlyArray<PlacedClip>;
}

/** The problems of a document, each with its path, in the words of the API. */
export const problemsOf = (document: Document): ReadonlyArray<string> => {
  const decoded = decode(CreateVideoBody, document);
  return E.isLeft(decoded) ? decoded.left : [];
};

const placedClip = (clip: ResolvedClip, label: string): PlacedClip => ({
  id: clip.id,
  type: clip.type,
  label,
  start: clip.timeFrame.start,
  end: clip.timeFrame.end,
  z: clip.position.z,
  placement: clip.type === 'audio' ? undefined : placementOf(clip),
  resolved: clip,
});

/** A document, and where its clips are. */
export interface Placed {
  readonly document: Document;
  readonly places: Places;
}

/** Fields that change only the place of their own clip. */
const OWN_PLACE: ReadonlySet<string> = new Set(['position', 'size', 'transform']);

type Sent = Document['clips'][number];

/** Keyframes by which a clip lies elsewhere, as it is drawn otherwise. */
const MOVING = /^(?:position\.[xy]|transform\.(?:rotation|skew\.[xy]))$/;

/** Whether keyframes differ only in where they move a clip to. */
const isMovedByKeyframes = (before: Sent, after: Sent): boolean => {
  const others = (clip: Sent) => tracksOf(clip as SentClip).filter(({ property }) => !MOVING.test(property));
  const [one, other] = [others(before), others(after)];
  return one.length === other.length && one.every((track, index) => track === other[index]);
};

const isMoved = (before: Sent, after: Sent): boolean =>
  after.type !== 'group' &&
  Object.entries({ ...before, ...after }).every(
    ([name, value]) =>
      OWN_PLACE.has(name) ||
      (name in after && before[name as keyof Sent] === value) ||
      (name === 'keyframes' && isMovedByKeyframes(before, after)),
  );

/** The ids of the clips that have another place in a later document; undefined: more than places was changed. */
export const movedBetween = (one: Document, other: Document): ReadonlySet<string> | undefined => {
  const [before, after] = [shownDocument(one), shownDocument(other)];
  if (after.metadata !== before.metadata || after.clips.length !== before.clips.length) return undefined;
  const moved = new Set<string>();
  for (const [index, clip] of after.clips.entries()) {
    const was = before.clips[index];
    if (was === clip) continue;
    if (was === undefined || was.id !== clip.id || !isMoved(was, clip)) return undefined;
    if (was.position?.z !== clip.position?.z) return undefined;
    moved.add(clip.id);
  }
  return moved;
};

/** The clips with these ids, with their places as numbers. */
export const resolvedOf = ({ clips }: Places, ids: ReadonlySet<string>): ReadonlyMap<string, ResolvedClip> =>
  new Map(clips.flatMap(({ id, resolved }) => (ids.has(id) ? [[id, resolved] as const] : [])));

/**
 * The clips that lie elsewhere in a later document, with their new places, by their ids. Undefined: more than that was
 * changed, or a size, by which lines of a text may break elsewhere.
 */
export const onlyShifted = (
  one: Document,
  other: Document,
): ReadonlyMap<string, ResolvedClip> | undefined => {
  const [before, after] = [shownDocument(one), shownDocument(other)];
  const moved = movedBetween(before, after);
  if (moved === undefined) return undefined;
  const isSized = after.clips.some(
    (clip, index) =>
      !sameJson(clip.size, before.clips[index]?.size) ||
      !sameJson(clip.transform?.scale, before.clips[index]?.transform?.scale),
  );
  if (isSized) return undefined;
  const placed = placesOf(after);
  return E.isLeft(placed) ? undefined : resolvedOf(placed.right, moved);
};

/** Where the clips are after some were moved, resized or turned; undefined: more than that was changed. */
const placesAfterMove = ({ document, places }: Placed, after: Document): Places | undefined => {
  const { metadata, clips: before } = shownDocument(document);
  if (after.metadata !== metadata || after.clips.length !== before.length) return undefined;
  const known = KnownMetadata.decode(metadata);
  if (E.isLeft(known)) return undefined;
  const { canvas, duration } = places;
  const whole = { ...known.right, canvas: { ...known.right.canvas, ...canvas }, duration };
  const clips: PlacedClip[] = [];
  for (const [index, sent] of after.clips.entries()) {
    const [was, lay] = [before[index], places.clips[index]];
    if (was === undefined || lay === undefined) return undefined;
    if (sent === was) {
      clips.push(lay);
      continue;
    }
    const decoded = isMoved(was, sent) ? KnownClip.decode(sent) : undefined;
    if (decoded === undefined || E.isLeft(decoded)) return undefined;
    const one: Clip = { ...decoded.right, id: lay.id, timeFrame: lay.resolved.timeFrame } as Clip;
    const resolved = resolveComposition({ ...REST, metadata: whole, clips: [one] }, factsFor([one], canvas));
    const [moved] = E.isRight(resolved) ? resolved.right.clips : [];
    if (moved === undefined) return undefined;
    clips.push(placedClip(moved, lay.label));
  }
  return { ...places, clips };
};

/**
 * Where the clips of a document are, computed by the code that plans renders. Of a template, with the defaults of its variables.
 * @param before an earlier document: where clips were only moved, the others are not computed again
 * @returns problems instead if the document is not valid
 */
export const placesOf = (edited: Document, before?: Placed): E.Either<ReadonlyArray<string>, Places> => {
  const document = shownDocument(edited);
  const moved = before && placesAfterMove(before, document);
  if (moved) return E.right(moved);
  const resolved = resolvedDocument(document);
  if (E.isLeft(resolved)) return resolved;
  const { canvas, duration, fps } = resolved.right.metadata;
  const labels = labelsOf(document.clips);
  return E.right({
    canvas,
    duration,
    fps,
    clips: resolved.right.clips.map((clip) => placedClip(clip, labels.get(clip.id) ?? clip.id)),
  });
};

/** The clips on stage at a time that a point of the canvas (px) lies in, the topmost first. */
export const clipsAt = ({ clips }: Places, ms: number, point: Point): ReadonlyArray<PlacedClip> =>
  clips
    .filter(({ start, end, placement }) => {
      if (!placement || ms < start || ms >= end) return false;
      const { box, rotation } = placement;
      const { x, y } = rotatedAbout(point, centreOf(box), -rotation);
      return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
    })
    .toReversed()
    .toSorted((a, b) => b.z - a.z);
