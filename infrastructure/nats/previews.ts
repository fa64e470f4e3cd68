/** Requests previews from render workers: see preview-messages.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { createInbox, type Msg, type NatsConnection, NatsError } from 'nats';
import type { PreviewFailure, Previews } from '../../application/ports/previews.js';
import type { Party } from '../../application/permits/permit-counts.js';
import { MediaRecord } from '../../application/records/media-record.js';
import { decodedMessage } from './json-message.js';
import {
  ACCEPTED,
  headersOf,
  KIND,
  SILENCE_TIMEOUT,
  SUBJECT,
  WireChecked,
  WireFailure,
} from './preview-messages.js';

/** How long a worker may take to accept a request, in ms. */
const ACCEPT_TIMEOUT = 2000;

/** How long a requester searches for a worker with a free permit before it waits at one, and the pause in between, in ms. */
const SEARCH_MS = 500;
const BUSY_PAUSE = 50;

/** The party of requests of the service itself. */
const SERVICE: Party = { owner: '' };

const LOST: PreviewFailure = { _tag: 'NoWorkerAvailable' };

type Result = E.Either<PreviewFailure, Uint8Array>;

/** Decodes the JSON of a worker. A worker that breaks the protocol, such as one of another release, counts as lost. */
const decodedAs =
  <A>(codec: t.Decoder<unknown, A>) =>
  (bytes: Uint8Array): E.Either<PreviewFailure, A> =>
    E.mapLeft(() => LOST)(decodedMessage(codec, bytes));

const failureIn = (bytes: Uint8Array): PreviewFailure => E.toUnion(decodedAs(WireFailure)(bytes));

/**
 * Repeats the request until a worker with a free permit accepts it; after some time, lets it wait at a worker.
 * @returns whether a worker accepted it
 */
const isAccepted = async (nats: NatsConnection, request: Uint8Array, signal: AbortSignal, by: Party) => {
  const waitsFrom = performance.now() + SEARCH_MS;
  while (!signal.aborted) {
    try {
      const waits = performance.now() >= waitsFrom;
      const options = { timeout: ACCEPT_TIMEOUT, headers: headersOf(by, waits) };
      const reply = await nats.request(SUBJECT, request, options);
      if (reply.string() === ACCEPTED) return true;
      if (waits) return false;
    } catch (error) {
      // No worker, none that answers, or no connection.
      if (error instanceof NatsError) return false;
      throw error;
    }
    await delay(BUSY_PAUSE, undefined, { signal }).catch(() => undefined);
  }
  return false;
};

/** Collects what a worker sends to an inbox. */
const receive = (nats: NatsConnection, inbox: string, signal: AbortSignal) => {
  const parts: Uint8Array[] = [];
  let finish: (result: Result) => void = () => undefined;
  const result = new Promise<Result>((resolve) => (finish = resolve));
  const giveUp = (): void => finish(E.left(LOST));
  let silence = setTimeout(giveUp, SILENCE_TIMEOUT);
  signal.addEventListener('abort', giveUp, { once: true });
  const take = ({ data }: Msg): void => {
    const content = data.subarray(1);
    if (data[0] === KIND.part) parts.push(content);
    if (data[0] === KIND.end) finish(E.right(Buffer.concat(parts)));
    if (data[0] === KIND.failure) finish(E.left(failureIn(content)));
  };
  const subscription = nats.subscribe(inbox, {
    callback: (error, received) => {
      if (error) return giveUp();
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_TIMEOUT);
      take(received);
      received.respond();
    },
  });
  return {
    result,
    close: (): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', giveUp);
      subscription.unsubscribe();
    },
  };
};

/** Has previews made by the workers that serve them. `connection` is undefined while NATS was never reached. */
export const natsPreviews = (connection: () => NatsConnection | undefined): Previews => {
  const requestPreview = async (
    content: object,
    signal: AbortSignal,
    by: Party = SERVICE,
  ): Promise<Result> => {
    const nats = connection();
    if (!nats) return E.left(LOST);
    const inbox = createInbox();
    const request = await promisify(gzip)(JSON.stringify({ inbox, ...content }));
    if (request.byteLength > (nats.info?.max_payload ?? Infinity)) return E.left({ _tag: 'PreviewTooLarge' });
    const receiving = receive(nats, inbox, signal);
    try {
      return (await isAccepted(nats, request, signal, by)) ? await receiving.result : E.left(LOST);
    } finally {
      receiving.close();
    }
  };
  return {
    frame: (request, signal, by) => () => requestPreview({ _tag: 'Frame', ...request }, signal, by),
    playback: (request, signal, by) => () => requestPreview({ _tag: 'Playback', ...request }, signal, by),
    check: (composition, signal, by) => async () =>
      E.flatMap(decodedAs(WireChecked))(await requestPreview({ _tag: 'Check', composition }, signal, by)),
    proxy: (request, signal, by) => async () =>
      E.map(() => undefined)(await requestPreview({ _tag: 'Proxy', ...request }, signal, by)),
    media: (url, signal, by) => async () =>
      E.flatMap(decodedAs(MediaRecord))(await requestPreview({ _tag: 'Media', url }, signal, by)),
  };
};
