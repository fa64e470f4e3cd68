import type { JsonSchema } from '../../../domain/codec/codec.js';
import { oneOf } from '../../../domain/codec/scalars.js';

// What the answers about a video's history look like.

const dateTime: JsonSchema = { type: 'string', format: 'date-time' };
const text = (description: string): JsonSchema => ({ type: 'string', description });
const anyObject = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: true,
  description,
});

const ActorSchema: JsonSchema = {
  title: 'Actor',
  description:
    'Who did it: an API key (`keyId`), the editor link, a render worker (`workerId`) or the admin command line.',
  type: 'object',
  properties: {
    type: { ...oneOf('api-key', 'editor-link', 'worker', 'admin').jsonSchema, description: 'Kind of actor.' },
    keyId: text('Id of the API key.'),
    workerId: text('Id of the worker.'),
  },
  required: ['type'],
  additionalProperties: false,
};

/** One line of a video's history. */
export const VersionSchema: JsonSchema = {
  title: 'VideoVersion',
  description: 'One version of a video: when it came about, through whom, and what it changed.',
  type: 'object',
  properties: {
    version: { type: 'integer', minimum: 1, description: 'Number of the version, from 1.' },
    createdAt: { ...dateTime, description: 'When it was stored.' },
    actor: ActorSchema,
    change: text('What it changed, in one line.'),
    restoredFrom: { type: 'integer', minimum: 1, description: 'The version whose content it brought back.' },
  },
  required: ['version', 'createdAt', 'actor', 'change'],
  additionalProperties: false,
};

/** A JSON Patch (RFC 6902). */
export const PatchSchema: JsonSchema = {
  title: 'JsonPatch',
  description: 'A JSON Patch (RFC 6902).',
  type: 'array',
  items: {
    title: 'JsonPatchOperation',
    description: 'One step of the patch.',
    type: 'object',
    properties: {
      op: { ...oneOf('add', 'remove', 'replace').jsonSchema, description: 'What to do.' },
      path: text('Where, as a JSON Pointer (RFC 6901).'),
      value: { description: 'The new value, for add and replace.' },
    },
    required: ['op', 'path'],
    additionalProperties: false,
  },
};

/** A recorded event, to the letter. */
export const EventSchema: JsonSchema = {
  title: 'RecordedEvent',
  description:
    'An event as it is stored. `metadata.hash` vouches for it and, through `previousHash`, for all before it.',
  type: 'object',
  properties: {
    id: text('Unique identifier of the event.'),
    stream: text('The stream it belongs to.'),
    revision: { type: 'integer', minimum: 0, description: 'Its place in the stream, from 0.' },
    type: text('What happened.'),
    recordedAt: { ...dateTime, description: 'When the event store took it.' },
    data: anyObject('The facts; empty where something else than an object is stored.'),
    metadata: anyObject('Who caused it, in which request, and the hashes; what others wrote may lack them.'),
  },
  required: ['id', 'stream', 'revision', 'type', 'recordedAt', 'data', 'metadata'],
  additionalProperties: false,
};

const whole = (minimum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum,
  description,
});

const pageOf = (item: JsonSchema, pagination: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  description: 'A page of records.',
  properties: {
    data: { type: 'array', items: item, description: 'The records of this page.' },
    pagination: {
      type: 'object',
      description: 'Where in the list this page is.',
      properties: pagination,
      required: Object.keys(pagination),
      additionalProperties: false,
    },
  },
  required: ['data', 'pagination'],
  additionalProperties: false,
});

const hasNextPage: JsonSchema = { type: 'boolean', description: 'Whether there is a page after this one.' };

/** A page of versions; every page costs the same. */
export const VersionsSchema = pageOf(VersionSchema, {
  page: whole(1, 'Number of this page.'),
  limit: whole(1, 'Items per page.'),
  total: whole(0, 'Versions in all.'),
  totalPages: whole(0, 'Pages in all.'),
  hasNextPage,
});

/** A page of recorded events. */
export const EventsSchema = pageOf(EventSchema, {
  from: whole(0, 'The revision this page starts at.'),
  limit: whole(1, 'Most items on a page.'),
  hasNextPage,
  nextFrom: {
    type: ['integer', 'null'],
    description: 'Send it as `from` for the next page; null on the last.',
  },
});
