import { type FailureCause, RenderError } from '../../../domain/render/failure-cause.js';
import { constants } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { INPUT_LIMITS } from './input-limits.js';
import { PROBE_LIMITS } from './process-limits.js';
import { type ProcessLimits, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { StreamDimensions } from './source-bounds.js';

/** What ffprobe reports about a stream, as far as it is used. */
const StreamReport = t.intersection([
  t.type({ index: t.number }),
  StreamDimensions,
  t.partial({
    pix_fmt: t.string,
    sample_aspect_ratio: t.string,
    color_space: t.string,
    color_range: t.string,
    color_primaries: t.string,
    color_transfer: t.string,
    start_time: t.string,
    duration: t.string,
    time_base: t.string,
    tags: t.record(t.string, t.string),
    disposition: t.partial({ attached_pic: t.number }),
    nb_read_packets: t.string,
    side_data_list: t.array(t.partial({ rotation: t.number })),
  }),
]);
export type StreamReport = t.TypeOf<typeof StreamReport>;

/** What ffprobe reports about a file. `error.code` is a negated errno, or a number of ffmpeg's own. */
const Report = t.partial({
  streams: t.array(StreamReport),
  packets: t.array(t.partial({ stream_index: t.number, pts_time: t.string })),
  error: t.partial({ code: t.number }),
  format: t.partial({ format_name: t.string, duration: t.string, start_time: t.string }),
});
export type Report = t.TypeOf<typeof Report>;

/** Maximum length of a report, in characters. The report on all packets of a film is shorter. */
const MAX_REPORT_LENGTH = 32 * 1024 * 1024;

/** The error for a file that cannot be used. */
export const unusable = (
  stage: Extract<FailureCause, { readonly _tag: 'SourceUnusable' }>['stage'],
  message: string,
): RenderError => new RenderError({ _tag: 'SourceUnusable', stage, message });

/**
 * Runs ffprobe on a file with these options.
 * @throws RenderError if the file is damaged, not supported, or needs more than the limits
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
    if (json.length > MAX_REPORT_LENGTH) tooLong.abort();
  }
  const end = await ended;
  signal.throwIfAborted();
  const result = decoded(json);
  if (end.exceeded || tooLong.signal.aborted || result?.error?.code === -constants.errno.ENOMEM)
    throw new RenderError({
      _tag: 'LimitExceeded',
      stage: 'probe',
      message: 'inspecting the file exceeded a limit of time or memory',
    });
  if (!end.ok)
    throw unusable(
      'probe',
      'the file could not be read: it may be damaged or of a kind that is not supported',
    );
  if (!result) throw unusable('probe', 'the file can’t be described');
  return result;
};

/** Undefined if the text is not a report, as when ffprobe was ended while it wrote. */
const decoded = (json: string): Report | undefined => {
  try {
    const result = Report.decode(JSON.parse(json));
    return E.isRight(result) ? result.right : undefined;
  } catch {
    return undefined;
  }
};

/** Converts a number of seconds from a report. */
export const milliseconds = (seconds: string | undefined): number | undefined => {
  const value = Number(seconds);
  return seconds !== undefined && Number.isFinite(value) ? value * 1000 : undefined;
};
