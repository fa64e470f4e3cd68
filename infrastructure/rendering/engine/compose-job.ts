import { readFile, stat } from 'node:fs/promises';
import {
  type ComposeInput,
  type ComposeRequest,
  NO_FILE,
  NUMBER,
  numberedPath,
  type SceneFeed,
  type SceneInput,
} from '../../../workers/render/ports/media-engine.js';
import { type ExchangeFolder, type PreparedJob, withGivenFiles } from '../tasks/exchange-folder.js';

/** A request with the paths at which the process finds the files. */
export interface ComposeJob extends ComposeRequest {
  readonly type: 'compose';
}

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
const giveScene = async (
  { scene, ...input }: SceneInput,
  give: ExchangeFolder['give'],
): Promise<SceneInput> => {
  const giveAny = async (path: string): Promise<string> => (path === NO_FILE ? NO_FILE : give(path));
  const feedOf = async ({ decoded, ...feed }: SceneFeed): Promise<SceneFeed> => {
    if (!decoded) return feed;
    const path = await give(decoded.input.path);
    return { ...feed, decoded: { ...decoded, input: { ...decoded.input, path } } };
  };
  const tables = Object.entries(scene.tables).map(
    async ([source, path]) => [source, await give(path)] as const,
  );
  return {
    ...input,
    scene: {
      ...scene,
      pictures: await withGivenFiles(scene.pictures, giveAny),
      feeds: await Promise.all(scene.feeds.map(feedOf)),
      levels: await withGivenFiles(scene.levels, giveAny),
      tables: Object.fromEntries(await Promise.all(tables)),
    },
  };
};

/** How many threads decode a video. By default, it would be one for each core and one more, and each holds frames. */
const DECODING_THREADS = '2';

/** Gives the process an input, with the paths at which it finds its files. */
const giveInput = async (input: ComposeInput, folder: ExchangeFolder): Promise<ComposeInput> => {
  if (input._tag === 'Scene') return giveScene(input, folder.give);
  if (input._tag === 'Pages') return { ...input, pages: await withGivenFiles(input.pages, folder.give) };
  const { files, ...own } = input;
  const path = await (files ? giveList(own.path, files, folder) : folder.give(own.path));
  const threads = own._tag === 'Source' ? { threads: DECODING_THREADS } : {};
  return { ...own, path, options: { ...threads, ...own.options } };
};

/** A job that composes frames, for one process. */
export const prepareComposeJob = async (
  { inputs, outputs, ...request }: ComposeRequest,
  folder: ExchangeFolder,
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
      ...request,
      type: 'compose',
      inputs: await Promise.all(inputs.map((input) => giveInput(input, folder))),
      outputs: outputs.map((output, index) => ({ ...output, path: targets[index]?.written ?? '' })),
    },
    outputs: targets.flatMap(({ files }) => files),
  };
};
