import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';

export interface WorkLimit {
  readonly doing: Extract<FailureCause, { readonly _tag: 'TimedOut' }>['doing'];
  readonly ms: number;
}

/** The download in progress, if any. */
const underWay = (error: unknown): { readonly clip?: string; readonly host?: string } => {
  if (!(error instanceof RenderError) || error.cause._tag !== 'DownloadFailed') return {};
  const { clip, host } = error.cause;
  return { ...(clip === undefined ? {} : { clip }), ...(host === undefined ? {} : { host }) };
};

/**
 * Runs work with a time limit: when the time is up, the work is aborted and awaited.
 * @throws RenderError with the cause `TimedOut`
 */
export const withinTime = async <A>(
  { doing, ms }: WorkLimit,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), ms);
  try {
    return await work(AbortSignal.any([signal, timeUp.signal]));
  } catch (error) {
    if (signal.aborted || !timeUp.signal.aborted) throw error;
    throw new RenderError({ _tag: 'TimedOut', doing, afterMs: ms, ...underWay(error) });
  } finally {
    clearTimeout(timer);
  }
};
