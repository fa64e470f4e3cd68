import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { RenderId } from '../../domain/ids.js';
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
import { LAST_EVENT_ID, SILENCE } from '../state-events.js';
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

/** A render that is watched, and what is known of it. */
export interface Watcher {
  readonly renderId: RenderId;
  glance: RenderGlance | undefined;
  live: RenderProgress | undefined;
  /** Signals that the state may have changed. */
  wake: () => void;
}

export interface ProgressEventNeeds {
  readonly queries: Pick<RenderQueries, 'byId' | 'outlook'>;
  readonly clock: Clock;
  readonly publicBaseUrl: string;
  readonly underWayPerOwner: number;
}

/** The least time between two events of a stream, in ms. */
const LEAST_GAP = 250;
/** How long the data of an estimate is used, in ms. */
const OUTLOOK_AGE = 2000;

/** Resolves when woken, when the signal aborts, or after `ms`. */
const woken = (watcher: { wake: () => void }, signal: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      watcher.wake = () => undefined;
      resolve();
    };
    const timer = setTimeout(finish, ms);
    watcher.wake = finish;
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
  });

/** The current state: the last report of the worker, unless the read model is ahead of it. */
const currentOf = ({ glance, live }: Watcher): RenderGlance | undefined => {
  if (!glance || !live || isTerminal(glance.status)) return glance;
  const isBehind =
    live.attempt < glance.attempt || (live.attempt === glance.attempt && live.fraction < glance.fraction);
  return isBehind ? glance : { ...live, status: 'processing' };
};

/** What makes an event worth sending; estimates change all the time. */
const gistOf = ({ fps: _fps, clips: _clips, ...glance }: RenderGlance, { queuePosition }: Forecast): string =>
  JSON.stringify([glance, queuePosition]);

/**
 * The events of a watched render from now to its end; undefined from time to time while nothing changes.
 * @param lastId what the client has seen already
 */
export async function* progressEvents(
  { queries, clock, publicBaseUrl, underWayPerOwner }: ProgressEventNeeds,
  watcher: Watcher,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent | undefined, void> {
  const outlookOf = async (renderId: RenderId): Promise<RenderOutlook | undefined> => {
    const found = await queries.outlook(renderId)();
    return E.isRight(found) ? O.toUndefined(found.right) : undefined;
  };
  const outcomeOf = async (renderId: RenderId): Promise<RenderProgressRecord | undefined> => {
    const found = await queries.byId(renderId)();
    return E.isRight(found) && O.isSome(found.right)
      ? renderOutcomeRecord(found.right.value, publicBaseUrl)
      : undefined;
  };

  let [seen, sent, spokeAt] = [lastId, '', clock.now().getTime()];
  let outlook: RenderOutlook | undefined;
  let outlookAt = -Infinity;
  for (; !signal.aborted; await woken(watcher, signal, SILENCE)) {
    const glance = currentOf(watcher);
    const now = clock.now();
    if (glance && isTerminal(glance.status)) {
      const data = await outcomeOf(watcher.renderId);
      if (data) return yield { id: LAST_EVENT_ID, data };
    } else if (glance) {
      const isStarted = glance.status === 'processing' && outlook?.position !== undefined;
      if (isStarted || now.getTime() - outlookAt >= OUTLOOK_AGE) {
        outlook = await outlookOf(watcher.renderId);
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
        await woken({ wake: () => undefined }, signal, LEAST_GAP);
      }
    }
    if (now.getTime() - spokeAt >= SILENCE) {
      spokeAt = now.getTime();
      yield undefined;
    }
  }
}
