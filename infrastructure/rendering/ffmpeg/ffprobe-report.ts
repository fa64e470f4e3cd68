import type { RenderFailure } from '../../../domain/render/events.js';
import { INPUT_LIMITS } from './input-limits.js';
import { PROBE_LIMITS } from './process-limits.js';
import { type ProcessLimits, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import type { StreamDimensions } from './source-bounds.js';

/** What ffprobe tells about a stream, as far as it is used. */
export interface StreamReport extends StreamDimensions {
  readonly index: number;
  readonly pix_fmt?: string;
  readonly color_space?: string;
  readonly color_range?: string;
  readonly color_primaries?: string;
  readonly color_transfer?: string;
  readonly start_time?: string;
  readonly duration?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: { readonly attached_pic?: number };
  readonly nb_read_packets?: string;
  readonly side_data_list?: ReadonlyArray<{ readonly rotation?: number }>;
}

/** What ffprobe tells about a file. */
export interface Report {
  readonly streams?: ReadonlyArray<StreamReport>;
  readonly packets?: ReadonlyArray<{ readonly pts_time?: string }>;
  readonly format?: {
    readonly format_name?: string;
    readonly duration?: string;
    readonly start_time?: string;
  };
}

/** The most characters a report may have: that of all packets of a film has fewer. */
const LONGEST_REPORT = 32 * 1024 * 1024;

/** A failure that trying again would not mend. */
export const failure = (stage: RenderFailure['stage'], message: string): RenderFailure => ({
  stage,
  message,
  retryable: false,
});

/** Asks ffprobe about a file with these options. @throws RenderFailure */
export const report = async (
  program: string,
  path: string,
  options: ReadonlyArray<string>,
  signal: AbortSignal,
  limits: ProcessLimits = PROBE_LIMITS,
): Promise<Report> => {
  const tooLong = new AbortController();
  const { stdout, ended } = runSandboxed({
    program,
    args: ['-v', 'error', ...INPUT_LIMITS, ...options, '-of', 'json=compact=1', path],
    files: { reads: [path] },
    signal: AbortSignal.any([signal, tooLong.signal]),
    limits,
  });
  let json = '';
  for await (const chunk of stdout) {
    json += String(chunk);
    if (json.length > LONGEST_REPORT) tooLong.abort();
  }
  const end = await ended;
  signal.throwIfAborted();
  if (end.exceeded || tooLong.signal.aborted)
    throw failure('probe', 'the file needs more time or memory to look into than a source may use');
  if (!end.ok) throw failure('probe', 'the file is damaged or of a kind that is not supported');
  try {
    return JSON.parse(json) as Report;
  } catch {
    throw failure('probe', 'the file can’t be described');
  }
};
