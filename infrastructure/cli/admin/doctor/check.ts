import { setTimeout as delay } from 'node:timers/promises';

/** What a check found, and for anything but `ok` what to do about it. */
export type Outcome =
  | { readonly _tag: 'ok'; readonly found: string }
  | { readonly _tag: 'warning' | 'failed'; readonly found: string; readonly remedy: string };

/** One thing that the service needs. */
export interface Check {
  readonly name: string;
  /** What to do if the check fails in a way that it does not explain itself. */
  readonly remedy: string;
  readonly run: () => Promise<Outcome>;
}

/** The outcome of a check, under its name. */
export type Finding = { readonly check: string } & Outcome;

/** Everything is as it should be. */
export const ok = (found: string): Outcome => ({ _tag: 'ok', found });

/** The service runs, but not as well as it could. */
export const warning = (found: string, remedy: string): Outcome => ({ _tag: 'warning', found, remedy });

/** The service, or a part of it, cannot work. */
export const failed = (found: string, remedy: string): Outcome => ({ _tag: 'failed', found, remedy });

/** The time limit of one check, in ms; a server that is up answers within a fraction of it. */
const TIME_LIMIT = 15_000;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/**
 * Runs a check. One that throws has failed, and so has one that takes longer than the limit.
 * @param limitMs time limit in ms
 */
export const runCheck = async ({ name, remedy, run }: Check, limitMs = TIME_LIMIT): Promise<Finding> => {
  const over = new AbortController();
  const tooLong = delay(limitMs, failed(`no result within ${limitMs / 1000} s`, remedy), {
    signal: over.signal,
  });
  try {
    return { check: name, ...(await Promise.race([run(), tooLong])) };
  } catch (error) {
    return { check: name, ...failed(messageOf(error), remedy) };
  } finally {
    over.abort();
    await tooLong.catch(() => undefined);
  }
};
