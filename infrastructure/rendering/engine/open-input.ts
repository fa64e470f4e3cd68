import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat, type Stream } from 'node-av/lib';

/** A time that is not known (`AV_NOPTS_VALUE`). */
export const NO_TIME = -(2n ** 63n);

/** FFmpeg's unit of times of a whole file. */
export const MICROSECONDS = { num: 1, den: 1_000_000 };

/** A time in ms; undefined if the file does not state it. */
export const milliseconds = (
  units: bigint,
  { num, den }: { readonly num: number; readonly den: number },
): number | undefined => (units === NO_TIME ? undefined : (Number(units) * num * 1000) / den);

/** Options of decoders that demuxers do not have. */
const DECODER_OPTIONS: ReadonlySet<string> = new Set(['threads', 'max_pixels', 'skip_frame']);

/**
 * Opens a file, and reads its header.
 * @param format the name of its demuxer; absent: found by its content
 * @param options of the demuxer and the decoders, by name
 */
export const openHeader = (
  path: string,
  options: Readonly<Record<string, string>>,
  format?: string,
): FormatContext => {
  const context = new FormatContext();
  const demuxer = format === undefined ? null : InputFormat.findInputFormat(format);
  const own = Object.entries(options).filter(([name]) => !DECODER_OPTIONS.has(name));
  FFmpegError.throwIfError(
    context.openInputSync(path, demuxer, Dictionary.fromObject(Object.fromEntries(own))),
    'open',
  );
  return context;
};

/** Opens a file as {@link openHeader} does, and reads as much as describing its streams requires. */
export const openInput = (...input: Parameters<typeof openHeader>): FormatContext => {
  const context = openHeader(...input);
  try {
    FFmpegError.throwIfError(context.findStreamInfoSync(null), 'inspect');
  } catch (error) {
    context.closeInputSync();
    throw error;
  }
  return context;
};

/** The entries of the display matrix of a stream; undefined if it has none. */
export const displayMatrix = ({ codecpar }: Stream): ReadonlyArray<number> | undefined => {
  const bytes = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!bytes || bytes.length < 36) return undefined;
  return Array.from({ length: 9 }, (_, index) => bytes.readInt32LE(index * 4));
};

/** By how many degrees a display matrix turns a picture clockwise: 0 to 359. */
export const turnOf = (matrix: ReadonlyArray<number>): number => {
  const [across = 0, down = 0] = matrix;
  const turned = Math.round((Math.atan2(down, across) * 180) / Math.PI);
  return (turned + 360) % 360;
};
