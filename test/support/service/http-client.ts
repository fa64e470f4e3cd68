/** A small API client for tests: JSON in; status, headers and JSON out. */
import { answerProblems } from '../api/api-description.js';
import type { Reply } from './reply.js';

export interface Call {
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls `baseUrl`, with an API key if given. Throws if a response violates the OpenAPI document. */
export const apiClient =
  (baseUrl: string, apiKey?: string) =>
  async (method: string, path: string, { body, raw, headers = {} }: Call = {}): Promise<Reply> => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    const problems = answerProblems(method, path, reply);
    if (problems.length > 0)
      throw new Error(`${method} ${path} ${reply.status}: ${problems.join('; ')}: ${text.slice(0, 500)}`);
    return reply;
  };

export type Api = ReturnType<typeof apiClient>;

/** A minimal video. */
export const minimalVideo = { metadata: { name: 'a video', duration: 1000 }, clips: [] };
