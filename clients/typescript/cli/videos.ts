import type { Command } from 'commander';
import { ApiError, type Client } from '../core/client.js';
import type { VideoPatch } from '../core/types.js';
import { differences, differenceText, patchTo } from './differences.js';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { linkOf, projectOf, writeLink, writeProject } from './project-files.js';
import { currentClient } from './settings.js';
import { withKnownFiles, withUploadedFiles } from './upload.js';
import { addLinkCommand } from './video-links.js';

interface PushOptions extends GlobalOptions {
  readonly video?: string;
  readonly force?: true;
}

const create = async (client: Client, io: Io, file: string, options: GlobalOptions): Promise<void> => {
  const { video, etag } = await client.videos.createVersioned(await withUploadedFiles(client, io, file));
  await writeLink(io, file, { id: video._id, etag });
  printResult(io, options, video, `created video ${video._id}`);
};

const push = async (io: Io, file: string, options: PushOptions): Promise<void> => {
  const client = await currentClient(io, options);
  const link = await linkOf(io, file);
  const id = options.video ?? link?.id;
  if (id === undefined) return create(client, io, file, options);
  const project = await withUploadedFiles(client, io, file);
  const { $schema: _, additional = null, variables = null, ...fields } = project;
  const stored = projectOf(await client.videos.get(id));
  const patch = {
    ...fields,
    metadata: patchTo(stored.metadata, fields.metadata) as VideoPatch['metadata'],
    additional: patchTo(stored.additional, additional) as VideoPatch['additional'],
    variables,
  } as VideoPatch;
  const ifMatch = options.force === true || link?.id !== id ? undefined : link.etag;
  try {
    const unless = ifMatch === undefined ? {} : { ifMatch };
    const { video, etag } = await client.videos.updateVersioned(id, patch, unless);
    await writeLink(io, file, { id, etag });
    printResult(io, options, video, `updated video ${id}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    throw new UserError(
      `video ${id} was changed since the last push or pull: see \`framewright videos diff\`, then push with --force`,
    );
  }
};

const pull = async (io: Io, file: string, options: PushOptions): Promise<void> => {
  const client = await currentClient(io, options);
  const id = options.video ?? (await linkOf(io, file))?.id;
  if (id === undefined) throw new UserError(`${file} is not linked to a video: name one with --video`);
  const { video, etag } = await client.videos.getVersioned(id);
  await writeProject(io, file, projectOf(video), options);
  await writeLink(io, file, { id, etag });
  printResult(io, options, video, `wrote video ${id} to ${file}`);
};

interface DiffOptions extends GlobalOptions {
  readonly video?: string;
  readonly exitCode?: true;
}

const diff = async (io: Io, file: string, options: DiffOptions): Promise<number> => {
  const client = await currentClient(io, options);
  const id = options.video ?? (await linkOf(io, file))?.id;
  if (id === undefined) throw new UserError(`${file} is not linked to a video: name one with --video`);
  const { $schema: _, ...project } = await withKnownFiles(client, io, file);
  const stored = projectOf(await client.videos.get(id));
  const found = differences(stored, await client.videos.normalized(project));
  printResult(
    io,
    options,
    found,
    found.length === 0 ? 'no differences' : found.map(differenceText).join('\n'),
  );
  return options.exitCode === true && found.length > 0 ? 1 : 0;
};

const list = async (io: Io, options: GlobalOptions & { readonly name?: string }): Promise<void> => {
  const client = await currentClient(io, options);
  const found = [];
  for await (const video of client.videos.list(options.name === undefined ? {} : { name: options.name }))
    found.push(video);
  printResult(io, options, found, found.map(({ _id, metadata }) => `${_id}  ${metadata.name}`).join('\n'));
};

const VIDEO = [
  '--video <id>',
  'the stored video; by default the one that the file was pushed to or pulled from',
] as const;

/** `framewright videos …` */
export const addVideoCommands = (program: Command, run: Run): void => {
  const videos = program.command('videos').description('synchronize project files and stored videos');
  videos
    .command('list')
    .description('list the stored videos')
    .option('--name <text>', 'only videos with this text in their name')
    .action(run(list));
  videos
    .command('push')
    .description('store a project file: as a new video, or as a new version of its video')
    .argument('<file>', 'the project file')
    .option(...VIDEO)
    .option('--force', 'overwrite changes that were made since the last push or pull')
    .action(run(push));
  videos
    .command('pull')
    .description('write a stored video to a project file')
    .argument('<file>', 'the project file')
    .option(...VIDEO)
    .action(run(pull));
  videos
    .command('diff')
    .description('show how a project file differs from its stored video')
    .argument('<file>', 'the project file')
    .option(...VIDEO)
    .option('--exit-code', 'exit with 1 if there are differences')
    .action(run(diff));
  addLinkCommand(videos, run);
};
