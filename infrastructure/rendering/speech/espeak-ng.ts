import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Speech } from '../../../domain/composition/fields/speech.js';
import { MOST_SPOKEN_BYTES, type SpeechEngine } from '../../../workers/render/ports/speech-engine.js';
import { runProgram } from '../../machine/sandbox/run-program.js';
import { findExecutable } from '../../platform/executables.js';
import { ServerError } from '../openai/ask-server.js';
import { speechFailure } from './speech-failed.js';
import { wholeWave } from './wave.js';

const PROGRAM = 'espeak-ng';

/** It speaks some hundred times faster than a person. */
const LIMITS = {
  wallMs: 60_000,
  cpuSeconds: 60,
  memoryBytes: 512 * 1024 * 1024,
  fileBytes: MOST_SPOKEN_BYTES,
  processes: 8,
};

/** Words per minute at its usual speed. */
const DEFAULT_RATE = 175;

/** Names of its voices: a language, and perhaps a variant such as `+f3`. Never a path. */
const VOICE = /^[A-Za-z][A-Za-z0-9-]*(?:\+[A-Za-z0-9]+)?$/;

const failed = (message: string): ServerError => new ServerError(message, { retryable: false });

/** Runs the program with a text as its input. @returns how it ended, with its output @throws ServerError */
const outputOf = async (args: ReadonlyArray<string>, text: string, signal: AbortSignal) => {
  if (findExecutable(PROGRAM) === undefined)
    throw failed('speech needs espeak-ng on the render worker; install it or set SPEECH_URL');
  const result = await runProgram({
    program: PROGRAM,
    args,
    files: { reads: [] },
    signal,
    limits: LIMITS,
    input: text,
    keptBytes: MOST_SPOKEN_BYTES + 1,
  });
  signal.throwIfAborted();
  if (result.exceeded || result.output.length > MOST_SPOKEN_BYTES)
    throw failed('espeak-ng exceeded its limits; divide the text');
  return result;
};

const spoken = async (
  { text, voice, language = 'en', speed = 1 }: Speech,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const name = voice ?? language;
  const unknown = failed(
    `espeak-ng has no voice "${name}"; leave out \`speech.voice\`, or name a language such as en-us or de`,
  );
  if (!VOICE.test(name)) throw unknown;
  const rate = String(Math.round(DEFAULT_RATE * speed));
  // The text is not an argument, which could be an option.
  const { ok, output } = await outputOf(
    ['-b', '1', '-v', name, '-s', rate, '--stdin', '--stdout'],
    text,
    signal,
  );
  if (!ok) throw unknown;
  const wave = wholeWave(output);
  if (!wave) throw failed('nothing is heard of the text');
  return wave;
};

/** espeak-ng on this machine: clear, in many languages, and not natural. */
export const espeakNg = (): SpeechEngine => {
  let name: Promise<string> | undefined;
  const version = async (): Promise<string> => {
    const { output } = await outputOf(['--version'], '', new AbortController().signal);
    return `espeak-ng ${/\d+(?:\.\d+)+/.exec(output.toString())?.[0] ?? ''}`.trim();
  };
  return {
    name: TE.tryCatch(
      () =>
        (name ??= version().catch((error: unknown) => {
          name = undefined;
          throw error;
        })),
      speechFailure,
    ),
    speak: (speech, signal) => TE.tryCatch(() => spoken(speech, signal), speechFailure),
  };
};
