/** Patches of a video that this service never wrote. */
import { randomUUID } from 'node:crypto';
import { newStream } from '../../support/event-store/example-history.js';
import { composition, videoPatched } from '../../support/examples.js';

/** Must not appear in any record, log or error. */
export const CONTENT = 'content-of-a-client';

export type Json = Readonly<Record<string, unknown>>;

/** The data of a patch, and its metadata, as this service writes them. */
export const { data: whole } = videoPatched(2, composition(CONTENT));
export const noted = newStream('video-x', [videoPatched(2, composition())]).events[0]
  ?.metadata as unknown as Json;
const without = (field: string, all: Json = whole): Json =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== field));

/** Data, metadata, and the reported reason. */
export const malformed: ReadonlyArray<readonly [data: unknown, metadata: unknown, reason: string]> = [
  [CONTENT, noted, 'data is not an object'],
  [[CONTENT], noted, 'data is not an object'],
  [{}, noted, 'data.videoId is missing or invalid'],
  [without('composition'), noted, 'data.composition is missing or invalid'],
  [{ ...whole, composition: null }, noted, 'data.composition is missing or invalid'],
  [
    { ...whole, composition: { ...whole.composition, clips: [null] } },
    noted,
    'data.composition.clips.0 is missing or invalid',
  ],
  [{ ...whole, version: 2 ** 40 }, noted, 'data.version is missing or invalid'],
  [{ ...whole, version: CONTENT }, noted, 'data.version is missing or invalid'],
  [{ ...whole, at: CONTENT }, noted, 'data.at is missing or invalid'],
  [{ ...whole, ownerId: `${CONTENT}\0` }, noted, 'data holds text, names or numbers that cannot be stored'],
  [whole, undefined, 'metadata is not an object'],
  [whole, without('actor', noted), 'metadata.actor is missing or invalid'],
  [{ ...whole, videoId: randomUUID() }, noted, 'the event belongs to another stream'],
];
