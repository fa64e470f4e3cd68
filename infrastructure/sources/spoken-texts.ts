import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { sha256 } from '../../application/digests.js';
import type { FairSemaphore } from '../../application/permits/fair-semaphore.js';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import type { Speech } from '../../domain/composition/fields/speech.js';
import { RenderError } from '../../domain/render/failure-cause.js';
import { sha256OfFile } from '../../workers/files/file-hash.js';
import type { AssetSource, FetchOptions } from '../../workers/render/ports/asset-source.js';
import type { SpeechEngine } from '../../workers/render/ports/speech-engine.js';
import { storeWhenDue } from '../storage/store-when-due.js';
import { DownloadError, downloadFailure, TRY_AGAIN } from './download-error.js';
import { spend } from './receive-body.js';
import { sourcePath } from './source-path.js';

export interface SpokenTexts {
  readonly engine: SpeechEngine;
  /** The storage of spoken sounds. */
  readonly storage: Pick<ObjectStorage, 'find' | 'get' | 'put'>;
  /** The permits for speaking texts at the same time. */
  readonly permits: FairSemaphore;
}

const unavailable = (): DownloadError =>
  new DownloadError('the storage of sounds could not be used', TRY_AGAIN);

/** The storage key of the sound of a text: a hash of all that the sound depends on, and of the owner. */
const keyOf = async (url: string, owner: string, { name }: SpeechEngine): Promise<string> => {
  const engine = await name();
  if (E.isLeft(engine)) throw new RenderError(engine.left);
  return `speech-${sha256(JSON.stringify([url, owner, engine.right]))}`;
};

/** Speaks a text and stores its sound. @throws RenderError; DownloadError */
const speakAndKeep = async (
  key: string,
  speech: Speech,
  { folder, signal, owner = '' }: FetchOptions,
  { engine, storage, permits }: SpokenTexts,
): Promise<void> => {
  const spoken = await permits.within(
    { owner },
    (overdue) => engine.speak(speech, AbortSignal.any([signal, overdue])),
    signal,
  )();
  if (E.isLeft(spoken)) {
    if (spoken.left._tag === 'DownloadFailed') throw new RenderError(spoken.left);
    throw new DownloadError('too many texts are being spoken; try again later', { retryable: true });
  }
  const file = join(folder, `spoken-${randomUUID()}`);
  try {
    await writeFile(file, spoken.right, { mode: 0o600 });
    if (E.isLeft(await storage.put(key, file)())) throw unavailable();
  } finally {
    await rm(file, { force: true });
  }
};

const fetchSpeech = async (url: string, options: FetchOptions, texts: SpokenTexts) => {
  const { folder, owner = '', speech, budget } = options;
  const key = await keyOf(url, owner, texts.engine);
  const path = sourcePath(folder, url);
  const take = async (): Promise<boolean> => {
    const taken = await texts.storage.get(key, path)();
    if (E.isLeft(taken)) throw unavailable();
    return taken.right;
  };
  // A fault is ignored: the next use stores it again.
  if (await take()) await storeWhenDue(texts.storage, { key, path, folder }, new Date())();
  else {
    if (!speech) throw new DownloadError('the sound of the speech is no longer kept');
    await speakAndKeep(key, speech, options, texts);
    if (!(await take())) throw unavailable();
  }
  const { size } = await stat(path);
  spend(size, { assetBytes: Infinity, budget }, 0);
  return { url, path, sha256: await sha256OfFile(path), bytes: size };
};

/**
 * Sources that speak the texts of `speech:` URLs, and get all others from `others`. Each text of an owner is spoken once:
 * its sound is stored, so that all frames, renders and workers use the same.
 */
export const withSpokenTexts = (texts: SpokenTexts, others: AssetSource): AssetSource => ({
  fetch: (url, options) =>
    url.startsWith('speech:')
      ? TE.tryCatch(
          () => fetchSpeech(url, options, texts),
          (error) => (error instanceof RenderError ? error.cause : downloadFailure(error)),
        )
      : others.fetch(url, options),
});
