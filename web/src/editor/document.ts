import type { Clip, Video } from '../../../clients/typescript/core/types.js';
import { definedFields, sameJson } from '../../../domain/codec/json.js';
import { withAgreeingTexts } from './text-content.js';

/** The editable parts of a video: those that a PATCH can change. */
export type Document = Pick<Video, 'metadata' | 'clips' | 'additional' | 'variables'>;

/** The stored document that the server last confirmed. */
export interface Saved {
  readonly document: Document;
  readonly etag: string;
}

/** The version number in an ETag. */
export const versionOf = (etag: string): number => parseInt(etag.replaceAll('"', ''), 10);

/** The document on screen, with its undo and redo history. */
export interface Editing {
  readonly past: ReadonlyArray<Document>;
  readonly present: Document;
  readonly future: ReadonlyArray<Document>;
  /** Consecutive changes with the same name, such as the steps of one drag, are undone together. */
  readonly gesture: string | undefined;
}

export type EditAction =
  | { readonly _tag: 'Edited'; readonly document: Document; readonly gesture?: string }
  | { readonly _tag: 'GestureEnded' }
  | { readonly _tag: 'Undone' }
  | { readonly _tag: 'Redone' }
  /** Applies the changes of others to the whole history, so that undoing reverts only one's own changes. */
  | { readonly _tag: 'Merged'; readonly rebase: (document: Document) => Document };

export const editingOf = (present: Document): Editing => ({
  past: [],
  present,
  future: [],
  gesture: undefined,
});

/** The parts of a video record that are edited. */
export const documentOf = ({ metadata, clips, additional, variables }: Video): Document => {
  const { redirectUrl: _, ...edited } = metadata;
  return { metadata: edited, clips, ...definedFields({ additional, variables }) };
};

/** Whether two documents have the same content. It is fast, because versions share their unchanged clips. */
export const sameDocument = (a: Document, b: Document): boolean =>
  a === b ||
  (a.clips.length === b.clips.length &&
    sameJson(a.metadata, b.metadata) &&
    sameJson(a.additional, b.additional) &&
    sameJson(a.variables, b.variables) &&
    a.clips.every((clip, index) => sameJson(clip, b.clips[index])));

/** The document, made longer if it ends before `end` ms. */
export const lasting = (document: Document, end: number): Document => {
  const { metadata } = document;
  return typeof metadata.duration === 'number' && metadata.duration < end
    ? { ...document, metadata: { ...metadata, duration: Math.ceil(end) } }
    : document;
};

/** When a clip ends by its own times, ms; 0 if they do not say it. */
const endOf = ({ timeFrame }: Clip): number => {
  const end = timeFrame.end ?? (timeFrame.start ?? 0) + (timeFrame.duration ?? 0);
  return typeof end === 'number' ? end : 0;
};

/** The document, made longer for clips that ended in the video before, and were moved past its end. */
const longEnough = (document: Document, before: Document): Document => {
  const { duration } = before.metadata;
  if (typeof duration !== 'number') return document;
  const ends = new Map(before.clips.map((clip) => [clip.id, endOf(clip)]));
  const inside = document.clips.filter(({ id }) => (ends.get(id) ?? Infinity) <= duration);
  return lasting(
    { ...document, metadata: { ...document.metadata, duration } },
    Math.max(0, ...inside.map(endOf)),
  );
};

export const edit = (editing: Editing, action: EditAction): Editing => {
  const { past, present, future, gesture } = editing;
  switch (action._tag) {
    case 'Edited': {
      const document = { ...action.document, clips: withAgreeingTexts(action.document.clips, present.clips) };
      if (sameDocument(document, present)) return editing;
      const continues = action.gesture !== undefined && action.gesture === gesture;
      const before = (continues && past.at(-1)) || present;
      const keepsLength = [before, present].some(
        ({ metadata }) => metadata.duration === document.metadata.duration,
      );
      return {
        past: continues ? past : [...past, present],
        present: keepsLength ? longEnough(document, before) : document,
        future: [],
        gesture: action.gesture,
      };
    }
    case 'Merged':
      return {
        past: past.map(action.rebase),
        present: action.rebase(present),
        future: future.map(action.rebase),
        gesture: undefined,
      };
    case 'GestureEnded':
      return { ...editing, gesture: undefined };
    case 'Undone': {
      const previous = past.at(-1);
      return previous === undefined
        ? editing
        : { past: past.slice(0, -1), present: previous, future: [present, ...future], gesture: undefined };
    }
    case 'Redone': {
      const [next, ...later] = future;
      return next === undefined
        ? editing
        : { past: [...past, present], present: next, future: later, gesture: undefined };
    }
  }
};

/** The document with one clip replaced. */
export const withClip = (document: Document, id: string, change: (clip: Clip) => Clip): Document => ({
  ...document,
  clips: document.clips.map((clip) => (clip.id === id ? (change(clip) as typeof clip) : clip)),
});
