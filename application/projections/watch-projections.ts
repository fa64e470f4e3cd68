import type { LogPosition } from '../../domain/events.js';
import type { Clock } from '../ports/clock.js';
import type { EventLog } from '../ports/event-log.js';

export interface ProjectionWatch {
  readonly eventLog: Pick<EventLog, 'headAfter'>;
  /** How far each projection has come. */
  readonly checkpoints: () => Promise<ReadonlyMap<string, LogPosition>>;
  readonly names: ReadonlyArray<string>;
  readonly clock: Clock;
  /** How long a projection may stand still behind the log's head, in ms. */
  readonly patienceMs: number;
  readonly onStandstill: (projection: string, sinceMs: number) => void;
  readonly onRecovered: (projection: string) => void;
}

/** What was seen of a projection. */
export interface ProjectionHealth {
  readonly projection: string;
  /** The commit position it has come to; -1 before the first event. */
  readonly commit: bigint;
  /** How long it has not moved although there is more to read, in ms. */
  readonly behindMs: number;
  readonly standsStill: boolean;
}

/**
 * Watches that projections follow the log: one that does not move for longer than `patienceMs` although the log goes on
 * raises the alarm, once until it moves again.
 * @returns a look at all projections, to be called again and again
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
    const standsStill = behindMs >= watch.patienceMs;
    if (standsStill && !alarmed.has(projection)) watch.onStandstill(projection, behindMs);
    if (!standsStill && alarmed.has(projection)) watch.onRecovered(projection);
    if (standsStill) alarmed.add(projection);
    else alarmed.delete(projection);
    return { projection, commit, behindMs, standsStill };
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
