import type { LogPosition } from '../../domain/events.js';
import type { Clock } from '../ports/clock.js';
import type { EventLog } from '../ports/event-log.js';

export interface ProjectionWatch {
  readonly eventLog: Pick<EventLog, 'headAfter'>;
  readonly checkpoints: () => Promise<ReadonlyMap<string, LogPosition>>;
  readonly names: ReadonlyArray<string>;
  readonly clock: Clock;
  /** How long a projection may be stalled behind the head of the log, in ms. */
  readonly stallTimeoutMs: number;
  readonly onStalled: (projection: string, sinceMs: number) => void;
  readonly onRecovered: (projection: string) => void;
}

/** The observed state of a projection. */
export interface ProjectionHealth {
  readonly projection: string;
  /** The commit position of its checkpoint; -1 before the first event. */
  readonly commit: bigint;
  /** How long the log has had an event that the projection has not applied, in ms, measured from the first check. */
  readonly behindMs: number;
  /** Whether its checkpoint has not moved for too long, although the log has more events. */
  readonly isStalled: boolean;
}

/** When the log was first seen to reach a position. */
interface SeenHead {
  readonly commit: bigint;
  readonly at: number;
}

/** Maximum number of remembered heads; if there are more, every second one is dropped. */
const MAX_HEADS = 4096;

/** Adds the current head, and forgets those that all projections have reached. */
const withHead = (
  heads: ReadonlyArray<SeenHead>,
  current: SeenHead,
  reachedByAll: bigint,
): ReadonlyArray<SeenHead> => {
  const ahead = heads.filter(({ commit }) => commit > reachedByAll);
  if (current.commit <= (ahead.at(-1)?.commit ?? reachedByAll)) return ahead;
  const thinned = ahead.length < MAX_HEADS ? ahead : ahead.filter((_, index) => index % 2 === 0);
  return [...thinned, current];
};

/**
 * Watches the progress of projections. A projection whose checkpoint has not moved for `stallTimeoutMs`, although the log
 * has more events, raises an alarm: once until it moves again.
 * @returns a check of all projections, to be called periodically
 */
export const watchProjections = (
  watch: ProjectionWatch,
): (() => Promise<ReadonlyArray<ProjectionHealth>>) => {
  const stoppedSince = new Map<string, { readonly commit: bigint; readonly since: number }>();
  const alarmed = new Set<string>();
  let heads: ReadonlyArray<SeenHead> = [];

  const check = (projection: string, commit: bigint, head: bigint, now: number): ProjectionHealth => {
    const before = stoppedSince.get(projection);
    if (commit >= head) stoppedSince.delete(projection);
    else if (before?.commit !== commit) stoppedSince.set(projection, { commit, since: now });
    const stoppedMs = now - (stoppedSince.get(projection)?.since ?? now);
    const behindMs = now - (heads.find((seen) => seen.commit > commit)?.at ?? now);
    const isStalled = stoppedMs >= watch.stallTimeoutMs;
    if (isStalled && !alarmed.has(projection)) watch.onStalled(projection, stoppedMs);
    if (!isStalled && alarmed.has(projection)) watch.onRecovered(projection);
    if (isStalled) alarmed.add(projection);
    else alarmed.delete(projection);
    return { projection, commit, behindMs, isStalled };
  };

  return async () => {
    const checkpoints = await watch.checkpoints();
    const positions = watch.names.map((name) => checkpoints.get(name));
    const floor = positions.reduce((lowest, position) =>
      position && lowest && lowest.commit > position.commit ? position : position && lowest,
    );
    const head = (await watch.eventLog.headAfter(floor))?.commit ?? -1n;
    const now = watch.clock.now().getTime();
    heads = withHead(heads, { commit: head, at: now }, floor?.commit ?? -1n);
    return watch.names.map((name) => check(name, checkpoints.get(name)?.commit ?? -1n, head, now));
  };
};
