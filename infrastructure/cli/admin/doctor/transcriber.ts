import { got } from 'got';
import type { Config } from '../../../platform/config.js';
import { apiAddress } from '../../../rendering/transcription/openai/endpoint.js';
import { findPocketsphinx } from '../../../rendering/transcription/pocketsphinx/installation.js';
import { type Check, failed, ok, warning } from './check.js';

type TranscriberSettings = Pick<Config, 'transcriberUrl' | 'transcriberApiKey'>;

/** Timeout of the request, in ms. */
const TIMEOUT = 5000;

const pocketsphinxCheck = (path: string | undefined): Check => ({
  name: 'transcriber',
  remedy:
    'Run npm run setup, or install pocketsphinx and pocketsphinx-en-us (Debian), or set TRANSCRIBER_URL.',
  run: async () => ok((await findPocketsphinx(path)).name),
});

const endpointCheck = (url: string, apiKey: string | undefined): Check => ({
  name: 'transcriber',
  remedy: 'Start the server, or correct TRANSCRIBER_URL.',
  run: async () => {
    const { statusCode } = await got(`${apiAddress(url)}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      timeout: { request: TIMEOUT },
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
    });
    if (statusCode === 401 || statusCode === 403)
      return failed('the server refuses the API key', 'Correct TRANSCRIBER_API_KEY.');
    return statusCode >= 500
      ? warning(`the server answers with status ${statusCode}`, 'Read the log of that server.')
      : ok('the server answers');
  },
});

/**
 * The configured transcriber is there: the server, or pocketsphinx with its models. Not every server has an address for
 * its models, so a 404 is an answer, too.
 * @param path where to look for pocketsphinx; by default the PATH
 */
export const transcriberCheck = (
  { transcriberUrl, transcriberApiKey }: TranscriberSettings,
  path?: string,
): Check =>
  transcriberUrl === undefined ? pocketsphinxCheck(path) : endpointCheck(transcriberUrl, transcriberApiKey);
