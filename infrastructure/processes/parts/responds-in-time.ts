import { withTimeout } from '../../platform/with-timeout.js';

/** Timeout of a server check, in ms; clients that check readiness wait little longer. */
const DEADLINE = 2000;

/** Whether the check succeeds within 2 s. */
export const respondsInTime = (check: () => Promise<unknown>): Promise<boolean> =>
  withTimeout(
    DEADLINE,
    check().then(
      () => true,
      () => false,
    ),
    false,
  );
