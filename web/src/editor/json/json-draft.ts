import { useMemo, useState } from 'react';
import { countClips, idsOf, withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import type { ClipInput } from '../../../../domain/composition/clips/clip.js';
import type { Document } from '../document.js';
import type { DraftStore } from '../saving/draft.js';
import { useKept } from '../saving/use-kept.js';

/** Text that is not applied, because it is not valid, and the document from which it was typed. */
export interface JsonDraft {
  readonly text: string;
  readonly base: Document;
}

/** Text that is not applied: what there is of it, and how it is replaced. */
export interface KeptJson {
  readonly current: JsonDraft | undefined;
  /** Undefined: all text is applied. */
  readonly set: (draft: JsonDraft | undefined) => void;
}

/** Keeps text that is not applied while another panel is shown, and in this browser after the page is left. */
export const useJsonDraft = (drafts: DraftStore<JsonDraft>): KeptJson => {
  const [current, set] = useState(drafts.found);
  useKept(drafts, current);
  return useMemo(() => ({ current, set }), [current]);
};

/** The document with ids for clips that were typed without: the same for the same text, which is read with each key. */
export const withIds = (document: Document): Document => {
  const clips = document.clips as unknown as ReadonlyArray<ClipInput>;
  const taken = new Set(idsOf(clips));
  const names = Array.from({ length: 2 * countClips(clips) }, (_, index) => `clip-${index + 1}`);
  const free = names.filter((name) => !taken.has(name));
  return { ...document, clips: withClipIds(clips, [], free) as never };
};

/** The change of a text into another, which leaves alone what both begin and end with: the cursor stays where it is. */
export const changeBetween = (before: string, after: string) => {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let kept = 0;
  while (kept < shortest - from && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1;
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) };
};
