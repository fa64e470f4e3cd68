import { resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import type { Client, CompletedRender, Render, RenderProgress } from '../core/client.js';
import { download } from './download.js';
import { type GlobalOptions, type Io, printResult, type Run } from './io.js';
import { isProjectFile, isTemplate, readValues, VALUES } from './project-files.js';
import { currentClient } from './settings.js';
import { withUploadedFiles } from './upload.js';

interface RenderOptions extends GlobalOptions {
  readonly wait?: true;
  readonly output?: string;
  readonly values?: string;
}

/** What a progress bar says: the stage, and what is known of the place in the queue, the rate and the rest. */
const shownOf = ({ status, stage, queuePosition, fps, remainingSeconds }: RenderProgress) => {
  const facts = [
    ...(queuePosition === undefined ? [] : [`position ${queuePosition}`]),
    ...(fps === undefined ? [] : [`${Math.round(fps)} fps`]),
    ...(remainingSeconds === undefined ? [] : [`${Math.ceil(remainingSeconds)} s left`]),
  ];
  return { status: stage ?? status, rest: facts.map((fact) => ` | ${fact}`).join('') };
};

/** Waits for a render, with a progress bar on a terminal. */
const waited = async (client: Client, io: Io, render: Render): Promise<CompletedRender> => {
  if (!io.terminal) return client.renders.wait(render._id, { signal: io.signal });
  const bar = new SingleBar({
    stream: io.terminal,
    format: '{status} [{bar}] {percentage} %{rest}',
    clearOnComplete: true,
  });
  bar.start(100, 0, { status: render.status, rest: '' });
  try {
    return await client.renders.wait(render._id, {
      signal: io.signal,
      onProgress: (progress) => bar.update(Math.round(progress.progress * 100), shownOf(progress)),
    });
  } finally {
    bar.stop();
  }
};

/** Requests a render. Templates are stored first: only stored videos are filled with values. */
const request = async (client: Client, io: Io, what: string, file: string | undefined): Promise<Render> => {
  const values = await readValues(io, file);
  if (!isProjectFile(io, what)) return client.renders.create(what, values);
  const filled = await withUploadedFiles(client, io, what, values);
  if (file === undefined && !isTemplate(filled)) return client.renders.createFrom(filled);
  const { merge, ...project } = filled;
  const { _id } = await client.videos.create(project);
  return client.renders.create(_id, merge && { merge });
};

const render = async (io: Io, what: string, options: RenderOptions): Promise<void> => {
  const client = await currentClient(io, options);
  const requested = await request(client, io, what, options.values);
  if (options.wait !== true && options.output === undefined)
    return printResult(io, options, requested, `render ${requested._id} is ${requested.status}`);
  const done = await waited(client, io, requested);
  if (options.output !== undefined) await download(io, done, resolve(io.cwd, options.output));
  return printResult(io, options, done, options.output ?? done.outputUrl);
};

/** `framewright render` */
export const addRenderCommand = (program: Command, run: Run): void => {
  program
    .command('render')
    .description('render a project file, whose sources may be files beside it, or a stored video')
    .argument('<project>', 'a project file, or the id of a stored video')
    .option('--wait', 'wait until the render is completed, and show its progress')
    .option('-o, --output <file>', 'wait, and download the output')
    .option(...VALUES)
    .action(run(render));
};
