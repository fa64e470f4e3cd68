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
  /** How long it has been stalled although there is more to read, in ms. */
  readonly behindMs: number;
  readonly isStalled: boolean;
}

/**
 * Watches the progress of projections. A projection that is stalled for longer than `stallTimeoutMs` while the log
 * grows raises an alarm, once until it moves again.
 * @returns a check of all projections, to be called periodically
 */
export const watchProjections = (
  watch: ProjectionWatch,
): (() => Promise<ReadonlyArray<ProjectionHealth>>) => {
  const behindSince = new Map<string, { readonly commit: bigint; readonly since: number }>();
  const alarmed = new Set<string>();

  const look = (projection: string, commit: bigint, head: bigint): ProjectionHealth => {
    const now = watch.clock.now().getTime();
    const before = behindSince.get(projection);
    if (commit >= head) behindSince.delete(projection);
    else if (before?.commit !== commit) behindSince.set(projection, { commit, since: now });
    const behindMs = now - (behindSince.get(projection)?.since ?? now);
    const isStalled = behindMs >= watch.stallTimeoutMs;
    if (isStalled && !alarmed.has(projection)) watch.onStalled(projection, behindMs);
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
    return watch.names.map((name) => look(name, checkpoints.get(name)?.commit ?? -1n, head));
  };
};
