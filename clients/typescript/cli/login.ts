import type { Command } from 'commander';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { clientOf, storeLogin } from './settings.js';

const login = async (io: Io, options: GlobalOptions): Promise<void> => {
  const url = options.url ?? io.env['FRAMEWRIGHT_URL'];
  if (url === undefined || !URL.canParse(url))
    throw new UserError('name the service with --url, such as https://video.example.org');
  const apiKey = io.env['FRAMEWRIGHT_API_KEY'] ?? (await io.readSecret('API key: '));
  const { value } = await clientOf(io, { url, apiKey }).videos.pages({ limit: 1 }).next();
  const path = await storeLogin(io, { url, apiKey });
  const videos = value?.pagination.total ?? 0;
  printResult(
    io,
    options,
    { url, videos, path },
    `logged in to ${url} (${videos} videos); the key is in ${path}`,
  );
};

/** `framewright login` */
export const addLoginCommand = (program: Command, run: Run): void => {
  program
    .command('login')
    .description(
      'store the address of a service and an API key, which is read from the terminal or the standard input',
    )
    .action(run(login));
};
