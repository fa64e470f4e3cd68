/**
 * Previews by render workers, as requests over core NATS. A request goes to one worker of a queue group, which accepts
 * it or says that it is busy. The worker then sends the result in parts to an inbox of the requester, each part as a
 * request that the requester confirms: that limits what is in flight, and tells each side when the other is gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { createInbox, Empty, JSONCodec, type Msg, type NatsConnection, NatsError } from 'nats';
import type { PreviewFailure, Previews } from '../../application/ports/previews.js';
import { StoredComposition } from '../../domain/composition/stored-composition.js';

const SUBJECT = 'framewright.previews';
const QUEUE_GROUP = 'render-workers';

const ACCEPTED = 'accepted';
const BUSY = 'busy';

/** How long a worker may take to accept a request, and a requester to confirm a part, in ms. */
const ACCEPT_TIMEOUT = 2000;
const CONFIRM_TIMEOUT = 5000;

/** How often a worker shows that it is still at work, and the silence after which it counts as lost, in ms. */
const ALIVE_INTERVAL = 500;
const SILENCE_TIMEOUT = 10_000;

/** How long a requester asks again while workers are busy, and how long it pauses in between, in ms. */
const BUSY_TIMEOUT = 10_000;
const BUSY_PAUSE = 100;

/** The parts of a result, in bytes. */
const PART_BYTES = 512 * 1024;

/** More than a request can have, in bytes. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

/** The first byte of a message to the inbox: what follows. */
const KIND = { alive: 0, part: 1, end: 2, failure: 3 } as const;

const json = JSONCodec<unknown>();

const WireRequest = t.intersection([
  t.type({
    inbox: t.string,
    composition: StoredComposition,
    ms: t.number,
    format: t.keyof({ png: null, webp: null, jpeg: null }),
  }),
  t.partial({ width: t.number }),
]);

const message = (kind: number, content: Uint8Array = Empty): Uint8Array =>
  Buffer.concat([Uint8Array.of(kind), content]);

const LOST: PreviewFailure = { _tag: 'NoWorkerAvailable' };

type Result = E.Either<PreviewFailure, Uint8Array>;

/** Asks until a worker accepts. Whether one did. */
const accepted = async (nats: NatsConnection, request: Uint8Array, signal: AbortSignal): Promise<boolean> => {
  const end = performance.now() + BUSY_TIMEOUT;
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
    if (data[0] === KIND.failure) finish(E.left(json.decode(content) as PreviewFailure));
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
  return { frame: (request, signal) => () => ask(request, signal) };
};

/** Sends the result of one request; ends the work when the requester is gone, or the worker stops. */
const answer = async (
  nats: NatsConnection,
  previews: Previews,
  data: Uint8Array,
  stop: AbortSignal,
): Promise<void> => {
  const text = await promisify(gunzip)(data, { maxOutputLength: MAX_REQUEST_BYTES });
  const decoded = WireRequest.decode(JSON.parse(text.toString('utf8')));
  if (E.isLeft(decoded)) return;
  const { inbox, width, ...request } = decoded.right;
  const gone = new AbortController();
  const send = async (kind: number, content?: Uint8Array): Promise<void> => {
    if (gone.signal.aborted) return;
    await nats.request(inbox, message(kind, content), { timeout: CONFIRM_TIMEOUT }).catch(() => gone.abort());
  };
  const alive = setInterval(() => void send(KIND.alive), ALIVE_INTERVAL);
  try {
    const signal = AbortSignal.any([gone.signal, stop]);
    const made = await previews.frame({ ...request, ...(width === undefined ? {} : { width }) }, signal)();
    if (E.isLeft(made)) return await send(KIND.failure, json.encode(made.left));
    for (let from = 0; from < made.right.byteLength; from += PART_BYTES)
      await send(KIND.part, made.right.subarray(from, from + PART_BYTES));
    await send(KIND.end);
  } finally {
    clearInterval(alive);
  }
};

export interface PreviewServer {
  readonly previews: Previews;
  /** How many previews this process makes at once. */
  readonly atOnce: number;
  readonly onError: (error: unknown) => void;
}

/** Makes previews for requesters. @returns ends the requests in work and takes no more */
export const servePreviews = (
  nats: NatsConnection,
  { previews, atOnce, onError }: PreviewServer,
): (() => Promise<void>) => {
  const inWork = new Set<Promise<void>>();
  const stopping = new AbortController();
  const take = (request: Msg): void => {
    if (inWork.size >= atOnce) return void request.respond(Buffer.from(BUSY));
    request.respond(Buffer.from(ACCEPTED));
    const work = answer(nats, previews, request.data, stopping.signal)
      .catch(onError)
      .finally(() => inWork.delete(work));
    inWork.add(work);
  };
  const subscription = nats.subscribe(SUBJECT, {
    queue: QUEUE_GROUP,
    callback: (error, request) => (error ? onError(error) : take(request)),
  });
  return async () => {
    subscription.unsubscribe();
    stopping.abort();
    await Promise.all(inWork);
  };
};
