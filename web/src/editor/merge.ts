import type { Document } from './document.js';

/** A part of the document that both sides changed in different ways. */
export interface Overlap {
  /** What a person calls it, such as `clip title` or `metadata.fps`. */
  readonly name: string;
  readonly key: string;
}

export interface Merged {
  /** What does not overlap, from both sides; the own form of what does. */
  readonly document: Document;
  readonly overlaps: ReadonlyArray<Overlap>;
}

type Parts = ReadonlyMap<string, unknown>;

/** The document in the parts that are merged: each clip, each field of the metadata, and the order of the clips. */
const partsOf = ({ metadata, clips, additional }: Document): Parts =>
  new Map<string, unknown>([
    ...Object.entries(metadata).map(([field, value]) => [`metadata.${field}`, value] as const),
    ...clips.map((clip) => [`clip ${clip.id}`, clip] as const),
    ['order of clips', clips.map(({ id }) => id)],
    ['additional', additional],
  ]);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const ORDER = 'order of clips';

/**
 * Merges what was changed here with what was changed on the server since `base`. Parts that only one side changed are
 * taken from that side.
 * @param preferred which side wins where both changed the same part
 */
export const merge = (
  base: Document,
  own: Document,
  stored: Document,
  preferred: 'own' | 'stored',
): Merged => {
  const [before, mine, theirs] = [base, own, stored].map(partsOf) as [Parts, Parts, Parts];
  const keys = new Set([...before.keys(), ...mine.keys(), ...theirs.keys()]);
  const overlaps: Overlap[] = [];
  const parts = new Map<string, unknown>();
  for (const key of keys) {
    const changedHere = !same(before.get(key), mine.get(key));
    const changedThere = !same(before.get(key), theirs.get(key));
    const overlapping = key !== ORDER && changedHere && changedThere && !same(mine.get(key), theirs.get(key));
    if (overlapping) overlaps.push({ key, name: key });
    const takesOwn = changedHere && (!changedThere || preferred === 'own');
    parts.set(key, (takesOwn ? mine : theirs).get(key));
  }
  return { document: assembled(parts, mine, theirs), overlaps };
};

const assembled = (parts: Parts, mine: Parts, theirs: Parts): Document => {
  const metadata: Record<string, unknown> = {};
  const clips = new Map<string, unknown>();
  for (const [key, value] of parts) {
    if (value === undefined) continue;
    if (key.startsWith('metadata.')) metadata[key.slice('metadata.'.length)] = value;
    else if (key.startsWith('clip ')) clips.set(key.slice('clip '.length), value);
  }
  // The chosen order first; clips that only the other side has follow.
  const orders = [parts.get(ORDER), mine.get(ORDER), theirs.get(ORDER)] as ReadonlyArray<
    ReadonlyArray<string>
  >;
  const ordered = [...new Set(orders.flat())].flatMap((id) => (clips.has(id) ? [clips.get(id)] : []));
  const additional = parts.get('additional');
  return {
    metadata,
    clips: ordered,
    ...(additional === undefined ? {} : { additional }),
  } as Document;
};
