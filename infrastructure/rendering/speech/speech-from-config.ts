import type { SpeechEngine } from '../../../workers/render/ports/speech-engine.js';
import type { Config } from '../../platform/config.js';
import { espeakNg } from './espeak-ng.js';
import { openAiSpeech } from './openai.js';

/**
 * The speech engine that the configuration asks for: the server at SPEECH_URL, else espeak-ng on this machine.
 * @param warn is called with problems for the log; they never contain a secret
 */
export const speechFromConfig = (
  { speechUrl, speechKey, speechModel }: Pick<Config, 'speechUrl' | 'speechKey' | 'speechModel'>,
  warn: (message: string) => void,
): SpeechEngine =>
  speechUrl === undefined
    ? espeakNg()
    : openAiSpeech({
        url: speechUrl,
        apiKey: speechKey,
        model: speechModel,
        warn: (message) => warn(`speech: ${message}`),
      });
