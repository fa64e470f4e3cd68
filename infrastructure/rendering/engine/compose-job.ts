import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { MediaCommand, MediaInput } from '../../../workers/render/ports/media-encoder.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { GivenJob } from './given-job.js';
import { INPUT_LIMITS } from './input-limits.js';

/** A file that the engine opens. */
export interface EngineInput {
  readonly path: string;
  /** The name of its demuxer; absent: found by its content. */
  readonly format?: string;
  /** Options of the demuxer and the decoder, by name. */
  readonly options: Readonly<Record<string, string>>;
  /** The name of its decoder; absent: the usual one of the codec. */
  readonly decoder?: string;
  /** From where it is read, in seconds from its start; absent: from its start. */
  readonly seek?: number;
  /** Added to its times, in seconds. */
  readonly delay: number;
  /** The second of the input, counted from where it is read, that the piece shows first. */
  readonly from: number;
  /** The second of the piece at which it shows this. */
  readonly shownAt: number;
  /** Whether it stays open for the next piece. */
  readonly isSource: boolean;
}

/** A file that the engine writes. */
export interface EngineOutput {
  /** The label of the filter graph that it shows, with brackets. */
  readonly label: string;
  readonly encoder: string;
  readonly encoderOptions: Readonly<Record<string, string>>;
  readonly pixelFormat?: string;
  /** How many frames it has at most. */
  readonly frames: number;
  /** The distance of key frames that the encoder does not choose, in frames; absent: it chooses all. */
  readonly keyFrameEvery?: number;
  readonly format: string;
  readonly formatOptions: Readonly<Record<string, string>>;
  readonly path: string;
}

/** What the engine composes: inputs, a filter graph that names them `[NUMBER:v]` or `[NUMBER:STREAM]`, and outputs. */
export interface ComposeJob {
  readonly type: 'compose';
  readonly inputs: ReadonlyArray<EngineInput>;
  readonly graph: string;
  readonly outputs: ReadonlyArray<EngineOutput>;
  /** Whether any trouble of a decoder fails it, instead of being repaired. */
  readonly isStrict: boolean;
}

type Options = Record<string, string>;

/** Options of ffmpeg by their names, without hyphens; those without a value have an empty one. */
const named = (options: ReadonlyArray<string>): Options => {
  const all: Options = {};
  for (let at = 0; at < options.length; at += 1) {
    const name = options[at]?.slice(1) ?? '';
    const value = options[at + 1];
    const hasValue = value !== undefined && !(value.startsWith('-') && Number.isNaN(Number(value)));
    all[name] = hasValue ? value : '';
    if (hasValue) at += 1;
  }
  return all;
};

const inputOf = ({ _tag, path, options: given, shown }: MediaInput): EngineInput => {
  const isSource = _tag === 'Source';
  const {
    f,
    'c:v': decoder,
    ss,
    noaccurate_seek: _,
    itsoffset = '0',
    ...options
  } = named([...(isSource ? INPUT_LIMITS : []), ...given]);
  return {
    path,
    ...(f === undefined ? {} : { format: f }),
    ...(decoder === undefined ? {} : { decoder }),
    ...(ss === undefined ? {} : { seek: Number(ss) }),
    options,
    delay: Number(itsoffset),
    from: shown?.from ?? 0,
    shownAt: shown?.at ?? 0,
    isSource,
  };
};

/** Options of an output that its container has, rather than its encoder. */
const OF_FORMATS: ReadonlySet<string> = new Set(['fflags', 'update', 'movflags']);

/** Units of an encoder's quality in one of `-q` (`FF_QP2LAMBDA`). */
const QUALITY_UNITS = 118;

/** `-q` is no option of an encoder: ffmpeg turns it into these. */
const asEncoderOptions = ({ q, ...others }: Options): Options =>
  q === undefined
    ? others
    : { ...others, flags: '+qscale', global_quality: String(Math.round(Number(q) * QUALITY_UNITS)) };

const EVERY = /^expr:not\(mod\(n,(\d+)\)\)$/;

const outputOf = (options: ReadonlyArray<string>, path: string): EngineOutput => {
  const {
    map: label = '',
    'c:v': encoder = '',
    'frames:v': frames = '1',
    f: format = '',
    pix_fmt: pixelFormat,
    force_key_frames: keyFrames = '',
    an: _,
    ...others
  } = named(options);
  const every = EVERY.exec(keyFrames)?.[1];
  const entries = Object.entries(others).map(([name, value]) => [name.replace(/:v$/, ''), value] as const);
  return {
    label,
    encoder,
    encoderOptions: asEncoderOptions(Object.fromEntries(entries.filter(([name]) => !OF_FORMATS.has(name)))),
    formatOptions: Object.fromEntries(entries.filter(([name]) => OF_FORMATS.has(name))),
    ...(pixelFormat === undefined ? {} : { pixelFormat }),
    frames: Number(frames),
    ...(every === undefined ? {} : { keyFrameEvery: Number(every) }),
    format,
    path,
  };
};

/** The outputs of a command: each begins with `-map`, and those before the last end with the names of their files. */
const outputsOf = ({ outputOptions, output }: MediaCommand): ReadonlyArray<EngineOutput> => {
  const starts = outputOptions.flatMap((option, at) => (option === '-map' ? [at] : []));
  return starts.map((start, at) => {
    const end = starts[at + 1];
    const options = outputOptions.slice(start, end);
    return end === undefined
      ? outputOf(options, output)
      : outputOf(options.slice(0, -1), options.at(-1) ?? '');
  });
};

/** A command that composes frames, as a job of the engine. */
const composeJob = (command: MediaCommand): ComposeJob => ({
  type: 'compose',
  inputs: command.inputs.map(inputOf),
  graph: command.filterGraph ?? '',
  outputs: outputsOf(command),
  isStrict: command.isStrict === true,
});

/** Gives the process a list of files, with the paths at which it finds them. */
const giveList = async (
  { path, files = [] }: MediaInput,
  name: string,
  { give, given }: ExchangeFolder,
): Promise<string> => {
  let text = await readFile(path, 'utf8');
  for (const file of files) text = text.replaceAll(`'${file}'`, `'${await give(file)}'`);
  const own = join(given, name);
  await writeFile(own, text, { mode: 0o644 });
  return own;
};

/** Gives the process an input. @returns the path at which it finds it */
const giveInput = async (input: MediaInput, name: string, folder: ExchangeFolder): Promise<string> => {
  if (input.files) return giveList(input, name, folder);
  return (await stat(input.path)).isFIFO() ? folder.givePipe(input.path) : folder.give(input.path);
};

/** A job that composes the frames of a command, for one process. */
export const givenComposition = async (
  command: MediaCommand,
  number: number,
  folder: ExchangeFolder,
): Promise<GivenJob<ComposeJob>> => {
  const job = composeJob(command);
  const inputs = await Promise.all(
    command.inputs.map((input, index) => giveInput(input, `list-${number}-${index}`, folder)),
  );
  const target = ({ path }: EngineOutput): string => join(dirname(command.output), basename(path));
  const written = job.outputs.map((_, index) => join(folder.written, `out-${number}-${index}`));
  return {
    job: {
      ...job,
      inputs: job.inputs.map((input, index) => ({ ...input, path: inputs[index] ?? '' })),
      outputs: job.outputs.map((output, index) => ({ ...output, path: written[index] ?? '' })),
    },
    outputs: job.outputs.map((output, index) => ({ written: written[index] ?? '', path: target(output) })),
  };
};
