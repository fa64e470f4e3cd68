import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type DataStore, type Locker, Server, Upload } from '@tus/server';
import type { PartAddresses } from '../../../application/ports/object-storage.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { AssetId } from '../../../domain/ids.js';

export interface Announced {
  readonly bytes?: number;
  readonly name?: string;
  readonly type?: string;
}

/** Refuses a request of the protocol with this status. */
export interface TusRefusal {
  readonly status_code: number;
  readonly body: string;
}

/** What the protocol leaves to the service. */
export interface TusHandler {
  readonly newId: () => AssetId;
  readonly created: (id: AssetId, announced: Announced) => Promise<TusRefusal | undefined>;
  /** All bytes were received. */
  readonly finished: (id: AssetId) => Promise<void>;
}

/** A content of which all bytes are there. */
interface CompleteContent {
  /** hex */
  readonly sha256: string;
  /** Stores it in the object storage, where the asset of this key is. */
  readonly storeAs: (key: string) => TaskEither<Fault, void>;
}

export type CompleteUpload = CompleteContent & { readonly bytes: number };

export interface ResumableUploads {
  /** Begins an upload whose parts a client sends to the storage; undefined if that takes nothing from clients. */
  readonly direct: ((id: AssetId, bytes: number) => Promise<PartAddresses>) | undefined;
  /** Answers a request of the protocol. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, handler: TusHandler) => Promise<void>;
  /** The upload if it is complete; undefined if bytes are missing or there is none. */
  readonly complete: (id: AssetId) => Promise<CompleteUpload | undefined>;
  /** Removes what there is of an upload; who sends a part of it is stopped first. */
  readonly remove: (id: AssetId) => Promise<void>;
}

const PATH = '/v1/assets';

/** How long clients may send parts to the storage: as long as an upload is kept that nobody continues, in s. */
const ADDRESSES_WORK = 24 * 60 * 60;

/** Where unfinished uploads are, so that all processes have them. */
export interface UploadStore {
  readonly store: DataStore;
  /** What the ids of the store begin with. */
  readonly prefix: string;
  /** An upload of which all bytes are there. The store puts it together first, if it has it in parts. */
  readonly complete: (id: string) => Promise<CompleteContent>;
  /** Signed addresses of the store for the parts of an upload, for so many seconds, if it has some. */
  readonly addresses: ((id: string, bytes: number, seconds: number) => Promise<PartAddresses>) | undefined;
  /** Whether a write that failed did so because there is no space left. */
  readonly isFull: () => Promise<boolean>;
}

interface Options {
  readonly locks: Locker;
  readonly maxBytes: number;
}

/** How long a request may take to stop, in ms. */
const LETTING_GO = 10_000;

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
      // The protocol's server takes anything thrown with a status.
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
        return addresses(prefix + id, bytes, ADDRESSES_WORK);
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
    remove: async (id) => {
      const lock = options.locks.newLock(prefix + id);
      await lock.lock(AbortSignal.timeout(LETTING_GO), () => undefined);
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
