import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { makeWritableFolder, moveOutput } from '../../../machine/sandbox/file-exchange.js';
import { runRecogniser } from '../run-recogniser.js';
import type { SegmentToRecognise, Recogniser } from '../recogniser.js';
import { FRAME_MS } from '../sound-levels.js';
import type { RenderError } from '../../../../domain/render/failure-cause.js';
import { transcriptionFailed } from '../transcription-failed.js';
import { SPEECH_RATE } from '../speech-file.js';
import { type RecognisedWord, wordsOfCtm } from './ctm.js';
import { findPocketsphinx, type PocketsphinxInstallation } from './installation.js';
import { plausibleSpeech } from './plausible-speech.js';

export interface PocketsphinxOptions {
  /** Called with the reason when the program fails, for the log. */
  readonly warn: (message: string) => void;
  /** Segments processed concurrently; by default one per core. */
  readonly lanes?: number;
  /** Where it is installed; by default it is searched for. */
  readonly installation?: () => Promise<PocketsphinxInstallation>;
}

/** Long enough for sentences, short enough for progress and for a fair share of every core. */
const LONGEST_SEGMENT_MS = 20_000;
const STARTUP_MS = 60_000;
/** It runs several times faster than real time; at a thirtieth of real time something is wrong. */
const SLOWEST = 30;
const TRIES = 2;

/** The control file can't name a file with a space in its name, so the audio is linked under a fixed name. */
const SOUND_FILE = 'sound.raw';
const CONTROL_FILE = 'segments';
const RESULT_FILE = 'words.ctm';
const HYPOTHESIS_FILE = 'words.txt';

const failed = (): RenderError =>
  transcriptionFailed('the speech recogniser pocketsphinx failed', { retryable: true });

/** The lines of its log that give the reason of a failure: for our log, not for decisions. */
const TROUBLE = /^(?:FATAL|ERROR: "batch\.c"|SYSTEM_ERROR).*$/m;

/** A segment that can't be read is no error to the exit code; but only one that was read gets a line in this file. */
const wasRead = async (hypotheses: string): Promise<boolean> => (await stat(hypotheses)).size > 0;

/**
 * One run over one segment. The control file names the sound file and the first and last frame, of 10 ms; the
 * program reads just those. Cepstral mean normalisation over the whole segment (`-cmn batch`) makes it find more of
 * the first words than the live kind.
 */
const recogniseOnce = async (
  { program, models, timing }: PocketsphinxInstallation,
  { sound, segment, signal }: SegmentToRecognise,
  folder: string,
  warn: (message: string) => void,
): Promise<ReadonlyArray<RecognisedWord>> => {
  const link = join(folder, SOUND_FILE);
  const writes = join(folder, 'written');
  const written = join(writes, RESULT_FILE);
  const hypotheses = join(folder, HYPOTHESIS_FILE);
  const result = join(folder, RESULT_FILE);
  await symlink(resolve(sound.path), link);
  makeWritableFolder(writes);
  const first = segment.startMs / FRAME_MS;
  const last = segment.endMs / FRAME_MS;
  await writeFile(join(folder, CONTROL_FILE), `${SOUND_FILE} ${first} ${last} segment\n`);
  const options = {
    '-ctl': join(folder, CONTROL_FILE),
    '-ctm': written,
    '-hyp': join(writes, HYPOTHESIS_FILE),
    '-cepdir': folder,
    '-cepext': '',
    '-adcin': 'yes',
    '-samprate': String(SPEECH_RATE),
    '-cmn': 'batch',
    ...models,
    ...timing,
  };
  const ended = await runRecogniser({
    program,
    args: Object.entries(options).flat(),
    files: { reads: [folder, link, sound.path], installed: Object.values(models), writes },
    signal,
    timeoutMs: STARTUP_MS + SLOWEST * (segment.endMs - segment.startMs),
  });
  const isRead = moveOutput(join(writes, HYPOTHESIS_FILE), hypotheses) && (await wasRead(hypotheses));
  if (!ended.ok || !isRead) {
    const said = TROUBLE.exec(ended.stderr)?.[0] ?? 'nothing';
    warn(`pocketsphinx_batch ended ${ended.ok ? 'well' : 'badly'}, saying: ${said}`);
    throw failed();
  }
  if (!moveOutput(written, result)) throw failed();
  const words = wordsOfCtm(await readFile(result, 'utf8'));
  if (E.isRight(words)) return words.right;
  warn(`pocketsphinx_batch wrote an invalid line, number ${words.left}`);
  throw failed();
};

const recognise = async (
  installation: PocketsphinxInstallation,
  part: SegmentToRecognise,
  warn: (message: string) => void,
): Promise<ReadonlyArray<RecognisedWord>> => {
  for (let tries = 1; ; tries += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'transcribe-'));
    try {
      return await recogniseOnce(installation, part, folder, warn);
    } catch (error) {
      if (tries === TRIES || part.signal.aborted) throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
};

/** Speech recognition on this machine, without an account or a download; US English only. */
export const pocketsphinx = ({
  warn,
  lanes = availableParallelism(),
  installation = () => findPocketsphinx(),
}: PocketsphinxOptions): Recogniser => {
  let found: Promise<PocketsphinxInstallation> | undefined;
  /** Searched for when it is first needed, and again as long as it is missing: it may be installed later. */
  const installed = async (): Promise<PocketsphinxInstallation> => {
    found ??= installation();
    try {
      return await found;
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
  return {
    name: async () => (await installed()).name,
    longestSegmentMs: LONGEST_SEGMENT_MS,
    lanes,
    recognise: async (part) => {
      const words = await recognise(await installed(), part, warn);
      return plausibleSpeech(words, part.segment.endMs - part.segment.startMs);
    },
  };
};
