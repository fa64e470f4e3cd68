import { once } from 'node:events';
import { got, type Request } from 'got';
import type {
  NotAnswered,
  SendResult,
  WebhookRequest,
  WebhookSender,
} from '../../application/ports/webhook-deliveries.js';
import type { GuardedAgents } from '../net/guarded-agents.js';
import { errorCode } from '../platform/error-code.js';
import { currentTraceparent, inSpan } from '../platform/tracing/spans.js';

/** Time limit of an attempt, from the name lookup to the last byte of the response, in ms. */
export const ATTEMPT_LIMIT_MS = 15_000;

/** How much of a response is read, in bytes; the rest is discarded. */
export const RESPONSE_LIMIT_BYTES = 16 * 1024;

/** Reads a response up to the limit. */
const readResponse = async (request: Request): Promise<Buffer> => {
  const chunks: Array<Buffer> = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= RESPONSE_LIMIT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_LIMIT_BYTES);
};

/** Why there is no connection, and what the owner can do. */
const CONNECT_PROBLEMS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'the host name could not be looked up; check the name servers of its domain',
  ECONNREFUSED: 'the connection was refused; start the receiver, or correct the port of the URL',
  EHOSTUNREACH: 'the host cannot be reached; check that it is running and connected',
  ENETUNREACH: 'the network cannot be reached; check that the host is connected to the internet',
  ETIMEDOUT: 'the connection timed out; check that no firewall blocks it',
};

/** An error of the request and its remedy, worded for the owner: no address, no internal path. */
const notAnswered = (error: unknown): NotAnswered => {
  const code = errorCode(error) ?? 'UNKNOWN';
  // One message for both, so that owners can't learn which names exist in the private network.
  if (code === 'ADDRESS_REFUSED' || code === 'ENOTFOUND')
    return {
      _tag: 'NotAnswered',
      stage: 'address',
      message:
        'the host has no publicly routable address; correct the URL, or have the operator add it to ALLOWED_PRIVATE_HOSTS',
    };
  const problem = CONNECT_PROBLEMS[code];
  if (problem) return { _tag: 'NotAnswered', stage: 'connect', message: problem };
  if (/CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE/.test(code))
    return {
      _tag: 'NotAnswered',
      stage: 'connect',
      message: `no trusted TLS connection (${code}); install a valid certificate for the host, with its issuers`,
    };
  return {
    _tag: 'NotAnswered',
    stage: 'answer',
    message: `the request failed (${code}); look for the cause in the log of the receiver`,
  };
};

const timedOut = (limitMs: number): NotAnswered => ({
  _tag: 'NotAnswered',
  stage: 'time-out',
  message: `no complete response within ${limitMs / 1000} s; respond first, then do the work`,
});

const post = async (
  { url, headers, body }: WebhookRequest,
  agents: GuardedAgents,
  signal: AbortSignal,
): Promise<SendResult> => {
  const request = got.stream.post(url, {
    agent: { http: agents.http, https: agents.https },
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    headers: { ...headers, 'accept-encoding': 'identity' },
    decompress: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    signal,
  });
  try {
    const [response] = (await once(request, 'response')) as [
      { readonly statusCode: number; readonly headers: { readonly 'retry-after'?: string } },
    ];
    const retryAfter = response.headers['retry-after'];
    return {
      _tag: 'Answered',
      status: response.statusCode,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      body: await readResponse(request),
    };
  } finally {
    request.on('error', () => undefined).destroy();
  }
};

/** Sends webhooks with got. Redirects are not followed; they count as responses. */
export const gotWebhookSender = (
  agents: GuardedAgents,
  limitMs: number = ATTEMPT_LIMIT_MS,
): WebhookSender => ({
  send: (request, signal) => () =>
    inAttemptSpan(request, async (request) => {
      const limit = AbortSignal.timeout(limitMs);
      try {
        return await post(request, agents, AbortSignal.any([signal, limit]));
      } catch (error) {
        return limit.aborted ? timedOut(limitMs) : notAnswered(error);
      }
    }),
});

/** Sends in a span that continues the trace of the message, and names the span to the receiver in `traceparent`. */
const inAttemptSpan = (
  request: WebhookRequest,
  send: (request: WebhookRequest) => Promise<SendResult>,
): Promise<SendResult> => {
  const { attempt, headers } = request;
  const attributes = attempt && {
    'http.request.method': 'POST',
    'framewright.delivery_id': attempt.deliveryId,
    'framewright.endpoint_id': attempt.endpointId,
    'framewright.message_id': attempt.messageId,
    'framewright.attempt': attempt.attempt,
  };
  const options = {
    kind: 'CLIENT',
    parent: attempt?.traceparent,
    ...(attributes && { attributes }),
  } as const;
  return inSpan('webhook attempt', options, async (span) => {
    const traceparent = currentTraceparent();
    const result = await send(
      traceparent === undefined ? request : { ...request, headers: { ...headers, traceparent } },
    );
    if (result._tag === 'Answered') span.setAttributes({ 'http.response.status_code': result.status });
    else span.fail(result.stage);
    return result;
  });
};
