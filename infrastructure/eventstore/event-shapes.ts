import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord, isWellFormedJson } from '../../domain/codec/json.js';
import { instant } from '../../domain/codec/scalars.js';
import type { DomainEvent, EventMetadata } from '../../domain/events.js';
import { ApiKeyId, OwnerId, RenderId, VideoId, WebhookEndpointId } from '../../domain/ids.js';
import { STREAM_CATEGORIES } from '../../domain/stream-names.js';

// What the data of a stored event must hold at least, so that it can be folded, projected and stored in columns. Fields that
// are not named here pass, as a later release may add some; values are not held against the limits of requests, as these may
// have been others when the event was stored.

type Data<Type extends DomainEvent['type']> = Extract<DomainEvent, { readonly type: Type }>['data'];
type Keys<A> = A extends unknown ? keyof A : never;

/** The shape of a record: one of every field, so that none is forgotten. */
type Fields<A> = { readonly [K in Keys<A>]-?: t.Mixed };

const optional = (shape: t.Mixed): t.Mixed => t.union([shape, t.undefined]);
const orNull = (shape: t.Mixed): t.Mixed => t.union([shape, t.null]);

/** A whole number from 0 that a column of four bytes holds. */
const count = t.refinement(t.number, (n) => Number.isInteger(n) && n >= 0 && n < 2 ** 31, 'count');

const owned = { ownerId: OwnerId, at: instant };
const endpoint = { endpointId: WebhookEndpointId, ...owned };
const render = { renderId: RenderId, videoId: VideoId, videoVersion: count, ...owned };
const attempt = { ...render, attempt: count };
/** A number, or a word such as `auto` in its place. */
const numberOrText = t.union([t.number, t.string]);
const clips = t.readonlyArray(
  t.type({
    id: t.string,
    type: t.string,
    timeFrame: t.type({ start: t.number, end: optional(numberOrText) }),
  }),
);
const composition = t.type({
  version: t.string,
  metadata: t.type({
    name: t.string,
    backgroundColor: t.union([t.string, t.UnknownRecord]),
    duration: numberOrText,
    fps: t.number,
    canvas: t.type({ width: numberOrText, height: numberOrText }),
  }),
  clips,
  renderOptionsInUI: t.readonlyArray(t.string),
  additional: optional(t.UnknownRecord),
});
const strings = t.readonlyArray(t.string);
const changes = t.type({
  version: t.boolean,
  metadata: strings,
  clipsAdded: strings,
  clipsRemoved: strings,
  clipsChanged: strings,
  clipsReordered: t.boolean,
  additional: t.boolean,
});
const version = { videoId: VideoId, version: count, composition, ...owned };
const endpointDetails = {
  ...endpoint,
  url: t.string,
  events: strings,
  description: optional(t.string),
};

const shapes: { readonly [Type in DomainEvent['type']]: Fields<Data<Type>> } = {
  VideoCreated: { ...version, editorTokenHash: t.string },
  VideoPatched: { ...version, changes },
  VideoRestored: { ...version, changes, restoredFrom: count },
  EditorLinkChanged: { videoId: VideoId, editorTokenHash: orNull(t.string), ...owned },
  RenderRequested: {
    ...render,
    video: t.type({ videoId: VideoId, version: count, composition, createdAt: instant, updatedAt: instant }),
    autoGenerateCaptionWords: t.boolean,
    captionLanguageCode: t.string,
  },
  RenderStarted: { ...attempt, workerId: t.string },
  CaptionWordsGenerated: {
    ...attempt,
    clips,
    wordCount: count,
    recogniser: t.string,
    languageCode: t.string,
  },
  RenderCompleted: {
    ...attempt,
    output: t.type({
      key: t.string,
      bytes: t.number,
      sha256: t.string,
      width: t.number,
      height: t.number,
      frames: t.number,
      durationMs: t.number,
    }),
    provenance: t.UnknownRecord,
  },
  RenderFailed: {
    ...attempt,
    failure: t.type({ stage: t.string, message: t.string, retryable: t.boolean }),
  },
  RenderCancelled: render,
  WebhookEndpointRegistered: { ...endpointDetails, secretId: optional(t.string) },
  WebhookEndpointChanged: endpointDetails,
  WebhookEndpointPaused: endpoint,
  WebhookEndpointResumed: endpoint,
  WebhookEndpointDisabled: { ...endpoint, reason: t.string },
  WebhookSecretRotated: {
    ...endpoint,
    secretVersion: count,
    previousExpireAt: instant,
    xSignatureSwitchesAt: instant,
    secretId: optional(t.string),
  },
  WebhookEndpointDeleted: endpoint,
  ApiKeyIssued: {
    keyId: ApiKeyId,
    keyHash: t.string,
    limits: t.type({ minute: optional(t.number), hour: optional(t.number), day: optional(t.number) }),
    ...owned,
  },
  ApiKeyRevoked: { keyId: ApiKeyId, ...owned },
};
const codecs = Object.fromEntries(
  Object.entries(shapes).map(([type, fields]) => [type, t.type(fields as Record<string, t.Mixed>)]),
) as unknown as Readonly<Record<DomainEvent['type'], t.Mixed>>;

const metadataFields: Fields<EventMetadata> = {
  actor: t.type({ type: t.string }),
  requestId: t.string,
  $correlationId: t.string,
  $causationId: t.string,
  previousHash: t.string,
  hash: t.string,
};
const metadataCodec = t.type(metadataFields);

/** Where in a value something is amiss: steps into unions, which have no name in the data, are left out. */
const pathOf = (context: t.Context): string =>
  context
    .filter(({ key }, index) => key !== '' && !(context[index - 1]?.type instanceof t.UnionType))
    .map(({ key }) => key)
    .join('.');

const problemIn = (what: string, codec: t.Mixed, value: unknown): string | undefined => {
  if (!isRecord(value)) return `${what} is no object`;
  if (!isWellFormedJson(value)) return `${what} holds text, names or numbers that can not be stored`;
  const checked = codec.validate(value, [{ key: what, type: codec }]);
  const [first] = E.isLeft(checked) ? checked.left : [];
  return first && `${pathOf(first.context)} is missing or not what it must be`;
};

const isOfStream = (stream: string, data: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(STREAM_CATEGORIES).some(
    ([category, field]) => stream === `${category}-${String(data[field])}`,
  );

/**
 * Why a stored event of a known type can't be decoded: names fields, never what they hold. Nothing where it can.
 */
export const problemOfStored = (
  stream: string,
  { type, data }: { readonly type: DomainEvent['type']; readonly data: unknown },
  metadata: unknown,
): string | undefined => {
  const problem = problemIn('data', codecs[type], data) ?? problemIn('metadata', metadataCodec, metadata);
  if (problem !== undefined) return problem;
  return isRecord(data) && isOfStream(stream, data)
    ? undefined
    : 'the event is about another stream than its own';
};
