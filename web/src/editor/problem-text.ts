import type { Clip } from '../../../clients/typescript/core/types.js';
import { labelFor } from '../words/labels.js';
import { t } from '../words/words.js';
import { labelOfClip, quoted } from './clip-label.js';

/** `clips[2].textProperties.fontSize must be …`, as the API says it. */
const IN_CLIP = /^clips\[(\d+)\]\.?(\S*) (.*)$/s;
const IN_VIDEO = /^metadata\.(\S+) (.*)$/s;

const fieldOf = (path: string): string => labelFor(path.match(/[A-Za-z]\w*/g)?.at(-1) ?? '');

/** A problem of the API in words for the user, and the id of its outermost clip. */
export const problemText = (
  problem: string,
  clips: ReadonlyArray<Clip>,
): { readonly text: string; readonly clipId?: string | undefined } => {
  const [, index, path = '', message = ''] = IN_CLIP.exec(problem) ?? [];
  const clip = clips[Number(index)];
  if (clip) {
    const name = quoted(labelOfClip(clip));
    const text =
      path === ''
        ? t('{clip} {message}', { clip: name, message })
        : t('{field} of {clip} {message}', { field: fieldOf(path), clip: name, message });
    return { text, clipId: clip.id };
  }
  const [, field, what = ''] = IN_VIDEO.exec(problem) ?? [];
  return field === undefined
    ? { text: problem }
    : { text: t('{field} of the video {message}', { field: fieldOf(field), message: what }) };
};
