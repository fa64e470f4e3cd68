import { sameJson } from '../codec/json.js';
import { type Clip, type ClipInput } from './clip.js';

/**
 * Gives every clip an id: its own where it has one; else that of a stored clip that says exactly the same, so that
 * sending a list again changes nothing; else the next of `freshIds`, of which there must be one for each clip.
 */
export const withClipIds = (
  clips: ReadonlyArray<ClipInput>,
  stored: ReadonlyArray<Clip>,
  freshIds: ReadonlyArray<string>,
): ReadonlyArray<Clip> => {
  const taken = new Set(clips.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return clips.map((clip, index) => {
    const id = clip.id ?? twinId(clip, stored, taken) ?? freshIds[index];
    if (id === undefined) throw new RangeError('withClipIds needs a fresh id for each clip');
    taken.add(id);
    return { ...clip, id };
  });
};

const twinId = (
  clip: ClipInput,
  stored: ReadonlyArray<Clip>,
  taken: ReadonlySet<string>,
): string | undefined => stored.find(({ id, ...rest }) => !taken.has(id) && sameJson(rest, clip))?.id;
