import type { Clip } from '../../../clients/typescript/core/types.js';
import { labelFor } from '../words/labels.js';
import { inLanguage } from '../words/messages/messages.js';
import { t } from '../words/words.js';
import { labelOfClip, quoted } from './clip-label.js';

/** `clips[2].textProperties.fontSize must be …`, as the API says it. */
const IN_CLIP = /^clips\[(\d+)\]\.?(\S*) (.*)$/s;
const IN_VIDEO = /^metadata\.(\S+) (.*)$/s;

/** The path of another field in what is said about one. */
const PATH = /(?:clips\[\d+\]|metadata)\.[\w.[\]]*\w/g;

const fieldOf = (path: string): string => {
  const [name = '', of] = path.match(/[A-Za-z]\w*/g)?.toReversed() ?? [];
  return labelFor(name, of);
};

/** A problem in words for the user. */
interface ProblemText {
  readonly text: string;
  /** The outermost clip (undefined: the video), its field, and what is wrong with it. */
  readonly of?: { readonly clipId: string | undefined; readonly path: string; readonly message: string };
}

/** A problem of the API in words for the user, and where it is. */
export const problemText = (problem: string, clips: ReadonlyArray<Clip>): ProblemText => {
  const [, index, path = '', said = ''] = IN_CLIP.exec(problem) ?? [];
  const message = inLanguage(said).replaceAll(PATH, fieldOf);
  const clip = clips[Number(index)];
  if (clip) {
    const name = quoted(labelOfClip(clip));
    const text =
      path === ''
        ? t('{clip} {message}', { clip: name, message })
        : t('{field} of {clip} {message}', { field: fieldOf(path), clip: name, message });
    return { text, of: { clipId: clip.id, path, message } };
  }
  const [, field, what = ''] = IN_VIDEO.exec(problem) ?? [];
  if (field === undefined) return { text: inLanguage(problem) };
  const ofVideo = inLanguage(what).replaceAll(PATH, fieldOf);
  return {
    text: t('{field} of the video {message}', { field: fieldOf(field), message: ofVideo }),
    of: { clipId: undefined, path: field, message: ofVideo },
  };
};
