import type { IncomingMessage } from 'node:http';

/** A deadline for receiving a request, and what happens when it passes. */
interface Deadline {
  readonly timer: NodeJS.Timeout;
  readonly onLate: () => void;
}

const deadlines = new WeakMap<IncomingMessage, Deadline>();

const start = (request: IncomingMessage, ms: number, onLate: () => void): void => {
  const timer = setTimeout(() => {
    if (!request.complete) onLate();
  }, ms);
  timer.unref();
  deadlines.set(request, { timer, onLate });
};

/** Calls `onLate` unless the request was received wholly within `ms`. */
export const setDeadline = (request: IncomingMessage, ms: number, onLate: () => void): void => {
  start(request, ms, onLate);
  request.once('close', () => clearTimeout(deadlines.get(request)?.timer));
};

/** Gives an authenticated client `ms` from now to send its request. */
export const extendDeadline = (request: IncomingMessage, ms: number): void => {
  const deadline = deadlines.get(request);
  if (!deadline) return;
  clearTimeout(deadline.timer);
  start(request, ms, deadline.onLate);
};
