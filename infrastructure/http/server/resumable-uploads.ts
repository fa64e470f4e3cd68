import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DataStore, type Locker, Server, Upload } from '@tus/server';
import type { PartAddresses } from '../../../application/ports/object-storage.js';
import type { AssetId } from '../../../domain/ids.js';
import { sha256OfFile } from '../../../workers/files/file-hash.js';

/** An upload that a client announces. */
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

/** A complete upload on this machine. */
export interface CompleteUpload {
  readonly path: string;
  /** hex */
  readonly sha256: string;
  readonly bytes: number;
  /** Removes what was copied to this machine. */
  readonly dispose: () => Promise<void>;
}

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
  /** The file of an upload, if it is on this machine. */
  readonly fileOf: (id: string) => Promise<string | undefined>;
  /** Signed addresses of the store for the parts of an upload, for so many seconds, if it has some. */
  readonly addresses: ((id: string, bytes: number, seconds: number) => Promise<PartAddresses>) | undefined;
  /** Puts an upload together of which all bytes are there, if the store has them in parts. */
  readonly finish: (id: string) => Promise<void>;
  /** Whether a write that failed did so because there is no space left. */
  readonly isFull: () => Promise<boolean>;
}

interface Options {
  readonly locks: Locker;
  readonly maxBytes: number;
  /** Where uploads of other machines are copied to. */
  readonly folder: string;
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

/** A store whose complete uploads can be read; those of the file and the S3 store can. */
interface Readable {
  readonly read: (id: string) => NodeJS.ReadableStream | Promise<NodeJS.ReadableStream>;
}

/** Uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). Uploads of one id are never written concurrently. */
export const resumableUploads = (uploads: UploadStore, options: Options): ResumableUploads => {
  const { store, prefix, fileOf, finish, addresses } = uploads;
  const handlers = new WeakMap<IncomingMessage, TusHandler>();
  const server = tusServer(uploads, options, (request) => {
    const handler = handlers.get(request.runtime?.node?.req as IncomingMessage);
    if (!handler) throw new RangeError('a request without its handler');
    return handler;
  });

  const copied = async (stored: string): Promise<string> => {
    const path = join(options.folder, randomUUID());
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const content = await (store as unknown as Readable).read(stored);
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return path;
  };

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
      await finish(stored);
      const own = await fileOf(stored);
      const path = own ?? (await copied(stored));
      const dispose = async () => (own === undefined ? rm(path, { force: true }) : undefined);
      return { path, sha256: await sha256OfFile(path), bytes: upload.size, dispose };
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
