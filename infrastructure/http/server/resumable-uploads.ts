import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type DataStore, type Locker, Server, Upload } from '@tus/server';
import type { PartAddresses } from '../../../application/ports/object-storage.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { AssetId } from '../../../domain/ids.js';

/** What a client states about the file of an upload. */
export interface AnnouncedFile {
  readonly bytes?: number;
  readonly name?: string;
  readonly type?: string;
}

/** The response that refuses a request of the protocol, as the tus server expects it to be thrown. */
export interface TusRefusal {
  readonly status_code: number;
  readonly body: string;
}

/** What the service does with the uploads of a request. */
export interface TusHandler {
  readonly newId: () => AssetId;
  readonly created: (id: AssetId, announced: AnnouncedFile) => Promise<TusRefusal | undefined>;
  /** All bytes were received. */
  readonly finished: (id: AssetId) => Promise<void>;
}

/** Content that was received to its last byte. */
interface CompleteContent {
  /** In hex. */
  readonly sha256: string;
  /** Stores it in the object storage under the key of its asset. */
  readonly storeAs: (key: string) => TaskEither<Fault, void>;
}

export type CompleteUpload = CompleteContent & { readonly bytes: number };

export interface ResumableUploads {
  /** Begins an upload whose parts a client sends to the storage; undefined if the storage accepts none from clients. */
  readonly direct: ((id: AssetId, bytes: number) => Promise<PartAddresses>) | undefined;
  /** Answers a request of the protocol. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, handler: TusHandler) => Promise<void>;
  /** The upload if it is complete; undefined if bytes are missing or there is none. */
  readonly complete: (id: AssetId) => Promise<CompleteUpload | undefined>;
  /** Whether there is such an upload, complete or not. */
  readonly exists: (id: AssetId) => Promise<boolean>;
  /** Removes the received bytes of an upload, after it has stopped the request that sends some. */
  readonly remove: (id: AssetId) => Promise<void>;
}

const PATH = '/v1/assets';

/** How long clients may send parts to the storage, in s: as long as an interrupted upload is kept. */
const ADDRESS_LIFETIME_SECONDS = 24 * 60 * 60;

/** The store of unfinished uploads, which all processes share. */
export interface UploadStore {
  readonly store: DataStore;
  readonly prefix: string;
  /** The content of an upload that was received to its last byte. A store that has it in parts joins them first. */
  readonly complete: (id: string) => Promise<CompleteContent>;
  /** Signs addresses for the parts of an upload, valid for `seconds`; undefined if the store has none. */
  readonly addresses: ((id: string, bytes: number, seconds: number) => Promise<PartAddresses>) | undefined;
  /** Whether a write that failed did so because there is no space left. */
  readonly isFull: () => Promise<boolean>;
}

interface Options {
  readonly locks: Locker;
  readonly maxBytes: number;
}

/** How long a request may take to release the lock of its upload, in ms. */
const LOCK_TIMEOUT = 10_000;

const FULL: TusRefusal = { status_code: 507, body: 'the storage of the service is full\n' };

type TusRequest = { readonly runtime?: { readonly node?: { readonly req: unknown } } };

/** The server of the protocol. @param handlerOf what handles a request */
const tusServer = (
  { store, prefix, isFull }: UploadStore,
  { locks, maxBytes }: Options,
  handlerOf: (request: TusRequest) => TusHandler,
): Server => {
  const idOf = (stored: string): AssetId => stored.slice(prefix.length) as AssetId;
  return new Server({
    path: PATH,
    datastore: store,
    maxSize: maxBytes,
    locker: locks,
    allowedOrigins: () => false,
    namingFunction: (request) => prefix + handlerOf(request).newId(),
    generateUrl: (_request, { id }) => `${PATH}/${idOf(id)}/upload`,
    getFileIdFromRequest: (request) => {
      const [, id] = /\/v1\/assets\/([0-9a-f-]{36})\/upload$/.exec(new URL(request.url).pathname) ?? [];
      return id === undefined ? undefined : prefix + id;
    },
    onUploadCreate: async (request, { id, size, metadata }) => {
      const { filename, filetype } = metadata ?? {};
      const refusal = await handlerOf(request).created(idOf(id), {
        ...(size === undefined ? {} : { bytes: size }),
        ...(filename ? { name: filename } : {}),
        ...(filetype ? { type: filetype } : {}),
      });
      // The tus server sends whatever is thrown with a status.
      // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error
      if (refusal) throw refusal;
      return {};
    },
    onUploadFinish: async (request, { id }) => {
      await handlerOf(request).finished(idOf(id));
      return {};
    },
    onResponseError: async (_request, error) => {
      const status = 'status_code' in error ? error.status_code : 500;
      return status >= 500 && (await isFull()) ? FULL : undefined;
    },
  });
};

/** Uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). Uploads of one id are never written concurrently. */
export const resumableUploads = (uploads: UploadStore, options: Options): ResumableUploads => {
  const { store, prefix, addresses } = uploads;
  const handlers = new WeakMap<IncomingMessage, TusHandler>();
  const server = tusServer(uploads, options, (request) => {
    const handler = handlers.get(request.runtime?.node?.req as IncomingMessage);
    if (!handler) throw new RangeError('no handler is registered for this request');
    return handler;
  });

  return {
    direct:
      addresses &&
      (async (id, bytes) => {
        await store.create(new Upload({ id: prefix + id, size: bytes, offset: 0 }));
        return addresses(prefix + id, bytes, ADDRESS_LIFETIME_SECONDS);
      }),
    handle: async (request, response, handler) => {
      handlers.set(request, handler);
      await server.handle(request, response);
    },
    complete: async (id) => {
      const stored = prefix + id;
      const upload = await store.getUpload(stored).catch(() => undefined);
      if (!upload || upload.size === undefined || upload.offset !== upload.size) return undefined;
      return { ...(await uploads.complete(stored)), bytes: upload.size };
    },
    exists: (id) =>
      store.getUpload(prefix + id).then(
        () => true,
        (error: Partial<TusRefusal>) => {
          if (error.status_code === 404 || error.status_code === 410) return false;
          throw error;
        },
      ),
    remove: async (id) => {
      const lock = options.locks.newLock(prefix + id);
      await lock.lock(AbortSignal.timeout(LOCK_TIMEOUT), () => undefined);
      try {
        await store.remove(prefix + id);
      } catch (error) {
        if ((error as Partial<TusRefusal>).status_code !== 404) throw error;
      } finally {
        await lock.unlock();
      }
    },
  };
};
