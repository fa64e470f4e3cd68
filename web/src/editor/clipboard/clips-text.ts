import * as E from 'fp-ts/lib/Either.js';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { decode } from '../../../../domain/codec/codec.js';
import { array, record, type RecordOf, template } from '../../../../domain/codec/containers.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { number, oneOf, string } from '../../../../domain/codec/scalars.js';
import { ClipInput } from '../../../../domain/composition/clips/clip.js';
import { idsOf } from '../../../../domain/composition/clips/clip-ids.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { type Document, lasting } from '../document.js';
import { parsedJson } from '../json/parsed-json.js';
import { topOf } from '../edits.js';
import { freshId } from '../fresh-id.js';
import { type Places, placesOf } from '../places.js';
import { later } from '../grouping/shift.js';
import { onTheirOwn, type Starts, startsOf, underOtherIds, withoutMissing } from '../references.js';
import { t } from '../../words/words.js';

// Clips on the clipboard are JSON text. Every program can write to the clipboard, so pasted text is decoded.

const id = string({ minLength: 1, maxLength: 255 });

const fields = {
  /** Distinguishes this text from other JSON. */
  framewright: oneOf('clips'),
  /** The id of the video that the clips come from. */
  video: id,
  clips: array(ClipInput, LIMITS.clips),
  /** The starts of the clips and of clips in groups, in ms, because `after` may name a clip that is not copied. */
  starts: array(record({ id, start: number({ minimum: 0 }) }), LIMITS.clips),
};
const ClipsText = template(record(fields));

/** These clips as text; undefined if there are none. */
export const clipsText = (
  video: string,
  { clips }: Document,
  ids: ReadonlyArray<string>,
  places: Places,
): string | undefined => {
  const copied = clips.filter((clip) => ids.includes(clip.id));
  const placed = places.clips.filter((clip) => ids.includes(clip.id)).map(({ resolved }) => resolved);
  const starts = [...startsOf(placed)].map(([of, start]) => ({ id: of, start }));
  return copied.length === 0
    ? undefined
    : JSON.stringify({ framewright: 'clips', video, clips: copied, starts }, undefined, 2);
};

const NO_CLIPS = t('The clipboard contains no clips. Copy clips here or in the editor of another video.');
const unusable = (problem: string): string =>
  t('The clips in the clipboard cannot be pasted here: {problem}', { problem });
const TOO_LARGE = t('The clipboard contains more than a video can have.');
const INVALID = t('Nothing is pasted while the video has problems. Correct them first.');

/** Whether a pasted text is read as clips: it is empty, or begins like JSON. Other texts become text clips. */
export const isClips = (text: string): boolean => /^\s*(?:\{|$)/.test(text);

const clipsFrom = (text: string): E.Either<string, RecordOf<typeof fields, Record<never, never>>> => {
  if (text.length > LIMITS.eventBytes) return E.left(TOO_LARGE);
  const sent = parsedJson(text);
  if (!isRecord(sent) || sent['framewright'] !== 'clips') return E.left(NO_CLIPS);
  const decoded = E.tryCatch(
    () => decode(ClipsText, sent),
    () => [t('they are nested in more than {count} groups', { count: LIMITS.groupDepth })], // the stack is too small for them
  );
  return E.mapLeft(([problem = '']: ReadonlyArray<string>) => unusable(problem))(E.flatten(decoded));
};

/** Moves clips in time so that the earliest one starts at `ms`. */
const startingAt = (clips: ReadonlyArray<Clip>, starts: Starts, ms: number): ReadonlyArray<Clip> => {
  const own = new Set(clips.map((clip) => clip.id));
  const startOf = (clip: Clip): number => starts.get(clip.id ?? '') ?? clip.timeFrame.start ?? 0;
  const by = ms - clips.reduce((earliest, clip) => Math.min(earliest, startOf(clip)), Infinity);
  // A start of 0 may be the limit of a negative gap.
  return onTheirOwn(clips, (after, clip) => !own.has(after) || startOf(clip) === 0, starts).map((clip) => ({
    ...clip,
    timeFrame: later(clip.timeFrame, by),
  }));
};

/** Moves clips to layers above all clips of the document, in their order. */
const onTop = (clips: ReadonlyArray<Clip>, document: Document): ReadonlyArray<Clip> => {
  const lowest = clips.reduce((least, { position }) => Math.min(least, position?.z ?? 0), Infinity);
  const by = topOf(document) - lowest;
  return clips.map((clip) => ({ ...clip, position: { ...clip.position, z: (clip.position?.z ?? 0) + by } }));
};

export interface Pasted {
  readonly document: Document;
  readonly ids: ReadonlyArray<string>;
}

/**
 * The document with the clips of a text from `ms` on, under new ids. In the video that they come from, they keep their
 * layers. In another video, where layers have other meanings, they are above all other clips. The video becomes longer if
 * it ends before them.
 * @returns the reason, if nothing can be pasted
 */
export const withPasted = (
  text: string,
  video: string,
  document: Document,
  ms: number,
): E.Either<string, Pasted> => {
  if (E.isLeft(placesOf(document))) return E.left(INVALID);
  const read = clipsFrom(text);
  if (E.isLeft(read)) return read;
  const { clips, starts: listed, video: from } = read.right;
  if (clips.length === 0) return E.left(NO_CLIPS);
  const starts: Starts = new Map(listed.map(({ id, start }) => [id, start]));
  const sent = clips as unknown as ReadonlyArray<Clip>;
  const here = new Set(from === video ? idsOf(document.clips) : []);
  const kept = startingAt(withoutMissing(sent, here, starts), starts, Math.floor(ms));
  const named = underOtherIds(kept, freshId).map((clip) => ({ ...clip, id: clip.id ?? freshId(clip.type) }));
  const added = from === video ? named : onTop(named, document);
  if (added.length === 0)
    return E.left(unusable(t('what they show the sound of is neither here nor among them')));
  const after = { ...document, clips: [...document.clips, ...added] as Document['clips'] };
  const placed = placesOf(after);
  if (E.isLeft(placed)) return E.left(unusable(placed.left[0] ?? ''));
  const ids = added.map((clip) => clip.id ?? '');
  const end = placed.right.clips.reduce(
    (latest, one) => (ids.includes(one.id) ? Math.max(latest, one.end) : latest),
    0,
  );
  return E.right({ document: lasting(after, end), ids });
};
