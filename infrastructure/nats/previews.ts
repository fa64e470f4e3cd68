/** Requests previews from render workers: see preview-messages.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { createInbox, type Msg, type NatsConnection, NatsError } from 'nats';
import { PREVIEW_TIMES, type PreviewFailure, type Previews } from '../../application/ports/previews.js';
import { MediaRecord } from '../../application/records/media-record.js';
import { ACCEPTED, KIND, SILENCE_TIMEOUT, SUBJECT, WireChecked, WireFailure } from './preview-messages.js';

/** How long a worker may take to accept a request, in ms. */
const ACCEPT_TIMEOUT = 2000;

/** How long a requester pauses before it asks again while workers are busy, in ms. */
const BUSY_PAUSE = 100;

const LOST: PreviewFailure = { _tag: 'NoWorkerAvailable' };

type Result = E.Either<PreviewFailure, Uint8Array>;

/** The JSON of a worker. One that does not keep to the protocol, such as one of another release, counts as lost. */
const decodedAs =
  <A>(codec: t.Type<A, unknown, unknown>) =>
  (bytes: Uint8Array): E.Either<PreviewFailure, A> =>
    pipe(
      E.tryCatch(
        () => JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown,
        () => LOST,
      ),
      E.flatMap((value) => E.mapLeft(() => LOST)(codec.decode(value))),
    );

const failureIn = (bytes: Uint8Array): PreviewFailure => E.toUnion(decodedAs(WireFailure)(bytes));

/** Asks until a worker accepts. Whether one did. */
const accepted = async (nats: NatsConnection, request: Uint8Array, signal: AbortSignal): Promise<boolean> => {
  const end = performance.now() + PREVIEW_TIMES.waiting;
  while (!signal.aborted && performance.now() < end) {
    try {
      const reply = await nats.request(SUBJECT, request, { timeout: ACCEPT_TIMEOUT });
      if (reply.string() === ACCEPTED) return true;
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
  const ask = async (content: object, signal: AbortSignal): Promise<Result> => {
    const nats = connection();
    if (!nats) return E.left(LOST);
    const inbox = createInbox();
    const request = await promisify(gzip)(JSON.stringify({ inbox, ...content }));
    if (request.byteLength > (nats.info?.max_payload ?? Infinity)) return E.left({ _tag: 'PreviewTooLarge' });
    const receiving = receive(nats, inbox, signal);
    try {
      return (await accepted(nats, request, signal)) ? await receiving.result : E.left(LOST);
    } finally {
      receiving.close();
    }
  };
  return {
    frame: (request, signal) => () => ask({ _tag: 'Frame', ...request }, signal),
    playback: (composition, signal) => () => ask({ _tag: 'Playback', composition }, signal),
    check: (composition, signal) => async () =>
      E.flatMap(decodedAs(WireChecked))(await ask({ _tag: 'Check', composition }, signal)),
    media: (url, signal) => async () =>
      E.flatMap(decodedAs(MediaRecord))(await ask({ _tag: 'Media', url }, signal)),
  };
};
