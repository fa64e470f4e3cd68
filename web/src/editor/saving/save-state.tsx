import { Button } from '../../shared/buttons.js';
import type { Saving } from './use-saving.js';
import { problemText } from '../problem-text.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';

const TEXTS = {
  Saved: t('All changes saved'),
  Unsaved: t('Unsaved changes'),
  Saving: t('Saving …'),
};

/** The state of saving, and the choice in a conflict. */
export const SaveState = ({ saving: { status, resolve } }: { readonly saving: Saving }) => {
  const { clips } = useShared().document;
  switch (status._tag) {
    case 'Saved':
    case 'Unsaved':
    case 'Saving':
      return (
        <span role="status" className={`save-state ${status._tag.toLowerCase()}`}>
          {TEXTS[status._tag]}
        </span>
      );
    case 'Retrying':
      return (
        <span role="status" className="save-state retrying">
          {status.isReached
            ? t('Not saved yet: changes are kept here, and saving is tried again')
            : t('No connection: changes are kept here and saved later')}
        </span>
      );
    case 'Refused':
      return (
        <span role="alert" className="save-state refused">
          {t('Not saved: {problems}', {
            problems: status.problems.map((problem) => problemText(problem, clips).text).join('; '),
          })}
        </span>
      );
    case 'Conflict':
      return (
        <div role="alertdialog" aria-labelledby="conflict-title" className="conflict">
          <p id="conflict-title">
            {t('Somebody else also changed {parts}.', { parts: status.overlaps.join(', ') })}
          </p>
          <Button text={t('Keep my changes')} onClick={() => resolve('own')} />
          <Button text={t('Take theirs')} onClick={() => resolve('stored')} />
        </div>
      );
  }
};
