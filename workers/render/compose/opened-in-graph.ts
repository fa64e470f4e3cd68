import type { LateCommand, MediaCommand, MediaInput } from '../ports/media-encoder.js';
import { KEPT_LABEL, writtenFrame } from './decoded-video.js';

/** The formats of intermediate files that a filter graph can open. */
const FORMATS: ReadonlySet<string | undefined> = new Set(['rawvideo', 'nut', 'mov']);

/** The options of an input by their names, without hyphens. */
const optionsOf = ({ options }: MediaInput): ReadonlyMap<string, string> =>
  new Map(
    options.flatMap((option, index) =>
      index % 2 === 0 ? [[option.slice(1), options[index + 1] ?? '']] : [],
    ),
  );

const isOpenable = (input: MediaInput): boolean =>
  input._tag === 'Intermediate' && FORMATS.has(optionsOf(input).get('f'));

/** The filter that reads the file which is at `../given/NUMBER` for the process. */
const movie = (input: MediaInput, number: number): string => {
  const { f = '', ...options } = Object.fromEntries(optionsOf(input));
  // Each colon is escaped for the option, and the backslash for the graph.
  const all = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const opened = `movie=filename=../given/${number}:f=${f}:format_opts=${all.join(String.raw`\\:`)},`;
  // Raw frames have no shape of pixels as inputs, and square ones here, which a PNG states.
  return f === 'rawvideo' ? `${opened}setsar=0,` : opened;
};

/**
 * A command that reads nothing but intermediate files, so that its graph opens them, and everything else about it is
 * known before. The frames are the same.
 * @returns undefined if it has other inputs, or writes further files
 */
export const openedInGraph = (
  { inputs, filterGraph = '', outputOptions, output, besides = [] }: MediaCommand,
  makes: LateCommand['makes'],
): LateCommand | undefined => {
  if (besides.length > 0 || !inputs.every(isOpenable)) return undefined;
  return {
    makes,
    files: inputs.map(({ path }) => path),
    filterGraph: filterGraph.replaceAll(/\[(\d+):v\]/g, (label, number: string) => {
      const input = inputs[Number(number)];
      return input ? movie(input, Number(number)) : label;
    }),
    outputOptions,
    output,
    // The frames of a damaged video may depend on more of it than they say.
    ...(inputs.some((input) => optionsOf(input).get('f') === 'mov') ? { isStrict: true } : {}),
  };
};

/** The name under which the process of a preview writes a decoded frame. */
const KEPT = 'kept';
const KEPT_OPTIONS = writtenFrame(KEPT_LABEL, KEPT).options;

/**
 * The command of a preview as one that is {@link openedInGraph} and writes a frame besides: the decoded frame that is to
 * be kept, or one that nobody needs, so that all previews of a format have the same options.
 * @returns undefined if it has other inputs, or writes more
 */
export const keptInGraph = ({ besides = [], ...command }: MediaCommand): LateCommand | undefined => {
  const [name, second] = besides;
  const late = second === undefined ? openedInGraph(command, 'preview') : undefined;
  if (!late) return undefined;
  const { filterGraph, outputOptions } = late;
  return name === undefined
    ? {
        ...late,
        filterGraph: `${filterGraph};color=s=2x2,trim=end_frame=1${KEPT_LABEL}`,
        outputOptions: [...KEPT_OPTIONS, ...outputOptions],
      }
    : {
        ...late,
        outputOptions: [...KEPT_OPTIONS, ...outputOptions.slice(KEPT_OPTIONS.length)],
        besides: { name: KEPT, as: name },
      };
};

/** The name of what a graph writes, whatever is in it. */
const OUT = '[out]';

const FRAMES = '-frames:v';

/** The output options of commands that are {@link endedInGraph} and encode like this. */
export const optionsOfPieces = (encoding: ReadonlyArray<string>): ReadonlyArray<string> => [
  '-map',
  OUT,
  ...encoding.toSpliced(encoding.indexOf(FRAMES), 2),
];

/**
 * A command whose graph says how many frames there are, so that its output options are those of all commands that
 * encode like it.
 */
export const endedInGraph = ({ filterGraph, outputOptions, ...command }: LateCommand): LateCommand => {
  const [, composed = '', ...encoding] = outputOptions;
  const frames = encoding[encoding.indexOf(FRAMES) + 1];
  return {
    ...command,
    filterGraph: filterGraph.replace(composed, `,trim=end_frame=${frames}${OUT}`),
    outputOptions: optionsOfPieces(encoding),
  };
};
