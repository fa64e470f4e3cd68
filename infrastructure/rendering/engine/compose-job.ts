import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ComposeInput,
  ComposeOutput,
  ComposeRequest,
  FrameTimes,
} from '../../../workers/render/ports/media-engine.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { GivenJob } from './given-job.js';
import { OWN_FILE, SOURCE_LIMITS } from './input-limits.js';

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
  /** The seconds of the input that the frames of the piece show; absent: its frames follow one another. */
  readonly times?: FrameTimes;
  /** Whether it stays open for the next piece. */
  readonly isSource: boolean;
}

/** What the engine composes: inputs, a filter graph that names them `[NUMBER:v]` or `[NUMBER:STREAM]`, and outputs. */
export interface ComposeJob {
  readonly type: 'compose';
  readonly inputs: ReadonlyArray<EngineInput>;
  readonly graph: string;
  readonly outputs: ReadonlyArray<ComposeOutput>;
  /** Whether frames near those that it shows are decoded while no other job waits. */
  readonly readsAhead: boolean;
}

export const inputOf = ({
  _tag,
  path,
  format,
  decoder,
  options,
  seek,
  delay = 0,
  shown,
  times,
}: ComposeInput): EngineInput => {
  const isSource = _tag === 'Source';
  return {
    path,
    ...(format === undefined ? {} : { format }),
    ...(decoder === undefined ? {} : { decoder }),
    ...(seek === undefined ? {} : { seek }),
    options: { ...(isSource ? SOURCE_LIMITS : OWN_FILE), ...options },
    delay,
    ...(times ? { times } : {}),
    from: shown?.from ?? 0,
    shownAt: shown?.at ?? 0,
    isSource,
  };
};

const isPipe = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFIFO(),
    () => false,
  );

/** Gives the process a list of files, with the paths at which it finds them. */
const giveList = async (
  { path, files = [] }: ComposeInput,
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
const giveInput = async (input: ComposeInput, name: string, folder: ExchangeFolder): Promise<string> => {
  if (input.files) return giveList(input, name, folder);
  return (await isPipe(input.path)) ? folder.givePipe(input.path) : folder.give(input.path);
};

/** A job that composes frames, for one process. */
export const givenComposition = async (
  { inputs, graph, outputs, readsAhead = false }: ComposeRequest,
  number: number,
  folder: ExchangeFolder,
): Promise<GivenJob<ComposeJob>> => {
  const paths = await Promise.all(
    inputs.map((input, index) => giveInput(input, `list-${number}-${index}`, folder)),
  );
  const places = await Promise.all(
    outputs.map(async ({ path }, index) =>
      (await isPipe(path))
        ? { written: await folder.givePipe(path) }
        : { written: join(folder.written, `out-${number}-${index}`), path },
    ),
  );
  return {
    job: {
      type: 'compose',
      inputs: inputs.map((input, index) => ({ ...inputOf(input), path: paths[index] ?? '' })),
      graph,
      outputs: outputs.map((output, index) => ({ ...output, path: places[index]?.written ?? '' })),
      readsAhead,
    },
    outputs: places.flatMap(({ written, path }) => (path === undefined ? [] : [{ written, path }])),
  };
};
