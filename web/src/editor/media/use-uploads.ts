import { useQueryClient } from '@tanstack/react-query';
import * as E from 'fp-ts/lib/Either.js';
import { useCallback, useRef, useState } from 'react';
import pLimit from 'p-limit';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { subtitleText } from '../../../../domain/composition/subtitles/read-subtitles.js';
import type { VideoAccess } from '../../shared/access.js';
import { messageOf } from '../../shared/message-of.js';
import { revokeLater } from '../../shared/object-urls.js';
import { AS_BYTES } from '../playback/use-compositor.js';
import type { Shared } from '../shared.js';
import { withAsset } from './asset-uses.js';
import { localMedia } from './local-media.js';
import { type RunningUpload, startUpload } from './upload.js';
import type { PendingFile, Uploads } from './uploads.js';

/** The duration of a clip whose media has none, in ms. */
const LENGTH = 3000;

/** The number of files that are sent concurrently. */
const AT_ONCE = 3;

let keys = 0;

type Inputs = Pick<Shared, 'document' | 'change' | 'select' | 'selected' | 'places' | 'clock' | 'tell'> & {
  readonly access: VideoAccess;
};

/** The list of files that are not assets yet. */
const usePending = () => {
  const [pending, setPending] = useState<ReadonlyArray<PendingFile>>([]);
  const insert = useCallback((file: PendingFile) => setPending((all) => [...all, file]), []);
  const set = useCallback((key: number, change: Partial<PendingFile>): void => {
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }, []);
  const dismiss = useCallback((key: number): void => {
    setPending((all) => {
      const gone = all.find((one) => one.key === key);
      if (gone?.local) revokeLater(gone.local.url);
      return all.filter((one) => one.key !== key);
    });
  }, []);
  return { pending, insert, set, dismiss };
};

/** The content of a subtitle file. @throws Error if the service does not return it */
const textOf = async ({ client }: VideoAccess, { _id: id }: Asset): Promise<string> => {
  const content = client.api.GET('/v1/assets/{id}/content', {
    params: { path: { id } },
    ...AS_BYTES,
  });
  return subtitleText(new Uint8Array(await bodyOf<ArrayBuffer>(content))) ?? '';
};

/** Uses assets in the current document. `place` gives the time in ms at which the next clip starts. */
const usePlacing = (inputs: Inputs) => {
  const latest = useRef(inputs);
  latest.current = inputs;
  const playhead = useCallback((): number => Math.floor(latest.current.clock.now()), []);
  const place = useCallback(async (asset: Asset, start: number): Promise<number> => {
    const text = asset.kind === 'subtitles' ? await textOf(latest.current.access, asset) : '';
    const { document, change, select, selected, places, tell } = latest.current;
    const used = withAsset(document, asset, { start, places, selected, text });
    if (E.isLeft(used)) {
      tell(used.left);
      return start;
    }
    // Several assets may become ready before React renders again.
    latest.current = { ...latest.current, document: used.right.document };
    change(used.right.document);
    if (used.right.id !== undefined) select(used.right.id);
    if (used.right.message !== undefined) tell(used.right.message);
    return used.right.end ?? start;
  }, []);
  return { latest, playhead, place };
};

export const useUploads = (inputs: Inputs): Uploads => {
  const { pending, insert, set, dismiss } = usePending();
  const { latest, playhead, place } = usePlacing(inputs);
  const [limit] = useState(() => pLimit(AT_ONCE));
  const queries = useQueryClient();

  /** Uses a file as a clip once the service has read it. @returns when the next clip starts, in ms */
  const send = async (key: number, file: File, start: Promise<number>): Promise<number> => {
    try {
      const asset = await limit(() => {
        const upload = startUpload(latest.current.access, file, (sent) => set(key, { sent }));
        set(key, { state: 'sending', upload });
        return upload.asset;
      });
      const end = await place(asset, await start);
      dismiss(key);
      void queries.invalidateQueries({ queryKey: ['assets'] });
      return end;
    } catch (error) {
      set(key, { state: 'failed', problem: (error as Error).message });
      return start;
    }
  };

  const add = async (files: ReadonlyArray<File>): Promise<void> => {
    let shownFrom = playhead();
    let start = Promise.resolve(shownFrom);
    const found = await Promise.all(files.map(localMedia));
    for (const [index, file] of files.entries()) {
      const local = found[index];
      const length = local ? (local.durationMs ?? LENGTH) : 0;
      keys += 1;
      const key = keys;
      const { name, size: bytes } = file;
      const times = { start: shownFrom, end: shownFrom + length };
      insert({ key, name, bytes, sent: 0, state: 'waiting', ...times, ...(local ? { local } : {}) });
      // Only the service knows whether a file becomes a clip, and how long: pictures may move, sounds have padding.
      start = send(key, file, start);
      shownFrom += length;
    }
  };

  const uploadOf = (key: number): RunningUpload | undefined => pending.find((one) => one.key === key)?.upload;
  return {
    pending,
    add: (files) => void add(files),
    use: (asset, start) =>
      void place(asset, start ?? playhead()).catch((error: unknown) => latest.current.tell(messageOf(error))),
    pause: (key) => {
      uploadOf(key)?.pause();
      set(key, { state: 'paused' });
    },
    resume: (key) => {
      uploadOf(key)?.resume();
      set(key, { state: 'sending' });
    },
    dismiss,
  };
};
