import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import type { Clip } from '../../../domain/composition/clip.js';
import { countClips, withClipIds } from '../../../domain/composition/clip-ids.js';
import { placementOf, type Placement } from '../../../domain/composition/geometry.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import type { MediaFacts } from '../../../domain/composition/resolve/facts.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import type { Document } from './document.js';

/** A clip as it lies on the stage and on the timeline. */
export interface PlacedClip {
  readonly id: string;
  readonly type: Clip['type'];
  /** ms */
  readonly start: number;
  readonly end: number;
  readonly z: number;
  /** Undefined for sounds, which are not on the stage. */
  readonly placement: Placement | undefined;
}

export interface Places {
  readonly canvas: { readonly width: number; readonly height: number };
  /** ms */
  readonly duration: number;
  readonly clips: ReadonlyArray<PlacedClip>;
}

/** Sizes and durations that only the service knows are assumed: the canvas, and 5 s. */
const ASSUMED: MediaFacts = { durationMs: 5000 };
const ASSUMED_CANVAS = { width: 1280, height: 720 };

/** The problems of a document, each with its path, in the words of the API. */
export const problemsOf = ({ metadata, clips, additional }: Document): ReadonlyArray<string> => {
  const decoded = decode(CreateVideoBody, { metadata, clips, ...(additional ? { additional } : {}) });
  return E.isLeft(decoded) ? decoded.left : [];
};

/**
 * Where the clips of a document are, computed by the code that plans renders.
 * @returns problems instead if the document is not valid
 */
export const placesOf = ({ metadata, clips }: Document): E.Either<ReadonlyArray<string>, Places> => {
  const decoded = decode(CreateVideoBody, { metadata, clips });
  if (E.isLeft(decoded)) return decoded;
  const { clips: inputs, ...project } = decoded.right;
  const { width, height } = project.metadata.canvas;
  const canvas = {
    width: width === 'auto' ? ASSUMED_CANVAS.width : width,
    height: height === 'auto' ? ASSUMED_CANVAS.height : height,
  };
  const freshIds = Array.from({ length: countClips(inputs) }, (_, index) => `clip-${index}`);
  const complete = withClipIds(inputs, [], freshIds);
  const facts = {
    media: new Map(complete.map(({ id }) => [id, { ...ASSUMED, size: canvas }])),
    texts: new Map(complete.map(({ id }) => [id, { width: canvas.width / 2, height: canvas.height / 8 }])),
  };
  const resolved = resolveComposition({ ...project, clips: complete }, facts);
  if (E.isLeft(resolved)) return E.left([resolved.left.problem]);
  return E.right({
    canvas: resolved.right.metadata.canvas,
    duration: resolved.right.metadata.duration,
    clips: resolved.right.clips.map((clip) => ({
      id: clip.id,
      type: clip.type,
      start: clip.timeFrame.start,
      end: clip.timeFrame.end,
      z: clip.position.z,
      placement: clip.type === 'audio' ? undefined : placementOf(clip),
    })),
  });
};
