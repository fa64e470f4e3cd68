import { isTerminal } from '../../domain/render/state.js';
import type { RenderGlance } from '../ports/render-outlooks.js';

/** The id of the event of a finished render. */
export const LAST_EVENT_ID = 'end';

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
