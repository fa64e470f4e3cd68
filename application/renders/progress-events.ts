import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isTerminal } from '../../domain/render/state.js';
import type { Clock } from '../ports/clock.js';
import type { RenderQueries } from '../ports/queries.js';
import type { RenderGlance, RenderOutlook } from '../ports/render-outlooks.js';
import type { RenderProgress } from '../ports/render-queue.js';
import {
  renderOutcomeRecord,
  type RenderProgressRecord,
  renderProgressRecord,
} from '../records/render-progress-record.js';
import { LAST_EVENT_ID, MOST_SILENCE_MS } from '../state-events.js';
import { type Forecast, forecast } from './forecast.js';

/** The id of an event: the attempt and the progress in thousandths, so that all API processes give the same. */
export const progressEventId = ({ status, attempt, fraction }: RenderGlance): string =>
  isTerminal(status) ? LAST_EVENT_ID : `${attempt}.${Math.floor(fraction * 1000)}`;

const ID = /^(\d{1,9})\.(\d{1,4})$/;

/** Whether a client that has seen the event `seen` has seen later progress than that of the event `id`. */
export const isSeen = (id: string, seen: string): boolean => {
  const [one, other] = [ID.exec(id), ID.exec(seen)];
  if (seen === LAST_EVENT_ID) return true;
  if (!one || !other) return false;
  const attempts = Number(one[1]) - Number(other[1]);
  return attempts < 0 || (attempts === 0 && Number(one[2]) < Number(other[2]));
};

/** An event of a watched render. After the one with {@link LAST_EVENT_ID} there is none. */
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

/** How long the data of an estimate is used, in ms. */
const OUTLOOK_AGE = 2000;

/** The current state: the last report of the worker, unless the read model is ahead of it. */
const currentOf = (glance: RenderGlance, live: RenderProgress | undefined): RenderGlance => {
  if (!live || isTerminal(glance.status)) return glance;
  const isBehind =
    live.attempt < glance.attempt || (live.attempt === glance.attempt && live.fraction < glance.fraction);
  return isBehind ? glance : { ...live, status: 'processing' };
};

/** What makes an event worth sending; estimates change all the time. */
const gistOf = (
  { status, attempt, fraction, stage, frames, totalFrames }: RenderGlance,
  { queuePosition }: Forecast,
): string => JSON.stringify([status, attempt, fraction, stage, frames, totalFrames, queuePosition]);

/** The states of a render from now on, several a second. @param live what its worker told last */
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
 * @param live what its worker told last
 * @param lastId what the client has seen already
 */
export async function* progressEvents(
  { queries, clock, publicBaseUrl, underWayPerOwner }: ProgressEventDependencies,
  render: RenderGlance,
  live: () => RenderProgress | undefined,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent | undefined, void> {
  const { renderId } = render;
  let [seen, sent, spokeAt] = [lastId, '', clock.now().getTime()];
  let outlook: RenderOutlook | undefined;
  let outlookAt = -Infinity;
  for await (const glance of statesOf(queries, render, live, signal)) {
    const now = clock.now();
    if (isTerminal(glance.status)) {
      const found = await queries.byId(renderId)();
      if (E.isRight(found) && O.isSome(found.right))
        return yield { id: LAST_EVENT_ID, data: renderOutcomeRecord(found.right.value, publicBaseUrl) };
    } else {
      const isStarted = glance.status === 'processing' && outlook?.position !== undefined;
      if (isStarted || now.getTime() - outlookAt >= OUTLOOK_AGE) {
        const found = await queries.outlook(renderId)();
        outlook = E.isRight(found) ? O.toUndefined(found.right) : undefined;
        outlookAt = now.getTime();
      }
      const expected = outlook
        ? forecast({ ...outlook, fraction: glance.fraction }, { underWayPerOwner }, now)
        : {};
      const [id, gist] = [progressEventId(glance), gistOf(glance, expected)];
      const isNew = gist !== sent && !isSeen(id, seen) && !(sent === '' && id === lastId);
      sent = gist;
      if (isNew) {
        [seen, spokeAt] = [id, now.getTime()];
        yield { id, data: renderProgressRecord(glance, expected, now) };
      }
    }
    if (now.getTime() - spokeAt >= MOST_SILENCE_MS) {
      spokeAt = now.getTime();
      yield undefined;
    }
  }
}
