import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { MediaCommand, MediaInput } from '../ports/media-encoder.js';
import { ratio } from './drawn-inputs.js';

// One encoder for several pieces of one or two pictures, a key frame and a change of it. Each piece has the bytes that
// it has alone, because x264 starts afresh with a key frame, apart from three things:
//
// - A key frame gets another quantiser if it follows a change. So black key frames come between pieces.
// - The ids of key frames alternate between 0 and 1. So as many black ones come between as give each piece id 0.
// - With CABAC, x264 sets the last bit of a slice, which means nothing, for some numbers of frames: 0x35A4E4F5 says for
//   which of 32. It sets it for the first frame of a piece alone, not for the second. It can be set afterwards, but not
//   taken back, as the end of the slice may need it. So changes are only where x264 does not set it.

/** The numbers of frames at which pieces begin; the change of its key frame comes next. */
const PLACES: ReadonlyArray<number> = [0, 7, 10, 15, 18, 21, 24, 29];

/** Each piece needs up to six bytes for a pixel until the last is encoded: 80 MB with as many of 1080p. */
const MOST_PIXELS = 6 * 1920 * 1080;

/** How many pieces one encoder makes at most. */
export const mostTogether = ({ width, height }: Canvas): number =>
  Math.max(1, Math.min(PLACES.length, Math.floor(MOST_PIXELS / (width * height))));

/** The most pictures that a piece with a place may have. */
export const PLACE_FRAMES = 2;

/** The number of the frame at which a piece begins. */
export const placeOf = (piece: number): number => PLACES[piece] ?? 0;

/** In ffmpeg's syntax: key frames are all but the changes. */
export const KEY_FRAMES_OF_PLACES = `expr:not(${PLACES.map((place) => `eq(n,${place + 1})`).join('+')})`;

/** How many frames several pieces have together, with what is between them. */
export const framesTogether = (pieces: number): number => placeOf(pieces - 1) + PLACE_FRAMES;

/** The filter that repeats the only picture of a piece: its place has frames for two. */
const filled = (frames: number): string => `tpad=stop=${PLACE_FRAMES - frames}:stop_mode=clone`;

/** The graph of one of several commands: its inputs come after others, and its labels are its own. */
const renumbered = (graph: string, piece: number, inputsBefore: number): string =>
  graph.replaceAll(/\[(?:(\d+):v|(\w+))\]/g, (_, input: string | undefined, label: string) =>
    input === undefined ? `[p${piece}${label}]` : `[${Number(input) + inputsBefore}:v]`,
  );

/** The frames before each piece but the first: copies of one. */
const blackFrames = (pieces: number, { width, height }: Canvas, rate: FrameRate): string => {
  const gaps = Array.from({ length: pieces - 1 }, (_, gap) => placeOf(gap + 1) - placeOf(gap) - PLACE_FRAMES);
  const copies = gaps.map((_, gap) => `[copy${gap + 1}]`).join('');
  const frame = `color=black:s=${width}x${height}:r=${ratio(rate)},format=yuv420p,setsar=0`;
  const cut = gaps.map((frames, gap) => `[copy${gap + 1}]trim=end_frame=${frames}[black${gap + 1}]`);
  return [`${frame},trim=end_frame=${Math.max(...gaps)},split=${gaps.length}${copies}`, ...cut].join(';');
};

/** What is joined. */
const JOINED = '[joined]';

/**
 * One command instead of several that each encode a piece with a place: the pieces are at their places.
 * @param commands two at least; all of them compose frames of the size and the rate, and encode alike
 * @param output where it writes
 */
export const placedTogether = (
  commands: ReadonlyArray<MediaCommand>,
  size: Canvas,
  rate: FrameRate,
  output: string,
): MediaCommand => {
  const [, , ...encoding] = commands[0]?.outputOptions ?? [];
  const counted = encoding.indexOf('-frames:v') + 1;
  const inputs: MediaInput[] = [];
  const chains: string[] = [blackFrames(commands.length, size, rate)];
  const segments: string[] = [];
  for (const [piece, command] of commands.entries()) {
    if (piece > 0) segments.push(`[black${piece}]`);
    const [, composed = '', ...options] = command.outputOptions;
    const graph = `${command.filterGraph ?? ''};${composed}${filled(Number(options[counted]))}[all]`;
    chains.push(renumbered(graph, piece, inputs.length));
    segments.push(`[p${piece}all]`);
    inputs.push(...command.inputs);
  }
  const joining = `concat=n=${segments.length}:v=1:a=0,settb=1/(${ratio(rate)}),setpts=N`;
  return {
    inputs,
    filterGraph: `${chains.join(';')};${segments.join('')}${joining}${JOINED}`,
    outputOptions: ['-map', JOINED, ...encoding.with(counted, String(framesTogether(commands.length)))],
    output,
  };
};
