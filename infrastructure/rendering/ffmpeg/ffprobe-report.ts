import { type FailureCause, RenderError } from '../../../domain/render/failure-cause.js';
import { constants } from 'node:os';
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
  /** Why ffprobe failed: `code` is a negated errno, or a number of ffmpeg's own. */
  readonly error?: { readonly code?: number };
  readonly format?: {
    readonly format_name?: string;
    readonly duration?: string;
    readonly start_time?: string;
  };
}

/** The most characters a report may have: that of all packets of a film has fewer. */
const LONGEST_REPORT = 32 * 1024 * 1024;

/** What is thrown when a file can't be used. */
export const unusable = (
  stage: Extract<FailureCause, { readonly _tag: 'SourceUnusable' }>['stage'],
  message: string,
): RenderError => new RenderError({ _tag: 'SourceUnusable', stage, message });

/**
 * Asks ffprobe about a file with these options.
 * @throws RenderError when the file is damaged, not supported, or needs more than the limits
 */
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
    args: ['-v', 'error', ...INPUT_LIMITS, '-show_error', ...options, '-of', 'json=compact=1', path],
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
  const said = parsed(json);
  if (end.exceeded || tooLong.signal.aborted || said?.error?.code === -constants.errno.ENOMEM)
    throw new RenderError({
      _tag: 'LimitExceeded',
      stage: 'probe',
      message: 'the file needs more time or memory to look into than a source may use',
    });
  if (!end.ok) throw unusable('probe', 'the file is damaged or of a kind that is not supported');
  if (!said) throw unusable('probe', 'the file can’t be described');
  return said;
};

/** Undefined: not JSON, as when ffprobe was ended while it wrote. */
const parsed = (json: string): Report | undefined => {
  try {
    return JSON.parse(json) as Report;
  } catch {
    return undefined;
  }
};
