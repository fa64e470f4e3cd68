import type { Transcriber } from '../../../workers/render/ports/transcriber.js';
import type { Config } from '../../platform/config.js';
import { openAiCompatibleEndpoint } from './openai/endpoint.js';
import { pocketsphinx } from './pocketsphinx/pocketsphinx.js';
import { speechTranscriber } from './speech-transcriber.js';

/**
 * The transcriber the configuration asks for: the endpoint at TRANSCRIBER_URL, else pocketsphinx on this machine.
 * @param warn is called with problems for the log; they never contain a secret
 */
export const transcriberFromConfig = (
  {
    transcriberUrl,
    transcriberApiKey,
    transcriberModel,
  }: Pick<Config, 'transcriberUrl' | 'transcriberApiKey' | 'transcriberModel'>,
  warn: (message: string) => void,
): Transcriber =>
  speechTranscriber(
    transcriberUrl === undefined
      ? pocketsphinx({ warn })
      : openAiCompatibleEndpoint({
          url: transcriberUrl,
          apiKey: transcriberApiKey,
          model: transcriberModel,
          warn: (message) => warn(`transcription: ${message}`),
        }),
  );
