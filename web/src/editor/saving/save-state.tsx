import type { Saving } from './use-saving.js';

const TEXTS = {
  Saved: 'All changes saved',
  Unsaved: 'Unsaved changes',
  Saving: 'Saving …',
  Offline: 'No connection: changes are kept here and saved later',
} as const;

/** Whether the work is stored, and what a person has to decide. */
export const SaveState = ({ saving: { status, resolve } }: { readonly saving: Saving }) => {
  switch (status._tag) {
    case 'Saved':
    case 'Unsaved':
    case 'Saving':
    case 'Offline':
      return (
        <span role="status" className={`save-state ${status._tag.toLowerCase()}`}>
          {TEXTS[status._tag]}
        </span>
      );
    case 'Refused':
      return (
        <span role="alert" className="save-state refused">
          Not saved: {status.problems.join('; ')}
        </span>
      );
    case 'Conflict':
      return (
        <div role="alertdialog" aria-labelledby="conflict-title" className="conflict">
          <p id="conflict-title">Somebody else also changed {status.overlaps.join(', ')}.</p>
          <button type="button" onClick={() => resolve('own')}>
            Keep my changes
          </button>
          <button type="button" onClick={() => resolve('stored')}>
            Take theirs
          </button>
        </div>
      );
  }
};
