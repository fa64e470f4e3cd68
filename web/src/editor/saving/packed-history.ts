import { type Document, type Editing, editingOf, sameDocument } from '../document.js';

type Clips = Document['clips'];

/** Documents that share most of their clips: each clip is kept once. */
interface Packed {
  readonly clips: Clips;
  readonly steps: ReadonlyArray<Omit<Document, 'clips'> & { readonly clips: ReadonlyArray<number> }>;
  /** Which of them is on screen. */
  readonly at: number;
}

const packed = ({ past, present, future }: Editing): Packed => {
  const numbers = new Map<Clips[number], number>();
  const steps = [...past, present, ...future].map((document) => ({
    ...document,
    clips: document.clips.map((clip) => {
      const number = numbers.get(clip) ?? numbers.size;
      numbers.set(clip, number);
      return number;
    }),
  }));
  return { clips: [...numbers.keys()], steps, at: past.length };
};

/**
 * The history as text, with as many of the last changes as fit into so many characters.
 * @returns undefined if not even the document and what was taken back fit
 */
export const packedHistory = (editing: Editing, mostCharacters: number): string | undefined => {
  const text = JSON.stringify(packed(editing));
  if (text.length <= mostCharacters) return text;
  const { past } = editing;
  return past.length === 0
    ? undefined
    : packedHistory({ ...editing, past: past.slice(Math.ceil(past.length / 2)) }, mostCharacters);
};

/** A document with the history that led to it. What others changed since then can be taken back, too. */
export const unpackedHistory = (text: string, present: Document): Editing => {
  const { clips, steps, at } = JSON.parse(text) as Packed;
  const documents = steps.map((step): Document => ({
    ...step,
    clips: step.clips.flatMap((number) => clips[number] ?? []),
  }));
  const shown = documents[at];
  return shown !== undefined && sameDocument(shown, present)
    ? { ...editingOf(shown), past: documents.slice(0, at), future: documents.slice(at + 1) }
    : { ...editingOf(present), past: documents.slice(0, at + 1) };
};
