import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { textOf } from '../add/new-clips.js';
import { captionsOfFile, isSubtitles, wordsOfText } from '../add/transcript-words.js';
import { withWords } from '../caption-words.js';
import { type Document, withClip } from '../document.js';
import { withAdded } from '../edits.js';
import type { Places } from '../places.js';
import { t } from '../../words/words.js';
import type { Pasted } from './clips-text.js';

const TOO_LONG = t('The clipboard contains more text than a clip can have.');

interface PastedInto {
  readonly document: Document;
  readonly selection: ReadonlyArray<string>;
  readonly places: Places;
}

/**
 * The document with a pasted text: as the words of a selected caption clip, as captions if it is SRT or VTT, or else as a
 * text clip at `ms`.
 * @returns the reason, if it can't be pasted
 */
export const withPastedText = (
  text: string,
  { document, selection, places }: PastedInto,
  ms: number,
): E.Either<string, Pasted> => {
  const [selected = ''] = selection;
  const clip = selection.length === 1 ? document.clips.find(({ id }) => id === selected) : undefined;
  const place = places.clips.find(({ id }) => id === selected);
  if (clip?.type === 'caption' && place)
    return pipe(
      wordsOfText(text, place.end - place.start),
      E.map((words) => ({
        document: withClip(document, selected, (one) => withWords(one, words)),
        ids: [selected],
      })),
    );
  if (!isSubtitles(text) && text.length > LIMITS.textLength) return E.left(TOO_LONG);
  return pipe(
    isSubtitles(text) ? captionsOfFile(text, places) : E.right(textOf(text.trim(), ms, places)),
    E.map((added) => ({ document: withAdded(document, added), ids: [added.id] })),
  );
};
