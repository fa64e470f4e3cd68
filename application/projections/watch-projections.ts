import type { LogPosition } from '../../domain/events.js';
import type { Clock } from '../ports/clock.js';
import type { EventLog } from '../ports/event-log.js';

export interface ProjectionWatch {
  readonly eventLog: Pick<EventLog, 'headAfter'>;
  /** The checkpoint of each projection. */
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
  /** How long the log has had an event that it has not applied, in ms; counted from the first check. */
  readonly behindMs: number;
  /** Whether its checkpoint has not moved for too long although there is more to read. */
  readonly isStalled: boolean;
}

/** When the log was first seen to extend to a position. */
interface SeenHead {
  readonly commit: bigint;
  readonly at: number;
}

/** Maximum heads remembered; beyond it, every second one is dropped. */
const MOST_HEADS = 4096;

/** Adds the current head, and forgets those that all projections have reached. */
const withHead = (
  heads: ReadonlyArray<SeenHead>,
  current: SeenHead,
  reachedByAll: bigint,
): ReadonlyArray<SeenHead> => {
  const left = heads.filter(({ commit }) => commit > reachedByAll);
  if (current.commit <= (left.at(-1)?.commit ?? reachedByAll)) return left;
  const kept = left.length < MOST_HEADS ? left : left.filter((_, index) => index % 2 === 0);
  return [...kept, current];
};

/**
 * Watches the progress of projections. A projection that is stalled for longer than `stallTimeoutMs` while the log
 * grows raises an alarm, once until it moves again.
 * @returns a check of all projections, to be called periodically
 */
export const watchProjections = (
  watch: ProjectionWatch,
): (() => Promise<ReadonlyArray<ProjectionHealth>>) => {
  const stoodSince = new Map<string, { readonly commit: bigint; readonly since: number }>();
  const alarmed = new Set<string>();
  let heads: ReadonlyArray<SeenHead> = [];

  const look = (projection: string, commit: bigint, head: bigint, now: number): ProjectionHealth => {
    const before = stoodSince.get(projection);
    if (commit >= head) stoodSince.delete(projection);
    else if (before?.commit !== commit) stoodSince.set(projection, { commit, since: now });
    const stoodMs = now - (stoodSince.get(projection)?.since ?? now);
    const behindMs = now - (heads.find((seen) => seen.commit > commit)?.at ?? now);
    const isStalled = stoodMs >= watch.stallTimeoutMs;
    if (isStalled && !alarmed.has(projection)) watch.onStalled(projection, stoodMs);
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
    return watch.names.map((name) => look(name, checkpoints.get(name)?.commit ?? -1n, head, now));
  };
};
