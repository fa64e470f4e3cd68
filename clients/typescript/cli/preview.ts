import { writeFile } from 'node:fs/promises';
import { extname, parse, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { FrameOptions } from '../core/frames.js';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { isProjectFile } from './project-files.js';
import { currentClient } from './settings.js';
import { withUploadedFiles } from './upload.js';

interface PreviewOptions extends GlobalOptions {
  readonly at: number;
  readonly width?: number;
  readonly version?: number;
  readonly output?: string;
}

const TYPES: Readonly<Record<string, FrameOptions['type']>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** The media type that the name of a file asks for. */
const typeOf = (file: string): NonNullable<FrameOptions['type']> => {
  const type = TYPES[extname(file).toLowerCase()];
  if (type === undefined) throw new UserError(`${file} must end with ${Object.keys(TYPES).join(', ')}`);
  return type;
};

const preview = async (io: Io, what: string, { at, width, version, ...options }: PreviewOptions) => {
  const output = options.output ?? `${parse(what).name}.png`;
  const asked = { at, ...(width === undefined ? {} : { width }), type: typeOf(output), signal: io.signal };
  const client = await currentClient(io, options);
  const isStored = !isProjectFile(io, what);
  if (!isStored && version !== undefined) throw new UserError('--version is for stored videos');
  const frame = isStored
    ? await client.frames.get(what, { ...asked, ...(version === undefined ? {} : { version }) })
    : await client.frames.draw(await withUploadedFiles(client, io, what), asked);
  await writeFile(resolve(io.cwd, output), Buffer.from(await frame.arrayBuffer()));
  printResult(io, options, { output, at, type: asked.type, bytes: frame.size }, output);
};

const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
};

const milliseconds = (text: string): number => {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('must be a time in ms');
  return Number(text);
};

/** `framewright preview` */
export const addPreviewCommand = (program: Command, run: Run): void => {
  program
    .command('preview')
    .description('draw one frame of a project file or a stored video, with exactly the pixels of the render')
    .argument('<project>', 'a project file, or the id of a stored video')
    .option('--at <ms>', 'the time of the frame', milliseconds, 0)
    .option('--width <px>', 'scale the picture down to this width', wholeNumber)
    .option('--version <number>', 'an earlier version of the stored video', wholeNumber)
    .option('-o, --output <file>', 'the picture to write: .png, .jpg or .webp; by default PROJECT.png')
    .action(run(preview));
};
