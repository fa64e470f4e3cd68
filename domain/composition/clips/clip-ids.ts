import { sortedJson } from '../../codec/json.js';
import type { Clip, ClipInput } from './clip.js';

/** The number of clips, including those in groups. */
export const countClips = (clips: ReadonlyArray<ClipInput>): number =>
  clips.reduce((count, clip) => count + 1 + (clip.type === 'group' ? countClips(clip.clips) : 0), 0);

/**
 * Gives every clip an id: its own if it has one; otherwise the id of an identical stored clip, so that sending the same
 * list again changes nothing; otherwise the next of `freshIds`. There must be one fresh id for each clip, including
 * those in groups.
 */
export const withClipIds = (
  clips: ReadonlyArray<ClipInput>,
  stored: ReadonlyArray<Clip>,
  freshIds: ReadonlyArray<string>,
): ReadonlyArray<Clip> => {
  const taken = new Set(idsOf(clips));
  let used = 0;
  const identify = (list: ReadonlyArray<ClipInput>, stored: ReadonlyArray<Clip>): ReadonlyArray<Clip> => {
    const known = new Map(stored.map((clip) => [clip.id, clip]));
    const twinOf = stored.length === 0 ? () => undefined : twinsAmong(stored, taken);
    return list.map((clip) => {
      const fresh = freshIds[used];
      used += 1;
      const twin = clip.id === undefined ? twinOf(clip) : known.get(clip.id);
      const id = clip.id ?? twin?.id ?? fresh;
      if (id === undefined) throw new RangeError('withClipIds needs a fresh id for each clip');
      taken.add(id);
      if (clip.type !== 'group') return { ...clip, id };
      return { ...clip, id, clips: identify(clip.clips, twin?.type === 'group' ? twin.clips : []) };
    });
  };
  return identify(clips, stored);
};

/** A clip of any form: as it is sent, stored or edited. */
interface Identifiable {
  readonly id?: string | undefined;
  readonly clips?: ReadonlyArray<Identifiable>;
}

/** The ids of all clips that have one, including those in groups. */
export const idsOf = (clips: ReadonlyArray<Identifiable>): ReadonlyArray<string> =>
  clips.flatMap(({ id, clips: inner = [] }) => [...(id === undefined ? [] : [id]), ...idsOf(inner)]);

/**
 * Finds the first stored clip that is equal except for ids, and whose id is not taken. Visits each clip once, however many
 * are equal.
 */
const twinsAmong = (stored: ReadonlyArray<Clip>, taken: ReadonlySet<string>) => {
  const byContent = new Map<string, Clip[]>();
  for (const clip of stored.toReversed()) {
    const key = sortedJson(withoutIds(clip));
    const equal = byContent.get(key);
    if (equal) equal.push(clip);
    else byContent.set(key, [clip]);
  }
  return (clip: ClipInput): Clip | undefined => {
    const equal = byContent.get(sortedJson(withoutIds(clip))) ?? [];
    let twin = equal.pop();
    while (twin && taken.has(twin.id)) twin = equal.pop();
    return twin;
  };
};

const withoutIds = (sent: ClipInput): unknown => {
  const { id: _, ...clip } = sent;
  return clip.type === 'group' ? { ...clip, clips: clip.clips.map(withoutIds) } : clip;
};
