import { Button } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';
import { labelsOf, quoted } from '../clip-label.js';
import { useShared } from '../shared.js';
import { shownDocument } from '../variables/shown-document.js';

/** Names the parts that cannot be shown, and leads to the clips among them. */
export const LostClips = () => {
  const { document, lost, tryAgain, select, showPanel } = useShared();
  if (lost.size === 0) return null;
  const labels = labelsOf(shownDocument(document).clips);
  const nameOf = (id: string): string => {
    const [, field = id, index] = /^metadata\.(\w+)(?:\[(\d+)\])?/.exec(id) ?? [];
    return quoted(labels.get(id) ?? document.metadata.fonts?.[Number(index)]?.family ?? labelFor(field));
  };
  return (
    <div role="alert" className="lost-clips">
      {[...lost].map(([id, reason]) => (
        <Button
          key={id}
          text={t('{part} is left out: {reason}', { part: nameOf(id), reason })}
          className="quiet"
          onClick={() => {
            select(labels.has(id) ? id : undefined);
            showPanel('Edit');
          }}
        />
      ))}
      <Button text={t('Try again')} onClick={tryAgain} />
    </div>
  );
};
