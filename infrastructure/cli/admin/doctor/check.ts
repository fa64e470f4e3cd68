import { withTimeout } from '../../../platform/with-timeout.js';

/** What a check found, and for anything but `ok` what to do about it. */
export type CheckOutcome =
  | { readonly _tag: 'ok'; readonly found: string }
  | { readonly _tag: 'warning' | 'failed'; readonly found: string; readonly remedy: string };

/** The outcome of a check, under its name. */
export type Finding = { readonly check: string } & CheckOutcome;

/** One thing that the service needs. A check that throws has failed, and so has one that exceeds its time limit in ms. */
export type DoctorCheck = (limitMs?: number) => Promise<Finding>;

/** Everything is as it should be. */
export const passed = (found: string): CheckOutcome => ({ _tag: 'ok', found });

/** The service runs, but not as well as it could. */
export const warned = (found: string, remedy: string): CheckOutcome => ({
  _tag: 'warning',
  found,
  remedy,
});

/** The service, or a part of it, cannot work. */
export const failed = (found: string, remedy: string): CheckOutcome => ({ _tag: 'failed', found, remedy });

/** The time limit of one check, in ms; a server that is up answers within a fraction of it. */
const TIME_LIMIT = 15_000;

/** @param remedy what to do if the check fails in a way that it does not explain itself */
export const check =
  (name: string, remedy: string, run: () => CheckOutcome | Promise<CheckOutcome>): DoctorCheck =>
  async (limitMs = TIME_LIMIT) => {
    const tooLong = failed(`no result within ${limitMs / 1000} s`, remedy);
    try {
      return { check: name, ...(await withTimeout(limitMs, Promise.resolve(run()), tooLong)) };
    } catch (error) {
      const message = error instanceof Error ? error.message || error.name : String(error);
      return { check: name, ...failed(message, remedy) };
    }
  };
