import { Button } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import { labelsOf, quoted } from '../clip-label.js';
import { useShared } from '../shared.js';
import { shownDocument } from '../variables/shown-document.js';

/** Names the clips that cannot be shown, and leads to them. */
export const LostClips = () => {
  const { document, lost, tryAgain, select, showPanel } = useShared();
  if (lost.size === 0) return null;
  const labels = labelsOf(shownDocument(document).clips);
  return (
    <div role="alert" className="lost-clips">
      {[...lost].map(([id, reason]) => (
        <Button
          key={id}
          text={t('{clip} is not shown: {reason}', { clip: quoted(labels.get(id) ?? id), reason })}
          className="quiet"
          onClick={() => {
            select(id);
            showPanel('Edit');
          }}
        />
      ))}
      <Button text={t('Try again')} onClick={tryAgain} />
    </div>
  );
};
