import { type ProgramResult, type ProgramToRun, runProgram } from '../../machine/sandbox/run-program.js';
import { transcriptionFailed } from './transcription-failed.js';

/** Several times what pocketsphinx uses, which is 110 MB. */
const limitsWithin = (timeoutMs: number) => ({
  wallMs: timeoutMs,
  cpuSeconds: timeoutMs / 1000,
  memoryBytes: 2 ** 30,
  fileBytes: 16 * 2 ** 20,
  processes: 16,
});

/**
 * Runs a program of the speech recogniser to its end.
 * @throws RenderError when it exceeds a limit; the signal's reason when that aborts
 */
export const runRecogniser = async ({
  timeoutMs,
  ...toRun
}: Omit<ProgramToRun, 'limits'> & { readonly timeoutMs: number }): Promise<ProgramResult> => {
  toRun.signal.throwIfAborted();
  const result = await runProgram({ ...toRun, limits: limitsWithin(timeoutMs) });
  if (result.aborted) throw toRun.signal.reason as Error;
  if (result.exceeded) throw transcriptionFailed('the speech recogniser took too long', { retryable: true });
  return result;
};
