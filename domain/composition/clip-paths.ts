import type { Clip } from './clip.js';

/** Where a clip stands in the document, such as `clips[3]`: how failures name it, and what its source is known by. */
export type ClipPath = string;

/** The path of the clip at an index of a list; `within`: the path of the group whose list it is. */
export const clipPath = (index: number, within?: ClipPath): ClipPath =>
  within === undefined ? `clips[${index}]` : `${within}.clips[${index}]`;

/** A clip and its path. */
export interface PlacedInDocument<C> {
  readonly clip: C;
  readonly at: ClipPath;
}

/** All clips with their paths, those in groups behind their group. */
export const clipsWithPaths = (
  clips: ReadonlyArray<Clip>,
  within?: ClipPath,
): ReadonlyArray<PlacedInDocument<Clip>> =>
  clips.flatMap((clip, index) => {
    const at = clipPath(index, within);
    return [{ clip, at }, ...(clip.type === 'group' ? clipsWithPaths(clip.clips, at) : [])];
  });
