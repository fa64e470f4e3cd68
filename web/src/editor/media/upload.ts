import type { DetailedError, Upload } from 'tus-js-client';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import { readAsset } from '../../../../clients/typescript/core/read-asset.js';
import { sleeping } from '../../../../clients/typescript/core/retrying-fetch.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { parsedJson } from '../json/parsed-json.js';
import type { VideoAccess } from '../../shared/access.js';
import { inLanguage } from '../../words/messages/messages.js';
import { t } from '../../words/words.js';

/** The size of one request, in bytes. */
const PART = 16 * 1024 * 1024;
/** The delays before a failed request is sent again, in ms. */
const RETRIES = [0, 1000, 3000, 5000, 10_000, 30_000];

/** The access that uploads need. */
export type AssetAccess = Pick<VideoAccess, 'client' | 'headers'>;

export interface RunningUpload {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Resolves with the asset when it is ready. Rejects with the problem, in words for the user. */
  readonly asset: Promise<Asset>;
}

const problemOf = (error: Error | DetailedError): string => {
  const body = 'originalResponse' in error ? (error.originalResponse?.getBody() ?? '') : '';
  const sent = parsedJson(body);
  const said = isRecord(sent) ? [sent['message']].flat().map(String) : [body];
  return body === '' ? t('The service cannot be reached.') : said.map(inLanguage).join('; ');
};

/** Waits until the browser is connected. */
const connected = (): Promise<unknown> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/** Waits until the service has read the file. @throws Error with the reason if it is refused */
const readyAsset = async ({ client }: AssetAccess, id: string): Promise<Asset> => {
  const asset = await readAsset(client.api, id, sleeping);
  if (asset.status === 'refused') throw new Error(inLanguage(asset.reason ?? ''));
  return asset;
};

/** Sends a file in parts. An interrupted upload continues where it stopped, also after the page was closed or offline. */
export const startUpload = (
  access: AssetAccess,
  file: File,
  onProgress: (sent: number) => void,
): RunningUpload => {
  let upload: Upload | undefined;
  let isPaused = false;
  const begin = async (resolve: (id: string) => void, reject: (error: Error) => void): Promise<void> => {
    await connected();
    const tus = await import('tus-js-client'); // when it is first needed
    const goOn = async (error: Error): Promise<void> => {
      if (navigator.onLine) return reject(new Error(problemOf(error)));
      await connected();
      if (!isPaused) created.start();
    };
    const created = new tus.Upload(file, {
      endpoint: '/v1/assets',
      headers: access.headers,
      chunkSize: PART,
      retryDelays: RETRIES,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, filetype: file.type },
      onProgress,
      onError: (error) => void goOn(error),
      onSuccess: () => resolve(/\/v1\/assets\/([^/]+)\/upload$/.exec(created.url ?? '')?.[1] ?? ''),
    });
    upload = created;
    const [previous] = await created.findPreviousUploads();
    if (previous) created.resumeFromPreviousUpload(previous);
    if (!isPaused) created.start();
  };
  const sent = new Promise<string>((resolve, reject) => {
    begin(resolve, reject).catch(reject);
  });
  return {
    pause: () => {
      isPaused = true;
      void upload?.abort();
    },
    resume: () => {
      isPaused = false;
      upload?.start();
    },
    asset: sent.then((id) => readyAsset(access, id)),
  };
};
