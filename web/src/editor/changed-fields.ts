import { sameJson } from '../../../domain/codec/json.js';
import type { Document } from './document.js';
import { tracksOf } from './animate/keyframes.js';
import type { Clip } from '../../../clients/typescript/core/types.js';

/** Fields by which a clip is placed. */
export const PLACE = ['position', 'size', 'transform'] as const;

/** Fields that the browser draws as they are written. */
const DRAWN: ReadonlySet<string> = new Set([
  ...PLACE,
  'effects',
  'transition',
  'motion',
  'crop',
  'fit',
  'fitAlign',
  'keyframes',
  'shapeProperties',
  'progressProperties',
  'waveformProperties',
]);

const UNSEEN: ReadonlySet<string> = new Set(['name', 'volume', 'audio', 'duck']);

/** Whether the picture of a clip that has another value in a field needs nothing that only the service makes. */
export const isDrawnHere = (field: string): boolean => DRAWN.has(field) || UNSEEN.has(field);

/** The names of the fields that differ. */
export const changedFields = <Fields extends object>(was: Fields, is: Fields): ReadonlyArray<string> =>
  Object.keys({ ...was, ...is }).filter(
    (name) => !sameJson(was[name as keyof Fields], is[name as keyof Fields]),
  );

/** The keyframes of the speed of a clip, on which its length may depend. */
export const speedOf = (clip: Clip) =>
  tracksOf(clip).filter(({ property }) => property === 'timeFrame.speed');

/** Whether a change of a clip leaves its time, and all other clips, as they are. */
export const changesOnlyItself = (was: Document['clips'][number], is: Document['clips'][number]): boolean =>
  is.type !== 'group' &&
  sameJson(speedOf(was), speedOf(is)) &&
  changedFields(was, is).every((name) => isDrawnHere(name) || name === 'textProperties');
