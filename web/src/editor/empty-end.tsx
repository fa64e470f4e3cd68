import { secondsText } from '../shared/texts.js';
import { Button } from '../shared/buttons.js';
import { t } from '../words/words.js';
import type { Document } from './document.js';
import type { Places } from './places.js';
import { endsUnknown } from './resolved-document.js';
import { useShared } from './shared.js';
import { shownDocument } from './variables/shown-document.js';

/** When the last clip ends, if the video goes on after it, ms. Undefined also while it is not known when clips end. */
const emptyFrom = (document: Document, { clips, duration, fps }: Places): number | undefined => {
  if (clips.length === 0 || shownDocument(document).clips.some(endsUnknown)) return undefined;
  const end = Math.max(...clips.map((clip) => clip.end));
  return duration - end < 1000 / fps ? undefined : end;
};

/** Marks the time after the last clip on the timeline. */
export const EmptyTime = ({ pxPerMs }: { readonly pxPerMs: number }) => {
  const { document, places } = useShared();
  const from = emptyFrom(document, places);
  if (from === undefined) return null;
  return (
    <span className="empty-time" style={{ left: from * pxPerMs }}>
      {t('Empty')}
    </span>
  );
};

/** Says that nothing is at the end of the video, and offers to end it where the last clip ends. */
export const EmptyEnd = () => {
  const { document, change, places } = useShared();
  const end = emptyFrom(document, places);
  if (end === undefined) return null;
  const { metadata } = document;
  return (
    <p className="empty-end" role="status">
      {t('The last {length} are empty.', { length: secondsText(places.duration - end) })}{' '}
      <Button
        text={t('End where the last clip ends')}
        onClick={() => change({ ...document, metadata: { ...metadata, duration: Math.ceil(end) } })}
      />
    </p>
  );
};
