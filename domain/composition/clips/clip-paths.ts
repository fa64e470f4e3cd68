import type { Clip } from './clip.js';

/**
 * The path of a clip in the document, such as `clips[3]`. It names clips in failures and identifies their sources.
 */
export type ClipPath = string;

/** The path of the clip at an index of a list. `within`: the path of the group that holds the list. */
export const clipPath = (index: number, within?: ClipPath): ClipPath =>
  within === undefined ? `clips[${index}]` : `${within}.clips[${index}]`;

export interface PlacedInDocument<C> {
  readonly clip: C;
  readonly at: ClipPath;
}

/** All clips with their paths. The clips of a group follow the group. */
export const clipsWithPaths = (
  clips: ReadonlyArray<Clip>,
  within?: ClipPath,
): ReadonlyArray<PlacedInDocument<Clip>> =>
  clips.flatMap((clip, index) => {
    const at = clipPath(index, within);
    return [{ clip, at }, ...(clip.type === 'group' ? clipsWithPaths(clip.clips, at) : [])];
  });
