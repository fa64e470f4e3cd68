import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import { isRecord } from '../../domain/codec/json.js';
import type { StoredEvent } from '../ports/event-archive.js';
import { anyObject, countField, dateTime, text } from './fields.js';

/** Who caused an event. */
export const ActorRecord = about(
  'Who did it: an API key (`keyId`), the editor link, a render worker (`workerId`) or the admin command line.',
  record(
    { type: about('Kind of actor.', oneOf('api-key', 'editor-link', 'worker', 'admin')) },
    { keyId: text('Id of the API key.'), workerId: text('Id of the worker.') },
  ),
  { title: 'Actor' },
);

/** A recorded event as clients see it. */
export const EventRecord = about(
  'An event exactly as stored. `metadata.hash` covers it and, through `previousHash`, all events before it.',
  record({
    id: text('Unique identifier of the event.'),
    stream: text('The stream it belongs to.'),
    revision: countField('Its position in the stream, from 0.'),
    type: text('What happened.'),
    recordedAt: dateTime('When it was stored.'),
    data: anyObject('The facts; empty if the stored data is not an object.'),
    metadata: anyObject(
      'Who caused it, by which request, and the hashes. Fields may be missing if another program wrote the event.',
    ),
  }),
  { title: 'RecordedEvent' },
);
export type EventRecord = t.TypeOf<typeof EventRecord>;

/** A recorded event, unchanged. Data that is not an object, which another program must have written, is left out. */
export const eventRecord = (stored: StoredEvent): EventRecord => ({
  ...stored,
  data: isRecord(stored.data) ? stored.data : {},
  metadata: { ...stored.metadata },
});
