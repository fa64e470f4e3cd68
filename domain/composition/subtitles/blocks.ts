import * as E from 'fp-ts/lib/Either.js';

/** The formats of subtitle files: SubRip and WebVTT. */
export type SubtitleFormat = 'srt' | 'vtt';

/** A cue of a file: times in whole ms, and text that may contain markup. `line` counts from 1. */
export interface RawCue {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A problem of a file, such as `line 3 must …`. */
export type SubtitleProblem = string;

/** Consecutive lines without a blank one. `line`: the number of the first, from 1. */
interface Block {
  readonly line: number;
  readonly lines: ReadonlyArray<string>;
}

const TIMESTAMP = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIMESTAMP}\s*-->\s*${TIMESTAMP}(?:\s.*)?$`);
const WHOLE_TIMESTAMP = new RegExp(`^${TIMESTAMP}$`);

const millisecondsOf = ([hours = '0', minutes = '', seconds = '', fraction = '']: ReadonlyArray<
  string | undefined
>): number | undefined =>
  Number(minutes) < 60 && Number(seconds) < 60
    ? ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
    : undefined;

/** The ms of a timestamp such as `01:02:03.004`, with a comma in SubRip. Hours may be left out. */
export const timestampOf = (text: string): number | undefined => {
  const parts = WHOLE_TIMESTAMP.exec(text);
  return parts ? millisecondsOf(parts.slice(1)) : undefined;
};

/** The format of a file. WebVTT files begin with `WEBVTT`. */
export const formatOf = (text: string): SubtitleFormat =>
  /^\uFEFF?WEBVTT(?:\s|$)/.test(text) ? 'vtt' : 'srt';

/**
 * The cues of a file in the order of the file. Accepts the line breaks of all systems, and skips a byte order mark.
 * WebVTT: https://www.w3.org/TR/webvtt1/#file-structure; SubRip has no specification.
 */
export const rawCues = (
  text: string,
  format: SubtitleFormat,
): E.Either<ReadonlyArray<SubtitleProblem>, ReadonlyArray<RawCue>> => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (format === 'vtt' && formatOf(lines[0] ?? '') !== 'vtt') return E.left(['line 1 must be WEBVTT']);
  const cues: RawCue[] = [];
  const problems: SubtitleProblem[] = [];
  for (const block of blocksOf(lines, format === 'vtt' ? headerLength(lines) : 0)) {
    const cue = cueOf(block, format);
    if (typeof cue === 'string') problems.push(cue);
    else if (cue) cues.push(cue);
  }
  return problems.length > 0 ? E.left(problems) : E.right(cues);
};

/** The header of a WebVTT file ends at a blank line or a cue. */
const headerLength = (lines: ReadonlyArray<string>): number => {
  const end = lines.findIndex((line, index) => index > 0 && (line.trim() === '' || line.includes('-->')));
  return end < 0 ? lines.length : end;
};

const blocksOf = (lines: ReadonlyArray<string>, from: number): ReadonlyArray<Block> => {
  const blocks: { line: number; lines: string[] }[] = [];
  let isBetween = true;
  for (const [index, line] of lines.entries()) {
    if (index < from) continue;
    const isBlank = line.trim() === '';
    if (!isBlank && isBetween) blocks.push({ line: index + 1, lines: [] });
    if (!isBlank) blocks.at(-1)?.lines.push(line);
    isBetween = isBlank;
  }
  return blocks;
};

/** The cue of a block, or its problem; undefined if the block is a comment, a style or a region. */
const cueOf = ({ line, lines }: Block, format: SubtitleFormat): RawCue | SubtitleProblem | undefined => {
  const [first = '', second = ''] = lines;
  // A cue may have a number or a name before its times.
  const timing = first.includes('-->') ? 0 : second.includes('-->') ? 1 : undefined;
  if (timing === undefined && format === 'vtt' && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(first))
    return undefined;
  const at = line + (timing ?? Math.min(1, lines.length - 1));
  const parts = timing === undefined ? null : TIMING.exec(lines[timing] ?? '');
  const start = millisecondsOf(parts?.slice(1, 5) ?? []);
  const end = millisecondsOf(parts?.slice(5) ?? []);
  if (!parts || start === undefined || end === undefined)
    return `line ${at} must be a time range such as 00:00:01${format === 'srt' ? ',' : '.'}000 --> 00:00:02${format === 'srt' ? ',' : '.'}500`;
  if (end <= start) return `line ${at} must end after it starts`;
  return { line: at, start, end, text: lines.slice((timing ?? 0) + 1).join('\n') };
};
