import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
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
import { labelOfClip, labelsOf } from './clip-label.js';
import type { Document } from './document.js';
import { changesOnlyItself } from './changed-fields.js';
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

/** A clip as it lies on the stage, or on the canvas of its group. */
export const placedClip = (clip: ResolvedClip, label: string): PlacedClip => ({
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

/** Where the clips are after changes that leave all others where they are; undefined: more than that was changed. */
const placesAfterChange = ({ document, places }: Placed, after: Document): Places | undefined => {
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
    const decoded = changesOnlyItself(was, sent) ? KnownClip.decode(sent) : undefined;
    if (decoded === undefined || E.isLeft(decoded)) return undefined;
    const one: Clip = { ...decoded.right, id: lay.id, timeFrame: lay.resolved.timeFrame } as Clip;
    const resolved = resolveComposition({ ...REST, metadata: whole, clips: [one] }, factsFor([one], canvas));
    const [moved] = E.isRight(resolved) ? resolved.right.clips : [];
    if (moved === undefined) return undefined;
    clips.push(placedClip(moved, labelOfClip(sent)));
  }
  return { ...places, clips };
};

/**
 * Where the clips of a document are, computed by the code that plans renders. Of a template, with the defaults of its variables.
 * @param before an earlier document: what a change of a clip leaves where it is, is not computed again
 * @returns problems instead if the document is not valid
 */
export const placesOf = (edited: Document, before?: Placed): E.Either<ReadonlyArray<string>, Places> => {
  const document = shownDocument(edited);
  const moved = before && placesAfterChange(before, document);
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
