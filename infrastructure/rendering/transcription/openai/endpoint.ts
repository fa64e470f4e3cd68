import * as E from 'fp-ts/lib/Either.js';
import { got, HTTPError, TimeoutError } from 'got';
import type { Word } from '../../../../domain/composition/format/word.js';
import type { SegmentToRecognise, Recogniser } from '../recogniser.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { transcriptionFailed } from '../transcription-failed.js';
import { waveOfPart } from '../speech-file.js';
import { TranscriptionResponse, wordsOfResponse } from './response.js';

export interface TranscriptionEndpoint {
  /** Base address, e.g. `https://api.openai.com` or `http://127.0.0.1:8080`, with or without `/v1`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** Called when an attempt fails, for the log; never with the key. */
  readonly warn: (message: string) => void;
  /** Response timeout, ms; by default ten minutes. And the pause before the first retry, doubled for each further. */
  readonly timeoutMs?: number;
  readonly firstPauseMs?: number;
}

/** Five minutes of audio are 9.6 MB: less than the 25 MB that hosted endpoints accept. */
const LONGEST_SEGMENT_MS = 300_000;
/** Hosted endpoints process requests in parallel; a local one queues them. */
const LANES = 2;
const FURTHER_TRIES = 3;
/** A server that asks for a longer pause is not retried. */
const LONGEST_PAUSE_MS = 60_000;
const TIMEOUT_MS = 600_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** The address below which a server has its API: the configured one, with `/v1` if that is missing. */
export const apiAddress = (url: string): string => {
  const base = url.replace(/\/+$/, '').replace(/\/audio\/transcriptions$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
};

const addressOf = (url: string): string => `${apiAddress(url)}/audio/transcriptions`;

/** The multipart form as bytes, so that it can be resent. */
const formOf = async (fields: FormData): Promise<{ readonly type: string; readonly body: Buffer }> => {
  const encoded = new Response(fields);
  const body = Buffer.from(await encoded.arrayBuffer());
  return { type: encoded.headers.get('content-type') ?? '', body };
};

const statusFailure = (status: number): RenderError => {
  const retryable = status === 408 || status === 429 || status >= 500;
  const meaning =
    status === 401 || status === 403
      ? 'did not accept its API key'
      : status === 429
        ? 'had too many requests'
        : `answered with status ${status}`;
  return transcriptionFailed(`the transcription service ${meaning}`, { retryable, httpStatus: status });
};

/** Translates an error of the HTTP client, without URL, headers or body. */
const failureOf = (error: unknown): RenderError => {
  if (error instanceof RenderError) return error;
  if (error instanceof HTTPError) return statusFailure(error.response.statusCode);
  if (error instanceof TimeoutError)
    return transcriptionFailed('the transcription service did not respond in time', { retryable: true });
  return transcriptionFailed('the transcription service could not be reached', { retryable: true });
};

const malformed = (): RenderError =>
  transcriptionFailed('the transcription service returned an unreadable response', {
    retryable: false,
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
};

/** The words of a response's text. */
const decoded = (text: string): ReadonlyArray<Word> => {
  const response = TranscriptionResponse.decode(parsed(text));
  if (E.isLeft(response)) throw malformed();
  const words = wordsOfResponse(response.right);
  if (words === undefined)
    throw transcriptionFailed('the transcription service gave text without times', { retryable: false });
  return words;
};

const recognise = async (
  endpoint: TranscriptionEndpoint,
  { sound, segment, languageCode, signal }: SegmentToRecognise,
): Promise<ReadonlyArray<Word>> => {
  const fields = new FormData();
  const wave = await waveOfPart(sound, segment.startMs, segment.endMs);
  fields.set('file', new Blob([wave], { type: 'audio/wav' }), 'speech.wav');
  fields.set('model', endpoint.model);
  fields.set('language', languageCode.slice(0, 2)); // ISO 639-1
  fields.set('response_format', 'verbose_json');
  fields.set('temperature', '0'); // the same words each time
  fields.append('timestamp_granularities[]', 'word');
  fields.append('timestamp_granularities[]', 'segment');
  const { type, body } = await formOf(fields);
  const { apiKey, timeoutMs = TIMEOUT_MS, firstPauseMs = 1000 } = endpoint;
  const request = got.post(addressOf(endpoint.url), {
    body,
    headers: {
      'content-type': type,
      accept: 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    followRedirect: false, // a redirect could send the key and the audio elsewhere
    signal,
    timeout: { connect: CONNECT_TIMEOUT_MS, request: timeoutMs },
    retry: {
      limit: FURTHER_TRIES,
      methods: ['POST'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      maxRetryAfter: LONGEST_PAUSE_MS,
      calculateDelay: ({ computedValue, attemptCount, retryAfter }) =>
        computedValue === 0 ? 0 : (retryAfter ?? firstPauseMs * 2 ** (attemptCount - 1)),
    },
    hooks: {
      beforeRetry: [
        (error, count) => endpoint.warn(`transcription attempt ${count} failed: ${failureOf(error).message}`),
      ],
    },
  });
  let tooLong = false;
  void request.on('downloadProgress', ({ transferred }) => {
    if (transferred <= MOST_ANSWER_BYTES || tooLong) return;
    tooLong = true;
    request.cancel();
  });
  try {
    const { statusCode, body: text } = await request;
    if (statusCode > 299) throw statusFailure(statusCode); // got does not report a redirect as an error
    return decoded(text);
  } catch (error) {
    throw tooLong ? malformed() : failureOf(error);
  }
};

/**
 * Any server with OpenAI's `POST /v1/audio/transcriptions` and word times: hosted ones, faster-whisper, whisper.cpp.
 * Requests are retried, within limits, when the server is busy, failing or unreachable.
 */
export const openAiCompatibleEndpoint = (endpoint: TranscriptionEndpoint): Recogniser => ({
  name: () => Promise.resolve(`${endpoint.model} at ${new URL(endpoint.url).host}`),
  longestSegmentMs: LONGEST_SEGMENT_MS,
  lanes: LANES,
  recognise: (part) => recognise(endpoint, part),
});
