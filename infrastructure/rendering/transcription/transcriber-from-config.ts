import { join } from 'node:path';
import type { Transcriber } from '../../../workers/render/ports/transcriber.js';
import type { Config } from '../../platform/config.js';
import { openAiCompatibleEndpoint } from './openai/endpoint.js';
import { pocketsphinx } from './pocketsphinx/pocketsphinx.js';
import { speechTranscriber } from './speech-transcriber.js';
import { transcriptCache } from './transcript-cache.js';

type Settings = Pick<Config, 'dataDir' | 'transcriberUrl' | 'transcriberApiKey' | 'transcriberModel'>;

/** Some ten thousand transcripts of ordinary length. */
const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * The transcriber the configuration asks for: the endpoint at TRANSCRIBER_URL, else pocketsphinx on this machine.
 * @param warn is called with problems for the log; they never contain a secret
 */
export const transcriberFromConfig = (
  { dataDir, transcriberUrl, transcriberApiKey, transcriberModel }: Settings,
  warn: (message: string) => void,
): Transcriber => {
  const folder = join(dataDir, 'cache', 'transcripts');
  const recogniser =
    transcriberUrl === undefined
      ? pocketsphinx({ warn })
      : openAiCompatibleEndpoint({
          url: transcriberUrl,
          apiKey: transcriberApiKey,
          model: transcriberModel,
          warn: (message) => warn(`transcription: ${message}`),
        });
  return speechTranscriber(recogniser, transcriptCache({ folder, maxBytes: CACHE_BYTES, warn }));
};
