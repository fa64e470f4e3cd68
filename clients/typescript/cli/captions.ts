import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CaptionOptions } from '../core/captions.js';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { readProject, readText } from './project-files.js';
import { currentClient } from './settings.js';

type Format = NonNullable<CaptionOptions['format']>;
const FORMATS: ReadonlyArray<Format> = ['srt', 'vtt', 'txt', 'json'];

/** What is known of a clip before the service has validated it. */
interface AnyClip {
  readonly type?: unknown;
  readonly id?: string;
  readonly clips?: unknown;
  readonly captionProperties?: unknown;
}

const captionClips = (clips: unknown): ReadonlyArray<AnyClip> =>
  Array.isArray(clips)
    ? (clips as ReadonlyArray<AnyClip>).flatMap((clip) => [
        ...(clip.type === 'caption' ? [clip] : []),
        ...captionClips(clip.clips),
      ])
    : [];

/** The caption clip with an id, or the only one. */
const chosen = (clips: unknown, id: string | undefined): AnyClip => {
  const captions = captionClips(clips);
  const found = id === undefined ? captions : captions.filter((clip) => clip.id === id);
  const [only] = found;
  if (only && found.length === 1) return only;
  const ids = captions.map((clip) => clip.id ?? 'one without an id').join(', ');
  throw new UserError(
    captions.length === 0 ? 'there is no caption clip' : `name one of the caption clips with --clip: ${ids}`,
  );
};

interface ExportOptions extends GlobalOptions {
  readonly clip?: string;
  readonly render?: true;
  readonly format?: Format;
  readonly output?: string;
}

const exported = async (io: Io, id: string, { clip, render, format, output, ...options }: ExportOptions) => {
  const client = await currentClient(io, options);
  const named = FORMATS.find((each) => output !== undefined && extname(output) === `.${each}`);
  const asked = { format: format ?? named ?? 'srt', signal: io.signal };
  const { clips } =
    render === true ? ((await client.renders.get(id)).videoData ?? {}) : await client.videos.get(id);
  const clipId = chosen(clips, clip).id ?? '';
  const text = await client.captions[render === true ? 'ofRender' : 'ofVideo'](id, clipId, asked);
  if (output !== undefined) await writeFile(resolve(io.cwd, output), text);
  const content = output === undefined ? { content: text } : { output };
  printResult(io, options, { clip: clipId, format: asked.format, ...content }, output ?? text.trimEnd());
};

const imported = async (io: Io, file: string, subtitles: string, { clip, ...options }: ExportOptions) => {
  const project = await readProject(io, file);
  const caption = chosen(project.clips, clip) as { captionProperties?: Readonly<Record<string, unknown>> };
  const { words: _, ...style } = caption.captionProperties ?? {};
  const from = /^https?:/i.test(subtitles)
    ? { source: subtitles }
    : { content: await readText(resolve(io.cwd, subtitles)) };
  caption.captionProperties = { ...style, subtitles: from };
  await writeFile(resolve(io.cwd, file), `${JSON.stringify(project, undefined, 2)}\n`);
  printResult(io, options, { file, ...from }, `wrote the captions of ${subtitles} to ${file}`);
};

const CLIP = ['--clip <id>', 'the caption clip; by default the only one'] as const;

/** `framewright captions …` */
export const addCaptionCommands = (program: Command, run: Run): void => {
  const captions = program.command('captions').description('export and import captions as subtitle files');
  captions
    .command('export')
    .description('print the captions of a stored video or a render, or write them to a file')
    .argument('<id>', 'the id of a stored video; with --render, of a render')
    .option(...CLIP)
    .option('--render', 'export from a render, with the words that were transcribed')
    .addOption(new Option('--format <format>', 'by default that of the file, or srt').choices([...FORMATS]))
    .option('-o, --output <file>', 'the file to write')
    .action(run(exported));
  captions
    .command('import')
    .description('import the captions of an SRT or WebVTT file into a project file')
    .argument('<file>', 'the project file')
    .argument('<subtitles>', 'a subtitle file, or its URL')
    .option(...CLIP)
    .action(run(imported));
};
