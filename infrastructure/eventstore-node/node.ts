import { Server, ServerCredentials } from '@grpc/grpc-js';
import { LRUCache } from 'lru-cache';
import { guardedBy, type NodeSecurity } from './authentication.js';
import { openEventLog } from './event-log.js';
import { startGroupCommit } from './writing/group-commit.js';
import { limitReads } from './reading/read-limit.js';
import { createRecentEvents } from './reading/recent-events.js';
import { appendHandler } from './services/append.js';
import { readService } from './services/read.js';
import { StreamsService } from './wire/messages.js';
import { openWriterSession } from './writing/writer-session.js';

export type EmbeddedNodeOptions = {
  /** The PostgreSQL database whose schema `eventstore` holds the log. */
  readonly databaseUrl: string;
  /** A port of 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  /** Without it, the node serves any client, without encryption. */
  readonly security?: NodeSecurity | undefined;
  /** Called with faults that no caller receives in full. */
  readonly onFault?: (error: unknown) => void;
  /** How long to wait for the log's lock, in milliseconds. Default: 10,000. */
  readonly lockTimeoutMs?: number;
};

export type EmbeddedNode = {
  readonly port: number;
  /** Ends subscriptions, finishes writes in progress, closes the port and releases the log. */
  readonly stop: () => Promise<void>;
};

const HOST = '127.0.0.1';
const DEFAULT_LOCK_TIMEOUT_MS = 10_000;
/** The maximum append size limits messages; this only adds their framing. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
const KEEPALIVE_MS = 10_000;
/** Of how many streams the last revision is kept in memory. */
const MAX_KNOWN_STREAMS = 50_000;
const CALLS_END_WITHIN_MS = 2000;

const transportOf = (security: NodeSecurity | undefined): ServerCredentials => {
  if (security === undefined) return ServerCredentials.createInsecure();
  const { privateKey, certificate } = security;
  const pair = { private_key: Buffer.from(privateKey), cert_chain: Buffer.from(certificate) };
  return ServerCredentials.createSsl(null, [pair]);
};

const listen = (server: Server, address: string, security: NodeSecurity | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, transportOf(security), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });

const shutDown = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), CALLS_END_WITHIN_MS);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Starts a server for the part of EventStoreDB's protocol that a streams client uses, with its log in PostgreSQL.
 * Rejects with LogInUseError if another node serves the same database, and if PostgreSQL or the port is not available.
 */
export const startEmbeddedNode = async ({
  databaseUrl,
  port,
  security,
  onFault = () => undefined,
  lockTimeoutMs = DEFAULT_LOCK_TIMEOUT_MS,
}: EmbeddedNodeOptions): Promise<EmbeddedNode> => {
  const heads = new LRUCache<string, bigint>({ max: MAX_KNOWN_STREAMS });
  const onLost = (error: Error): void => {
    heads.clear(); // another node may write from here on
    onFault(error);
  };
  const openSession = () => openWriterSession(databaseUrl, lockTimeoutMs, onLost);
  const session = await openSession();
  const recent = createRecentEvents();
  recent.reset(session.head);
  const log = openEventLog(databaseUrl, onFault);
  const groupCommit = startGroupCommit(session, openSession, log, recent, heads, onFault);
  const reads = readService({ log, heads, recent, limited: limitReads(), onFault });

  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': KEEPALIVE_MS,
  });
  const streams = {
    read: reads.read,
    append: appendHandler(groupCommit, onFault),
  };
  server.addService(StreamsService, security ? guardedBy(security)(streams) : streams);

  const closeLog = async (): Promise<void> => {
    await groupCommit.stop();
    await log.close();
  };
  try {
    const boundPort = await listen(server, `${HOST}:${port}`, security);
    return {
      port: boundPort,
      stop: async () => {
        reads.shutDown();
        await shutDown(server);
        await closeLog();
      },
    };
  } catch (error) {
    await closeLog();
    throw error;
  }
};
