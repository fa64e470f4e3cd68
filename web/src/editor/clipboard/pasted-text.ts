import * as E from 'fp-ts/lib/Either.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { captionsOf, textOf } from '../add/new-clips.js';
import { isSubtitles, wordsOfText } from '../add/transcript-words.js';
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
 * The document with a text that was written elsewhere: as what the selected captions say, as captions if it is SRT or
 * VTT, and else as a text at a time (ms).
 * @returns why it cannot be pasted, otherwise
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
    return E.map((words: Parameters<typeof withWords>[1]) => ({
      document: withClip(document, selected, (one) => withWords(one, words)),
      ids: [selected],
    }))(wordsOfText(text, place.end - place.start));
  if (!isSubtitles(text) && text.length > LIMITS.textLength) return E.left(TOO_LONG);
  const made = isSubtitles(text)
    ? E.map((words: Parameters<typeof captionsOf>[0]) => captionsOf(words, places))(wordsOfText(text, 0))
    : E.right(textOf(text.trim(), ms, places));
  return E.map((added: ReturnType<typeof textOf>) => ({
    document: withAdded(document, added),
    ids: [added.id],
  }))(made);
};
