import { useState } from 'react';
import { t } from '../words/words.js';

interface RemoveButtonProps {
  /** What the button says. */
  readonly name: string;
  readonly remove: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A button that asks before it removes. */
export const RemoveButton = ({ name, remove }: RemoveButtonProps) => {
  const [isAsking, ask] = useState(false);
  if (!isAsking)
    return (
      <button type="button" onClick={() => ask(true)}>
        {name}
      </button>
    );
  return (
    <>
      <button type="button" autoFocus onClick={() => ask(false)}>
        {t('Keep')}
      </button>
      <button type="button" disabled={remove.isPending} onClick={() => remove.mutate()}>
        {t('Remove for good')}
      </button>
    </>
  );
};
