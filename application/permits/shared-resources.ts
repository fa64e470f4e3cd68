/** A shared resource of a process, and how its permits are shared. */
export interface Sharing {
  readonly name: string;
  readonly process: 'API' | 'worker';
  /** The use of the permits, worded for clients as a plural, such as `requests in progress`. */
  readonly what: string;
  readonly permits: number;
  /** Maximum number of permits of one owner, and of one link to a video of an owner (default: as many as its owner). */
  readonly perOwner: number;
  readonly perLink?: number;
  /** How many requests of one owner may wait for a permit, and for how long, in ms. */
  readonly queue: number;
  readonly waitMs: number;
  /** How long a permit may be used, in ms. */
  readonly limitMs: number;
  /** The minimum speed of received or sent data. */
  readonly pace?: Pace;
}

/** The minimum speed of a transfer. */
export interface Pace {
  /** Idle timeout, before the first byte and between bytes, in ms. */
  readonly silenceMs: number;
  /** Minimum rate once data has begun to arrive, in bytes per second; 0 for none. */
  readonly minBytesPerSecond: number;
  /** The period over which the rate is measured, in ms; shorter transfers are not measured. */
  readonly rateWindowMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const TRANSFER: Pace = { silenceMs: 20 * SECOND, minBytesPerSecond: 8192, rateWindowMs: 20 * SECOND };

/**
 * The resources of a process that several owners use at the same time. One owner never gets all permits. docs/operating.md
 * shows this table; test/docs/shared-resources.test.ts compares them, and finds limits that are missing there.
 */
export const SHARED = {
  requests: {
    name: 'requests',
    process: 'API',
    what: 'requests in progress',
    permits: 256,
    perOwner: 96,
    perLink: 48,
    queue: 256,
    waitMs: 10 * SECOND,
    limitMs: 15 * MINUTE,
    pace: TRANSFER,
  },
  sources: {
    name: 'sources',
    process: 'API',
    what: 'sources being read through the service',
    permits: 128,
    perOwner: 48,
    perLink: 24,
    queue: 48,
    waitMs: 10 * SECOND,
    limitMs: 15 * MINUTE,
    pace: TRANSFER,
  },
  downloads: {
    name: 'downloads',
    process: 'API',
    what: 'files being downloaded from the service',
    permits: 512,
    perOwner: 192,
    perLink: 96,
    queue: 192,
    waitMs: 10 * SECOND,
    limitMs: 2 * 60 * MINUTE,
    pace: TRANSFER,
  },
  uploads: {
    name: 'uploads',
    process: 'API',
    what: 'files being received and inspected',
    permits: 6,
    perOwner: 2,
    queue: 4,
    waitMs: 10 * SECOND,
    limitMs: 15 * MINUTE,
    pace: TRANSFER,
  },
  parts: {
    name: 'parts',
    process: 'API',
    what: 'parts of assets being received',
    permits: 96,
    perOwner: 16,
    perLink: 8,
    queue: 32,
    waitMs: 10 * SECOND,
    limitMs: 15 * MINUTE,
    pace: TRANSFER,
  },
  previews: {
    name: 'previews',
    process: 'API',
    what: 'frames and other previews being made',
    permits: 64,
    perOwner: 4,
    perLink: 3,
    queue: 8,
    waitMs: 10 * SECOND,
    limitMs: 2 * MINUTE,
  },
  proxies: {
    name: 'proxies',
    process: 'API',
    what: 'small versions of videos being made',
    permits: 4,
    perOwner: 1,
    queue: 16,
    waitMs: 30 * MINUTE,
    limitMs: 60 * MINUTE,
  },
  making: {
    name: 'making',
    process: 'worker',
    what: 'frames and other previews being fetched and made',
    permits: 10,
    perOwner: 4,
    perLink: 3,
    queue: 8,
    waitMs: 10 * SECOND,
    limitMs: 2 * MINUTE,
  },
  drawing: {
    name: 'drawing',
    process: 'worker',
    what: 'frames and playbacks being drawn',
    permits: 3,
    perOwner: 2,
    queue: 8,
    waitMs: 10 * SECOND,
    limitMs: MINUTE,
  },
  speech: {
    name: 'speech',
    process: 'worker',
    what: 'texts being spoken',
    permits: 4,
    perOwner: 2,
    queue: 64,
    waitMs: 2 * MINUTE,
    limitMs: 10 * MINUTE,
  },
  followed: {
    name: 'followed',
    process: 'API',
    what: 'renders, uploads and videos being followed',
    permits: 500,
    perOwner: 60,
    perLink: 20,
    queue: 0,
    waitMs: 0,
    limitMs: 60 * MINUTE,
    pace: TRANSFER,
  },
} as const satisfies Readonly<Record<string, Sharing>>;
