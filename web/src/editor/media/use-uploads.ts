import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import pLimit from 'p-limit';
import type { VideoAccess } from '../../shared/access.js';
import { giveUp } from '../../shared/object-urls.js';
import type { Shared } from '../shared.js';
import { CLIPS, withAsset } from './asset-clip.js';
import { localMedia } from './local-media.js';
import { type Asset, type RunningUpload, startUpload } from './upload.js';
import type { PendingFile, Uploads } from './uploads.js';
import { t } from '../../words/words.js';

/** How long a clip plays whose length is not known, ms. */
const LENGTH = 3000;

/** How many files are sent at a time. */
const AT_ONCE = 3;

let keys = 0;

type Inputs = Pick<Shared, 'document' | 'change' | 'select' | 'places' | 'clock' | 'tell'> & {
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
      if (gone?.local) giveUp(gone.local.url);
      return all.filter((one) => one.key !== key);
    });
  }, []);
  return { pending, insert, set, dismiss };
};

/** Adds the clip of an asset to the document as it is now. */
const usePlacing = (inputs: Inputs) => {
  const latest = useRef(inputs);
  latest.current = inputs;
  const place = useCallback((asset: Asset, start?: number): void => {
    const { document, change, select, clock, tell } = latest.current;
    if (!CLIPS.has(asset.kind ?? ''))
      return tell(
        t('{name} is in the media panel: name it as {reference}.', {
          name: asset.name,
          reference: `asset:${asset._id}`,
        }),
      );
    const added = withAsset(document, asset, start ?? Math.floor(clock.now()), latest.current.places);
    // Several assets may be ready before this is shown.
    latest.current = { ...latest.current, document: added.document };
    change(added.document);
    select(added.id);
  }, []);
  return { latest, place };
};

export const useUploads = (inputs: Inputs): Uploads => {
  const { pending, insert, set, dismiss } = usePending();
  const { latest, place } = usePlacing(inputs);
  const [limit] = useState(() => pLimit(AT_ONCE));
  const queries = useQueryClient();

  const send = async (key: number, file: File, start: number): Promise<void> => {
    const upload = startUpload(latest.current.access, file, (sent) => set(key, { sent }));
    set(key, { state: 'sending', upload });
    try {
      place(await upload.asset, start);
      dismiss(key);
      await queries.invalidateQueries({ queryKey: ['assets'] });
    } catch (error) {
      set(key, { state: 'failed', problem: (error as Error).message });
    }
  };

  const add = async (files: ReadonlyArray<File>): Promise<void> => {
    let start = Math.floor(latest.current.clock.now());
    const found = await Promise.all(files.map(localMedia));
    for (const [index, file] of files.entries()) {
      const local = found[index];
      keys += 1;
      const [key, from] = [keys, start];
      start += local?.durationMs ?? LENGTH;
      const { name, size: bytes } = file;
      const times = { start: from, end: start };
      insert({ key, name, bytes, sent: 0, state: 'waiting', ...times, ...(local ? { local } : {}) });
      void limit(() => send(key, file, from));
    }
  };

  const uploadOf = (key: number): RunningUpload | undefined => pending.find((one) => one.key === key)?.upload;
  return {
    pending,
    add: (files) => void add(files),
    use: place,
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
