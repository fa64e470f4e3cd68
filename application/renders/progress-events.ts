import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isFinished } from '../../domain/render/state.js';
import type { Clock } from '../ports/clock.js';
import type { RenderQueries } from '../ports/queries.js';
import type { RenderGlance, RenderOutlook } from '../ports/render-outlooks.js';
import type { RenderProgress } from '../ports/render-queue.js';
import {
  renderOutcomeRecord,
  type RenderProgressRecord,
  renderProgressRecord,
} from '../records/render-progress-record.js';
import { LAST_EVENT_ID, MAX_SILENCE_MS } from '../state-events.js';
import { type Forecast, forecast } from './forecast.js';

/** The id of an event: attempt and progress in thousandths, so that it is the same in all API processes. */
export const progressEventId = ({ status, attempt, fraction }: RenderGlance): string =>
  isFinished(status) ? LAST_EVENT_ID : `${attempt}.${Math.floor(fraction * 1000)}`;

const ID = /^(\d{1,9})\.(\d{1,4})$/;

/** Whether the event `id` has less progress than the event `seenId`, which the client has seen. */
export const isOutdated = (id: string, seenId: string): boolean => {
  const [event, seen] = [ID.exec(id), ID.exec(seenId)];
  if (seenId === LAST_EVENT_ID) return true;
  if (!event || !seen) return false;
  const attempts = Number(event[1]) - Number(seen[1]);
  return attempts < 0 || (attempts === 0 && Number(event[2]) < Number(seen[2]));
};

/** An event of a watched render. The one with {@link LAST_EVENT_ID} is the last. */
export interface ProgressEvent {
  readonly id: string;
  readonly data: RenderProgressRecord;
}

export interface ProgressEventDependencies {
  readonly queries: Pick<RenderQueries, 'byId' | 'outlook' | 'glanceSoon'>;
  readonly clock: Clock;
  readonly publicBaseUrl: string;
  readonly underWayPerOwner: number;
}

/** Maximum age of the data of an estimate, in ms. */
const MAX_OUTLOOK_AGE = 2000;

/** The current state: the last report of the worker, unless the read model is ahead of it. */
const currentOf = (glance: RenderGlance, live: RenderProgress | undefined): RenderGlance => {
  if (!live || isFinished(glance.status)) return glance;
  const isBehind =
    live.attempt < glance.attempt || (live.attempt === glance.attempt && live.fraction < glance.fraction);
  return isBehind ? glance : { ...live, status: 'processing' };
};

/** The fields whose changes cause an event. Estimates change all the time. */
const gistOf = (
  { status, attempt, fraction, stage, frames, totalFrames }: RenderGlance,
  { queuePosition }: Forecast,
): string => JSON.stringify([status, attempt, fraction, stage, frames, totalFrames, queuePosition]);

/** The states of a render from now on, several a second. @param live gets the last report of its worker */
async function* statesOf(
  queries: Pick<RenderQueries, 'glanceSoon'>,
  now: RenderGlance,
  live: () => RenderProgress | undefined,
  signal: AbortSignal,
): AsyncGenerator<RenderGlance> {
  for (let glance = now; !signal.aborted;) {
    yield currentOf(glance, live());
    const found = await queries.glanceSoon(now.renderId)();
    if (E.isRight(found)) glance = O.getOrElse(() => glance)(found.right);
  }
}

/**
 * The events of a watched render from now to its end; undefined from time to time while nothing changes.
 * @param live gets the last report of its worker
 * @param lastId the id of the last event that the client has seen
 */
export async function* progressEvents(
  { queries, clock, publicBaseUrl, underWayPerOwner }: ProgressEventDependencies,
  render: RenderGlance,
  live: () => RenderProgress | undefined,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent | undefined, void> {
  const { renderId } = render;
  let [seen, sentGist, sentAt] = [lastId, '', clock.now().getTime()];
  let outlook: RenderOutlook | undefined;
  let outlookAt = -Infinity;
  for await (const glance of statesOf(queries, render, live, signal)) {
    const now = clock.now();
    if (isFinished(glance.status)) {
      const found = await queries.byId(renderId)();
      if (E.isRight(found) && O.isSome(found.right))
        return yield { id: LAST_EVENT_ID, data: renderOutcomeRecord(found.right.value, publicBaseUrl) };
    } else {
      const isStarted = glance.status === 'processing' && outlook?.position !== undefined;
      if (isStarted || now.getTime() - outlookAt >= MAX_OUTLOOK_AGE) {
        const found = await queries.outlook(renderId)();
        outlook = E.isRight(found) ? O.toUndefined(found.right) : undefined;
        outlookAt = now.getTime();
      }
      const estimate = outlook
        ? forecast({ ...outlook, fraction: glance.fraction }, { underWayPerOwner }, now)
        : {};
      const [id, gist] = [progressEventId(glance), gistOf(glance, estimate)];
      const isNew = gist !== sentGist && !isOutdated(id, seen) && !(sentGist === '' && id === lastId);
      sentGist = gist;
      if (isNew) {
        [seen, sentAt] = [id, now.getTime()];
        yield { id, data: renderProgressRecord(glance, estimate, now) };
      }
    }
    if (now.getTime() - sentAt >= MAX_SILENCE_MS) {
      sentAt = now.getTime();
      yield undefined;
    }
  }
}
