import { useMemo, useState } from 'react';
import { countClips, idsOf, withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import type { ClipInput } from '../../../../domain/composition/clips/clip.js';
import type { Document } from '../document.js';
import type { DraftStore } from '../saving/draft.js';
import { useKept } from '../saving/use-kept.js';

/** Invalid text that is not applied yet, and the document that it is based on. */
export interface JsonDraft {
  readonly text: string;
  readonly base: Document;
}

/** The current draft, and its setter. */
export interface JsonDraftState {
  readonly current: JsonDraft | undefined;
  /** Undefined: all text is applied. */
  readonly set: (draft: JsonDraft | undefined) => void;
}

/** Keeps a draft while another panel is shown, and stores it in this browser for the next visit. */
export const useJsonDraft = (drafts: DraftStore<JsonDraft>): JsonDraftState => {
  const [current, set] = useState(drafts.found);
  useKept(drafts, current);
  return useMemo(() => ({ current, set }), [current]);
};

/** The document with ids for clips without one. The same text gives the same ids, as it is parsed after each key. */
export const withIds = (document: Document): Document => {
  const clips = document.clips as unknown as ReadonlyArray<ClipInput>;
  const taken = new Set(idsOf(clips));
  const names = Array.from({ length: 2 * countClips(clips) }, (_, index) => `clip-${index + 1}`);
  const free = names.filter((name) => !taken.has(name));
  return { ...document, clips: withClipIds(clips, [], free) as never };
};

/** The change between two texts without their common start and end, so that the cursor stays in place. */
export const changeBetween = (before: string, after: string) => {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let suffix = 0;
  while (suffix < shortest - from && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return { from, to: before.length - suffix, insert: after.slice(from, after.length - suffix) };
};
