import type { RenderHistory, RenderOutlook } from '../ports/render-outlooks.js';

/** When something will happen, ISO 8601. */
export interface TimeRange {
  readonly earliest: string;
  readonly latest: string;
}

/** The forecast of an unfinished render. Ranges are absent if the history is too short for an estimate. */
export interface Forecast {
  /** From 1. Absent once a worker has started the render. */
  readonly queuePosition?: number;
  /** Absent once it has started. */
  readonly start?: TimeRange;
  readonly end?: TimeRange;
}

/** Minimum number of completed renders for a forecast. */
const MIN_HISTORY = 3;

/**
 * Stand for the renders that are missing from a history that is too short. Speeds: the processor time of the reference, the
 * kinetic text and the lower third of docs/benchmarks.md, on two cores. Bytes: 8 Mbit/s in 1080p30, the film of
 * docs/index.md, and between them.
 */
const TYPICAL: RenderHistory = { speeds: [125, 285, 580], densities: [16_000, 2000, 6000] };

const filled = (own: ReadonlyArray<number>, typical: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...own,
  ...typical.slice(own.length),
];

/** The quantiles that bound a range: it excludes the fastest and the slowest tenth of the latest renders. */
const SLOW = 0.1;
const FAST = 0.9;

/** The progress from which the pace of the render itself is known, and the factors by which that may change. */
const PACE_KNOWN_FROM = 0.05;
const PACE_RANGE = { low: 0.7, high: 1.5 };

/** Seconds or bytes, at best and at worst. */
export interface Estimate {
  readonly low: number;
  readonly high: number;
}

const quantile = (sorted: ReadonlyArray<number>, p: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0;

const isMeasured = (speed: number): boolean => speed > 0;

/** How long the work takes at the speed of earlier renders. */
const secondsAt = (work: number, speeds: ReadonlyArray<number>): Estimate => {
  const sorted = speeds.toSorted((a, b) => a - b);
  return { low: work / quantile(sorted, FAST), high: work / quantile(sorted, SLOW) };
};

/** The same; undefined if they are too few. */
const durationOf = (work: number, speeds: ReadonlyArray<number>): Estimate | undefined => {
  const known = speeds.filter(isMeasured);
  return known.length < MIN_HISTORY ? undefined : secondsAt(work, known);
};

/** The estimated cost of a render: its range is wide while the history is short. */
export interface EstimatedCost {
  /** From its start to its end, without waiting. */
  readonly seconds: Estimate;
  /** Of the first output. */
  readonly bytes: Estimate;
  /** Whether the speed was measured on earlier renders only. */
  readonly isKnown: boolean;
}

/** Estimates the cost of a render. `work`: megapixel-frames. */
export const predictedCost = (work: number, { speeds, densities }: RenderHistory): EstimatedCost => {
  const own = speeds.filter(isMeasured);
  const sorted = filled(densities, TYPICAL.densities).toSorted((a, b) => a - b);
  return {
    isKnown: own.length >= MIN_HISTORY,
    seconds: secondsAt(work, filled(own, TYPICAL.speeds)),
    bytes: { low: work * quantile(sorted, SLOW), high: work * quantile(sorted, FAST) },
  };
};

/** How long the rest takes: at first at the speed of earlier renders, then more and more at the pace of this one. */
const remainingTime = ({ work, fraction, speeds }: RenderOutlook, elapsed: number): Estimate | undefined => {
  const usual = durationOf(work * (1 - fraction), speeds);
  if (fraction < PACE_KNOWN_FROM) return usual;
  const pace = (elapsed * (1 - fraction)) / fraction;
  if (!usual) return { low: pace * PACE_RANGE.low, high: pace * PACE_RANGE.high };
  const mixed = (seconds: number): number => (1 - fraction) * seconds + fraction * pace;
  return { low: Math.min(mixed(usual.low), pace), high: Math.max(mixed(usual.high), pace) };
};

const after = (now: Date, { low, high }: Estimate): TimeRange => ({
  earliest: new Date(now.getTime() + low * 1000).toISOString(),
  latest: new Date(now.getTime() + high * 1000).toISOString(),
});

/**
 * Estimates the start and the end of a render. Assumes that all slots of the workers stay in use while renders wait: as many
 * renders run at the same time as now, at most `underWayPerOwner` of one owner.
 */
export const forecast = (
  outlook: RenderOutlook,
  { underWayPerOwner }: { readonly underWayPerOwner: number },
  now: Date,
): Forecast => {
  const { position, work, workBefore, ownWorkBefore, underWay, startedAt, speeds } = outlook;
  if (startedAt !== undefined) {
    const elapsed = Math.max(0, now.getTime() - Date.parse(startedAt)) / 1000;
    const remaining = remainingTime(outlook, elapsed);
    return remaining ? { end: after(now, remaining) } : {};
  }
  const slots = Math.max(1, underWay);
  const workPerSlot = Math.max(workBefore / slots, ownWorkBefore / Math.min(slots, underWayPerOwner));
  const [wait, own] = [durationOf(workPerSlot, speeds), durationOf(work, speeds)];
  return {
    ...(position === undefined ? {} : { queuePosition: position }),
    ...(wait && own
      ? { start: after(now, wait), end: after(now, { low: wait.low + own.low, high: wait.high + own.high }) }
      : {}),
  };
};
