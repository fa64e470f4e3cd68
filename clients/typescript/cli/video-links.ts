import { type Command, InvalidArgumentError } from 'commander';
import { type GlobalOptions, type Io, printResult, type Run } from './io.js';
import { currentClient } from './settings.js';

interface LinkOptions extends GlobalOptions {
  readonly edit?: true;
  readonly review?: true;
  readonly for?: string;
  /** In seconds. */
  readonly expiresIn?: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a time such as `30m`. */
const secondsOf = (text: string): number => {
  const [, count = '', unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds === 0)
    throw new InvalidArgumentError('Give seconds, minutes, hours or days: 90s, 30m, 12h or 7d.');
  return seconds;
};

const link = async (io: Io, id: string, options: LinkOptions): Promise<void> => {
  const client = await currentClient(io, options);
  const created = await client.videos.createLink(id, {
    access: options.edit === true ? 'edit' : options.review === true ? 'review' : 'view',
    ...(options.for === undefined ? {} : { name: options.for }),
    ...(options.expiresIn === undefined ? {} : { expiresInSeconds: options.expiresIn }),
  });
  printResult(io, options, created, created.url);
};

/** `framewright videos link` */
export const addLinkCommand = (videos: Command, run: Run): void => {
  videos
    .command('link')
    .description('create a link that opens a stored video in the editor, for viewing only by default')
    .argument('<video>', 'the id of the video')
    .option('--review', 'a link for viewing, commenting and approving')
    .option('--edit', 'a link for editing')
    .option('--for <name>', 'whose comments and decisions those made with the link are')
    .option('--expires-in <time>', 'when the link stops working: 90s, 30m, 12h or 7d', secondsOf)
    .action(run(link));
};
