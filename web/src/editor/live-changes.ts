import * as E from 'fp-ts/lib/Either.js';
import { sameJson } from '../../../domain/codec/json.js';
import { isTextKeyframe } from '../../../domain/composition/animation/text-states.js';
import type { Keyframes } from '../../../domain/composition/fields/keyframes.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import type { Clip } from '../../../clients/typescript/core/types.js';
import { separateParts } from '../../../workers/render/draw/words/text-parts.js';
import type { SceneChanges } from '../compositor/scene-changes.js';
import { tracksOf } from './animate/keyframes.js';
import { showsSpeech } from './caption-words.js';
import { changedFields, isDrawnHere, PLACE, speedOf } from './changed-fields.js';
import type { Document } from './document.js';
import { type Places, placesOf } from './places.js';
import { shownDocument } from './variables/shown-document.js';

// What was changed in a document since the service prepared it for drawing in the browser.

/** How a clip was changed. */
interface ClipChange {
  readonly fields: ReadonlyArray<string>;
  /** Whether the letters of a text or caption have to be painted again, or its lines broken again. */
  readonly isText: boolean;
  /** Whether nothing has to be prepared again, also for playback. */
  readonly isPrepared: boolean;
}

/** The changes of a document that the browser can draw. */
export interface LiveChanges extends Pick<ClipChange, 'isPrepared'> {
  /** By the ids of the clips. */
  readonly clips: ReadonlyMap<string, ClipChange>;
  readonly background: SceneChanges['background'];
}

/** What the service makes from fields that are drawn here: if it changes, the browser lacks something. */
const madeFrom = (clip: Clip): ReadonlyArray<unknown> => [
  clip.position?.z,
  clip.effects?.mask,
  [clip.effects?.filters ?? []].flat().filter(({ type }) => type === 'lut'),
  separateParts(clip as ResolvedClip),
  [clip.transition?.in, clip.transition?.out].filter((one) => one?.type === 'push'),
  clip.type === 'waveform' && [clip.waveformProperties.clip, clip.waveformProperties.source],
  speedOf(clip),
];

/** Fields for which nothing has to be sharper, or mixed again. */
const AS_SHARP = /^(?:name|position|transform|effects|keyframes|(?:shape|progress|waveform)Properties)$/;
const AS_SHARP_KEYFRAMES = /^(?:position\.[xy]|transform\.(?:rotation|skew\.[xy])|effects\..*)$/;

/** The field of the letters of a clip. */
const LETTERS: Partial<Record<Clip['type'], string>> = {
  text: 'textProperties',
  caption: 'captionProperties',
};

/** Whether CSS shows the letters of a clip, because they are written in it. */
const isWritten = (clip: Clip): boolean =>
  clip.type === 'caption'
    ? !showsSpeech(clip) && clip.captionProperties.subtitles === undefined
    : clip.type === 'text';

/** @returns undefined if the browser cannot draw the change */
const changeOf = (was: Clip, is: Clip): ClipChange | undefined => {
  if (was.id !== is.id || was.type !== is.type || !sameJson(madeFrom(was), madeFrom(is))) return undefined;
  const fields = changedFields(was, is).filter((name) => name !== 'clips');
  const areSame = (of: (clip: Clip) => ReadonlyArray<Keyframes>): boolean => sameJson(of(was), of(is));
  const isScaled = !sameJson(was.transform?.scale, is.transform?.scale);
  const letters = LETTERS[is.type];
  const isRewritten =
    letters !== undefined &&
    (fields.includes(letters) || !areSame((clip) => tracksOf(clip).filter(isTextKeyframe)));
  const isText =
    (isRewritten || (letters !== undefined && (isScaled || fields.includes('size')))) && isWritten(is);
  const isDrawn = fields.every((name) => isDrawnHere(name) || (isText && name === letters));
  if (!isDrawn || (isRewritten && !isText) || (is.type === 'group' && fields.includes('size')))
    return undefined;
  const isSharp = ({ property }: Keyframes): boolean => !AS_SHARP_KEYFRAMES.test(property);
  const isPrepared =
    !isText &&
    !isScaled &&
    fields.every((name) => AS_SHARP.test(name)) &&
    areSame((clip) => tracksOf(clip).filter(isSharp));
  return { fields, isText, isPrepared };
};

/** Collects the changes of clips. @returns whether the browser can draw them */
const collect = (
  before: ReadonlyArray<Clip>,
  after: ReadonlyArray<Clip>,
  found: Map<string, ClipChange>,
): boolean => {
  const masks = new Set(after.map(({ effects }) => effects?.mask?.clip));
  return (
    before.length === after.length &&
    after.every((is, index) => {
      const was = before[index];
      if (was === is) return true;
      const change = was && changeOf(was, is);
      if (!change || is.id === undefined || masks.has(is.id)) return false;
      found.set(is.id, change);
      return was.type !== 'group' || is.type !== 'group' || collect(was.clips, is.clips, found);
    })
  );
};

/** What changed from one document to another, if the browser can draw it; undefined: more than that was changed. */
export const liveChanges = (one: Document, other: Document): LiveChanges | undefined => {
  const [before, after] = [shownDocument(one), shownDocument(other)];
  const { backgroundColor } = after.metadata;
  const isKnown = changedFields(before.metadata, after.metadata).every(
    (name) => name === 'backgroundColor' || name === 'name',
  );
  const clips = new Map<string, ClipChange>();
  if (!isKnown || !collect(before.clips, after.clips, clips)) return undefined;
  const isPrepared = [...clips.values()].every((change) => change.isPrepared);
  return { clips, background: backgroundColor, isPrepared };
};

interface Showable {
  readonly effects?: object | undefined;
  readonly keyframes?: ReadonlyArray<{ readonly property: string }> | undefined;
}

/** A clip without what is seen of it. */
export const unseen = <C extends Showable>(clip: C): C => ({
  ...clip,
  effects: { ...clip.effects, opacity: 0 },
  // In a template, a placeholder may stand for all of them.
  keyframes: [clip.keyframes ?? []].flat().filter(({ property }) => property !== 'effects.opacity'),
});

/** The changes with numbers in the place of relative lengths. @param hidden the ids of clips that are not drawn */
export const sceneChanges = (
  places: Places,
  { clips: changed, background }: LiveChanges,
  hidden: ReadonlySet<string> = new Set(),
): SceneChanges => {
  const clips = new Map<string, Readonly<Record<string, unknown>>>();
  const add = (clip: ResolvedClip): void => {
    const fields = changed.get(clip.id)?.fields ?? [];
    const isPlaced = PLACE.some((name) => fields.includes(name));
    const drawn = [...fields, ...(isPlaced ? PLACE : [])];
    const { effects, keyframes } = hidden.has(clip.id) ? unseen(clip) : clip;
    if (changed.has(clip.id) || hidden.has(clip.id))
      clips.set(clip.id, {
        ...Object.fromEntries(drawn.map((name) => [name, clip[name as keyof ResolvedClip]])),
        ...(hidden.has(clip.id) ? { effects, keyframes } : {}),
      });
    if (clip.type === 'group') clip.clips.forEach(add);
  };
  for (const { resolved } of places.clips) add(resolved);
  return { clips, background };
};

/** What changed, if what was prepared for one document also plays and renders the other. */
export const preparedChanges = (one: Document, other: Document): SceneChanges | undefined => {
  const changes = liveChanges(one, other);
  if (changes?.isPrepared !== true) return undefined;
  const placed = placesOf(other);
  return E.isLeft(placed) ? undefined : sceneChanges(placed.right, changes);
};

/** Both changes, the second one after the first. */
export const bothChanges = (first: SceneChanges, second: SceneChanges): SceneChanges => ({
  background: second.background ?? first.background,
  clips: new Map([
    ...first.clips,
    ...[...second.clips].map(([id, fields]) => [id, { ...first.clips.get(id), ...fields }] as const),
  ]),
});
