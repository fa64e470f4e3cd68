import {
  type CallOptions,
  type ClientOptions,
  type Connection,
  credentials,
  recordOf,
  ofId,
} from './connection.js';
import { errorOf } from './errors.js';
import { readAsset } from './read-asset.js';
import { retryingFetch, type Sleep } from './retrying-fetch.js';
import type { Asset } from './types.js';

export interface UploadOptions extends CallOptions {
  /** Its name. Default: the name of a `File`. */
  readonly name?: string;
  /** Told how many bytes the service has, after each part. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** How much is sent in one request, bytes. */
const PART = 16 * 1024 * 1024;
/** How often a part is sent at most, and by how much the wait grows with each time, ms. */
const ATTEMPTS = 8;
const PAUSE = 500;

const NEVER = new AbortController().signal;

const inBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** The error in a response, which the protocol sends as text. */
const refusedBy = async (response: Response): Promise<Error> =>
  errorOf(response, { message: [(await response.text()).trim()] });

/** Requests of tus 1.0. Parts are not simply sent again: the service is asked how much of them it has. */
const tusRequests = (options: ClientOptions) => {
  const { baseUrl, fetch = (request) => globalThis.fetch(request) } = options;
  const retrying = retryingFetch(fetch, options);
  return (method: string, path: string, headers: object, body: Blob | undefined, signal: AbortSignal) =>
    (method === 'POST' ? retrying : fetch)(
      new Request(baseUrl.replace(/\/+$/, '') + path, {
        method,
        headers: { 'tus-resumable': '1.0.0', ...credentials(options), ...headers },
        ...(body ? { body } : {}),
        signal,
      }),
    );
};

/** Files of an owner, which clips name as `asset:` and the id. */
export const assetsOf = (connection: Connection, options: ClientOptions, sleep: Sleep) => {
  const get = (id: string, call: CallOptions = {}): Promise<Asset> =>
    recordOf(connection.GET('/v1/assets/{id}', { ...ofId(id), ...call }));

  const send = tusRequests(options);

  /** Sends the next part. Resolves with how many bytes the service has then: not always the whole part. */
  const sendPart = async (path: string, file: Blob, offset: number, signal: AbortSignal): Promise<number> => {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const part = file.slice(offset, offset + PART);
    for (let attempt = 1; ; attempt += 1) {
      const sent = await send('PATCH', path, headers, part, signal).catch((error: unknown) => {
        if (signal.aborted || attempt === ATTEMPTS) throw error;
        return undefined;
      });
      if (sent?.ok) return Number(sent.headers.get('upload-offset'));
      if (sent && sent.status < 500 && sent.status !== 409 && sent.status !== 429)
        throw await refusedBy(sent);
      if (attempt === ATTEMPTS && sent) throw await refusedBy(sent);
      await sleep(attempt * PAUSE, signal);
      const asked = await send('HEAD', path, {}, undefined, signal).catch(() => undefined);
      const has = Number(asked?.headers.get('upload-offset') ?? offset);
      if (has > offset) return has;
    }
  };

  return {
    get,

    /**
     * Uploads a file in parts; one that is interrupted continues where it stopped. Resolves when the service has read it:
     * `status` is `ready`, or `refused` with the reason.
     * @throws ApiError if the service does not take it
     */
    upload: async (
      file: Blob & { readonly name?: string },
      { name = file.name ?? 'unnamed', onProgress = () => undefined, signal = NEVER }: UploadOptions = {},
    ): Promise<Asset> => {
      const metadata = `filename ${inBase64(name)},filetype ${inBase64(file.type)}`;
      const headers = { 'upload-length': String(file.size), 'upload-metadata': metadata };
      const created = await send('POST', '/v1/assets', headers, undefined, signal);
      const id = created.headers.get('location')?.split('/').at(-2);
      if (!created.ok || id === undefined) throw await refusedBy(created);
      const path = `/v1/assets/${id}/upload`;
      for (let offset = 0; offset < file.size; onProgress(offset, file.size))
        offset = await sendPart(path, file, offset, signal);
      return readAsset(connection, id, sleep, { signal });
    },
  };
};
