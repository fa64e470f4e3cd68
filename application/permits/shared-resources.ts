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

/** The numbers of permits in all, for an owner and for a link, and how many requests of an owner may wait for one. */
interface Places {
  readonly all: number;
  readonly owner: number;
  readonly link?: number;
  readonly queue: number;
}

/** @param times what differs from a wait of at most 10 s and a use of at most 15 minutes */
const shared = (
  where: Sharing['process'],
  what: string,
  { all, owner, link, queue }: Places,
  times: Partial<Pick<Sharing, 'waitMs' | 'limitMs'>> = {},
) => {
  const limits = { waitMs: 10 * SECOND, limitMs: 15 * MINUTE, ...times };
  const perLink = link === undefined ? {} : { perLink: link };
  return { process: where, what, permits: all, perOwner: owner, ...perLink, queue, ...limits };
};

/** A resource of API processes whose users send or receive data. */
const transfers = (what: string, places: Places, times?: Parameters<typeof shared>[3]) => ({
  ...shared('API', what, places, times),
  pace: TRANSFER,
});

const SHARINGS = {
  requests: transfers('requests in progress', { all: 256, owner: 96, link: 48, queue: 256 }),
  sources: transfers('sources being read through the service', { all: 128, owner: 48, link: 24, queue: 48 }),
  downloads: transfers(
    'files being downloaded from the service',
    { all: 512, owner: 192, link: 96, queue: 192 },
    { limitMs: 2 * 60 * MINUTE },
  ),
  uploads: transfers('files being received and inspected', { all: 6, owner: 2, queue: 4 }),
  parts: transfers('parts of assets being received', { all: 96, owner: 16, link: 8, queue: 32 }),
  previews: shared(
    'API',
    'frames and other previews being made',
    { all: 64, owner: 4, link: 3, queue: 8 },
    { limitMs: 2 * MINUTE },
  ),
  proxies: shared(
    'API',
    'small versions of videos being made',
    { all: 4, owner: 1, queue: 16 },
    { waitMs: 30 * MINUTE, limitMs: 60 * MINUTE },
  ),
  making: shared(
    'worker',
    'frames and other previews being fetched and made',
    { all: 10, owner: 4, link: 3, queue: 8 },
    { limitMs: 2 * MINUTE },
  ),
  drawing: shared(
    'worker',
    'frames and playbacks being drawn',
    { all: 3, owner: 2, queue: 8 },
    { limitMs: MINUTE },
  ),
  speech: shared(
    'worker',
    'texts being spoken',
    { all: 4, owner: 2, queue: 64 },
    { waitMs: 2 * MINUTE, limitMs: 10 * MINUTE },
  ),
  followed: transfers(
    'renders, uploads and videos being followed',
    { all: 500, owner: 60, link: 20, queue: 0 },
    { waitMs: 0, limitMs: 60 * MINUTE },
  ),
};

/**
 * The resources of a process that several owners use at the same time. One owner never gets all permits. docs/operating.md
 * shows this table; test/docs/shared-resources.test.ts compares them, and finds limits that are missing there.
 */
export const SHARED = Object.fromEntries(
  Object.entries(SHARINGS).map(([name, sharing]) => [name, { name, ...sharing }]),
) as { readonly [Name in keyof typeof SHARINGS]: (typeof SHARINGS)[Name] & { readonly name: string } };
