import { readFile, stat } from 'node:fs/promises';
import {
  type ComposeInput,
  type ComposeOutput,
  type ComposeRequest,
  type FileInput,
  NO_FILE,
  NUMBER,
  numberedPath,
  type PagesInput,
  type SceneFeed,
  type SceneInput,
} from '../../../workers/render/ports/media-engine.js';
import { type ExchangeFolder, type PreparedJob, withGivenFiles } from '../tasks/exchange-folder.js';
import { OWN_FILE, SOURCE_LIMITS } from './input-limits.js';

/** A file of the process, and how it is read. */
export interface EngineInput extends Pick<FileInput, 'path' | 'format' | 'decoder' | 'seek' | 'times'> {
  /** Options of the demuxer and the decoder, by name. */
  readonly options: Readonly<Record<string, string>>;
  /** Added to its times, in seconds. */
  readonly delay: number;
  /** The time in the input that the piece shows first, counted from where the input is read, in seconds. */
  readonly from: number;
  /** The time in the piece at which it shows `from`, in seconds. */
  readonly shownAt: number;
  /** Whether it stays open for the next piece. */
  readonly isSource: boolean;
}

/** The frames of a video that a scene shows. */
interface EngineFeed extends Omit<SceneFeed, 'decoded'> {
  readonly decoded?: { readonly input: EngineInput; readonly graph: string };
}

export interface EngineScene extends Pick<SceneInput, 'frames' | 'opaque'> {
  readonly scene: Omit<SceneInput['scene'], 'feeds'> & { readonly feeds: ReadonlyArray<EngineFeed> };
  /** The time in the piece at which it is shown, in seconds. */
  readonly shownAt: number;
}

/** Raw frames, each shown for some frames of the piece. */
export interface EnginePages extends Pick<PagesInput, 'pages' | 'options' | 'rate'> {
  /** The time in the piece at which they are shown, in seconds. */
  readonly shownAt: number;
}

/** What the engine composes: inputs, a filter graph that names them `[NUMBER:v]` or `[NUMBER:STREAM]`, and outputs. */
export interface ComposeJob {
  readonly type: 'compose';
  readonly inputs: ReadonlyArray<EngineInput | EngineScene | EnginePages>;
  readonly graph: string;
  readonly outputs: ReadonlyArray<ComposeOutput>;
  /** Whether frames near those that it shows are decoded while no other job waits. */
  readonly readsAhead: boolean;
  /** The file in which it notes which part of a scene it is drawing; absent without scenes. */
  readonly mark?: string;
}

export const inputOf = (file: FileInput): EngineInput => {
  const { _tag, options, delay = 0, shown = { from: 0, at: 0 }, files: _, ...input } = file;
  const isSource = _tag === 'Source';
  return {
    ...input,
    options: { ...(isSource ? SOURCE_LIMITS : OWN_FILE), ...options },
    delay,
    from: shown.from,
    shownAt: shown.at,
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
  path: string,
  files: ReadonlyArray<string>,
  { give, giveText }: ExchangeFolder,
): Promise<string> => {
  let text = await readFile(path, 'utf8');
  for (const file of files) text = text.replaceAll(`'${file}'`, `'${await give(file)}'`);
  return giveText(text);
};

/** Gives the process the files of a scene. */
const giveScene = async ({ scene, frames, opaque, shown }: SceneInput, give: ExchangeFolder['give']) => {
  const giveAny = async (path: string): Promise<string> => (path === NO_FILE ? NO_FILE : give(path));
  const feedOf = async ({ decoded, ...feed }: SceneFeed): Promise<EngineFeed> => {
    if (!decoded) return feed;
    const { input, graph } = decoded;
    return { ...feed, decoded: { input: { ...inputOf(input), path: await give(input.path) }, graph } };
  };
  const tables = Object.entries(scene.tables).map(async ([source, path]) => [source, await give(path)]);
  return {
    frames,
    opaque,
    shownAt: shown?.at ?? 0,
    scene: {
      ...scene,
      pictures: await withGivenFiles(scene.pictures, giveAny),
      feeds: await Promise.all(scene.feeds.map(feedOf)),
      levels: await withGivenFiles(scene.levels, giveAny),
      tables: Object.fromEntries(await Promise.all(tables)) as Readonly<Record<string, string>>,
    },
  };
};

const givePages = async (
  { pages, options, rate, shown }: PagesInput,
  give: ExchangeFolder['give'],
): Promise<EnginePages> => ({
  pages: await withGivenFiles(pages, give),
  options: { ...OWN_FILE, ...options },
  rate,
  shownAt: shown?.at ?? 0,
});

/** How many threads decode a video. By default, it would be one for each core and one more, and each holds frames. */
const DECODING_THREADS = '2';

/** Gives the process an input, with the paths at which it finds its files. */
const giveInput = async (
  input: ComposeInput,
  folder: ExchangeFolder,
): Promise<EngineInput | EngineScene | EnginePages> => {
  if (input._tag === 'Scene') return giveScene(input, folder.give);
  if (input._tag === 'Pages') return givePages(input, folder.give);
  const path = await (input.files ? giveList(input.path, input.files, folder) : folder.give(input.path));
  const { options, ...own } = inputOf(input);
  return { ...own, path, options: own.isSource ? { threads: DECODING_THREADS, ...options } : options };
};

/** A job that composes frames, for one process. @param mark the file in which it notes which part of a scene it is drawing */
export const prepareComposeJob = async (
  { inputs, graph, outputs, readsAhead = false }: ComposeRequest,
  folder: ExchangeFolder,
  mark?: string,
): Promise<PreparedJob<ComposeJob>> => {
  const targets = await Promise.all(
    outputs.map(async ({ path, frames }) => {
      if (await isPipe(path)) return { written: await folder.givePipe(path), files: [] };
      const file = folder.newOutput(path);
      if (!path.includes(NUMBER)) return { written: file.written, files: [file] };
      const written = `${file.written}-${NUMBER}`;
      const numbers = Array.from({ length: frames }, (_, frame) => frame + 1);
      const fileOf = (frame: number) => ({
        written: numberedPath(written, frame),
        path: numberedPath(path, frame),
      });
      return { written, files: numbers.map(fileOf) };
    }),
  );
  return {
    job: {
      type: 'compose',
      inputs: await Promise.all(inputs.map((input) => giveInput(input, folder))),
      graph,
      outputs: outputs.map((output, index) => ({ ...output, path: targets[index]?.written ?? '' })),
      readsAhead,
      ...(mark === undefined ? {} : { mark }),
    },
    outputs: targets.flatMap(({ files }) => files),
  };
};
