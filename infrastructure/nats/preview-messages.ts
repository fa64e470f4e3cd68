/**
 * The messages between requesters of previews and render workers, over core NATS. A request goes to one worker of a
 * queue group, which accepts it or replies that it has no permit for its party; a request that waits is accepted, and
 * waits for a permit of this worker. The worker then sends the result in parts to an inbox of the
 * requester, each part as a request that the requester confirms: that limits what is in flight, and tells each side when
 * the other is gone.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Empty, headers, type MsgHdrs } from 'nats';
import type { Party } from '../../application/permits/permit-counts.js';
import type { CompositionCheck, PreviewFailure } from '../../application/ports/previews.js';
import { CheckProblemRecord } from '../../application/records/check-record.js';
import { StoredComposition } from '../../domain/composition/stored-composition.js';
import { OwnerId } from '../../domain/ids.js';
import { RenderFailure } from '../../domain/render/render-failure.js';

export const SUBJECT = 'framewright.previews';
export const QUEUE_GROUP = 'render-workers';

export const ACCEPTED = 'accepted';
export const BUSY = 'busy';

/** How often a worker shows that it is still at work, and the silence after which it counts as lost, in ms. */
export const ALIVE_INTERVAL = 500;
export const SILENCE_TIMEOUT = 10_000;

const PARTY = 'Framewright-Party';
const WAITS = 'Framewright-Waits';

/** The headers of a request: the requesting party, and whether the request waits for a permit. */
export const headersOf = (by: Party, waits: boolean): MsgHdrs => {
  const all = headers();
  all.set(PARTY, encodeURIComponent(JSON.stringify([by.owner, by.linkTo ?? null])));
  if (waits) all.set(WAITS, 'yes');
  return all;
};

const WireParty = t.tuple([t.string, t.union([t.string, t.null])]);

/** Reads the headers of {@link headersOf}. Requests without them share one party. */
export const readHeaders = (all: MsgHdrs | undefined): { readonly by: Party; readonly waits: boolean } => {
  const waits = all?.get(WAITS) === 'yes';
  try {
    const decoded = WireParty.decode(JSON.parse(decodeURIComponent(all?.get(PARTY) ?? '')));
    const [owner, linkTo] = E.getOrElse((): t.TypeOf<typeof WireParty> => ['', null])(decoded);
    return { by: { owner, ...(linkTo === null ? {} : { linkTo }) }, waits };
  } catch {
    return { by: { owner: '' }, waits };
  }
};

/** The first byte of a message to the inbox: what follows. */
export const KIND = { alive: 0, part: 1, end: 2, failure: 3 } as const;

const WireFrame = t.intersection([
  t.type({
    _tag: t.literal('Frame'),
    composition: StoredComposition,
    ms: t.number,
    format: t.keyof({ png: null, webp: null, jpeg: null }),
  }),
  t.partial({ width: t.number }),
]);
const WirePlayback = t.type({
  _tag: t.literal('Playback'),
  composition: StoredComposition,
  seen: t.type({ from: t.number, to: t.number }),
  withSound: t.boolean,
});
const WireMedia = t.type({ _tag: t.literal('Media'), url: t.string });
const WireCheck = t.type({ _tag: t.literal('Check'), composition: StoredComposition });
const WireProxy = t.type({
  _tag: t.literal('Proxy'),
  composition: StoredComposition,
  key: t.string,
  owner: OwnerId,
});
/** What a preview is requested of, and the inbox for the result. */
export const WireRequest = t.intersection([
  t.type({ inbox: t.string }),
  t.union([WireFrame, WirePlayback, WireMedia, WireCheck, WireProxy]),
]);
export type WireRequest = t.TypeOf<typeof WireRequest>;

export const WireFailure: t.Type<PreviewFailure, PreviewFailure, unknown> = t.union([
  t.type({ _tag: t.literal('FrameOutsideVideo'), durationMs: t.number }),
  t.type({ _tag: t.literal('FrameNotDrawn'), failure: RenderFailure }),
  t.type({ _tag: t.literal('NoWorkerAvailable') }),
  t.type({ _tag: t.literal('PreviewTooLarge') }),
]);

export const WireChecked: t.Type<CompositionCheck, CompositionCheck, unknown> = t.type({
  problems: t.readonlyArray(CheckProblemRecord),
  work: t.number,
  mostSeconds: t.number,
});

/** A message to the inbox. */
export const message = (kind: number, content: Uint8Array = Empty): Uint8Array =>
  Buffer.concat([Uint8Array.of(kind), content]);
